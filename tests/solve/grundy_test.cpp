#include "nimsweep/solve/grundy.hpp"

#include <gtest/gtest.h>

#include <set>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using definition::State;

// The definition, without memoization.
int plain_grundy(const definition::Options& options, const State& state) {
  std::set<int> values;
  for (const State& option : options(state, 0)) values.insert(plain_grundy(options, option));
  int mex = 0;
  while (values.contains(mex)) ++mex;
  return mex;
}

TEST(Grundy, IsTheSmallestNumberThatNoOptionHas) {
  const auto compare = [](const char* game, const definition::Options& options, int piles,
                          int max) {
    const auto ruleset = make_ruleset(game);
    for (const State& state : definition::box(piles, max))
      for (const int passes : {0, 1})
        ASSERT_EQ(
            grundy(*ruleset, ruleset->start(test::piles_of(state), static_cast<Counters>(passes))),
            plain_grundy(test::with_passes(options), test::with(state, passes)))
            << game;
  };
  compare("nim", test::nim_options(), 2, 3);
  compare("moore:2", test::moore_options(2), 3, 1);
  compare("wythoff", test::wythoff_options(), 2, 3);
  compare("small-nim", test::small_nim_options(), 3, 2);
  compare("takeaway", test::subtraction_options({1, 2, 3}), 1, 8);
  compare("circular:2", test::circular_options(2), 4, 1);
}

TEST(Grundy, OfASumIsTheXorOfThePiles) {
  std::mt19937_64 random(8);
  for (const Game& game : games()) {
    const auto ruleset = make_ruleset(test::example_of(game));
    if (!ruleset->is_sum()) continue;
    for (int repeat = 0; repeat < 40; ++repeat) {
      std::vector<Counters> piles;
      for (std::size_t k = random() % 4; k > 0; --k) piles.push_back(random() % 7);
      EXPECT_EQ(grundy_of_sum(*ruleset, piles), grundy(*ruleset, ruleset->start(piles, 0)))
          << game.name;
    }
  }
}

TEST(Grundy, OfAStartPositionTakesTheSumOnlyWithoutPasses) {
  const auto nim = make_ruleset("nim");
  EXPECT_EQ(grundy_of_start(*nim, nim->start({1'000'000'000, 1}, 0)), 1'000'000'001u);
  const Position with_pass = nim->start({3, 1}, 1);
  EXPECT_EQ(grundy_of_start(*nim, with_pass), grundy(*nim, with_pass));
}

TEST(Grundy, IsZeroWhereThePlayerToMoveLoses) {
  for (const Game& game : games()) {
    const auto ruleset = make_ruleset(test::example_of(game));
    if (!ruleset->is_impartial()) continue;
    const Position start = ruleset->start(parse_piles(game.example_piles), 0);
    GenericSolver solver(*ruleset, AllianceMatrix::shifted(2, 1));
    EXPECT_EQ(grundy(*ruleset, start) == 0, solver.outcome(start, 0).winner == 0) << game.name;
  }
}

TEST(Grundy, OfZeroMovePilesIsAsIn003) {
  const auto ruleset = make_ruleset("zero-move");
  for (Counters pile = 1; pile <= 60; ++pile) {
    EXPECT_EQ(grundy(*ruleset, ruleset->start({pile}, 0)), pile % 2 == 1 ? pile + 1 : pile - 1);
    EXPECT_EQ(grundy(*ruleset, {.piles = {pile}, .state = {0}}), pile);
  }
  EXPECT_EQ(grundy_of_sum(*ruleset, std::vector<Counters>{6, 4, 8}), 1u);
  EXPECT_EQ(grundy_of_sum(*ruleset, std::vector<Counters>{4, 9, 10}), 0u);
}

TEST(Grundy, OfTakeawayIsTheRemainderByFour) {
  const auto ruleset = make_ruleset("takeaway");
  for (Counters sticks = 0; sticks <= 30; ++sticks)
    EXPECT_EQ(grundy(*ruleset, ruleset->start({sticks}, 0)), sticks % 4);
}

// 004's table of (5,3,2) and all positions reachable from it, piles sorted.
TEST(Grundy, OfNimIsTheNimSumOf004) {
  const std::pair<std::vector<Counters>, Counters> table[] = {
      {{0, 0, 0}, 0}, {{1, 0, 0}, 1}, {{2, 0, 0}, 2}, {{3, 0, 0}, 3}, {{4, 0, 0}, 4},
      {{5, 0, 0}, 5}, {{1, 1, 0}, 0}, {{2, 1, 0}, 3}, {{3, 1, 0}, 2}, {{4, 1, 0}, 5},
      {{5, 1, 0}, 4}, {{1, 1, 1}, 1}, {{2, 1, 1}, 2}, {{3, 1, 1}, 3}, {{4, 1, 1}, 4},
      {{5, 1, 1}, 5}, {{2, 2, 0}, 0}, {{3, 2, 0}, 1}, {{4, 2, 0}, 6}, {{5, 2, 0}, 7},
      {{2, 2, 1}, 1}, {{2, 2, 2}, 2}, {{3, 2, 2}, 3}, {{4, 2, 2}, 4}, {{5, 2, 2}, 5},
      {{3, 3, 0}, 0}, {{4, 3, 0}, 7}, {{5, 3, 0}, 6}, {{3, 3, 1}, 1}, {{3, 3, 2}, 2},
      {{3, 2, 1}, 0}, {{4, 2, 1}, 7}, {{5, 2, 1}, 6}, {{4, 3, 1}, 6}, {{5, 3, 1}, 7},
      {{4, 3, 2}, 5}, {{5, 3, 2}, 4}};
  const auto ruleset = make_ruleset("nim");
  GenericSolver normal(*ruleset, AllianceMatrix::shifted(2, 1));
  for (const auto& [piles, value] : table) {
    EXPECT_EQ(grundy(*ruleset, ruleset->start(piles, 0)), value);
    EXPECT_EQ(grundy_of_sum(*ruleset, piles), value);
    EXPECT_EQ(normal.outcome(ruleset->start(piles, 0), 0).winner, value == 0 ? 0 : 1);
  }
}

TEST(Grundy, OfHugeNimPilesIsFoundAtOnce) {
  const auto nim = make_ruleset("nim");
  EXPECT_EQ(grundy_of_sum(*nim, std::vector<Counters>{kMaxCounters, 1}), kMaxCounters - 1);
}

TEST(Grundy, IsForImpartialGamesThatFitTheBudget) {
  for (const char* game : {"end-nim", "northcott:4", "northcott-two-way:4"}) {
    const auto ruleset = make_ruleset(game);
    EXPECT_ERROR(ErrorKind::input, "has no Grundy values; expected a game with the same moves",
                 grundy(*ruleset, ruleset->start({1, 2}, 0)));
  }
  const auto nim = make_ruleset("nim");
  EXPECT_ERROR(ErrorKind::input, "positions of nim to look at need more than 1 MiB",
               grundy(*nim, nim->start({100, 100}, 0), {.bytes = 1 << 20}));
}

}  // namespace
}  // namespace nimsweep
