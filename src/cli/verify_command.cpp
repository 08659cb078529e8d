// verify: claims without a job file.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/claim_checks.hpp"
#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "cli/progress.hpp"
#include "cli/stop_signals.hpp"
#include "cli/verdicts.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"

namespace nimsweep {

namespace {

const std::string kDefaultGame = "last-nim";

struct VerifyOptions {
  std::string claims = "all";
  std::string game;
  std::string players = "2..6";
  std::string piles;
  std::string max = "all";
  std::string matrix;
  std::string passes = "0";
  std::string table;
  std::string certificate;
  std::string counterexamples = "5";
  std::string threads;
  bool quiet = false;
  FormatOptions format;
};

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

std::vector<Claim> named_claims(const std::string& names) {
  if (names == "all") return registered_claims();
  std::vector<Claim> claims;
  for (const std::string_view name : split(names, ','))
    claims.push_back(at_option("--claim", [&] { return find_claim(name); }));
  return claims;
}

// What is asked for; else the one that the named claims are about.
std::string game_of(const VerifyOptions& options, const std::vector<Claim>& claims) {
  if (!options.game.empty())
    return at_option("--game", [&] { return make_ruleset(options.game)->name(); });
  if (options.claims == "all") return kDefaultGame;
  const Claim& claim = claims.front();
  for (const Game& game : games())
    if (game.name == claim.game && !game.argument.empty())
      throw Error(
          ErrorKind::input,
          fmt::format("--claim: {} is about {}:{}; expected --game with its argument, such "
                      "as {}:{}",
                      claim.name, game.name, game.argument, game.name, game.example_argument));
  return claim.game;
}

std::vector<ClaimSpec> claims_of(const VerifyOptions& options, const std::vector<Claim>& claims,
                                 std::string_view game) {
  std::optional<Counters> max;
  if (options.max != "all") max = parse_whole_number("--max", options.max, 1, kMaxPile);
  std::vector<ClaimSpec> specs;
  for (const Claim& claim : claims) {
    if (claim.is_about_game(game))
      specs.push_back(
          {.place = {}, .claim = claim, .game = std::string(game), .max_counters = max});
    else if (options.claims != "all")
      throw Error(ErrorKind::input, fmt::format("--claim: {} is about {}; expected claims about {}",
                                                claim.name, claim.game, game));
  }
  if (specs.empty())
    throw Error(ErrorKind::input,
                fmt::format("--game: no claim is about {}; see nimsweep list", game));
  return specs;
}

// The job that says the same.
JobSpec job_of(const VerifyOptions& options, const std::string& game_of_table) {
  JobSpec job;
  const auto claims = named_claims(options.claims);
  job.game = game_of_table.empty() ? game_of(options, claims) : game_of_table;
  job.claims = claims_of(options, claims, job.game);
  job.players = parse_numbers("--players", options.players, kMinPlayers, kMaxPlayers);
  job.pile_counts =
      options.piles.empty()
          ? parse_numbers("--piles", fmt::format("1..{}", 2 * job.players.back()), 1, 1000)
          : parse_numbers("--piles", options.piles, 1, 1000);
  job.passes = static_cast<int>(
      parse_whole_number("--passes", options.passes, 0, LastNimMachine::kMaxPasses));
  if (options.matrix.empty()) {
    job.matrices.emplace_back();
    return job;
  }
  job.names_matrices = true;
  std::vector<AllianceMatrix> matrices;
  at_option("--matrix", [&] {
    if (!names_family(options.matrix))
      matrices.push_back(parse_matrix(options.matrix, std::nullopt));
    else
      for (const int players : job.players)
        matrices.push_back(parse_matrix(options.matrix, players));
  });
  MatrixSource source{.kind = MatrixSource::Kind::listed};
  source.set_listed(std::move(matrices));
  job.matrices.push_back(std::move(source));
  return job;
}

// The claims against a table. Throws Error(interrupted).
void check_stored(const TableReader& table, const std::vector<ClaimSpec>& claims,
                  const VerificationOptions& how, bool quiet, VerdictPrinter& printer) {
  Progress progress(quiet);
  const bool ended = check_table(
      table, claims, how,
      [&](const Check& check) {
        progress.end();
        printer.print(check);
      },
      [&](const Check& check, std::uint64_t done, std::uint64_t total) {
        const std::string what = "checking " + check.claim->name;
        progress.show({.what = what, .unit = "pairs", .done = done, .total = total});
      });
  progress.end();
  if (!ended) throw Error(ErrorKind::interrupted, "interrupted while checking claims");
}

void verify(const VerifyOptions& options, Output& output) {
  const Format format = options.format.parsed();
  if (!options.certificate.empty()) Certificate::check_replaceable(options.certificate);
  std::optional<TableReader> table;
  if (!options.table.empty()) table.emplace(TableReader::complete(options.table));
  const JobSpec job = job_of(options, table ? table->header().game : "");
  const std::atomic<bool>& stop = stop_on_signals();
  const VerificationOptions how{
      .threads = options.threads.empty()
                     ? 0
                     : static_cast<int>(parse_whole_number("--threads", options.threads, 1, 1024)),
      .counterexamples = static_cast<std::size_t>(
          parse_whole_number("--counterexamples", options.counterexamples, 0, 1000)),
      .stop = stop};
  VerdictPrinter printer(output, format);
  Certificate certificate;
  if (!table)
    check_claims(job, check_list(job), how, options.quiet, printer,
                 options.certificate.empty() ? nullptr : &certificate);
  else
    check_stored(*table, job.claims, how, options.quiet, printer);
  if (printer.verdicts() == 0)
    throw Error(ErrorKind::input,
                "no claim is about any of these numbers of players and piles with these matrices; "
                "see nimsweep list");
  if (options.claims != "all" && !options.quiet) name_claims_without_verdict(job, printer);
  finish_checks(printer, certificate, options.certificate);
}

}  // namespace

void add_verify_command(CLI::App& app, Output& output) {
  auto* command = app.add_subcommand("verify", "Checks claims, by default for every pile size");
  command->footer(
      "Ends with 1 if anything disagrees, as with --matrix sam.\n\nExample:\n"
      "  nimsweep verify --claim shifted-3.4 --players 3..6");
  auto options = std::make_shared<VerifyOptions>();
  command->add_option("--claim", options->claims, "Claims of the registry, or all")
      ->type_name("NAME,..")
      ->capture_default_str();
  command->add_option("--game", options->game, "The game (default: the one the claims are about)")
      ->type_name("NAME[:ARG]");
  std::vector<CLI::Option*> computing;  // of no use with --table
  computing.push_back(
      command->add_option("--players", options->players, "Numbers of players, e.g. 3..6")
          ->type_name("N,..")
          ->capture_default_str());
  computing.push_back(command
                          ->add_option("--piles", options->piles,
                                       "Numbers of piles (default: 1 to 2n for the largest n)")
                          ->type_name("N,.."));
  command->add_option("--max", options->max, "The largest pile size, or all")
      ->type_name("M")
      ->capture_default_str();
  computing.push_back(command
                          ->add_option("--matrix", options->matrix,
                                       "A matrix to check for instead of the claim's own")
                          ->type_name("M"));
  computing.push_back(command->add_option("--passes", options->passes, "Passes, shared by all")
                          ->type_name("K")
                          ->capture_default_str());
  computing.push_back(command
                          ->add_option("--certificate", options->certificate,
                                       "Write the proofs there, for scripts/check_certificate.py")
                          ->type_name("FILE"));
  computing.push_back(command
                          ->add_option("--threads", options->threads,
                                       "Threads (default: as many as there are cores)")
                          ->type_name("T"));
  auto* table = command
                    ->add_option("--table", options->table,
                                 "Check all values of a table file instead of computing any")
                    ->type_name("FILE");
  for (CLI::Option* option : computing) table->excludes(option);
  command
      ->add_option("--counterexamples", options->counterexamples,
                   "How many to list of each verdict")
      ->type_name("K")
      ->capture_default_str();
  command->add_flag("--quiet", options->quiet, "No progress and no remarks");
  options->format.add_to(*command, false);
  command->callback([options, &output] { verify(*options, output); });
}

}  // namespace nimsweep
