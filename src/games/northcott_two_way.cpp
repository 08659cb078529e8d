// Northcott's game as it is usually played; northcott.cpp says the rules.
#include "games/northcott.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

Game northcott_two_way_game() {
  return {.name = "northcott-two-way",
          .argument = "WIDTH",
          .summary = "shift a token of yours either way; piles are the gaps of the rows",
          .example_argument = "5",
          .example_piles = "3,2",
          .make = [](std::string_view argument) {
            return make_northcott("northcott-two-way", argument, Directions::both);
          }};
}

}  // namespace nimsweep
