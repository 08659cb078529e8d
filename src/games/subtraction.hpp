// Subtraction games, for those that have a name of their own.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "nimsweep/games/ruleset.hpp"

namespace nimsweep::games_detail {

// A move takes one of these numbers of counters from one pile; ascending, none is 0.
std::unique_ptr<Ruleset> make_subtraction(std::string name, std::vector<Counters> steps);

}  // namespace nimsweep::games_detail
