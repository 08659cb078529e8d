#include "nimsweep/hunt/pile_values.hpp"

#include <algorithm>
#include <cassert>

#include "hunt/arrows_of.hpp"
#include "nimsweep/automata/partition.hpp"
#include "nimsweep/automata/reachability.hpp"

namespace nimsweep {

using namespace hunt_detail;

namespace {

std::vector<OutcomeVector> outcomes_of(const PrefixMachine& machine) {
  std::vector<OutcomeVector> outcomes;
  outcomes.reserve(machine.size());
  for (PrefixMachine::StateId id = 0; id < machine.size(); ++id)
    outcomes.push_back(machine.outcomes(id));
  return outcomes;
}

}  // namespace

// Sizes that only positions with fewer passes tell apart are one letter.
PileValues::PileValues(const PrefixMachine& machine)
    : ValueMachine(machine.players(), outcomes_of(machine), arrows_of(machine)) {
  assert(machine.explored() == machine.size());
  std::size_t letters = letter_count();
  const auto are_alike = [&](std::size_t a, std::size_t b) {
    for (StateId state = 0; state < states(); ++state)
      if (next(state, a) != next(state, b)) return false;
    return true;
  };
  while (letters > 1 && are_alike(letters - 2, letters - 1)) --letters;
  cut_letters(letters);
}

std::size_t PileValues::letter_of(Counters pile) const noexcept {
  assert(pile > 0);
  return static_cast<std::size_t>(std::min<Counters>(pile, letter_count())) - 1;
}

// Such rows, if only their number of piles counts, lead to states that nothing tells apart: in the
// smallest machine that reads them, all letters do the same.
bool PileValues::is_pile_independent(std::uint64_t counters) const {
  const std::size_t least = letter_of(counters);
  const std::size_t kept = letter_count() - least;
  const SmallestMachine rows = smallest_machine(outputs(), [&](StateId state) {
    return std::span(all_next()).subspan(state * letter_count() + least, kept);
  });
  for (std::size_t k = 0; k < rows.next.size(); ++k)
    if (rows.next[k] != rows.next[k / kept * kept]) return false;
  return true;
}

std::vector<OutcomeVector> PileValues::values_of_long_rows(std::uint64_t counters) const {
  std::vector<StateId> reached{0};
  std::vector<StateId> number_of(states());
  std::vector<bool> is_reached(states());
  is_reached[0] = true;
  const std::size_t least = letter_of(counters);
  for (std::size_t k = 0; k < reached.size(); ++k)
    for (std::size_t letter = least; letter < letter_count(); ++letter) {
      const StateId target = next(reached[k], letter);
      if (is_reached[target]) continue;
      is_reached[target] = true;
      number_of[target] = static_cast<StateId>(reached.size());
      reached.push_back(target);
    }
  const auto visit_targets = [&](std::uint32_t number, FunctionRef<void(std::uint32_t)> visit) {
    for (std::size_t letter = least; letter < letter_count(); ++letter)
      visit(number_of[next(reached[number], letter)]);
  };
  std::vector<OutcomeVector> found;
  for (const std::uint32_t number : ends_of_long_paths(reached.size(), visit_targets))
    found.push_back(values(reached[number]));
  return found;
}

bool PileValues::always_wins(std::optional<Seat> player, std::uint64_t counters) const {
  const std::vector<OutcomeVector> found = values_of_long_rows(counters);
  const Seat winner = player.value_or(found.front()[0]);
  return std::ranges::all_of(
      found, [&](OutcomeVector values) { return is_won_by(values, std::optional(winner)); });
}

bool PileValues::teams_win(std::uint32_t team, std::uint64_t counters) const {
  return std::ranges::all_of(values_of_long_rows(counters),
                             [&](OutcomeVector values) { return is_won_by(values, team); });
}

OutcomeVector PileValues::at(std::span<const Counters> piles) const {
  StateId state = 0;
  for (const Counters pile : piles) state = next(state, letter_of(pile));
  return values(state);
}

bool PileValues::wins(std::optional<Seat> player, std::span<const Counters> piles) const {
  return is_won_by(at(piles), player);
}

PrefixMachine PileValues::machine() const {
  return {players(), outcomes(), all_next()};
}

}  // namespace nimsweep
