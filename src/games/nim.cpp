// take any number of counters from one pile
#include <algorithm>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

class Nim final : public Ruleset {
 public:
  Nim() : Ruleset("nim") {}

  MoveShape move_shape() const override { return LowerSome{1}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    for (Counters& pile : position.piles) {
      const Counters before = pile;
      while (pile > 0) {
        --pile;
        if (!visit(position)) return;
      }
      pile = before;
    }
  }
};

}  // namespace

Game nim_game() {
  return {
      .name = "nim",
      .argument = "",
      .summary = "take any number of counters from one pile",
      .example_argument = "",
      .example_piles = "3,2,2",
      .make = [](std::string_view) -> std::unique_ptr<Ruleset> { return std::make_unique<Nim>(); }};
}

}  // namespace nimsweep
