// The values of a matrix in games whose machines read binary digits, at all starting positions of N
// places: all passes and zero moves are left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/hunt/value_machine.hpp"

namespace nimsweep {

class DigitValues : public ValueMachine {
 public:
  explicit DigitValues(const DigitMachine& machine);

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

  // With the outcomes of starting positions only, in one mode.
  DigitMachine machine() const;

  friend bool operator==(const DigitValues&, const DigitValues&) = default;

 private:
  class ShiftedPairs;

  std::size_t letters() const noexcept { return std::size_t{1} << places_; }

  // The values that there are where every pile has at least `counters`.
  std::vector<OutcomeVector> values_from(std::uint64_t counters) const;
  bool has_period_of_pile(int pile, std::uint64_t length) const;

  int places_;
};

}  // namespace nimsweep
