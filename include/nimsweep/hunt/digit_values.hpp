// What hunts know of a matrix in games whose machines read binary digits: its values at all
// starting positions of N places, as the smallest automaton, or how far the search for one has
// come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep {

// A game in which digit machines are looked for.
struct DigitGame {
  std::shared_ptr<const Ruleset> ruleset;
  int places = 0;  // piles of every position, empty ones included
  Counters passes = 0;
  DigitSearchLimits limits = {};
};

// The values of every starting position: all passes and zero moves are left. No two states have the
// same values after all digits that may follow, and states are numbered breadth first, so equal
// functions have equal automata.
class DigitValues {
 public:
  explicit DigitValues(const DigitMachine& machine);

  std::size_t states() const noexcept { return values_.size(); }

  bool is_first_independent() const noexcept;

  // Where every pile has at least `counters`, do values depend only on the first player?
  bool is_pile_independent(std::uint64_t counters) const;

  // Where every pile has at least `counters`, does one of these players win? A bit for each.
  bool teams_win(std::uint32_t team, std::uint64_t counters) const;

  // The values of these piles, by first player.
  OutcomeVector at(std::span<const Counters> piles) const;

  // Does this player, or some player, win these piles whoever moves first?
  bool wins(std::optional<Seat> player, std::span<const Counters> piles) const;

  // Do `length` more counters on a large pile never change a value?
  bool has_period(std::uint64_t length) const;

  // The same for all rotations of a matrix: a hash that no two functions are expected to share, and
  // how many different functions they have.
  struct Class {
    Uint128 key = 0;
    std::uint32_t rotations = 1;
  };
  Class up_to_rotation() const;

  // With the outcomes of starting positions only, in one mode.
  DigitMachine machine() const;

  friend bool operator==(const DigitValues&, const DigitValues&) = default;

 private:
  using StateId = DigitMachine::StateId;

  std::size_t letters() const noexcept { return std::size_t{1} << places_; }
  StateId next(std::size_t state, std::size_t letter) const noexcept {
    return next_[state * letters() + letter];
  }
  Uint128 hash(int rotation) const;

  // The values that there are where every pile has at least `counters`.
  std::vector<OutcomeVector> values_from(std::uint64_t counters) const;
  bool has_period_of_pile(int pile, std::uint64_t length) const;

  int players_;
  int places_;
  std::vector<OutcomeVector> values_;  // by state; entry i: the value if P_i moves first
  std::vector<StateId> next_;
};

// Of one matrix.
struct DigitFinding {
  std::optional<DigitValues> values;  // proved; none: the matrix is open
  // Of an open matrix: how many different blocks of side 4 there are in boxes of side 4, 8, 16, ..
  std::vector<std::uint64_t> blocks = {};
  // The finding is that of all matrices with these preferences; if nothing, of this one only.
  std::optional<std::vector<Preference>> asked = {};
};

// Throws Error(interrupted) soon after it is stopped.
DigitFinding find_values(const DigitGame& game, const AllianceMatrix& matrix,
                         IsStopped is_stopped = &never_stopped);

}  // namespace nimsweep
