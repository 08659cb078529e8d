// The example game that src/games/README.md adds, compiled from the text there.
#include <gtest/gtest.h>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/solver.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {

Game nim_at_most_three_game();

namespace {

TEST(ExampleGame, CanBePlayedAsItStands) {
  const Game game = nim_at_most_three_game();
  EXPECT_EQ(game.name, "nim-at-most-three");
  const auto ruleset = game.make("");
  EXPECT_EQ(ruleset->name(), game.name);
  std::mt19937_64 random(2);
  for (int players = 2; players <= 4; ++players) {
    const auto rows = definition::random_rows(players, random);
    definition::Game definition(rows, test::subtraction_options({1, 2, 3}));
    const auto solver = make_solver(*ruleset, AllianceMatrix::from_rows(rows));
    for (const auto& piles : definition::box(2, 6))
      for (Seat first = 0; first < players; ++first)
        EXPECT_EQ(solver->outcome(ruleset->start(test::piles_of(piles), 0), first).winner,
                  definition.winner(piles, first));
  }
}

}  // namespace
}  // namespace nimsweep
