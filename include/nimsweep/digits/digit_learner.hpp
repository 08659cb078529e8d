// Guesses a digit machine from the outcomes of a box [0, 2^m)^N. A prefix of digits is known by its
// signature: the outcomes of its continuations by no digits, one, .., and `depth` digits. Prefixes
// with equal signatures are one state. What is guessed is right only if check_rule says so.
//
// Positions are numbered by their digits, letter by letter, so that those which continue a prefix
// lie side by side. Signatures are hashes: two that are equal by chance spoil a guess, not a proof.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/digits/digit_machine.hpp"

namespace nimsweep {

class DigitLearner {
 public:
  // The outcome vectors of a position, one for each mode.
  using Outcomes = FunctionRef<void(std::span<const Counters> piles, std::span<OutcomeVector> out)>;

  static constexpr std::size_t kMostStates = 10'000;

  DigitLearner(int players, int piles, std::size_t modes, int digits, Outcomes outcomes);

  int digits() const noexcept { return static_cast<int>(blocks_.size()) - 1; }

  // Nothing if there are prefixes whose continuations do not fit into the box, or too many states.
  std::optional<DigitMachine> guess(int depth) const;

  // How many different blocks of side 2^k the box has. A machine has no more than its states; where
  // their number goes on growing with the box there is no machine.
  std::size_t different_blocks(int k) const;

 private:
  std::size_t letters() const noexcept { return std::size_t{1} << piles_; }
  std::uint64_t signature(std::size_t prefix, int depth) const noexcept;

  int players_;
  int piles_;
  std::size_t modes_;
  std::vector<OutcomeVector> outcomes_;             // by number, then by mode
  std::vector<std::vector<std::uint64_t>> blocks_;  // entry k: of side 2^k, hashed, by prefix
};

}  // namespace nimsweep
