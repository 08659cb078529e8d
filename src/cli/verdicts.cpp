#include "cli/verdicts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <utility>

#include "cli/style.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/statement.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep::cli {

namespace {

constexpr std::uint64_t kMostShown = 20;  // per claim, number of players and number of piles

// In quotes if it is more than a word.
std::string name_text(const Claim& claim) {
  return claim.name.find(' ') == std::string::npos ? claim.name : in_quotes(claim.name);
}

std::string found_text(int value) {
  return value == kNoValue ? "nobody" : fmt::format("{}", value);
}

// "1", or "1 or 2".
std::string expected_text(const ValueSet& expected) {
  return fmt::format("{}", fmt::join(expected.values(), " or "));
}

std::string failure_text(const Verdict& verdict) {
  std::string text;
  if (!verdict.disagreements.is_zero())
    text = fmt::format("{} of {} disagree", to_decimal(verdict.disagreements),
                       to_decimal(verdict.checked));
  if (!verdict.errors.is_zero())
    text += fmt::format("{}{} have no value", text.empty() ? "" : ", ", to_decimal(verdict.errors));
  return text;
}

// "every pile size", "piles <= 6, with 1 pass".
std::string scope_text(const Check& check) {
  std::string text = check.verdict.all_sizes ? "every pile size" : check.verdict.scope();
  if (check.passes > 0)
    text += fmt::format(", with {} pass{}", check.passes, check.passes == 1 ? "" : "es");
  return text;
}

// "N = 3", or "every number of piles".
std::string piles_text(int piles) {
  return piles == kAllPiles ? "every number of piles" : fmt::format("N = {}", piles);
}

// "n = 3, N = 3"; what fails for every number of players fails for some of them.
std::string case_text(const Check& check) {
  if (check.family) return "some number of players";
  return fmt::format("n = {}, {}", check.players(), piles_text(check.piles));
}

// "n = 3, r = 1, piles ..", with what the verdict does not say.
std::string position_text(const PairPlace& place, const std::vector<Counters>& piles) {
  std::string text;
  if (place.players) text += fmt::format("n = {}, ", *place.players);
  if (place.r) text += fmt::format("r = {}, ", *place.r);
  return text + describe_piles(piles);
}

// ", sam"; nothing for the claim's own matrix.
std::string matrix_text(const Check& check) {
  const std::string text = describe_matrix(check);
  return text == check.claim->matrix ? "" : ", " + text;
}

// The same for what holds: a claim about every SSAM^r need not tell each r.
std::string matrix_of_holding(const Check& check) {
  return check.claim->matrix == Claim::kEveryShift ? ", every r" : matrix_text(check);
}

std::string value_text(std::optional<int> value, std::optional<Seat> winner) {
  std::string text = value ? fmt::format("value {}", *value) : "";
  if (winner) text += fmt::format("{}winner P_{}", value ? ", " : "", *winner);
  return text;
}

// "P_0, P_2".
std::string seats_text(const std::vector<Seat>& seats) {
  std::string text;
  for (const Seat seat : seats) text += fmt::format("{}P_{}", text.empty() ? "" : ", ", seat);
  return text;
}

// What a claim says: one line, or a line for each case if that would be long.
std::vector<std::string> statement_lines(const Claim& claim) {
  constexpr std::size_t kLongest = 100;
  std::string statement = statement_of(claim);
  if (statement.size() <= kLongest) return {std::move(statement)};
  std::vector<std::string> lines = {fmt::format("{}:", fmt::join(scope_of(claim), ", "))};
  const auto add = [&](const std::vector<CaseStatement>& statements) {
    for (const CaseStatement& line : statements)
      lines.push_back(fmt::format("  {}{}{}", line.value,
                                  !line.condition.empty()  ? " if "
                                  : statements.size() == 1 ? ""
                                                           : " otherwise",
                                  line.condition));
  };
  if (claim.recurrence) {
    lines.push_back("  " + start_of(*claim.recurrence) + "; then for each pile");
    add(steps_of(*claim.recurrence));
  }
  add(cases_of(claim));
  return lines;
}

// "3 do not hold", or with `whole` "3 of 30 verdicts do not hold".
std::string failing(std::uint64_t count, std::string_view whole, std::string_view verb) {
  return fmt::format("{}{}{} {} not {}", to_grouped_decimal(count), whole.empty() ? "" : " of ",
                     whole, count == 1 ? "does" : "do", verb);
}

// "all hold", or "all agree but 3 known to be wrong".
std::string all_but(std::uint64_t known, std::string_view noun, std::string_view verb) {
  if (known == 0) return fmt::format("all {}", verb);
  return fmt::format("all {} but {}{}{} known to be wrong", verb, known, noun.empty() ? "" : " ",
                     noun);
}

}  // namespace

void VerdictPrinter::print(const Check& check) {
  if (options_.format == Format::json)
    output_.write(check_record(check));
  else
    print_text(check);
}

void VerdictPrinter::print_text(const Check& check) {
  if (claim_ != check.claim) begin_claim(check);
  if (!check.obstacle.empty()) {
    const std::string asked = check.family ? "every number of players" : case_text(check);
    output_.write(fmt::format("{} {} for {}{}: {}\n", name_, bad("was not checked"), asked,
                              matrix_text(check), check.obstacle));
    return;
  }
  const bool holds = check.verdict.holds();
  if (!check.table.empty()) {
    stored_.file = check.table;
    stored_.claims.insert(check.claim);
    ++stored_.verdicts;
    if (!holds && !check.known_wrong) ++stored_.failures;
    if (check.known_wrong) return;  // told when it was computed
  }
  const std::tuple key(check.claim, check.players(), check.piles);
  if (group_.key != key) {
    end_group();
    group_ = {.key = key,
              .claim = name_,
              .players = check.players(),
              .piles = check.piles,
              .matrices = check.matrices};
  }
  ++group_.verdicts;
  if (!holds) ++group_.failures;
  if (check.known_wrong && !holds) ++known_failures_;
  if (options_.all) return print_detail(check);
  const bool is_large = group_.matrices > kMostShown;
  if (is_large && (holds || group_.failures > kMostShown)) return;
  if (!holds) return print_failure(check);
  if (check.table.empty()) add_holding(check);
}

void VerdictPrinter::begin_claim(const Check& check) {
  end_claim();
  claim_ = check.claim;
  name_ = name_text(*check.claim);
  is_known_wrong_ = check.known_wrong;
  Claim here = *check.claim;
  here.game = check.game;  // with its argument
  statement_ = statement_lines(here);
}

// With what the claim says below the first of them.
void VerdictPrinter::print_sentence(const std::string& sentence) {
  output_.write(sentence + "\n");
  for (const std::string& line : std::exchange(statement_, {}))
    output_.write(faint("    " + line) + "\n");
}

void VerdictPrinter::add_holding(const Check& check) {
  const std::string matrix = matrix_of_holding(check);
  const std::string scope = scope_text(check);
  auto holding = std::ranges::find_if(holding_, [&](const Holding& known) {
    return known.matrix == matrix && known.scope == scope;
  });
  if (holding == holding_.end())
    holding = holding_.insert(holding_.end(), {.matrix = matrix, .scope = scope});
  holding->cases.emplace(check.players(), check.piles);
  ++holding->verdicts;
  if (!check.note.empty()) note_of_holding_ = check.note;
}

void VerdictPrinter::print_failure(const Check& check) {
  if (check.known_wrong && known_failures_ > 1) return;  // one case is enough
  print_sentence(fmt::format(
      "{} {} for {}{}, {}{}: {}", name_, check.known_wrong ? "fails, as known," : bad("fails"),
      case_text(check), matrix_text(check), scope_text(check),
      check.table.empty() ? "" : " in " + check.table, failure_text(check.verdict)));
  print_counterexamples(check, 4);
  print_note(check.note);
}

void VerdictPrinter::print_detail(const Check& check) {
  const std::pair heading(check.claim, scope_text(check) + check.table);
  if (heading_ != heading) {
    print_sentence(fmt::format("{}, {}{}", name_, scope_text(check),
                               check.table.empty() ? "" : " in " + check.table));
    output_.write(faint(fmt::format("    {:>3} {:>4}  {:>24}", "n", "N", "checked")) + "\n");
  }
  heading_ = heading;
  const std::string failure = failure_text(check.verdict);
  const std::string piles = check.piles == kAllPiles ? "all" : fmt::format("{}", check.piles);
  const std::string players = check.family ? "all" : fmt::format("{}", check.players());
  output_.write(fmt::format("    {:>3} {:>4}  {:>24}  {}{}\n", players, piles,
                            to_decimal(check.verdict.checked),
                            check.verdict.holds() ? good("holds")
                            : check.known_wrong   ? "fails, as known, " + failure
                                                  : bad("fails, " + failure),
                            matrix_text(check)));
  print_counterexamples(check, 10);
  print_note(check.note);
}

// One line per position; who moves first is told only where it makes a difference.
void VerdictPrinter::print_counterexamples(const Check& check, std::size_t indent) {
  const auto& examples = check.verdict.counterexamples;
  std::size_t positions = 0;
  for (auto begin = examples.begin(); begin != examples.end();) {
    if (++positions > options_.counterexamples) break;
    const auto end = std::find_if(begin, examples.end(), [&](const Counterexample& next) {
      return next.piles != begin->piles || next.place != begin->place;
    });
    std::map<std::tuple<bool, ValueSet, int>, std::vector<Seat>> seats;
    for (auto example = begin; example != end; ++example)
      seats[{example->is_other, example->expected, example->found}].push_back(example->first);
    for (const auto& [values, firsts] : seats) {
      const auto& [is_other, expected, found] = values;
      const int players = begin->place.players.value_or(check.players());
      const bool is_for_all = firsts.size() == static_cast<std::size_t>(players);
      output_.write(fmt::format("{:{}}{}{}: claimed {}{}, found {}\n", "", indent,
                                position_text(begin->place, begin->piles),
                                is_for_all ? "" : fmt::format(", {} first", seats_text(firsts)),
                                is_other ? "not " : "", expected_text(expected),
                                found_text(found)));
    }
    begin = end;
  }
  if (const auto& error = check.verdict.first_error)
    output_.write(fmt::format("{:{}}{}, P_{} first: {}\n", "", indent,
                              position_text(error->place, error->piles), error->first,
                              error->reason));
}

// A note that verdicts share is printed once.
void VerdictPrinter::print_note(const std::string& note) {
  if (!note.empty() && note != note_) output_.write(faint("    " + note) + "\n");
  note_ = note;
}

void VerdictPrinter::end_group() {
  const Group group = std::exchange(group_, {});
  if (group.matrices <= kMostShown || options_.all) return;
  output_.write(fmt::format(
      "{} for n = {}, {}: {} of {} hold\n", group.claim, group.players, piles_text(group.piles),
      to_grouped_decimal(group.verdicts - group.failures), counted(group.verdicts, "verdict")));
}

void VerdictPrinter::end_claim() {
  end_group();
  const std::uint64_t known = std::exchange(known_failures_, 0);
  if (known > 1 && !options_.all)
    output_.write(
        fmt::format("{} fails, as known, in {}\n", name_, counted(known - 1, "more case")));
  const bool is_surprising = is_known_wrong_ && known == 0;
  for (const Holding& holding : holding_) {
    const bool is_everything = holding.cases == CaseSet{{kAllPlayers, kAllPiles}};
    print_sentence(
        fmt::format("{} {} for {}{}, {}{}", name_,
                    is_surprising ? bad("holds, though marked known_wrong,") : good("holds"),
                    describe_cases(holding.cases), holding.matrix, holding.scope,
                    is_everything ? "" : fmt::format(": {}", counted(holding.verdicts, "case"))));
  }
  print_note(std::exchange(note_of_holding_, {}));
  holding_.clear();
  claim_ = nullptr;
}

// Failures have been printed.
void VerdictPrinter::end_stored() {
  const Stored stored = std::exchange(stored_, {});
  if (stored.verdicts == 0) return;
  output_.write(fmt::format(
      "{} {}: {} in {}\n", stored.file, stored.failures == 0 ? good("agrees") : bad("disagrees"),
      counted(stored.claims.size(), "claim"), counted(stored.verdicts, "case")));
}

void VerdictPrinter::print(const RowCheck& check) {
  const ValueSpec& row = *check.row;
  if (options_.format == Format::json) return output_.write(row_record(check));
  end_claim();
  end_stored();
  if (check.agrees) return;
  output_.write(fmt::format("row {}{}: expected {}; found {}\n", row.id,
                            row.known_wrong ? ", known to be wrong" : "",
                            value_text(row.value, row.winner),
                            check.value ? value_text(check.value, check.winner) : "endless play"));
}

void VerdictPrinter::sum_up(const RunSummary& summary) {
  if (options_.format != Format::text) return;
  end_claim();
  end_stored();
  const std::size_t known = summary.failing_as_known().size();
  if (summary.verdicts > 0)
    print_sum(counted(summary.verdicts, "verdict"), summary.failures, "hold",
              summary.surprising_claims().size(), "claim holds", "claims hold",
              all_but(known, known == 1 ? "claim" : "claims", "hold"));
  if (summary.rows > 0)
    print_sum(counted(summary.rows, "published row"), summary.wrong_rows, "agree",
              summary.surprises.size(), "agrees", "agree",
              all_but(summary.known_wrong_rows, "", "agree"));
}

// "30 rows, all agree", or what is not as expected.
void VerdictPrinter::print_sum(std::string_view whole, std::uint64_t failures,
                               std::string_view verb, std::size_t surprises, std::string_view one,
                               std::string_view many, const std::string& success) {
  std::vector<std::string> wrong;
  if (failures > 0) wrong.push_back(failing(failures, "", verb));
  if (surprises > 0)
    wrong.push_back(
        fmt::format("{} {}, though marked known_wrong", surprises, surprises == 1 ? one : many));
  output_.write(
      fmt::format("{}, {}\n", whole,
                  wrong.empty() ? good(success) : bad(fmt::format("{}", fmt::join(wrong, "; ")))));
}

void check(const RunSummary& summary) {
  std::vector<std::string> wrong;
  if (summary.failures > 0)
    wrong.push_back(failing(summary.failures, counted(summary.verdicts, "verdict"), "hold"));
  if (summary.wrong_rows > 0)
    wrong.push_back(failing(summary.wrong_rows, counted(summary.rows, "published row"), "agree"));
  for (const std::string& name : summary.surprising_claims())
    wrong.push_back(fmt::format("{} is marked known_wrong, but holds", in_quotes(name)));
  for (const std::string& id : summary.surprises)
    wrong.push_back(fmt::format("row {} is marked known_wrong, but agrees", id));
  if (!wrong.empty()) throw Error(ErrorKind::damage, fmt::format("{}", fmt::join(wrong, "; ")));
  if (summary.unchecked > 0)
    throw Error(ErrorKind::damage,
                fmt::format("{} could not be made", counted(summary.unchecked, "check")));
}

}  // namespace nimsweep::cli
