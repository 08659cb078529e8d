#include "cli/mining.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "nimsweep/base/text.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep::cli {

namespace {

// As a job writes them.
std::string yaml_numbers(const std::set<int>& numbers) {
  const std::string text = describe_numbers(numbers);
  return text.find(',') == std::string::npos ? text : fmt::format("[{}]", text);
}

std::string yaml_text(std::string_view text) {
  return "\"" + escaped(text, {{'"', "\\\""}, {'\\', "\\\\"}}) + "\"";
}

template <class Item, class Member>
std::set<int> distinct(const std::vector<Item>& items, Member member) {
  std::set<int> values;
  for (const Item& item : items) values.insert(std::invoke(member, item));
  return values;
}

std::set<int> players_of(const std::vector<AllianceMatrix>& matrices) {
  return distinct(matrices, &AllianceMatrix::players);
}

// Numbers of piles are left out for a recurrence, which is about every one.
std::string describe_points(const std::vector<Parameters>& points) {
  const std::string players = describe_numbers(distinct(points, &Parameters::n));
  if (points.front().N == kAllPiles)
    return fmt::format("{} matri{} (n = {})", points.size(), points.size() == 1 ? "x" : "ces",
                       players);
  return fmt::format("{} (n = {}; N = {})", counted(points.size(), "case"), players,
                     describe_numbers(distinct(points, &Parameters::N)));
}

// What a job needs besides the claims.
std::string job_keys(const MineSpec& spec) {
  const std::vector<int> all_piles = spec.task.all_piles();
  std::set<int> players = players_of(spec.task.matrices);
  players.merge(players_of(spec.task.check_matrices));
  std::string text = "# To prove them again, put them under `verify:` of a job with\n";
  if (spec.task.game != "last-nim")
    text += fmt::format("#   game: {}\n", yaml_text(spec.task.game));
  text += fmt::format("#   players: {}\n#   matrices: {}\n#   piles: {{count: {}}}\n",
                      yaml_numbers(players), spec.matrices,
                      yaml_numbers({all_piles.begin(), all_piles.end()}));
  if (spec.task.passes > 0) text += fmt::format("#   passes: {}\n", spec.task.passes);
  return text;
}

std::string list_text(std::string_view key, const std::vector<ClaimText::Case>& cases) {
  std::string text = fmt::format("  {}:\n", key);
  for (const auto& [when, value, kind] : cases)
    text += fmt::format("    - {{{}{}: {}}}\n",
                        when.empty() ? "" : fmt::format("when: {}, ", yaml_text(when)),
                        word_of(kind), yaml_text(value));
  return text;
}

bool is_complete(const ClaimText& said) {
  return std::ranges::none_of(
      said.cases, [](const ClaimText::Case& of_claim) { return of_claim.kind == CaseKind::other; });
}

// Where it is known to hold.
std::string origin_text(const MineSpec& spec, const MinedClaim& claim) {
  const bool is_recurrence = claim.text.recurrence.has_value();
  std::string text = fmt::format("  # fitted to {}\n", describe_points(claim.fitted));
  if (!claim.checked.empty())
    text += fmt::format("  # checked on {}\n", describe_points(claim.checked));
  if (claim.is_for_all_players)
    return text +
           "  # proved for every number of players, every number of piles, every pile size\n";
  if (spec.task.is_family && distinct(claim.fitted, &Parameters::n).size() > 1)
    text += fmt::format("  # a conjecture for every number of players: {}\n", claim.conjecture);
  if (!is_complete(claim.text))
    text += "  # a part: where the value is this one; what it is elsewhere is not said\n";
  const std::size_t proved = claim.fitted.size() + claim.checked.size();
  return text +
         (is_recurrence
              ? "  # proved for all of them, for every number of piles and piles of every size\n"
              : fmt::format("  # proved for all {}, for piles of every size\n",
                            counted(proved, "case")));
}

std::string claim_text(const MineSpec& spec, const MinedClaim& claim) {
  const ClaimText& said = claim.text;
  std::string text = fmt::format("- name: {}\n", yaml_text(said.name));
  text += origin_text(spec, claim);
  text += fmt::format("  matrix: {}\n", said.matrix.empty() ? "any" : yaml_text(said.matrix));
  if (!said.given.empty()) text += fmt::format("  given: {}\n", yaml_text(said.given));
  if (said.recurrence) {
    text += fmt::format("  start: {}\n", yaml_text(said.recurrence->start));
    text += list_text("each", said.recurrence->each);
  }
  text += list_text("cases", said.cases);
  text += "  max: all\n";
  return said.recurrence ? text + "  piles: all\n" : text;
}

std::string coverage_text(const MineSpec& spec, const MineResult& result) {
  const std::string cases = counted(spec.task.cases(), "case");
  if (result.uncovered.empty())
    return fmt::format("# They cover {}{}.\n", spec.task.cases() == 1 ? "the " : "all ", cases);
  std::string text = fmt::format("# No claim covers {} of {}:\n",
                                 to_grouped_decimal(result.uncovered.size()), cases);
  std::string reason;
  bool has_automata = false;
  for (const UncoveredGroup& group : grouped_uncovered(spec, result)) {
    if (group.reason != reason) text += fmt::format("#   {}\n", group.reason);
    reason = group.reason;
    text += fmt::format("#     n = {}{}{}: N = {}{}\n", group.players,
                        group.r ? fmt::format(", r = {}", *group.r) : "",
                        group.matrix.empty() ? "" : fmt::format(", {}", group.matrix),
                        describe_numbers({group.piles.begin(), group.piles.end()}),
                        group.states ? fmt::format("; {}", counted(*group.states, "state")) : "");
    has_automata |= group.states.has_value();
  }
  if (has_automata)
    text += fmt::format(
        "# `nimsweep machine --game {} --players n --matrix M --pile-count N{}` shows an "
        "automaton.\n",
        spec.task.game, spec.task.passes > 0 ? fmt::format(" --passes {}", spec.task.passes) : "");
  return text;
}

// What was held back from learning.
std::string describe_check(const MineTask& task) {
  if (task.cases() == task.fitted_cases()) return {};
  std::set<int> players = players_of(task.matrices);
  players.merge(players_of(task.check_matrices));
  return fmt::format(", checked up to {} players and {} piles", *players.rbegin(),
                     task.all_piles().back());
}

std::string claims_text(const MineSpec& spec, const MineResult& result) {
  const MineTask& task = spec.task;
  std::string text =
      fmt::format("# {}: {} mined from {} players and {} piles{}.\n", one_line(task.name),
                  counted(result.recurrences.size() + result.claims.size(), "claim"),
                  describe_numbers(players_of(task.matrices)),
                  describe_numbers({task.piles.begin(), task.piles.end()}), describe_check(task));
  if (!result.recurrences.empty() || !result.claims.empty()) text += job_keys(spec);
  for (const auto* claims : {&result.recurrences, &result.claims})
    for (const MinedClaim& claim : *claims) text += claim_text(spec, claim);
  if (!result.no_recurrence.empty())
    text += fmt::format("# No recurrence with one number v in 0..n-1: {}.\n", result.no_recurrence);
  return text + coverage_text(spec, result);
}

std::string claims_json(const MineSpec& spec, const MineResult& result) {
  std::string lines;
  for (const Record& record : mining_records(spec, result)) lines += record.line();
  return lines;
}

}  // namespace

std::string words_of_mined(const MineSpec& spec, const MineResult& result, Format format) {
  return format == Format::json ? claims_json(spec, result) : claims_text(spec, result);
}

}  // namespace nimsweep::cli
