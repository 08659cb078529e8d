// The number of players as a constant.
#pragma once

#include <cassert>
#include <type_traits>

#include "nimsweep/model/seat.hpp"

namespace nimsweep::hunt_detail {

// Calls `action` with it; at most kMost.
template <int kMost, class Action>
decltype(auto) with_players(int players, const Action& action) {
  if constexpr (kMost > kMinPlayers)
    if (players < kMost) return with_players<kMost - 1>(players, action);
  assert(players == kMost);
  return action(std::integral_constant<int, kMost>{});
}

}  // namespace nimsweep::hunt_detail
