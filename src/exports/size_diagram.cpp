// Diagrams of machines that read pile sizes: those of Last Nim and Small Nim.
#include <fmt/format.h>

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exports/winners.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/exports/machine_diagram.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

namespace {

using StateId = PrefixMachine::StateId;

std::string letter_name(std::size_t letter, std::size_t letters) {
  return fmt::format("{}{}", letter, letter == letters ? "+" : "");
}

// One arrow per run of letters that lead to the same state.
std::vector<std::pair<StateId, std::string>> arrows_of(std::span<const StateId> next,
                                                       std::size_t letters) {
  std::vector<std::pair<StateId, std::string>> arrows;
  for (std::size_t from = 0; from < next.size();) {
    std::size_t to = from;
    while (to + 1 < next.size() && next[to + 1] == next[from]) ++to;
    const std::string last = letter_name(to + 1, letters);
    arrows.emplace_back(next[from], from == to            ? last
                                    : last.ends_with('+') ? letter_name(from + 1, from + 1)
                                                          : fmt::format("{}-{}", from + 1, last));
    from = to + 1;
  }
  return arrows;
}

// All but the states. `meaning` is that of the winners.
MachineDiagram diagram_without_states(const LastNimMachine& machine, PileOrder order,
                                      const std::string& title, const std::string& meaning,
                                      std::size_t letters) {
  const std::string passes = passes_text(machine.passes());
  const bool is_descending = order == PileOrder::descending;
  MachineDiagram diagram;
  diagram.heading = {fmt::format("{} machine of {}{}", is_descending ? "small-nim" : "last-nim",
                                 to_text(machine.matrix()), passes),
                     title};
  diagram.legend = {
      {"state", "state 0 is the start"},
      {"winners", meaning},
      {fmt::format("1..{}+", letters),
       fmt::format("the state after one more pile of that size, {0}+ for {0} or more", letters)}};
  if (is_descending)
    diagram.legend.emplace_back(
        "", "piles are read in descending order: a row ends with the size of the last pile");
  diagram.caption = {
      .title = fmt::format("{} machine, {} players{}", is_descending ? "Small Nim" : "Last Nim",
                           machine.players(), passes),
      .facts = matrix_lines(machine.matrix()),
      .legend = {fmt::format("a state: its number, {}and {}",
                             is_descending ? "the size of the last pile, " : "", meaning),
                 fmt::format("an arrow: one more pile of that size{1}; {0}+ is {0} or more",
                             letters, is_descending ? ", not larger than the last" : "")}};
  diagram.caption.facts.push_back(title);
  for (std::size_t letter = 1; letter <= letters; ++letter)
    diagram.letters.push_back(letter_name(letter, letters));
  return diagram;
}

// What a state is called: its number, and in Small Nim the size of its last pile.
std::string name_of(PileOrder order, StateId id, std::size_t successors, std::size_t letters) {
  if (id == 0) return "0: start";
  if (order == PileOrder::any) return std::to_string(id);
  return fmt::format("{}: after {}", id, letter_name(successors, letters));
}

// A state of which the winners are known.
template <class Machine>
void add_state(PileOrder order, const Machine& machine, StateId id, MachineDiagram::State state,
               MachineDiagram& diagram) {
  const auto next = machine.next(id);
  state.name = name_of(order, id, next.size(), machine.letters());
  state.next.assign(next.begin(), next.end());
  state.arrows = arrows_of(next, machine.letters());
  diagram.states.push_back(std::move(state));
}

template <class Machine>
MachineDiagram reachable_diagram(const LastNimMachine& machine, PileOrder order,
                                 const Machine& reachable) {
  MachineDiagram diagram =
      diagram_without_states(machine, order,
                             fmt::format("{} and {}", counted(reachable.size(), "state"),
                                         counted(reachable.letters(), "letter")),
                             winners_meaning(machine.passes()), reachable.letters());
  for (StateId id = 0; id < reachable.size(); ++id) {
    MachineDiagram::State state;
    state.winners = winners_of_modes(reachable.state(id), reachable.players());
    state.output = winners_text(state.winners);
    add_state(order, reachable, id, std::move(state), diagram);
  }
  return diagram;
}

}  // namespace

MachineDiagram diagram_of(const LastNimMachine& machine, const PrefixMachine& reachable) {
  return reachable_diagram(machine, PileOrder::any, reachable);
}

MachineDiagram diagram_of(const LastNimMachine& machine, const DescendingMachine& reachable) {
  return reachable_diagram(machine, PileOrder::descending, reachable);
}

MachineDiagram diagram_of(const LastNimMachine& machine, PileOrder order,
                          const MooreMachine& minimal, Seat first) {
  MachineDiagram diagram = diagram_without_states(
      machine, order,
      fmt::format("minimal when P_{} moves first: {} and {}", first,
                  counted(minimal.size(), "state"), counted(minimal.letters(), "letter")),
      "who wins", minimal.letters());
  for (StateId id = 0; id < minimal.size(); ++id) {
    MachineDiagram::State state;
    state.winners = {{minimal.winner(id)}};
    state.output = fmt::format("P_{}", minimal.winner(id));
    add_state(order, minimal, id, std::move(state), diagram);
  }
  return diagram;
}

}  // namespace nimsweep
