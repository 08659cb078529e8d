// Machines over digits, made minimal.
#include "nimsweep/digits/digit_machine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace nimsweep {
namespace {

OutcomeVector vector_of(std::uint64_t number) {
  OutcomeVector vector;
  vector.set(0, static_cast<Seat>(number % 2));
  vector.set(1, static_cast<Seat>(number / 2 % 2));
  return vector;
}

// With few outcomes, so that states are often alike.
DigitMachine random_machine(int piles, std::size_t modes, std::mt19937_64& random) {
  const std::size_t states = 1 + random() % 12;
  std::vector<OutcomeVector> outcomes;
  for (std::size_t k = 0; k < states * modes; ++k) outcomes.push_back(vector_of(random() % 2));
  std::vector<DigitMachine::StateId> next;
  for (std::size_t k = 0; k < states << piles; ++k)
    next.push_back(static_cast<DigitMachine::StateId>(random() % states));
  next[0] = 0;
  return {2, piles, modes, std::move(outcomes), std::move(next)};
}

// Are the outcomes after every row of so many digits the same?
bool are_alike(const DigitMachine& a, DigitMachine::StateId from_a, const DigitMachine& b,
               DigitMachine::StateId from_b, int digits) {
  if (!std::ranges::equal(a.outcomes(from_a), b.outcomes(from_b))) return false;
  if (digits == 0) return true;
  for (std::size_t letter = 0; letter < a.letters(); ++letter)
    if (!are_alike(a, a.next(from_a)[letter], b, b.next(from_b)[letter], digits - 1)) return false;
  return true;
}

// The same machine with its states, other than the start, numbered in another way.
DigitMachine renumbered(const DigitMachine& machine, std::mt19937_64& random) {
  std::vector<DigitMachine::StateId> order(machine.size());  // old numbers
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin() + 1, order.end(), random);
  std::vector<DigitMachine::StateId> number(machine.size());
  for (DigitMachine::StateId k = 0; k < order.size(); ++k) number[order[k]] = k;
  std::vector<OutcomeVector> outcomes;
  std::vector<DigitMachine::StateId> next;
  for (const auto old : order) {
    outcomes.insert(outcomes.end(), machine.outcomes(old).begin(), machine.outcomes(old).end());
    for (const auto target : machine.next(old)) next.push_back(number[target]);
  }
  return {machine.players(), machine.piles(), machine.modes(), std::move(outcomes),
          std::move(next)};
}

TEST(MinimalDigitMachine, SaysTheSameWithTheFewestStates) {
  std::mt19937_64 random(5);
  std::size_t smaller = 0;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const DigitMachine machine = random_machine(1, 1 + random() % 2, random);
    const DigitMachine smallest = minimal(machine);
    ASSERT_TRUE(are_alike(machine, 0, smallest, 0, 12));
    for (DigitMachine::StateId a = 0; a < smallest.size(); ++a)
      for (DigitMachine::StateId b = 0; b < a; ++b)
        ASSERT_FALSE(are_alike(smallest, a, smallest, b, 12));
    smaller += smallest.size() < machine.size() ? 1 : 0;
  }
  EXPECT_GT(smaller, 100u);
}

TEST(MinimalDigitMachine, DoesNotDependOnHowStatesAreNumbered) {
  std::mt19937_64 random(6);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const DigitMachine machine = random_machine(2, 1, random);
    EXPECT_EQ(minimal(renumbered(machine, random)), minimal(machine));
    EXPECT_EQ(minimal(minimal(machine)), minimal(machine));
  }
}

}  // namespace
}  // namespace nimsweep
