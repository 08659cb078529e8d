// verify: checks claims without a job file.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "cli/run_printer.hpp"
#include "cli/stop_signals.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/families/row_family.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/certificate.hpp"

namespace nimsweep::cli {

namespace {

const std::string kDefaultGame = "last-nim";

// "3..6,8": the numbers in order.
std::vector<int> parse_numbers(std::string_view option, std::string_view text, int min, int max) {
  std::vector<int> numbers;
  for (const std::string_view part : split(text, ',')) {
    const auto range = parse_range(part, static_cast<unsigned>(max));
    if (!range || range->first < static_cast<unsigned>(min))
      throw Error(ErrorKind::input,
                  fmt::format("{}: {}; expected numbers or ranges such as 3..6, from {} to {}",
                              option, in_quotes(text), min, max));
    for (auto number = static_cast<int>(range->first); number <= static_cast<int>(range->second);
         ++number)
      numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

std::vector<int> players_of(const Arguments& given) {
  const std::string& text = given.text("--players");
  if (text == "all") return {kAllPlayers};
  return parse_numbers("--players", text, kMinPlayers, kMaxPlayers);
}

// `all`, or numbers; by default those in which all of the papers' theorems can be seen.
std::vector<int> piles_of(const Arguments& given, const std::vector<int>& players) {
  const std::string& text = given.text("--piles");
  const bool is_for_all = players.front() == kAllPlayers;
  if (is_for_all && !text.empty() && text != "all")
    throw Error(ErrorKind::input,
                "--piles: --players all is about every number of piles; expected all");
  if (is_for_all || text == "all") return {kAllPiles};
  return parse_numbers("--piles", text.empty() ? fmt::format("1..{}", 2 * players.back()) : text, 1,
                       kMostPilesOfClaims);
}

// For every number of players: the family that claims are checked for; empty: their own.
std::string family_of(const Arguments& given, const std::vector<int>& players) {
  const std::string& matrix = given.text("--matrix");
  if (players.front() != kAllPlayers || matrix.empty()) return {};
  return at_option("--matrix", [&] { return RowFamily::parse(matrix).text(); });
}

// One per number of players, or the one that says the number of players itself.
std::vector<AllianceMatrix> matrices_of(const Arguments& given, const std::vector<int>& players) {
  const std::string& matrix = given.text("--matrix");
  if (matrix.empty() || players.front() == kAllPlayers) return {};
  return at_option("--matrix", [&] {
    std::vector<AllianceMatrix> matrices;
    if (needs_players(matrix))
      for (const int n : players) matrices.push_back(parse_matrix(matrix, n));
    else
      matrices.push_back(parse_matrix(matrix, std::nullopt));
    return matrices;
  });
}

std::vector<Claim> named_claims(const std::string& names) {
  if (names == "all") return registered_claims();
  std::vector<Claim> claims;
  for (const std::string_view name : split(names, ','))
    claims.push_back(at_option("--claim", [&] { return find_claim(name); }));
  return claims;
}

// What a case that this option writes says; nothing for other options.
std::optional<CaseKind> kind_of(std::string_view option) {
  for (const CaseKind kind : {CaseKind::value, CaseKind::other, CaseKind::winner})
    if (option == fmt::format("--{}", word_of(kind))) return kind;
  return std::nullopt;
}

// The options that write a claim: --given, and cases of --when and --value, --not or --winner.
OptionOutlines claim_options() {
  OptionOutlines options = {
      option("--given", "E", "A claim of your own: for which n, N and d (default: all)"),
      option("--when", "E", "When the next --value, --not or --winner applies; repeatable"),
      option("--value", "E", "The value then; the last one may have no --when; repeatable"),
      option("--not", "E", "As --value: any value but this one; repeatable"),
      option("--winner", "E", "As --value: the seat of the winner; repeatable")};
  for (OptionOutline& outline : options) {
    outline.recurs = outline.names.front() != "--given";
    outline.excludes = {"--claim"};
  }
  return options;
}

// Puts the cases together in the order in which they were written.
std::vector<ClaimText::Case> cases_in(const Arguments& given) {
  const auto refuse = [](std::string_view option, std::size_t number, std::string_view message) {
    throw Error(ErrorKind::usage, fmt::format("{}: case {} {}", option, number, message));
  };
  std::vector<ClaimText::Case> cases;
  std::optional<std::string> when;
  bool is_last = false;  // nothing can follow a case without a condition
  std::map<std::string, std::size_t> used;
  for (const std::string& option : given.order()) {
    const auto kind = kind_of(option);
    if (option != "--when" && !kind) continue;
    const std::string& text = given.texts(option)[used[option]++];
    const std::size_t number = cases.size() + 1;
    if (is_last) refuse(option, number, "never applies: the case before it has no --when");
    if (option == "--when") {
      if (when)
        refuse(option, number,
               "has two conditions; expected --value, --not or --winner between them");
      when = text;
      continue;
    }
    is_last = !when;
    cases.push_back({.when = when.value_or(""), .value = text, .kind = *kind});
    if (when && when->empty()) refuse("--when", number, "is empty; expected a condition");
    when.reset();
  }
  if (when)
    refuse("--when", cases.size() + 1,
           "has no value; expected --value, --not or --winner after it");
  return cases;
}

// The claim that the options write, if any.
std::optional<Claim> own_claim(const Arguments& given) {
  ClaimText text{.name = "own claim", .given = given.text("--given"), .cases = cases_in(given)};
  if (text.cases.empty()) {
    if (given.has("--given"))
      throw Error(ErrorKind::usage,
                  "--given: the claim has no value; expected --value, --not or --winner");
    return std::nullopt;
  }
  const std::string& matrix = given.text("--matrix");
  text.matrix = matrix.empty() ? "sam" : matrix;
  return make_claim(text, "--");
}

struct VerifyOptions {
  explicit VerifyOptions(const Arguments& given)
      : own(own_claim(given)),
        names_claims(own || given.text("--claim") != "all"),
        claims(own ? std::vector{*own} : named_claims(given.text("--claim"))),
        players(players_of(given)),
        piles(piles_of(given, players)),
        matrices(matrices_of(given, players)),
        family(family_of(given, players)),
        passes(passes_of(given)),
        table(given.text("--table")),
        proofs{.certificate = given.text("--certificate"),
               .coq = given.text("--coq"),
               .smt2 = given.text("--smt2"),
               .latex = given.text("--latex")},
        verdicts{.format = format_of(given),
                 .all = given.has("--all"),
                 .counterexamples = given.number("--counterexamples", 0, 1000)},
        threads(threads_of(given)),
        quiet(given.has("--quiet")) {
    if (!given.text("--game").empty()) game = ruleset_of(given)->name();
    if (given.text("--max") != "all") max = given.number("--max", 1, kMaxPile);
  }

  std::optional<Claim> own;  // written in options
  bool names_claims;         // false: --claim all
  std::vector<Claim> claims;
  std::string game;  // empty: the claims' own
  std::vector<int> players;
  std::vector<int> piles;
  std::optional<Counters> max;
  std::vector<AllianceMatrix> matrices;  // empty: the claims' own
  std::string family;                    // the same for every number of players
  int passes;
  std::string table;  // empty: the values are computed
  ProofFiles proofs;
  VerdictOptions verdicts;
  int threads;
  bool quiet;
};

// --game, or else the game of the named claims.
std::string game_of(const VerifyOptions& options) {
  if (!options.game.empty()) return options.game;
  if (!options.names_claims || options.own) return kDefaultGame;
  const Claim& claim = options.claims.front();
  for (const Game& game : games())
    if (game.name == claim.game && !game.argument.empty())
      throw Error(
          ErrorKind::input,
          fmt::format("--claim: {} is about {}:{}; expected --game with its argument, such "
                      "as {}:{}",
                      claim.name, game.name, game.argument, game.name, game.example_argument));
  return claim.game;
}

std::vector<ClaimSpec> claims_of(const VerifyOptions& options, std::string_view game) {
  std::vector<ClaimSpec> specs;
  for (Claim claim : options.claims) {
    if (options.own) claim.game = game;  // of any
    if (!options.family.empty()) claim.matrix = options.family;
    if (claim.is_about_game(game))
      specs.push_back(
          {.place = {}, .claim = claim, .game = std::string(game), .max_counters = options.max});
    else if (options.names_claims)
      throw Error(ErrorKind::input, fmt::format("--claim: {} is about {}; expected claims about {}",
                                                claim.name, claim.game, game));
  }
  if (specs.empty())
    throw Error(ErrorKind::input,
                fmt::format("--game: no claim is about {}; see nimsweep list", game));
  return specs;
}

// The job that does the same.
JobSpec job_of(const VerifyOptions& options, const std::string& game_of_table) {
  JobSpec job;
  job.game = game_of_table.empty() ? game_of(options) : game_of_table;
  job.claims = claims_of(options, job.game);
  job.players = options.players;
  job.pile_counts = options.piles;
  job.passes = options.passes;
  job.names_matrices = !options.matrices.empty();
  if (!job.names_matrices) {
    job.matrices.emplace_back();
    return job;
  }
  MatrixSource source{.kind = MatrixSource::Kind::listed};
  source.set_listed(options.matrices);
  job.matrices.push_back(std::move(source));
  return job;
}

// Checks the claims against a table. Throws Error(interrupted).
RunSummary verify_table(const TableReader& table, const JobSpec& job, const VerifyOptions& options,
                        const std::atomic<bool>& stop, RunPrinter& printer) {
  RunSummary summary;
  std::set<const Claim*> judged;
  check_stored(table, job.claims, {.counterexamples = options.verdicts.pairs(), .stop = stop},
               printer, [&](const Check& check) {
                 judged.insert(check.claim);
                 summary.add(check);
                 printer.verdict(check);
               });
  if (judged.empty())
    throw Error(ErrorKind::input, "--table: no claim is about any table in it; see nimsweep list");
  for (const ClaimSpec& spec : job.claims)
    if (!judged.contains(&spec.claim)) printer.remark(no_verdict_on(job, spec));
  return summary;
}

// Mentions claims that do not apply only if the user named them.
class VerifyPrinter : public RunPrinter {
 public:
  VerifyPrinter(Output& output, const VerifyOptions& options)
      : RunPrinter(output, options.verdicts, options.quiet), names_claims_(options.names_claims) {}

  void remark(const std::string& text) override {
    if (names_claims_) RunPrinter::remark(text);
  }

 private:
  bool names_claims_;
};

void verify(const VerifyOptions& options, Session& session) {
  std::optional<TableReader> table;
  if (!options.table.empty()) table.emplace(TableReader::complete(options.table));
  const JobSpec job = job_of(options, table ? table->header().game : "");
  const std::atomic<bool>& stop = stop_on_signals();
  VerifyPrinter printer(session.output, options);
  const RunSummary summary = printer.run([&] {
    return table ? verify_table(*table, job, options, stop, printer)
                 : run_job(job,
                           {.threads = options.threads,
                            .counterexamples = options.verdicts.pairs(),
                            .proofs = options.proofs,
                            .stop = stop},
                           printer);
  });
  printer.finish(summary, options.proofs);
}

}  // namespace

Command verify_command() {
  OptionOutline table =
      option("--table", "FILE", "Check the values of a table file instead of computing them");
  table.excludes = {"--players", "--piles", "--matrix", "--passes", "--certificate",
                    "--coq",     "--smt2",  "--latex",  "--threads"};
  return make_command(
      {.name = "verify",
       .summary = "Checks claims, by default for every pile size",
       .options = joined(
           {{option("--claim", "NAME,..", "Registered claims, or all", "all")},
            claim_options(),
            {option("--game", "NAME[:ARG]", "The game (default: the claims' own)"),
             option("--players", "N,..", "Numbers of players, e.g. 3..6, or all", "2..6"),
             option("--piles", "N,..",
                    "Numbers of piles, or all (default: 1 to 2n for the largest n)"),
             option("--max", "M", "The largest pile size, or all", "all"),
             option("--matrix", "M", "Check this matrix instead of the claim's own"),
             option("--passes", "K", "Passes, shared by all players", "0"),
             option("--certificate", "FILE",
                    "Write the proofs to FILE, for nimsweep-check or scripts/check_certificate.py"),
             option("--coq", "FILE.v", "Write the proofs to FILE.v, for Coq"),
             option("--smt2", "DIR",
                    "With --players all: write what the solver decided, for SMT solvers"),
             option("--latex", "FILE.tex",
                    "Write what was proved as theorems, and counterexamples, in LaTeX"),
             threads_option(), table,
             option("--counterexamples", "K", "Counterexamples to list per verdict", "5"),
             all_option(), quiet_option(), json_option()}}),
       .footer =
           "The exit code is 1 if a claim does not hold, as with --matrix sam. E is an "
           "expression, as in jobs.\n\nExample:\n"
           "  nimsweep verify --claim shifted-3.4 --players 3..6\n"
           "  nimsweep verify --matrix ssam:1 --given \"d >= 0 and n >= d + 2\" --when \"x[n] == "
           "1\" --value d --value \"d + 1\"\n"
           "  nimsweep verify --claim shifted-3.4 --players all --coq shifted.v"},
      verify);
}

}  // namespace nimsweep::cli
