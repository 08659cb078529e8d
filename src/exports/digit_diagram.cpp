// Diagrams of automata over binary digits.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "exports/winners.hpp"
#include "nimsweep/automata/partition.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/exports/machine_diagram.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

namespace {

// The digits of all piles: "01".
std::string letter_name(DigitLetter letter, int piles) {
  std::string name;
  for (int j = 0; j < piles; ++j) name += digit_of(letter, j, piles) == 1 ? '1' : '0';
  return name;
}

// One arrow for each state that letters lead to.
std::vector<std::pair<DigitMachine::StateId, std::string>> arrows_of(
    const std::vector<std::string>& letters, std::span<const DigitMachine::StateId> next) {
  constexpr std::size_t kMostNamed = 6;
  std::map<DigitMachine::StateId, std::vector<std::size_t>> by_target;
  for (std::size_t letter = 0; letter < next.size(); ++letter)
    by_target[next[letter]].push_back(letter);
  std::vector<std::pair<DigitMachine::StateId, std::string>> arrows;
  for (const auto& [target, leading] : by_target) {
    std::string label;
    for (std::size_t k = 0; k < std::min(leading.size(), kMostNamed); ++k)
      label += (k > 0 ? ", " : "") + letters[leading[k]];
    if (leading.size() > kMostNamed) label += ", ..";
    if (leading.size() == letters.size()) label = "any";
    arrows.emplace_back(target, std::move(label));
  }
  return arrows;
}

// All but the states. `size` and `meaning` are those of the states and of their winners.
MachineDiagram diagram_without_states(const Ruleset& ruleset, const AllianceMatrix& matrix,
                                      Counters passes, const ProvedMachine& proved,
                                      const std::string& size, const std::string& meaning) {
  const DigitMachine& machine = proved.machine;
  const std::string piles = counted(static_cast<std::uint64_t>(machine.piles()), "pile");
  const std::string with_passes = passes_text(static_cast<int>(passes));
  const auto& period = proved.period;
  std::vector<std::string> facts = {
      size, fmt::format("proved for every pile size, in {}",
                        counted(proved.combinations, period ? "pile size" : "combination"))};
  if (period)
    facts.push_back(fmt::format("outcomes repeat with period {} from pile size {} on",
                                period->length, period->from));
  MachineDiagram diagram;
  diagram.piles = machine.piles();
  diagram.heading = {
      fmt::format("{} with {} under {}{}", ruleset.name(), piles, to_text(matrix), with_passes)};
  diagram.heading.insert(diagram.heading.end(), facts.begin(), facts.end());
  for (DigitLetter letter = 0; letter < machine.letters(); ++letter)
    diagram.letters.push_back(letter_name(letter, machine.piles()));
  diagram.legend = {{"state", "state 0 is the start"},
                    {"winners", meaning},
                    {fmt::format("{}..{}", diagram.letters.front(), diagram.letters.back()),
                     "the state after one more digit of each pile, most significant first"}};
  diagram.caption = {.title = fmt::format("{} with {}, {} players{}", ruleset.name(), piles,
                                          matrix.players(), with_passes),
                     .facts = matrix_lines(matrix),
                     .legend = {"a state: its number, and " + meaning,
                                "an arrow: one more digit of each pile, most significant first"}};
  diagram.caption.facts.insert(diagram.caption.facts.end(), facts.begin(), facts.end());
  return diagram;
}

void add_state(std::vector<std::vector<Seat>> winners, std::string output,
               std::span<const DigitMachine::StateId> next, MachineDiagram& diagram) {
  const std::size_t id = diagram.states.size();
  diagram.states.push_back({.name = id == 0 ? "0: start" : std::to_string(id),
                            .winners = std::move(winners),
                            .output = std::move(output),
                            .next = {next.begin(), next.end()},
                            .arrows = arrows_of(diagram.letters, next)});
}

std::string size_text(std::size_t states) {
  return fmt::format("{} over the binary digits of the piles", counted(states, "state"));
}

}  // namespace

MachineDiagram diagram_of(const Ruleset& ruleset, const AllianceMatrix& matrix, Counters passes,
                          const ProvedMachine& proved) {
  const DigitMachine& machine = proved.machine;
  const std::string meaning = has_zero_moves(ruleset)
                                  ? "who wins when P_0, P_1, .. moves first, with all zero moves "
                                    "left, .., with none"
                                  : winners_meaning(static_cast<int>(passes));
  MachineDiagram diagram =
      diagram_without_states(ruleset, matrix, passes, proved, size_text(machine.size()), meaning);
  for (DigitMachine::StateId id = 0; id < machine.size(); ++id) {
    auto winners = winners_of_modes(machine.outcomes(id), machine.players());
    std::string output = winners_text(winners);
    add_state(std::move(winners), std::move(output), machine.next(id), diagram);
  }
  return diagram;
}

MachineDiagram diagram_of(const Ruleset& ruleset, const AllianceMatrix& matrix, Counters passes,
                          const ProvedMachine& proved, Seat first) {
  const DigitMachine& machine = proved.machine;
  std::vector<std::uint32_t> winners;
  for (DigitMachine::StateId id = 0; id < machine.size(); ++id)
    winners.push_back(static_cast<std::uint32_t>(machine.outcomes(id).back()[first]));
  const SmallestMachine minimal =
      smallest_machine(winners, [&](std::uint32_t id) { return machine.next(id); });
  const std::size_t size = minimal.representative.size();
  MachineDiagram diagram = diagram_without_states(
      ruleset, matrix, passes, proved,
      fmt::format("minimal when P_{} moves first: {}", first, size_text(size)), "who wins");
  for (std::size_t id = 0; id < size; ++id) {
    const auto winner = static_cast<Seat>(winners[minimal.representative[id]]);
    add_state({{winner}}, fmt::format("P_{}", winner),
              std::span(minimal.next).subspan(id * machine.letters(), machine.letters()), diagram);
  }
  return diagram;
}

Error no_machine_error(const Ruleset& ruleset, const AllianceMatrix& matrix, int piles,
                       const NoMachine& none) {
  std::string message =
      fmt::format("{} with {} under {}: {}", ruleset.name(),
                  counted(static_cast<std::uint64_t>(piles), "pile"), to_text(matrix), none.reason);
  if (!none.blocks.empty())
    message += fmt::format("; different blocks of side 4 in boxes of side 4, 8, 16, ..: {}",
                           fmt::join(none.blocks, ", "));
  return {none.was_tried ? ErrorKind::damage : ErrorKind::input, message};
}

}  // namespace nimsweep
