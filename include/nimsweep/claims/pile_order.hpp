// Which positions claims about a game speak of. The order of piles makes no difference in Small
// Nim, which is Last Nim on the same piles in descending order: there x[1] is a largest pile, a
// recurrence reads the piles from the largest to the smallest, and only such positions are counted.
#pragma once

#include <cstdint>
#include <variant>

#include "nimsweep/games/ruleset.hpp"

namespace nimsweep {

enum class PileOrder : std::uint8_t { any, descending };

inline PileOrder pile_order_of(const Ruleset& ruleset) {
  return std::holds_alternative<LowerSmallest>(ruleset.move_shape()) ? PileOrder::descending
                                                                     : PileOrder::any;
}

}  // namespace nimsweep
