// take any number of counters from one pile, or as many from each
#include <algorithm>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

class Wythoff final : public Ruleset {
 public:
  Wythoff() : Ruleset("wythoff") {}

  MoveShape move_shape() const override { return LowerTogether{}; }

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
    if (position.piles.empty()) return;
    Counters together = *std::min_element(position.piles.begin(), position.piles.end());
    for (; together > 0; --together) {
      for (Counters& pile : position.piles) --pile;
      if (!visit(position)) return;
    }
  }
};

}  // namespace

Game wythoff_game() {
  return {.name = "wythoff",
          .argument = "",
          .summary = "take any number of counters from one pile, or as many from each",
          .example_argument = "",
          .example_piles = "3,2,2",
          .make = [](std::string_view) -> std::unique_ptr<Ruleset> {
            return std::make_unique<Wythoff>();
          }};
}

}  // namespace nimsweep
