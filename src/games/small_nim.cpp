// Small Nim (Liu and Zhou; 000): a move takes any number of counters from a pile that has fewest,
// empty piles not counted. If there are several, the player chooses one.
#include <algorithm>

#include "games/lower.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

namespace {

class SmallNim final : public Ruleset {
 public:
  SmallNim() : Ruleset("small-nim") {}

  MoveShape move_shape() const override { return LowerSmallest{}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    Counters smallest = kMaxCounters;
    for (const Counters pile : position.piles)
      if (pile > 0) smallest = std::min(smallest, pile);
    for (std::size_t j = 0; j < position.piles.size(); ++j)
      if (position.piles[j] == smallest && !visit_lowered(position, {&j, 1}, visit)) return;
  }
};

}  // namespace

Game small_nim_game() {
  return {.name = "small-nim",
          .summary = "take any number of counters from a smallest nonempty pile",
          .example_piles = "3,2,2",
          .make = make_game<SmallNim>};
}

}  // namespace nimsweep
