// take one of some numbers of counters from one pile
#include <algorithm>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

class Subtraction final : public Ruleset {
 public:
  Subtraction(std::string_view text, std::vector<Counters> steps)
      : Ruleset("subtraction:" + std::string(text)), steps_(std::move(steps)) {}

  MoveShape move_shape() const override { return LowerBy{steps_}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    for (Counters& pile : position.piles) {
      const Counters before = pile;
      for (const Counters step : steps_) {
        if (step > before) break;
        pile = before - step;
        if (!visit(position)) return;
      }
      pile = before;
    }
  }

  std::vector<Counters> steps_;
};

}  // namespace

Game subtraction_game() {
  return {.name = "subtraction",
          .argument = "SET",
          .summary = "take one of some numbers of counters from one pile",
          .example_argument = "1,2,3",
          .example_piles = "3,2,2",
          .make = [](std::string_view argument) -> std::unique_ptr<Ruleset> {
            auto steps = parse_piles(argument);
            std::sort(steps.begin(), steps.end());
            if (steps.front() == 0) throw Error(ErrorKind::input, "subtraction: expected no 0");
            return std::make_unique<Subtraction>(argument, std::move(steps));
          }};
}

}  // namespace nimsweep
