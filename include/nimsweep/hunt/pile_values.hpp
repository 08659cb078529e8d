// The values of a matrix in Last Nim with passes, at all starting positions: all passes are left.
// The machine reads piles; the last letter stands for all larger piles, too.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "nimsweep/hunt/value_machine.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

class PileValues : public ValueMachine {
 public:
  // The machine is explored for any number of piles.
  explicit PileValues(const PrefixMachine& machine);

  // From this size on all piles are alike.
  int letters() const noexcept { return static_cast<int>(letter_count()); }

  // See property.hpp.
  bool is_pile_independent(std::uint64_t counters) const;
  bool always_wins(std::optional<Seat> player, std::uint64_t counters) const;
  bool teams_win(std::uint32_t team, std::uint64_t counters) const;

  // The values of these piles, none of them empty, by first player.
  OutcomeVector at(std::span<const Counters> piles) const;

  // Does this player, or some player, win these piles whoever moves first?
  bool wins(std::optional<Seat> player, std::span<const Counters> piles) const;

  // With the outcomes of starting positions only: as a machine without passes would look.
  PrefixMachine machine() const;

  friend bool operator==(const PileValues&, const PileValues&) = default;

 private:
  std::size_t letter_of(Counters pile) const noexcept;

  // The values of long rows of piles of at least `counters`, however long.
  std::vector<OutcomeVector> values_of_long_rows(std::uint64_t counters) const;
};

}  // namespace nimsweep
