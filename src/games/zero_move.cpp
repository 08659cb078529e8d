// Zero-move Nim (003): Nim in which, once for each pile, a player may take nothing from it while it
// is not empty. The state has a flag for each pile: 1 while its zero move is there, always 0 for an
// empty pile.
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

class ZeroMove final : public Ruleset {
 public:
  ZeroMove() : Ruleset("zero-move") {}

  bool is_sum() const override { return true; }
  MoveShape move_shape() const override { return LowerOrKeep{}; }

  std::vector<Counters> state_bounds(std::span<const Counters> pile_bounds) const override {
    return std::vector<Counters>(pile_bounds.size(), 1);
  }

 private:
  std::vector<Counters> start_state(std::span<const Counters> piles) const override {
    std::vector<Counters> flags;
    for (const Counters pile : piles) flags.push_back(pile > 0 ? 1 : 0);
    return flags;
  }

  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    for (std::size_t j = 0; j < position.piles.size(); ++j) {
      Counters& pile = position.piles[j];
      Counters& flag = position.state[j];
      const Counters size = pile;
      const Counters flag_before = flag;
      while (pile > 0) {
        --pile;
        if (pile == 0) flag = 0;
        if (!visit(position)) return;
      }
      pile = size;
      if (flag_before == 1) {
        flag = 0;
        if (!visit(position)) return;
      }
      flag = flag_before;
    }
  }
};

}  // namespace

Game zero_move_game() {
  return {.name = "zero-move",
          .summary = "Nim, but once for each pile a player may take nothing from it",
          .example_piles = "3,2",
          .make = make_game<ZeroMove>};
}

}  // namespace nimsweep
