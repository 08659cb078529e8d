// The outcome of a game as a finite automaton that reads the binary digits of all piles at once,
// most significant first. The state it ends in says who wins, so a position costs as many steps as
// its largest pile has digits.
//
// A letter is one digit of each pile, as a number: pile 1 is its most significant bit. The letter
// of zeros leads from the start to itself, so that leading zeros do not count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/digits/mode.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

using DigitLetter = std::uint32_t;

class DigitMachine {
 public:
  using StateId = std::uint32_t;

  static constexpr int kMaxPiles = 8;  // 256 letters

  // State 0 is the start. For each state, the outcome vectors of its modes, and where each letter
  // leads.
  DigitMachine(int players, int piles, std::size_t modes, std::vector<OutcomeVector> outcomes,
               std::vector<StateId> next);

  int players() const noexcept { return players_; }
  int piles() const noexcept { return piles_; }
  std::size_t modes() const noexcept { return modes_; }
  std::size_t letters() const noexcept { return std::size_t{1} << piles_; }
  std::size_t size() const noexcept { return outcomes_.size() / modes_; }

  std::span<const OutcomeVector> outcomes(StateId id) const noexcept {
    return std::span(outcomes_).subspan(id * modes_, modes_);
  }
  std::span<const StateId> next(StateId id) const noexcept {
    return std::span(next_).subspan(id * letters(), letters());
  }

  // Where the digits of these piles lead.
  StateId state_of(std::span<const Counters> piles) const noexcept;

  friend bool operator==(const DigitMachine&, const DigitMachine&) = default;

 private:
  int players_;
  int piles_;
  std::size_t modes_;
  std::vector<OutcomeVector> outcomes_;
  std::vector<StateId> next_;
};

// The smallest machine that says the same of every position. States are numbered in the order in
// which rows of digits reach them, shorter rows first, so that equal machines are equal numbers.
DigitMachine minimal(const DigitMachine& machine);

// How many digits the largest pile has; 0 if all are empty.
int digits_of_largest(std::span<const Counters> piles) noexcept;

// Digit `place` of all piles, where place 0 is the least significant.
DigitLetter letter_at(std::span<const Counters> piles, int place) noexcept;

// The digit of one pile in a letter.
constexpr DigitLetter digit_of(DigitLetter letter, int pile, int piles) noexcept {
  return letter >> (piles - 1 - pile) & 1;
}

}  // namespace nimsweep
