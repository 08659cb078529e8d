// The proof for every pile size: right machines pass, spoiled ones do not.
#include "nimsweep/digits/rule_check.hpp"

#include <gtest/gtest.h>

#include <random>

#include "nimsweep/games/registry.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

// Two-pile Nim for two players who both want to move last: the mover loses, which makes the next
// player stuck, if and only if the piles are equal.
DigitMachine equal_piles(bool is_misread = false) {
  OutcomeVector mover;  // who is stuck wins, and everybody wants the other to win
  mover.set(0, 0);
  mover.set(1, 1);
  OutcomeVector other;
  other.set(0, 1);
  other.set(1, 0);
  return DigitMachine(2, 2, 1, {mover, other}, {0, 1, is_misread ? 0u : 1u, 0, 1, 1, 1, 1});
}

const AllianceMatrix kNormal = AllianceMatrix::shifted(2, 1);

MoveRelation nim(int piles) {
  return std::get<MoveRelation>(MoveRelation::of(LowerSome{1}, piles, 0));
}

TEST(RuleCheck, AcceptsWhatIsRight) {
  const auto answer = check_rule(equal_piles(), nim(2), kNormal);
  ASSERT_TRUE(std::holds_alternative<RuleHolds>(answer));
  EXPECT_GT(std::get<RuleHolds>(answer).combinations, 1u);
}

TEST(RuleCheck, FindsTheFirstPositionThatIsWrong) {
  const auto answer = check_rule(equal_piles(true), nim(2), kNormal);
  ASSERT_TRUE(std::holds_alternative<RuleFails>(answer));
  const auto& failure = std::get<RuleFails>(answer);
  EXPECT_EQ(failure.piles, (std::vector<Counters>{1, 0}));
  EXPECT_EQ(failure.player, 0);
  EXPECT_EQ(failure.expected, 1);
}

TEST(RuleCheck, LeadingZerosMustNotCount) {
  OutcomeVector end = OutcomeVector::of_end(2);
  const DigitMachine machine(2, 1, 1, {end, end}, {1, 1, 1, 1});
  const auto answer = check_rule(machine, nim(1), kNormal);
  EXPECT_EQ(std::get<RuleUnknown>(answer).reason, "leading zeros lead away from the start");
}

TEST(RuleCheck, SaysWhenItTakesTooLong) {
  const auto answer = check_rule(equal_piles(), nim(2), kNormal, 1);
  EXPECT_TRUE(std::get<RuleUnknown>(answer).reason.starts_with("the proof takes more than"));
}

}  // namespace
}  // namespace nimsweep
