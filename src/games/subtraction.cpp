// Subtraction games (001, 004): the number of counters that a move takes from a pile is one of a
// given set.
#include "games/subtraction.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep::games_detail {

namespace {

class Subtraction final : public Ruleset {
 public:
  Subtraction(std::string name, std::vector<Counters> steps)
      : Ruleset(std::move(name)), steps_(std::move(steps)) {}

  bool is_sum() const override { return true; }
  MoveShape move_shape() const override { return LowerBy{steps_}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    for (Counters& pile : position.piles) {
      const Counters size = pile;
      for (const Counters step : steps_) {
        if (step > size) break;
        pile = size - step;
        if (!visit(position)) return;
      }
      pile = size;
    }
  }

  std::vector<Counters> steps_;
};

std::vector<Counters> parse_steps(std::string_view text) {
  std::vector<Counters> steps;
  for (const std::string_view part : split(text, ',')) {
    const auto step = parse_number(part, kMaxCounters);
    if (!step || *step == 0)
      throw Error(ErrorKind::input,
                  fmt::format("subtraction with {} after the colon; expected numbers of counters "
                              "such as 1,2,3, none of them 0",
                              in_quotes(text)));
    steps.push_back(static_cast<Counters>(*step));
  }
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  return steps;
}

}  // namespace

std::unique_ptr<Ruleset> make_subtraction(std::string name, std::vector<Counters> steps) {
  return std::make_unique<Subtraction>(std::move(name), std::move(steps));
}

}  // namespace nimsweep::games_detail

namespace nimsweep {

using namespace games_detail;

Game subtraction_game() {
  return {.name = "subtraction",
          .argument = "S,S,..",
          .summary = "take one of these numbers of counters from one pile",
          .example_argument = "1,3,4",
          .example_piles = "7,5",
          .make = [](std::string_view argument) {
            std::vector<Counters> steps = parse_steps(argument);
            std::string name = fmt::format("subtraction:{}", fmt::join(steps, ","));
            return make_subtraction(std::move(name), std::move(steps));
          }};
}

}  // namespace nimsweep
