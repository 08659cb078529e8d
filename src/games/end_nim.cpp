// End-Nim (000): the piles stand in a row. Left takes any number of counters from the leftmost pile
// that is not empty, Right from the rightmost. P_0 is Left and P_1 is Right.
#include <fmt/format.h>

#include "games/lower.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

using namespace games_detail;

namespace {

class EndNim final : public Ruleset {
 public:
  EndNim() : Ruleset("end-nim") {}

  void check_players(int players) const override {
    if (players != 2)
      throw Error(ErrorKind::input,
                  fmt::format("{} players; expected 2 in end-nim, Left and Right", players));
  }

  bool is_impartial() const override { return false; }

 private:
  void visit_moves(Position& position, Seat player, OptionVisitor visit) const override {
    const auto& piles = position.piles;
    for (std::size_t k = 0; k < piles.size(); ++k) {
      const std::size_t j = player == 0 ? k : piles.size() - 1 - k;
      if (piles[j] == 0) continue;
      visit_lowered(position, {&j, 1}, visit);
      return;
    }
  }
};

}  // namespace

Game end_nim_game() {
  return {.name = "end-nim",
          .summary = "P_0 takes from the leftmost nonempty pile, P_1 from the rightmost",
          .example_piles = "3,2,3",
          .make = make_game<EndNim>};
}

}  // namespace nimsweep
