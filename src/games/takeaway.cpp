// Takeaway (004): the subtraction game of 1, 2 and 3.
#include "games/subtraction.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

Game takeaway_game() {
  return {.name = "takeaway",
          .summary = "take one, two or three counters from one pile",
          .example_piles = "10",
          .make = [](std::string_view) {
            return make_subtraction("takeaway", {1, 2, 3});
          }};
}

}  // namespace nimsweep
