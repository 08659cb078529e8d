// Wythoff's game (001's future work): any number of counters from one of two piles, or the same
// number from both. With one pile it is Nim.
#include <fmt/format.h>

#include "games/lower.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

namespace {

class Wythoff final : public Ruleset {
 public:
  Wythoff() : Ruleset("wythoff") {}

  void check_piles(std::span<const Counters> piles) const override {
    if (piles.empty() || piles.size() > 2)
      throw Error(ErrorKind::input,
                  fmt::format("{} piles; expected one or two in wythoff", piles.size()));
  }

  MoveShape move_shape() const override { return LowerTogether{}; }

 private:
  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    if (!visit_each_lowered(position, visit)) return;
    auto& piles = position.piles;
    if (piles.size() < 2) return;
    while (piles[0] > 0 && piles[1] > 0) {
      --piles[0];
      --piles[1];
      if (!visit(position)) return;
    }
  }
};

}  // namespace

Game wythoff_game() {
  return {.name = "wythoff",
          .summary = "take counters from one of two piles, or as many from both",
          .example_piles = "4,3",
          .make = make_game<Wythoff>};
}

}  // namespace nimsweep
