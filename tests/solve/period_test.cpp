// Periods of subtraction games, against the definition.
#include "nimsweep/solve/period.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "nimsweep/digits/digit_learner.hpp"
#include "nimsweep/digits/rule_check.hpp"
#include "support/expect_error.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

TEST(Period, OfThreePlayersUnderShiftedMatrices) {
  for (int r = 0; r < 3; ++r)
    EXPECT_EQ(find_period({{1, 3, 4}}, AllianceMatrix::shifted(3, r), 0)->period.length, 9u) << r;
}

TEST(Period, OfTwoPlayersIsThatOfTheClassics) {
  const auto normal = AllianceMatrix::shifted(2, 1);
  EXPECT_EQ(find_period({{1, 2, 3}}, normal, 0)->period, (Period{0, 4}));
  EXPECT_EQ(find_period({{1, 3, 4}}, normal, 0)->period, (Period{0, 7}));
  EXPECT_EQ(find_period({{2}}, normal, 0)->period, (Period{0, 4}));
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
    const auto found =
        find_period({steps}, AllianceMatrix::from_rows(rows), static_cast<Counters>(passes));
    ASSERT_TRUE(found);
    const Period period = found->period;
    definition::Game game(
        rows, test::with_passes(test::subtraction_options({steps.begin(), steps.end()})));
    const auto outcomes = [&](Counters size) {
      std::vector<int> winners;
      for (int left = 0; left <= passes; ++left)
        for (int player = 0; player < n; ++player)
          winners.push_back(game.winner({static_cast<int>(size), left}, player));
      return winners;
    };
    const Counters last = period.from + 3 * period.length + 12;
    const auto repeats = [&](Counters from, Counters length) {
      for (Counters size = from; size + length <= last; ++size)
        if (outcomes(size) != outcomes(size + length)) return false;
      return true;
    };
    EXPECT_TRUE(repeats(period.from, period.length));
    if (period.from > 0) EXPECT_FALSE(repeats(period.from - 1, period.length));
    for (Counters length = 1; length < period.length; ++length)
      EXPECT_FALSE(repeats(period.from, length)) << length << " of " << period.length;
  }
}

// The machine of a period against the rule of the game, which knows nothing of periods, and beside
// the one that is learned from a box.
TEST(Period, ItsMachineKeepsTheRuleOfTheGame) {
  std::mt19937_64 random(9);
  for (int repeat = 0; repeat < 150; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 3);
    const Counters passes = random() % 3;
    std::vector<Counters> steps;
    for (Counters step = 1; step <= 12; ++step)
      if (random() % 3 == 0) steps.push_back(step);
    if (steps.empty()) steps.push_back(3);
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(n, random));
    const auto found = find_period({steps}, matrix, passes);
    ASSERT_TRUE(found);
    const DigitMachine machine = to_digit_machine(*found, n);
    const auto relation = std::get<MoveRelation>(MoveRelation::of(LowerBy{steps}, 1, passes));
    ASSERT_TRUE(std::holds_alternative<RuleHolds>(check_rule(machine, relation, matrix)));
    const DigitLearner learner(n, 1, passes + 1, 10,
                               [&](std::span<const Counters> piles, std::span<OutcomeVector> out) {
                                 const auto outcomes = machine.outcomes(machine.state_of(piles));
                                 std::ranges::copy(outcomes, out.begin());
                               });
    for (int depth = 6; depth < 8; ++depth)
      if (const auto guess = learner.guess(depth); guess && guess->size() >= machine.size())
        EXPECT_EQ(*guess, machine);
  }
}

// Numbers far beyond what can be followed digit by digit.
TEST(Period, IsFoundForLargeNumbers) {
  const auto found = find_period({{123, 4567, 9000}}, AllianceMatrix::shifted(3, 1), 0);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->period, (Period{32'204, 18'134}));
  const DigitMachine machine = to_digit_machine(*found, 3);
  EXPECT_LT(machine.size(), found->outcomes.size());
  const std::vector<Counters> piles{1'000'000'000'000'000'000};
  EXPECT_EQ(machine.outcomes(machine.state_of(piles))[0],
            found->outcomes[32'204 + (piles[0] - 32'204) % 18'134]);
}

TEST(Period, SearchStopsSoon) {
  const auto matrix = AllianceMatrix::shifted(3, 1);
  EXPECT_ERROR(ErrorKind::interrupted, "interrupted",
               find_period({{123, 4567, 9000}}, matrix, 0, kMostPeriodSizes, [] { return true; }));
}

TEST(Period, IsNotLookedForForEver) {
  EXPECT_FALSE(find_period({{1, 3, 4}}, AllianceMatrix::standard(3), 0, 5));
  EXPECT_FALSE(find_period({{10'000'000}}, AllianceMatrix::standard(3), 0));
}

}  // namespace
}  // namespace nimsweep
