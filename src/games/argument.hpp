// What follows the colon in the name of a game.
#pragma once

#include <string_view>

#include "nimsweep/model/position.hpp"

namespace nimsweep::games_detail {

// The whole number K of "game:K". Throws Error(input) unless it is `min` to `max`.
Counters parse_argument(std::string_view game, std::string_view argument, Counters min,
                        Counters max);

}  // namespace nimsweep::games_detail
