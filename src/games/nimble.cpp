// Nimble (004): coins stand in boxes 0, 1, 2, .., and a move shifts one coin to a lower box. A pile
// is a coin and its size the coin's box, which makes it Nim under another name. (Where 004 speaks
// of at least one coin, one is meant: its solution is that of Nim.)
#include "games/lower.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

namespace {

class Nimble final : public Ruleset {
 public:
  Nimble() : Ruleset("nimble") {}

  bool is_sum() const override { return true; }
  MoveShape move_shape() const override { return LowerSome{1}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    visit_each_lowered(position, visit);
  }
};

}  // namespace

Game nimble_game() {
  return {.name = "nimble",
          .summary = "shift one coin to a lower box; piles are the boxes of the coins",
          .example_piles = "4,2,2",
          .make = make_game<Nimble>};
}

}  // namespace nimsweep
