// Northcott's game (004): in each row of a board stand a white and a black token. A move shifts one
// of the player's own tokens along its row by any number of squares, but not onto or past the other
// one. P_0 is White and P_1 is Black.
//
// In the words of 004, tokens only move to the right. Then the token on the right widens the gap,
// and the nim-sum of the gaps does not decide the game: on three squares with a gap of 1, whoever
// has the token on the right cannot move. In the classical game, northcott-two-way, tokens move
// both ways: the nim-sum decides it, but plays may never end.
//
// A pile is the gap of a row, the open squares between its tokens. The state has for each row the
// squares of the white and of the black token, the first square being 1. A play starts with white
// tokens on the first square and black ones on the right of them.
#include "games/northcott.hpp"

#include <fmt/format.h>

#include <string>

#include "games/argument.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep::games_detail {

namespace {

class Northcott final : public Ruleset {
 public:
  Northcott(std::string name, Counters width, Directions directions)
      : Ruleset(std::move(name)), width_(width), directions_(directions) {}

  void check_players(int players) const override {
    if (players != 2)
      throw Error(ErrorKind::input,
                  fmt::format("{} players; expected 2 in {}, White and Black", players, name()));
  }

  void check_piles(std::span<const Counters> piles) const override {
    for (const Counters gap : piles)
      if (gap > width_ - 2)
        throw Error(ErrorKind::input, fmt::format("a gap of {} squares; expected at most {} in {}",
                                                  gap, width_ - 2, name()));
  }

  bool is_impartial() const override { return false; }

  Plays plays() const override {
    return directions_ == Directions::both ? Plays::endless : Plays::ending;
  }

  std::vector<Counters> state_bounds(std::span<const Counters> pile_bounds) const override {
    return std::vector<Counters>(2 * pile_bounds.size(), width_);
  }

 private:
  std::vector<Counters> start_state(std::span<const Counters> piles) const override {
    std::vector<Counters> squares;
    for (const Counters gap : piles) squares.insert(squares.end(), {1, gap + 2});
    return squares;
  }

  void visit_moves(Position& position, Seat player, OptionVisitor visit) const override {
    for (std::size_t row = 0; row < position.piles.size(); ++row) {
      Counters& gap = position.piles[row];
      const bool is_white = player == 0;
      Counters& mine = position.state[2 * row + (is_white ? 0 : 1)];
      const Counters other = position.state[2 * row + (is_white ? 1 : 0)];
      const Counters here = mine;
      const Counters gap_here = gap;
      const Counters left_end = here > other ? other + 1 : 1;
      const Counters right_end = here < other ? other - 1 : width_;
      const auto visit_square = [&](Counters square) {
        mine = square;
        gap = square < other ? other - square - 1 : square - other - 1;
        return visit(position);
      };
      for (Counters square = here + 1; square <= right_end; ++square)
        if (!visit_square(square)) return;
      if (directions_ == Directions::both)
        for (Counters square = here; square-- > left_end;)
          if (!visit_square(square)) return;
      mine = here;
      gap = gap_here;
    }
  }

  Counters width_;
  Directions directions_;
};

}  // namespace

std::unique_ptr<Ruleset> make_northcott(std::string_view name, std::string_view width,
                                        Directions directions) {
  const Counters squares = parse_argument(name, width, 2, 1'000'000);
  return std::make_unique<Northcott>(fmt::format("{}:{}", name, squares), squares, directions);
}

}  // namespace nimsweep::games_detail

namespace nimsweep {

using namespace games_detail;

Game northcott_game() {
  return {.name = "northcott",
          .argument = "WIDTH",
          .summary = "shift a token of yours to the right; piles are the gaps of the rows",
          .example_argument = "5",
          .example_piles = "3,2",
          .make = [](std::string_view argument) {
            return make_northcott("northcott", argument, Directions::right);
          }};
}

}  // namespace nimsweep
