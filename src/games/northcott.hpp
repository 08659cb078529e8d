// Northcott's game in both readings.
#pragma once

#include <memory>
#include <string_view>

#include "nimsweep/games/ruleset.hpp"

namespace nimsweep::games_detail {

enum class Directions { right, both };

// `name` is the game's, `width` what follows its colon.
std::unique_ptr<Ruleset> make_northcott(std::string_view name, std::string_view width,
                                        Directions directions);

}  // namespace nimsweep::games_detail
