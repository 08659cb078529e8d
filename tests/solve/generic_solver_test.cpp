#include "nimsweep/solve/generic_solver.hpp"

#include <gtest/gtest.h>

#include "nimsweep/games/registry.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

// Compares outcome and line with the definition, for all first players of a random matrix.
void expect_as_defined(const Ruleset& ruleset, const definition::Options& options,
                       const std::vector<Position>& positions,
                       const std::function<definition::State(const Position&)>& plain) {
  std::mt19937_64 random(6);
  for (int players = 2; players <= 5; ++players)
    for (int repeat = 0; repeat < 5; ++repeat) {
      const auto rows = definition::random_rows(players, random);
      const auto matrix = AllianceMatrix::from_rows(rows);
      definition::Game definition(rows, options);
      GenericSolver solver(ruleset, matrix);
      for (const Position& position : positions)
        for (Seat first = 0; first < players; ++first) {
          const Outcome outcome = solver.outcome(position, first);
          ASSERT_EQ(outcome.winner, definition.winner(plain(position), first)) << ruleset.name();
          ASSERT_EQ(outcome.moves, definition.shortest_best_play(plain(position), first));
          Seat mover = first;
          std::uint64_t visited = 0;
          solver.best_line(position, first, [&](Seat player, const Position& here) {
            EXPECT_EQ(player, mover);
            EXPECT_EQ(definition.winner(plain(here), player), outcome.winner);
            mover = next_seat(mover, players);
            ++visited;
          });
          ASSERT_EQ(visited, outcome.moves + 1);
        }
    }
}

std::vector<Position> starts(const Ruleset& ruleset, int piles, int max, Counters passes) {
  std::vector<Position> positions;
  for (const auto& state : definition::box(piles, max))
    positions.push_back(ruleset.start(test::piles_of(state), passes));
  return positions;
}

definition::State piles_then_state(const Position& position) {
  definition::State plain(position.piles.begin(), position.piles.end());
  plain.insert(plain.end(), position.state.begin(), position.state.end());
  return plain;
}

TEST(GenericSolver, FollowsTheDefinitionForLastNimWithPasses) {
  const auto ruleset = make_ruleset("last-nim");
  for (const Counters passes : {0u, 1u, 2u})
    expect_as_defined(*ruleset, definition::last_nim_options, starts(*ruleset, 3, 3, passes),
                      [](const Position& position) {
                        return test::with(piles_then_state(position),
                                          static_cast<int>(position.passes));
                      });
}

TEST(GenericSolver, FollowsTheDefinitionForAPartizanGame) {
  const test::EndNim ruleset;
  expect_as_defined(ruleset, test::end_nim_options, starts(ruleset, 3, 2, 0), piles_then_state);
}

TEST(GenericSolver, FollowsTheDefinitionForAGameWithACap) {
  const auto ruleset = make_ruleset("fibonacci");
  expect_as_defined(*ruleset, test::fibonacci_options, starts(*ruleset, 1, 15, 0),
                    piles_then_state);
}

TEST(GenericSolver, FollowsTheDefinitionForAGameWithFlags) {
  const auto ruleset = make_ruleset("zero-move");
  expect_as_defined(*ruleset, test::zero_move_options, starts(*ruleset, 2, 3, 0), piles_then_state);
}

TEST(GenericSolver, ALongPlayDoesNotOverflowTheStack) {
  const auto ruleset = make_ruleset("last-nim");
  GenericSolver solver(*ruleset, AllianceMatrix::standard(3));
  const Position ones = ruleset->start(std::vector<Counters>(2000, 1), 0);
  EXPECT_EQ(solver.outcome(ones, 0), (Outcome{.winner = 2000 % 3, .moves = 2000}));
}

TEST(GenericSolver, GivesUpWhenThePositionsDoNotFitTheBudget) {
  const auto ruleset = make_ruleset("last-nim");
  GenericSolver solver(*ruleset, AllianceMatrix::standard(3), {.bytes = 1 << 20});
  EXPECT_ERROR(ErrorKind::input, "positions of last-nim to look at need more than 1 MiB",
               solver.outcome(ruleset->start({kMaxCounters}, 0), 0));
}

}  // namespace
}  // namespace nimsweep
