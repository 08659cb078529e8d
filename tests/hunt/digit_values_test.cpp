#include "nimsweep/hunt/digit_values.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace nimsweep {
namespace {

// Of one pile.
DigitMachine machine(int players, std::vector<std::vector<Seat>> winners,
                     std::vector<DigitMachine::StateId> next) {
  std::vector<OutcomeVector> outcomes;
  for (const auto& of_state : winners) {
    OutcomeVector vector;
    for (Seat i = 0; i < players; ++i) vector.set(i, of_state[static_cast<std::size_t>(i)]);
    outcomes.push_back(vector);
  }
  return {players, 1, 1, std::move(outcomes), std::move(next)};
}

TEST(DigitValues, AreTheSameForEqualFunctions) {
  // Even or odd, once with as few states as possible and once with twice as many, in another order.
  const DigitValues few(machine(2, {{0, 1}, {1, 1}}, {0, 1, 0, 1}));
  const DigitValues many(machine(2, {{0, 1}, {1, 1}, {0, 1}, {1, 1}}, {0, 3, 2, 1, 2, 1, 2, 3}));
  EXPECT_EQ(few.states(), 2u);
  EXPECT_EQ(few, many);
  EXPECT_EQ(few.up_to_rotation().key, many.up_to_rotation().key);
  EXPECT_EQ(few.up_to_rotation().rotations, 2u);
  // The same with the players in each other's place: values 0 0, and 1 0 in place of 0 1.
  const DigitValues turned(machine(2, {{0, 1}, {0, 0}}, {0, 1, 0, 1}));
  EXPECT_NE(few, turned);
  EXPECT_EQ(turned.up_to_rotation().key, few.up_to_rotation().key);
  const DigitValues other(machine(2, {{0, 1}, {1, 0}}, {0, 1, 0, 1}));
  EXPECT_NE(other.up_to_rotation().key, few.up_to_rotation().key);
  EXPECT_EQ(other.up_to_rotation().rotations, 1u);
}

TEST(DigitValues, KnowFromWhichSizeOnPilesAreAlike) {
  // One pile: P_0 wins below 5, P_1 from 5 on. States: the prefixes of 5 and what is larger.
  const DigitValues five(
      machine(2, {{0, 0}, {0, 0}, {0, 0}, {1, 1}, {0, 0}}, {0, 1, 2, 4, 4, 3, 3, 3, 3, 3}));
  // state 0: 0; 1: "1"; 2: "10"; 3: 5 or more; 4: 3 = "11" and 4 = "100", then always more
  for (const std::uint64_t t : {1, 2, 3, 4}) EXPECT_FALSE(five.is_pile_independent(t)) << t;
  for (const std::uint64_t t : {5, 6, 7, 8, 1000}) EXPECT_TRUE(five.is_pile_independent(t)) << t;
  EXPECT_TRUE(five.is_pile_independent(~std::uint64_t{0}));
  // Odd or even goes on for ever.
  const DigitValues parity(machine(2, {{0, 1}, {1, 1}}, {0, 1, 0, 1}));
  for (const std::uint64_t t : {1, 2, 3, 1000}) EXPECT_FALSE(parity.is_pile_independent(t)) << t;
}

}  // namespace
}  // namespace nimsweep
