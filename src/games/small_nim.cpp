// take any number of counters from a smallest pile
#include <algorithm>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

class SmallNim final : public Ruleset {
 public:
  SmallNim() : Ruleset("small-nim") {}

  MoveShape move_shape() const override { return LowerSmallest{}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    Counters smallest = 0;
    for (const Counters pile : position.piles)
      if (pile > 0 && (smallest == 0 || pile < smallest)) smallest = pile;
    for (Counters& pile : position.piles) {
      if (pile == 0 || pile != smallest) continue;
      while (pile > 0) {
        --pile;
        if (!visit(position)) return;
      }
      pile = smallest;
    }
  }
};

}  // namespace

Game small_nim_game() {
  return {.name = "small-nim",
          .argument = "",
          .summary = "take any number of counters from a smallest pile",
          .example_argument = "",
          .example_piles = "3,2,2",
          .make = [](std::string_view) -> std::unique_ptr<Ruleset> {
            return std::make_unique<SmallNim>();
          }};
}

}  // namespace nimsweep
