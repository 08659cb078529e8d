#include "nimsweep/solve/small_nim_solver.hpp"

#include <gtest/gtest.h>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "support/line_of.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using definition::State;
using test::line_of;

// The winner and the length of best play of every position of a box, by the tests' own rules.
void expect_as_defined(const definition::Rows& rows, const std::vector<State>& box, int passes) {
  definition::Game definition(rows, test::with_passes(test::small_nim_options()));
  SmallNimSolver solver(AllianceMatrix::from_rows(rows));
  for (const State& piles : box) {
    const State state = test::with(piles, passes);
    const Position position{.piles = test::piles_of(piles),
                            .passes = static_cast<Counters>(passes)};
    for (Seat first = 0; first < static_cast<int>(rows.size()); ++first) {
      const Outcome outcome = solver.outcome(position, first);
      ASSERT_EQ(outcome.winner, definition.winner(state, first));
      ASSERT_EQ(outcome.moves, definition.shortest_best_play(state, first));
    }
  }
}

TEST(SmallNimSolver, AgreesWithTheDefinitionForAllThreePlayerMatrices) {
  for (unsigned index = 0; index < 216; ++index)
    expect_as_defined(test::rows_of(AllianceMatrix::from_index(3, index)), definition::box(3, 4),
                      static_cast<int>(index % 3));
}

// The generic solver keeps one memory for all positions of a matrix.
TEST(SmallNimSolver, AgreesWithTheGenericSolverOnThreePilesOfUpToTwelve) {
  const auto ruleset = make_ruleset("small-nim");
  const auto box = definition::box(3, 12);
  for (unsigned index = 0; index < 216; ++index) {
    const auto matrix = AllianceMatrix::from_index(3, index);
    GenericSolver generic(*ruleset, matrix);
    SmallNimSolver solver(matrix);
    for (const State& piles : box) {
      const Position position = ruleset->start(test::piles_of(piles), 0);
      for (Seat first = 0; first < 3; ++first)
        ASSERT_EQ(solver.outcome(position, first), generic.outcome(position, first));
    }
  }
}

TEST(SmallNimSolver, GivesTheVeryLinesOfTheGenericSolver) {
  const auto ruleset = make_ruleset("small-nim");
  std::mt19937_64 random(31);
  for (int players = 2; players <= 6; ++players)
    for (Counters passes = 0; passes <= 2; ++passes) {
      const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
      GenericSolver generic(*ruleset, matrix);
      SmallNimSolver solver(matrix);
      for (int repeat = 0; repeat < 200; ++repeat) {
        std::vector<Counters> piles(1 + random() % 4);
        for (Counters& pile : piles) pile = random() % 9;
        const Position position = ruleset->start(piles, passes);
        const Seat first = repeat % players;
        ASSERT_EQ(solver.outcome(position, first), generic.outcome(position, first));
        ASSERT_EQ(line_of(solver, position, first), line_of(generic, position, first));
      }
    }
}

TEST(SmallNimSolver, LeavesThePilesInTheirOrderAndTakesTheFirstOfEqualOnes) {
  SmallNimSolver solver(AllianceMatrix::shifted(3, 1));
  std::vector<std::vector<Counters>> played;
  for (const auto& [player, position] : line_of(solver, {.piles = {1, 3, 0, 1}}, 0))
    played.push_back(position.piles);
  ASSERT_GE(played.size(), 3u);
  EXPECT_EQ(played[1], (std::vector<Counters>{0, 3, 0, 1}));
  EXPECT_EQ(played[2], (std::vector<Counters>{0, 3, 0, 0}));
  EXPECT_EQ(played.back(), (std::vector<Counters>{0, 0, 0, 0}));
}

TEST(SmallNimSolver, HugePilesAndThousandsOfPilesHaveTheirLine) {
  std::mt19937_64 random(32);
  for (const int players : {2, 3, 7, 16}) {
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
    SmallNimSolver solver(matrix);
    std::vector<Counters> many(10'000);
    for (Counters& pile : many) pile = random() % 100;
    for (const auto& piles :
         {std::vector<Counters>{3, kMaxCounters, 5, 1'000'000'000'000u}, many}) {
      const Outcome outcome = solver.outcome({.piles = piles}, 1);
      std::uint64_t visited = 0;
      Position last;
      solver.best_line({.piles = piles}, 1, [&](Seat player, const Position& here) {
        if (visited % 997 == 0) ASSERT_EQ(solver.winner(here, player), outcome.winner);
        if (visited == outcome.moves) ASSERT_EQ(player, outcome.winner);
        if (visited++ == outcome.moves) last = here;
      });
      EXPECT_EQ(visited, outcome.moves + 1);
      EXPECT_EQ(last.piles, std::vector<Counters>(piles.size(), 0));
    }
  }
}

}  // namespace
}  // namespace nimsweep
