// The values of one matrix at all starting positions, as the smallest machine that tells them. It
// reads a position letter by letter; what a letter is, its two kinds say: one digit of every pile
// (DigitValues), or a pile (PileValues). States that no letters tell apart are one, and they are
// numbered breadth first, so matrices with the same values have equal machines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/model/outcome_vector.hpp"

namespace nimsweep {

class ValueMachine {
 public:
  using StateId = std::uint32_t;

  std::size_t states() const noexcept { return values_.size(); }

  bool is_first_independent() const noexcept;

  // The same for all rotations of a matrix: a hash that no two functions are expected to share, and
  // how many different functions they have.
  struct Class {
    Uint128 key = 0;
    std::uint32_t rotations = 1;
  };
  Class up_to_rotation() const;

  friend bool operator==(const ValueMachine&, const ValueMachine&) = default;

 protected:
  // From any machine with these outcomes of starting positions; state 0 is the start, and each
  // state has as many letters.
  ValueMachine(int players, const std::vector<OutcomeVector>& outcomes,
               const std::vector<StateId>& next);

  int players() const noexcept { return players_; }
  std::size_t letter_count() const noexcept { return next_.size() / values_.size(); }
  StateId next(StateId state, std::size_t letter) const noexcept {
    return next_[state * letter_count() + letter];
  }

  // Keeps the first letters; those after them lead where the last of these does.
  void cut_letters(std::size_t letters);

  // Entry i: the value if P_i moves first.
  OutcomeVector values(StateId state) const noexcept { return values_[state]; }
  std::vector<OutcomeVector> outcomes() const;
  std::vector<std::uint32_t> outputs() const;  // by state; equal for equal values
  const std::vector<StateId>& all_next() const noexcept { return next_; }

  // Whoever moves first, does one of these players win? A bit for each.
  bool is_won_by(OutcomeVector values, std::uint32_t team) const noexcept;

  // Does this player, or one and the same, whoever moves first?
  bool is_won_by(OutcomeVector values, std::optional<Seat> player) const noexcept;

 private:
  Uint128 hash(int rotation) const;

  int players_;
  std::vector<OutcomeVector> values_;  // by state
  std::vector<StateId> next_;
};

}  // namespace nimsweep
