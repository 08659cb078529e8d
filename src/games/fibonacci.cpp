// Fibonacci Nim (Whinihan; 000): one pile. The first player takes at least one counter but not all,
// and from then on nobody takes more than twice what was taken just before. So whoever starts with
// a single counter is stuck at once. The state is the most that may be taken next.
#include <fmt/format.h>

#include <algorithm>

#include "nimsweep/base/error.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

class Fibonacci final : public Ruleset {
 public:
  Fibonacci() : Ruleset("fibonacci") {}

  void check_piles(std::span<const Counters> piles) const override {
    if (piles.size() != 1)
      throw Error(ErrorKind::input,
                  fmt::format("{} piles; expected one in fibonacci", piles.size()));
  }

  std::vector<Counters> state_bounds(std::span<const Counters> pile_bounds) const override {
    return {pile_bounds[0]};
  }

 private:
  std::vector<Counters> start_state(std::span<const Counters> piles) const override {
    return {std::max<Counters>(piles[0], 1) - 1};
  }

  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    Counters& pile = position.piles[0];
    Counters& cap = position.state[0];
    const Counters size = pile;
    const Counters most = cap;
    for (Counters taken = 1; taken <= most; ++taken) {
      pile = size - taken;
      cap = taken > pile / 2 ? pile : 2 * taken;  // the smaller of 2 * taken and pile
      if (!visit(position)) return;
    }
  }
};

}  // namespace

Game fibonacci_game() {
  return {.name = "fibonacci",
          .summary = "take at most twice what was taken before; the first not the whole pile",
          .example_piles = "13",
          .make = make_game<Fibonacci>};
}

}  // namespace nimsweep
