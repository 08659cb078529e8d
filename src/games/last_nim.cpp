// Last Nim (000, Definition 2.1; introduced by Friedman): the piles stand in a row, and a move
// takes any number of counters from the last pile that is not empty.
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

class LastNim final : public Ruleset {
 public:
  LastNim() : Ruleset("last-nim") {}

  MoveShape move_shape() const override { return LowerLast{}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    auto& piles = position.piles;
    auto last = piles.rbegin();
    while (last != piles.rend() && *last == 0) ++last;
    if (last == piles.rend()) return;
    while (*last > 0) {
      --*last;
      if (!visit(position)) return;
    }
  }
};

}  // namespace

Game last_nim_game() {
  return {.name = "last-nim",
          .summary = "take any number of counters from the last nonempty pile",
          .example_piles = "3,2,2",
          .make = make_game<LastNim>};
}

}  // namespace nimsweep
