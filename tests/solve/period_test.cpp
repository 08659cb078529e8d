// Periods of subtraction games, against the definition.
#include "nimsweep/solve/period.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

TEST(Period, OfThreePlayersUnderShiftedMatrices) {
  for (int r = 0; r < 3; ++r)
    EXPECT_EQ(find_period({{1, 3, 4}}, AllianceMatrix::shifted(3, r), 0)->length, 9u) << r;
}

TEST(Period, OfTwoPlayersIsThatOfTheClassics) {
  const auto normal = AllianceMatrix::shifted(2, 1);
  EXPECT_EQ(find_period({{1, 2, 3}}, normal, 0), (Period{0, 4}));
  EXPECT_EQ(find_period({{1, 3, 4}}, normal, 0), (Period{0, 7}));
  EXPECT_EQ(find_period({{2}}, normal, 0), (Period{0, 4}));
}

// Slow: a window of all outcomes is looked for by hand.
TEST(Period, AgreesWithTheDefinitionAndIsTheSmallest) {
  std::mt19937_64 random(8);
  for (int repeat = 0; repeat < 150; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 3);
    const int passes = static_cast<int>(random() % 3);
    std::vector<Counters> steps;
    for (Counters step = 1; step <= 6; ++step)
      if (random() % 2 == 0) steps.push_back(step);
    if (steps.empty()) steps.push_back(2);
    const auto rows = definition::random_rows(n, random);
    const auto period =
        find_period({steps}, AllianceMatrix::from_rows(rows), static_cast<Counters>(passes));
    ASSERT_TRUE(period);
    definition::Game game(
        rows, test::with_passes(test::subtraction_options({steps.begin(), steps.end()})));
    const auto outcomes = [&](Counters size) {
      std::vector<int> winners;
      for (int left = 0; left <= passes; ++left)
        for (int player = 0; player < n; ++player)
          winners.push_back(game.winner({static_cast<int>(size), left}, player));
      return winners;
    };
    const Counters last = period->from + 3 * period->length + 12;
    const auto repeats = [&](Counters from, Counters length) {
      for (Counters size = from; size + length <= last; ++size)
        if (outcomes(size) != outcomes(size + length)) return false;
      return true;
    };
    EXPECT_TRUE(repeats(period->from, period->length));
    if (period->from > 0) EXPECT_FALSE(repeats(period->from - 1, period->length));
    for (Counters length = 1; length < period->length; ++length)
      EXPECT_FALSE(repeats(period->from, length)) << length << " of " << period->length;
  }
}

TEST(Period, IsNotLookedForForEver) {
  EXPECT_FALSE(find_period({{1, 3, 4}}, AllianceMatrix::standard(3), 0, 5));
  EXPECT_FALSE(find_period({{10'000'000}}, AllianceMatrix::standard(3), 0));
}

}  // namespace
}  // namespace nimsweep
