#include "nimsweep/solve/last_nim_solver.hpp"

#include <gtest/gtest.h>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "nimsweep/solve/small_nim_solver.hpp"
#include "support/line_of.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using test::line_of;

TEST(LastNimSolver, GivesTheOutcomesAndTheVeryLinesOfTheGenericSolver) {
  const auto ruleset = make_ruleset("last-nim");
  std::mt19937_64 random(12);
  for (int players = 2; players <= 6; ++players)
    for (int passes = 0; passes <= 2; ++passes)
      for (int repeat = 0; repeat < 3; ++repeat) {
        const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
        GenericSolver generic(*ruleset, matrix);
        LastNimSolver solver(matrix);
        for (const auto& state : definition::box(3, 4)) {
          const Position position =
              ruleset->start(test::piles_of(state), static_cast<Counters>(passes));
          for (Seat first = 0; first < players; ++first) {
            ASSERT_EQ(solver.outcome(position, first), generic.outcome(position, first));
            ASSERT_EQ(line_of(solver, position, first), line_of(generic, position, first));
          }
        }
      }
}

TEST(LastNimSolver, SizesBeyondSaturationGiveTheShortestLineToo) {
  const auto ruleset = make_ruleset("last-nim");
  std::mt19937_64 random(13);
  for (int repeat = 0; repeat < 40; ++repeat) {
    const int players = 2 + repeat % 4;
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
    GenericSolver generic(*ruleset, matrix);
    LastNimSolver solver(matrix);
    for (const Counters size : {10u, 25u, 60u}) {
      const Position position = ruleset->start({2, 1, size}, static_cast<Counters>(repeat % 3));
      ASSERT_EQ(solver.outcome(position, 0), generic.outcome(position, 0));
      ASSERT_EQ(line_of(solver, position, 0), line_of(generic, position, 0));
    }
  }
}

TEST(LastNimSolver, ManyPassesGiveTheDefinitionsWinnerAndLength) {
  std::mt19937_64 random(22);
  for (int repeat = 0; repeat < 30; ++repeat) {
    const int players = 2 + repeat % 4;
    const auto rows = definition::random_rows(players, random);
    LastNimSolver solver(AllianceMatrix::from_rows(rows));
    definition::Game definition(rows, definition::last_nim_options);
    for (const auto& state : definition::box(2, 5))
      for (const int passes : {3, 5, 7}) {
        const Outcome outcome = solver.outcome(
            {.piles = test::piles_of(state), .passes = static_cast<Counters>(passes)}, 1);
        const auto plain = test::with(state, passes);
        ASSERT_EQ(outcome.winner, definition.winner(plain, 1));
        ASSERT_EQ(outcome.moves, definition.shortest_best_play(plain, 1));
      }
  }
}

TEST(Solver, TheRightOneIsChosen) {
  const auto matrix = AllianceMatrix::standard(3);
  const auto last_nim = make_ruleset("last-nim");
  EXPECT_NE(dynamic_cast<LastNimSolver*>(make_solver(*last_nim, matrix).get()), nullptr);
  const auto small_nim = make_ruleset("small-nim");
  EXPECT_NE(dynamic_cast<SmallNimSolver*>(make_solver(*small_nim, matrix).get()), nullptr);
  const test::EndNim end_nim;
  EXPECT_NE(dynamic_cast<GenericSolver*>(make_solver(end_nim, matrix).get()), nullptr);
}

TEST(LastNimSolver, TheWorkedExampleIsWonByTheThirdPlayerInFiveMoves) {
  const auto ruleset = make_ruleset("last-nim");
  LastNimSolver solver(AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}}));
  const Position start = ruleset->start({1, 2, 2}, 0);
  EXPECT_EQ(solver.outcome(start, 0), (Outcome{.winner = 2, .moves = 5}));
  std::vector<std::vector<Counters>> played;
  for (const auto& [player, position] : line_of(solver, start, 0)) played.push_back(position.piles);
  EXPECT_EQ(played, (std::vector<std::vector<Counters>>{
                        {1, 2, 2}, {1, 2, 1}, {1, 2, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}}));
}

// A line is a best play if every position on it has the same winner, and its last mover is stuck.
void expect_best_line(const AllianceMatrix& matrix, const Position& position, Seat first) {
  LastNimSolver solver(matrix);
  const Outcome outcome = solver.outcome(position, first);
  const LastNimMachine machine(matrix);
  EXPECT_EQ(machine.outcomes(position.piles)[first], outcome.winner);
  std::uint64_t visited = 0;
  Seat last_mover = -1;
  solver.best_line(position, first, [&](Seat player, const Position& here) {
    if (visited % 997 == 0) EXPECT_EQ(machine.outcomes(here.piles)[player], outcome.winner);
    last_mover = player;
    ++visited;
  });
  EXPECT_EQ(visited, outcome.moves + 1);
  EXPECT_EQ(last_mover, outcome.winner);
}

TEST(LastNimSolver, HugePilesAndThousandsOfPilesHaveTheirLine) {
  std::mt19937_64 random(14);
  for (const int players : {2, 3, 7, 16}) {
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
    expect_best_line(matrix, {.piles = {1'000'000'000'000'000'000u, 3, kMaxCounters}}, 1);
    std::vector<Counters> piles;
    for (int j = 0; j < 10'000; ++j) piles.push_back(random() % 100);
    expect_best_line(matrix, {.piles = piles}, 0);
  }
}

}  // namespace
}  // namespace nimsweep
