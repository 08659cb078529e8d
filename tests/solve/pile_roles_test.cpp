#include "nimsweep/solve/pile_roles.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using definition::State;

// Every other size is tried, up to one at which nothing changes any more: without passes n, with
// few passes and players some more.
bool matters(definition::Game& game, const State& piles, int passes, std::size_t j, int first,
             int largest) {
  if (piles[j] == 0) return false;
  State other = test::with(piles, passes);
  const int winner = game.winner(other, first);
  for (other[j] = 1; other[j] <= largest; ++other[j])
    if (game.winner(other, first) != winner) return true;
  return false;
}

TEST(PileRoles, AreThoseOfTheDefinition) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + trial % 3;
    const int passes = trial % 4 == 3 ? 1 + trial % 2 : 0;
    const auto rows = definition::random_rows(n, random);
    definition::Game game(rows, definition::last_nim_options);
    const LastNimMachine machine(AllianceMatrix::from_rows(rows), passes);
    for (int k = 0; k < 5; ++k) {
      State piles(1 + random() % 5);
      for (int& pile : piles) pile = static_cast<int>(random() % 5);
      const int first = static_cast<int>(random() % static_cast<unsigned>(n));
      const auto roles = pile_roles(machine, test::piles_of(piles), first);
      ASSERT_EQ(roles.size(), piles.size());
      for (std::size_t j = 0; j < piles.size(); ++j) {
        EXPECT_EQ(roles[j].matters, matters(game, piles, passes, j, first, 4 + 2 * passes + n));
        const State prefix(piles.begin(), piles.begin() + static_cast<std::ptrdiff_t>(j) + 1);
        for (int i = 0; i < n; ++i)
          EXPECT_EQ(roles[j].winners[i], game.winner(test::with(prefix, passes), i));
      }
    }
  }
}

TEST(PileRoles, AreThoseOfTheDefinitionInSmallNim) {
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + trial % 3;
    const int passes = trial % 4 == 3 ? 1 + trial % 2 : 0;
    const auto rows = definition::random_rows(n, random);
    definition::Game game(rows, test::with_passes(test::small_nim_options()));
    const LastNimMachine machine(AllianceMatrix::from_rows(rows), passes);
    for (int k = 0; k < 5; ++k) {
      State piles(1 + random() % 4);
      for (int& pile : piles) pile = static_cast<int>(random() % 5);
      const int first = static_cast<int>(random() % static_cast<unsigned>(n));
      const auto roles = small_nim_pile_roles(machine, test::piles_of(piles), first);
      ASSERT_EQ(roles.size(), piles.size());
      State so_far;
      for (const PileRole& role : roles) {
        if (!so_far.empty()) EXPECT_GE(so_far.back(), piles[role.pile]);
        so_far.push_back(piles[role.pile]);
        EXPECT_EQ(role.matters, matters(game, piles, passes, role.pile, first, 4 + 2 * passes + n));
        for (int i = 0; i < n; ++i)
          EXPECT_EQ(role.winners[i], game.winner(test::with(so_far, passes), i));
      }
    }
  }
}

TEST(PileRoles, AreTheSameForHugePilesInSmallNim) {
  std::mt19937_64 random(6);
  for (const int n : {3, 5, 9}) {
    const LastNimMachine machine(AllianceMatrix::from_rows(definition::random_rows(n, random)));
    const std::vector<Counters> large = {2, 50, 1, 40, 3, 60};
    const std::vector<Counters> huge = {2, kMaxCounters - 1, 1, 1'000'000'000'000u,
                                        3, kMaxCounters};
    const auto roles = small_nim_pile_roles(machine, large, 0);
    const auto huge_roles = small_nim_pile_roles(machine, huge, 0);
    for (std::size_t j = 0; j < large.size(); ++j) {
      EXPECT_EQ(roles[j].pile, huge_roles[j].pile);
      EXPECT_EQ(roles[j].winners, huge_roles[j].winners);
      EXPECT_EQ(roles[j].matters, huge_roles[j].matters);
    }
  }
}

// For many piles the definition is too slow: here each size is tried with the machine.
TEST(PileRoles, AreThoseOfTheMachineForManyPiles) {
  std::mt19937_64 random(4);
  for (const int n : {3, 5, 8}) {
    const LastNimMachine machine(AllianceMatrix::from_rows(definition::random_rows(n, random)));
    std::vector<Counters> piles(60);
    for (Counters& pile : piles) pile = 1 + random() % (random() % 2 == 0 ? 2 : 20);
    const auto roles = pile_roles(machine, piles, 1);
    for (std::size_t j = 0; j < piles.size(); ++j) {
      std::vector<Counters> other = piles;
      bool expected = false;
      for (other[j] = 1; other[j] <= static_cast<Counters>(n); ++other[j])
        expected |= machine.outcomes(other)[1] != machine.outcomes(piles)[1];
      EXPECT_EQ(roles[j].matters, expected) << "pile " << j + 1;
    }
  }
}

// Under SSAM^r the piles that matter are number c_1, c_2, ..: see the recurrence of its claims.
TEST(PileRoles, UnderShiftedMatricesAreAKnownSequence) {
  const int n = 5;
  for (int r = 0; r < n; ++r) {
    std::mt19937_64 random(static_cast<unsigned>(r));
    std::vector<Counters> piles(3000);
    for (Counters& pile : piles) pile = 1 + random() % 3;
    std::vector<bool> expected(piles.size() + 1);
    for (std::size_t c = static_cast<std::size_t>((r - 2 + n) % n) + 1; c <= piles.size();
         c += static_cast<std::size_t>(n) - (piles[c - 1] > 1 ? 1 : 0))
      expected[c] = true;
    // A later pile may undo what an earlier one does, so only these can matter.
    const auto roles = pile_roles(LastNimMachine(AllianceMatrix::shifted(n, r)), piles, 0);
    std::size_t last = 0;
    for (std::size_t j = 0; j < piles.size(); ++j) {
      EXPECT_FALSE(roles[j].matters && !expected[j + 1]) << "pile " << j + 1;
      if (expected[j + 1]) last = j;
    }
    EXPECT_TRUE(roles[last].matters);
  }
}

TEST(PileRoles, OfNoPilesAreNone) {
  const LastNimMachine machine(AllianceMatrix::standard(3));
  EXPECT_TRUE(pile_roles(machine, {}, 0).empty());
  const std::vector<Counters> empty = {0, 0};
  for (const auto& roles : {pile_roles(machine, empty, 0), small_nim_pile_roles(machine, empty, 0)})
    for (const PileRole& role : roles) {
      EXPECT_FALSE(role.matters);
      EXPECT_EQ(role.winners, OutcomeVector::of_end(3));
    }
}

}  // namespace
}  // namespace nimsweep
