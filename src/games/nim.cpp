// Nim (Bouton): a move takes any number of counters from one pile.
#include "games/lower.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

namespace {

class Nim final : public Ruleset {
 public:
  Nim() : Ruleset("nim") {}

  bool is_sum() const override { return true; }
  MoveShape move_shape() const override { return LowerSome{1}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    visit_each_lowered(position, visit);
  }
};

}  // namespace

Game nim_game() {
  return {.name = "nim",
          .summary = "take any number of counters from one pile",
          .example_piles = "5,3,2",
          .make = make_game<Nim>};
}

}  // namespace nimsweep
