#include "nimsweep/digits/digit_machine.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

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
