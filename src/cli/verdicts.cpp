#include "cli/verdicts.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/describe.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep::cli {

namespace {

constexpr std::uint64_t kMostShown = 20;  // per claim, number of players and number of piles

std::string found_text(int value) {
  return value == kNoValue ? "nobody" : fmt::format("{}", value);
}

std::string verdict_text(const Verdict& verdict) {
  if (verdict.holds()) return "holds";
  std::string text;
  if (!verdict.disagreements.is_zero())
    text = fmt::format("{} disagree", to_decimal(verdict.disagreements));
  if (!verdict.errors.is_zero())
    text += fmt::format("{}{} have no value", text.empty() ? "" : ", ", to_decimal(verdict.errors));
  return text;
}

std::string value_text(std::optional<int> value, std::optional<Seat> winner) {
  std::string text = value ? fmt::format("value {}", *value) : "";
  if (winner) text += fmt::format("{}winner P_{}", value ? ", " : "", *winner);
  return text;
}

// "3 do not hold", or with `whole` "3 of 30 verdicts do not hold".
std::string failing(std::uint64_t count, std::string_view whole, std::string_view verb) {
  return fmt::format("{}{}{} {} not {}", to_grouped_decimal(count), whole.empty() ? "" : " of ",
                     whole, count == 1 ? "does" : "do", verb);
}

}  // namespace

void VerdictPrinter::print(const Check& check) {
  if (format_ == Format::json)
    output_.write(check_record(check));
  else if (!check.obstacle.empty())
    output_.write(fmt::format("{:<22} {:>3} {:>4}  {:<8} not checked: {}\n", check.claim->name,
                              check.matrix.players(), check.piles, describe_matrix(check.matrix),
                              check.obstacle));
  else
    print_text(check);
}

void VerdictPrinter::print_text(const Check& check) {
  constexpr std::string_view kLine = "{:<22} {:>3} {:>4}  {:<8} {:<15} {:>24}  {}\n";
  if (!std::exchange(has_header_, true))
    output_.write(fmt::format(fmt::runtime(kLine), "claim", "n", "N", "matrix", "scope", "checked",
                              "verdict"));
  const std::tuple key(check.claim, check.matrix.players(), check.piles);
  if (group_.key != key) {
    end_group();
    group_ = {.key = key,
              .claim = check.claim->name,
              .players = check.matrix.players(),
              .piles = check.piles,
              .matrices = check.matrices};
  }
  ++group_.verdicts;
  const Verdict& verdict = check.verdict;
  if (!verdict.holds()) ++group_.failures;
  if (group_.matrices > kMostShown && (verdict.holds() || group_.failures > kMostShown)) return;

  output_.write(fmt::format(fmt::runtime(kLine), check.claim->name, check.matrix.players(),
                            check.piles, describe_matrix(check.matrix), verdict.scope(),
                            to_decimal(verdict.checked), verdict_text(verdict)));
  for (const Counterexample& example : verdict.counterexamples)
    output_.write(fmt::format("    {}, P_{} first: claimed {}{}, found {}\n",
                              describe_piles(example.piles), example.first,
                              example.is_other ? "not " : "", example.expected,
                              found_text(example.found)));
  if (verdict.first_error)
    output_.write(fmt::format("    {}, P_{} first: {}\n",
                              describe_piles(verdict.first_error->piles),
                              verdict.first_error->first, verdict.first_error->reason));
  // A note that verdicts share is printed once.
  if (!check.note.empty() && check.note != note_)
    output_.write(fmt::format("    {}\n", check.note));
  note_ = check.note;
}

void VerdictPrinter::end_group() {
  if (group_.matrices <= kMostShown) return;
  output_.write(fmt::format("{:<22} {:>3} {:>4}  {}: {} hold, {} do not\n", group_.claim,
                            group_.players, group_.piles, counted(group_.verdicts, "verdict"),
                            to_grouped_decimal(group_.verdicts - group_.failures),
                            to_grouped_decimal(group_.failures)));
}

void VerdictPrinter::print(const RowCheck& check) {
  const ValueSpec& row = *check.row;
  if (format_ == Format::json)
    output_.write(row_record(check));
  else if (!check.agrees)
    output_.write(
        fmt::format("row {}: expected {}; found {}\n", row.id, value_text(row.value, row.winner),
                    check.value ? value_text(check.value, check.winner) : "endless play"));
}

void VerdictPrinter::finish(const RunSummary& summary) {
  const auto& [verdicts, failures, unchecked, rows, wrong_rows, _] = summary;
  const std::string all_verdicts = counted(verdicts, "verdict");
  const std::string all_rows = counted(rows, "published row");
  if (format_ == Format::text) {
    end_group();
    if (verdicts > 0)
      output_.write(fmt::format("{}, {}\n", all_verdicts,
                                failures == 0 ? "all hold" : failing(failures, "", "hold")));
    if (rows > 0)
      output_.write(fmt::format("{}, {}\n", all_rows,
                                wrong_rows == 0 ? "all agree" : failing(wrong_rows, "", "agree")));
  }
  std::string wrong;
  if (failures > 0) wrong = failing(failures, all_verdicts, "hold");
  if (wrong_rows > 0) wrong += (wrong.empty() ? "" : "; ") + failing(wrong_rows, all_rows, "agree");
  if (wrong.empty() && unchecked == 0) return;
  output_.flush();
  if (!wrong.empty()) throw Error(ErrorKind::damage, wrong);
  throw Error(ErrorKind::input, fmt::format("{} could not be made", counted(unchecked, "check")));
}

}  // namespace nimsweep::cli
