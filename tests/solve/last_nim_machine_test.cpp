#include "nimsweep/solve/last_nim_machine.hpp"

#include <gtest/gtest.h>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

TEST(LastNimMachine, EqualsTheGenericSolverAndTheDefinitionOnABox) {
  const auto ruleset = make_ruleset("last-nim");
  std::mt19937_64 random(7);
  for (int players = 2; players <= 6; ++players)
    for (int passes = 0; passes <= 2; ++passes)
      for (int repeat = 0; repeat < 4; ++repeat) {
        const auto rows = definition::random_rows(players, random);
        const auto matrix = AllianceMatrix::from_rows(rows);
        const LastNimMachine machine(matrix, passes);
        GenericSolver generic(*ruleset, matrix);
        definition::Game definition(rows, definition::last_nim_options);
        for (const auto& state : definition::box(3, players + 1)) {
          const auto piles = test::piles_of(state);
          const OutcomeVector outcomes = machine.outcomes(piles);
          for (Seat first = 0; first < players; ++first) {
            const auto start = ruleset->start(piles, static_cast<Counters>(passes));
            ASSERT_EQ(outcomes[first], generic.outcome(start, first).winner);
            ASSERT_EQ(outcomes[first], definition.winner(test::with(state, passes), first));
          }
        }
      }
}

TEST(LastNimMachine, SteppingPileByPileIsTheWholePosition) {
  std::mt19937_64 random(8);
  for (const int passes : {0, 3}) {
    const LastNimMachine machine(AllianceMatrix::from_rows(definition::random_rows(5, random)),
                                 passes);
    std::vector<Counters> piles;
    auto state = machine.start();
    for (int j = 0; j < 100; ++j) {
      piles.push_back(random() % 7);
      state = machine.step(state, piles.back());
      EXPECT_EQ(state.back(), machine.outcomes(piles));
    }
  }
}

// v_n = v_{n+1} = .. after every prefix of up to two piles, however the walk stops.
void expect_saturation_at_n(const AllianceMatrix& matrix) {
  const LastNimMachine machine(matrix);
  const auto n = static_cast<Counters>(matrix.players());
  for (const auto& state : definition::box(2, matrix.players())) {
    auto piles = test::piles_of(state);
    piles.push_back(n);
    const OutcomeVector at_n = machine.outcomes(piles);
    for (const Counters larger : {n + 1, n + 2, 3 * n, kMaxCounters}) {
      piles.back() = larger;
      ASSERT_EQ(machine.outcomes(piles), at_n);
    }
  }
}

TEST(LastNimMachine, SaturatesAtTheNumberOfPlayersForAllThreePlayerMatrices) {
  for (unsigned index = 0; index < 216; ++index)
    expect_saturation_at_n(AllianceMatrix::from_index(3, index));
}

TEST(LastNimMachine, SaturatesAtTheNumberOfPlayersForRandomMatrices) {
  std::mt19937_64 random(9);
  for (int players = 4; players <= kMaxPlayers; ++players)
    for (int repeat = 0; repeat < 5; ++repeat)
      expect_saturation_at_n(AllianceMatrix::from_rows(definition::random_rows(players, random)));
}

// The walk may stop at the first size that changes nothing: the definition, which has no such rule,
// agrees far beyond it, with and without passes.
TEST(LastNimMachine, NothingChangesAfterTheFirstSizeThatChangesNothing) {
  std::mt19937_64 random(10);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const int players = 2 + repeat % 4;
    const int passes = repeat % 5;
    const auto rows = definition::random_rows(players, random);
    const LastNimMachine machine(AllianceMatrix::from_rows(rows), passes);
    definition::Game definition(rows, definition::last_nim_options);
    const int prefix = static_cast<int>(random() % 5);
    for (int size = 0; size <= 40; ++size) {
      const OutcomeVector outcomes = machine.outcomes(test::piles_of({prefix, size}));
      for (Seat first = 0; first < players; ++first)
        ASSERT_EQ(outcomes[first], definition.winner({prefix, size, passes}, first));
    }
  }
}

TEST(LastNimMachine, RotatingTheMatrixRenamesThePlayers) {
  std::mt19937_64 random(11);
  for (int players = 2; players <= 7; ++players) {
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
    const LastNimMachine machine(matrix);
    const LastNimMachine rotated(matrix.rotated());
    for (const auto& state : definition::box(3, 3)) {
      const auto g = machine.outcomes(test::piles_of(state));
      const auto g_rotated = rotated.outcomes(test::piles_of(state));
      for (Seat i = 0; i < players; ++i) {
        const Seat next = next_seat(i, players);
        EXPECT_EQ(value_of(g_rotated[i], i, players), value_of(g[next], next, players));
      }
    }
  }
}

// Under SSAM^r the whole vector is one number h. It starts at -r mod n, and each pile adds one,
// except that h = n-2 goes to 0 over a pile of more than one counter; g = h + r mod n.
TEST(LastNimMachine, FollowsTheCounterRuleOfShiftedMatrices) {
  for (int players = 2; players <= 8; ++players)
    for (int r = 0; r < players; ++r) {
      const LastNimMachine machine(AllianceMatrix::shifted(players, r));
      for (int piles = 0; piles <= 5; ++piles)
        for (const auto& state : definition::box(piles, 3)) {
          int h = (players - r) % players;
          for (const int pile : state) {
            if (pile == 0) continue;
            h = h == players - 2 && pile > 1 ? 0 : (h + 1) % players;
          }
          const OutcomeVector outcomes = machine.outcomes(test::piles_of(state));
          for (Seat first = 0; first < players; ++first)
            ASSERT_EQ(value_of(outcomes[first], first, players), (h + r) % players);
        }
    }
}

TEST(LastNimMachine, TenThousandPilesAndHugeOnesAreSolved) {
  const LastNimMachine machine(AllianceMatrix::standard(16));
  const std::vector<Counters> ones(10'000, 1);
  EXPECT_EQ(machine.outcomes(ones)[0], 10'000 % 16);
  const LastNimMachine two(AllianceMatrix::shifted(2, 1));
  EXPECT_EQ(two.outcomes(std::vector<Counters>{1'000'000'000'000'000'000u})[0], 1);
}

}  // namespace
}  // namespace nimsweep
