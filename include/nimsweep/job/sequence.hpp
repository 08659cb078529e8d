// Sequences of numbers as the OEIS keeps them: what a hunt has counted, or values along a line of
// piles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

enum class Counted : std::uint8_t {
  hits,
  behaviours,
  orbits,  // behaviours up to rotation
  states   // hits by number of states
};

// Throws Error(input) if there is no such name.
Counted counted_by_name(std::string_view name);

// What a hunt has counted: a(n) is about n players, or n piles, whichever varies; for states, about
// machines with n states.
struct CountSequence {
  std::string hunt;
  Counted counted = Counted::hits;
  std::optional<int> players = {};  // only these
  std::optional<int> piles = {};
};

// Values along a line of piles: a(x) is the value with x counters in one of the piles.
struct ValueLine {
  static constexpr Counters kMost = 10'000;

  AllianceMatrix matrix;
  std::vector<Counters> piles;
  std::size_t along = 0;  // the pile that varies
  Counters max = 0;       // its largest size; the smallest is 0
  Seat first = 0;

  std::vector<Counters> piles_with(Counters x) const {
    std::vector<Counters> with = piles;
    with[along] = x;
    return with;
  }
};

}  // namespace nimsweep
