#include "nimsweep/digits/digit_machine.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <utility>

#include "nimsweep/automata/partition.hpp"

namespace nimsweep {

DigitMachine::DigitMachine(int players, int piles, std::size_t modes,
                           std::vector<OutcomeVector> outcomes, std::vector<StateId> next)
    : players_(players),
      piles_(piles),
      modes_(modes),
      outcomes_(std::move(outcomes)),
      next_(std::move(next)) {
  assert(1 <= piles && piles <= kMaxPiles && size() > 0 && next_.size() == size() * letters());
}

DigitMachine::StateId DigitMachine::state_of(std::span<const Counters> piles) const noexcept {
  StateId state = 0;
  for (int place = digits_of_largest(piles); place-- > 0;)
    state = next_[state * letters() + letter_at(piles, place)];
  return state;
}

DigitMachine minimal(const DigitMachine& machine) {
  using StateId = DigitMachine::StateId;
  std::map<std::vector<std::uint64_t>, std::uint32_t> numbers;  // of outcomes
  std::vector<std::uint32_t> outputs;
  for (StateId id = 0; id < machine.size(); ++id) {
    std::vector<std::uint64_t> words;
    for (const OutcomeVector vector : machine.outcomes(id)) words.push_back(vector.word());
    outputs.push_back(
        numbers.try_emplace(std::move(words), static_cast<std::uint32_t>(numbers.size()))
            .first->second);
  }
  SmallestMachine smallest =
      smallest_machine(outputs, [&](std::uint32_t id) { return machine.next(id); });
  std::vector<OutcomeVector> outcomes;
  for (const StateId id : smallest.representative)
    outcomes.insert(outcomes.end(), machine.outcomes(id).begin(), machine.outcomes(id).end());
  return {machine.players(), machine.piles(), machine.modes(), std::move(outcomes),
          std::move(smallest.next)};
}

int digits_of_largest(std::span<const Counters> piles) noexcept {
  Counters all = 0;
  for (const Counters pile : piles) all |= pile;
  return static_cast<int>(std::bit_width(all));
}

DigitLetter letter_at(std::span<const Counters> piles, int place) noexcept {
  DigitLetter letter = 0;
  for (const Counters pile : piles)
    letter = letter << 1 | static_cast<DigitLetter>(pile >> place & 1);
  return letter;
}

}  // namespace nimsweep
