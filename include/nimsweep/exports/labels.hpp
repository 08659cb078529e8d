// What counts, positions and players are called, and how players are coloured.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

// "1 node", "14 nodes", "1,024 nodes".
std::string counted(std::uint64_t count, std::string_view noun);

// "3..6", "3", "1, 3..6".
std::string describe_numbers(const std::set<int>& numbers);

// "3..7", or "3" if it is one work unit.
std::string describe_units(UnitRange units);

// "3..7, 9 and 12 more": the first five of a list.
template <class Items, class Describe>
std::string describe_first(const Items& items, Describe describe) {
  constexpr std::size_t kShown = 5;
  std::string text;
  for (std::size_t k = 0; k < std::min(items.size(), kShown); ++k)
    text += (k > 0 ? ", " : "") + describe(items[k]);
  if (items.size() > kShown) text += " and " + std::to_string(items.size() - kShown) + " more";
  return text;
}

// "1 2 2"; a long row is cut to its first piles and those up to the last nonempty one.
std::string describe_piles(std::span<const Counters> piles);

// Piles, the ruleset's other state, and the passes left if the game began with any.
std::string describe_position(const Position& position, Counters passes_at_start);

// Eight colours that colour-blind readers can tell apart (Okabe and Ito's, grey for black); the
// ninth seat starts over.
std::string_view seat_colour(Seat seat);

}  // namespace nimsweep
