#include "nimsweep/hunt/space_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "nimsweep/solve/descending_machine.hpp"
#include "support/every_small_matrix.hpp"
#include "support/hunting.hpp"

namespace nimsweep {
namespace {

using test::all_shares;
using test::walk_all;
using Histogram = std::map<std::pair<std::size_t, int>, Shares>;  // by states and letters

struct NamedWalk {
  std::string name;
  std::unique_ptr<SpaceWalk> walk;
};

// All walks through all matrices, for positions of up to this many piles.
std::vector<NamedWalk> walks_over_all(int players, int max_piles,
                                      WalkedGame game = WalkedGame::last_nim) {
  std::vector<NamedWalk> walks;
  if (max_piles == 0) {
    walks.push_back({"orbits", walk_orbits(players, false, game)});
    walks.push_back({"orbits with behaviours", walk_orbits(players, true, game)});
  }
  walks.push_back({"choices", walk_choices(players, max_piles, game)});
  walks.push_back({"all matrices", walk_all_matrices(players, max_piles, game)});
  return walks;
}

Histogram histogram_of(const SpaceWalk& walk) {
  Histogram histogram;
  walk_all(walk, [&](const Piece& piece) {
    EXPECT_GT(piece.shares, 0u);
    histogram[{piece.machine.states, piece.machine.letters}] += piece.shares;
  });
  return histogram;
}

template <int n>
Histogram expected_histogram(int max_piles, WalkedGame game) {
  Histogram histogram;
  for (const auto& machine :
       definition::every_matrix<n>(max_piles, game == WalkedGame::small_nim).machines())
    histogram[{machine.states, static_cast<int>(machine.letters)}] += 60;
  return histogram;
}

template <int n>
void expect_every_walk_counts_all(int max_piles, WalkedGame game = WalkedGame::last_nim) {
  const Histogram expected = expected_histogram<n>(max_piles, game);
  Shares total = 0;
  for (const auto& [key, shares] : expected) total += shares;
  EXPECT_EQ(total, all_shares(n));
  for (const auto& [name, walk] : walks_over_all(n, max_piles, game)) {
    SCOPED_TRACE(name + ", players " + std::to_string(n) + ", piles " + std::to_string(max_piles));
    EXPECT_TRUE(walk->has_all());
    EXPECT_EQ(histogram_of(*walk), expected);
  }
}

TEST(SpaceWalk, EveryWayThroughAllMatricesCountsTheSame) {
  for (int max_piles = 0; max_piles <= 5; ++max_piles) {
    expect_every_walk_counts_all<2>(max_piles);
    expect_every_walk_counts_all<3>(max_piles);
  }
  for (int max_piles = 0; max_piles <= 3; ++max_piles) expect_every_walk_counts_all<4>(max_piles);
}

TEST(SpaceWalk, EveryWayThroughAllMatricesCountsTheSameInSmallNim) {
  for (int max_piles = 0; max_piles <= 5; ++max_piles) {
    expect_every_walk_counts_all<2>(max_piles, WalkedGame::small_nim);
    expect_every_walk_counts_all<3>(max_piles, WalkedGame::small_nim);
  }
  for (const int max_piles : {0, 2})
    expect_every_walk_counts_all<4>(max_piles, WalkedGame::small_nim);
}

// The class that `machine` shows, which is tested against the definition.
TEST(SpaceWalk, MachinesOfSmallNimAreDescendingMachines) {
  std::mt19937_64 random(3);
  for (int k = 0; k < 60; ++k) {
    const int players = 2 + k % 6;
    std::vector<Rank> ranks;
    for (int i = 0; i < players; ++i)
      ranks.push_back(static_cast<Rank>(random() % RankSpace::of(players).rows()));
    const auto matrix = AllianceMatrix::from_index(players, RankSpace::of(players).index_of(ranks));
    const DescendingMachine expected((PrefixMachine(LastNimMachine(matrix))));
    std::set<definition::Winners> vectors;
    for (DescendingMachine::StateId id = 0; id < expected.size(); ++id)
      for (const DescendingMachine::StateId next : expected.next(id)) {
        definition::Winners winners;
        for (Seat i = 0; i < players; ++i) winners.push_back(expected.outcomes(next)[i]);
        vectors.insert(winners);
      }
    const auto walk = walk_matrices(
        players, 0, 1, [&](std::uint64_t) { return ranks; }, WalkedGame::small_nim);
    walk->walk(0, [&](const Piece& piece) {
      EXPECT_EQ(piece.machine.states, expected.size());
      EXPECT_EQ(static_cast<std::size_t>(piece.machine.letters), expected.letters());
      EXPECT_EQ(test::explored_of(piece.machine).reached, vectors);
    });
  }
}

TEST(SpaceWalk, FewPilesOfFivePlayersAddUp) {
  for (const int max_piles : {1, 2}) {
    Shares total = 0;
    walk_all(*walk_choices(5, max_piles), [&](const Piece& piece) { total += piece.shares; });
    EXPECT_EQ(total, all_shares(5)) << max_piles << " piles";
  }
}

// The two independent computations agree, so the fast one may stand in for the definition.
TEST(SpaceWalk, LoopsOverOptionsAgreeWithTheDefinition) {
  std::mt19937_64 random(1);
  const auto compare = [](const auto& every, int players, std::uint64_t index, int max_piles) {
    const auto found =
        definition::explore(definition::rows_of(definition::digits_of(index, players)), max_piles);
    const auto& machine = every.machines()[index];
    EXPECT_EQ(machine.states, found.states) << index;
    EXPECT_EQ(static_cast<int>(machine.letters), found.letters) << index;
  };
  for (int max_piles = 0; max_piles <= 3; ++max_piles)
    for (std::uint64_t index = 0; index < 216; ++index)
      compare(definition::every_matrix<3>(max_piles), 3, index, max_piles);
  for (const int max_piles : {0, 2})
    for (int k = 0; k < 100; ++k)
      compare(definition::every_matrix<4>(max_piles), 4, random() % 331'776, max_piles);
}

void expect_machine_by_definition(const std::vector<Rank>& ranks, int max_piles) {
  const auto expected = definition::explore(definition::rows_of(ranks), max_piles);
  int visits = 0;
  const auto walk = walk_matrices(static_cast<int>(ranks.size()), max_piles, 1,
                                  [&](std::uint64_t) { return ranks; });
  EXPECT_FALSE(walk->has_all());
  ASSERT_EQ(walk->units(), 1u);
  walk->walk(0, [&](const Piece& piece) {
    ++visits;
    EXPECT_EQ(test::explored_of(piece.machine), expected);
    EXPECT_EQ(piece.machine.reached.size(), expected.reached.size());
    EXPECT_EQ(piece.shares, 60u);
    for (std::size_t i = 0; i < ranks.size(); ++i)
      EXPECT_EQ(piece.ranks(static_cast<Seat>(i)), std::vector{ranks[i]});
  });
  EXPECT_EQ(visits, 1);
}

TEST(SpaceWalk, MachinesOfAllMatricesOfTwoAndThreePlayers) {
  for (int max_piles = 0; max_piles <= 3; ++max_piles) {
    for (std::uint64_t index = 0; index < 4; ++index)
      expect_machine_by_definition(definition::digits_of(index, 2), max_piles);
    for (std::uint64_t index = 0; index < 216; ++index)
      expect_machine_by_definition(definition::digits_of(index, 3), max_piles);
  }
}

TEST(SpaceWalk, MachinesOfRandomMatrices) {
  std::mt19937_64 random(2);
  const auto try_some = [&](int players, int count, int max_piles) {
    const auto rows = definition::all_rows(players).size();
    for (int k = 0; k < count; ++k) {
      std::vector<Rank> ranks;
      for (int i = 0; i < players; ++i) ranks.push_back(static_cast<Rank>(random() % rows));
      SCOPED_TRACE(testing::PrintToString(ranks) + ", piles " + std::to_string(max_piles));
      expect_machine_by_definition(ranks, max_piles);
    }
  };
  try_some(4, 100, 0);
  try_some(4, 50, 2);
  try_some(5, 20, 0);
  try_some(5, 10, 3);
  try_some(6, 3, 0);
  try_some(6, 5, 2);
  try_some(7, 1, 0);
  try_some(7, 3, 2);
  try_some(8, 1, 2);
}

TEST(SpaceWalk, MatricesComeInTheOrderGiven) {
  constexpr std::uint64_t kCount = 40'000;  // several units
  const auto walk = walk_matrices(
      4, 1, kCount, [](std::uint64_t number) { return definition::digits_of(number * 7, 4); });
  EXPECT_GT(walk->units(), 1u);
  std::uint64_t next = 0;
  walk_all(*walk, [&](const Piece& piece) {
    const auto expected = definition::digits_of(7 * next++, 4);
    for (Seat i = 0; i < 4; ++i)
      ASSERT_EQ(piece.ranks(i), std::vector{expected[static_cast<std::size_t>(i)]});
  });
  EXPECT_EQ(next, kCount);
  const auto none = walk_matrices(3, 0, 0, [](std::uint64_t) { return std::vector<Rank>(); });
  EXPECT_EQ(none->units(), 0u);
}

// Matrices of every `every`-th piece of a unit, from at most `most` pieces.
void expect_pieces_by_definition(const SpaceWalk& walk, std::uint64_t unit, int max_piles,
                                 std::uint64_t every, std::uint64_t most, std::mt19937_64& random) {
  struct Enough {};
  std::uint64_t seen = 0;
  const auto look = [&](const Piece& piece) {
    if (seen++ % every != 0) return;
    if (seen > most * every) throw Enough();
    for (Seat i = 0; i < piece.machine.players; ++i) {
      const auto ranks = piece.ranks(i);
      ASSERT_FALSE(ranks.empty());
      EXPECT_TRUE(std::ranges::adjacent_find(ranks, std::greater_equal()) == ranks.end());
    }
    for (int k = 0; k < 2; ++k) {
      const auto ranks = test::any_of(piece, random);
      ASSERT_EQ(test::explored_of(piece.machine),
                definition::explore(definition::rows_of(ranks), max_piles))
          << testing::PrintToString(ranks) << ", piles " << max_piles;
    }
  };
  try {
    walk.walk(unit, look);
  } catch (const Enough&) {
    EXPECT_GT(seen, most);
  }
}

TEST(SpaceWalk, MatricesOfAPieceHaveItsMachine) {
  std::mt19937_64 random(3);
  const auto try_some = [&](const SpaceWalk& walk, int units, int max_piles, std::uint64_t every,
                            std::uint64_t most) {
    for (int k = 0; k < units; ++k)
      expect_pieces_by_definition(walk, random() % walk.units(), max_piles, every, most, random);
  };
  for (const bool counts_behaviours : {false, true}) {
    try_some(*walk_orbits(3, counts_behaviours), 10, 0, 1, 100);
    try_some(*walk_orbits(4, counts_behaviours), 10, 0, 29, 20);
    try_some(*walk_orbits(5, counts_behaviours), 5, 0, 10'007, 2);
  }
  for (int max_piles = 0; max_piles <= 3; ++max_piles) {
    try_some(*walk_choices(3, max_piles), 8, max_piles, 1, 100);
    try_some(*walk_choices(4, max_piles), 8, max_piles, 47, 20);
    try_some(*walk_choices(5, max_piles), 5, max_piles, max_piles == 1 ? 3 : 5'003, 2);
  }
  try_some(*walk_orbits(6, false), 1, 0, 997, 1);
  try_some(*walk_choices(6, 2), 2, 2, 997, 3);
}

// Every matrix of a behaviour has its values, and no other matrix does.
template <int n>
void expect_behaviours(const SpaceWalk& walk, int max_piles, bool is_small_nim = false) {
  const auto& every = definition::every_matrix<n>(max_piles, is_small_nim);
  std::vector<std::uint64_t> sizes(every.behaviours());  // matrices by behaviour
  for (const auto& machine : every.machines()) ++sizes[machine.behaviour];
  const std::uint64_t rows = definition::all_rows(n).size();
  Shares behaviours = 0;
  Shares up_to_rotation = 0;
  std::vector<bool> is_counted(every.behaviours());
  walk_all(walk, [&](const Piece& piece) {
    behaviours += piece.behaviours;
    up_to_rotation += piece.behaviours_up_to_rotation;
    if (piece.behaviours == 0) {
      EXPECT_EQ(piece.behaviours_up_to_rotation, 0u);
      return;
    }
    std::vector<std::uint64_t> indices{0};
    for (Seat i = 0; i < n; ++i) {
      const auto ranks = piece.alike(i);
      ASSERT_FALSE(ranks.empty());
      EXPECT_EQ(piece.first_alike[static_cast<std::size_t>(i)], ranks.front());
      std::vector<std::uint64_t> longer;
      for (const std::uint64_t index : indices)
        for (const Rank rank : ranks) longer.push_back(index * rows + rank);
      indices = std::move(longer);
    }
    const auto behaviour = every.machines()[indices.front()].behaviour;
    ASSERT_FALSE(is_counted[behaviour]) << indices.front();
    is_counted[behaviour] = true;
    ASSERT_EQ(indices.size(), sizes[behaviour]) << indices.front();
    for (const std::uint64_t index : indices)
      ASSERT_EQ(every.machines()[index].behaviour, behaviour) << index;
  });
  EXPECT_EQ(behaviours, 60 * every.behaviours());
  EXPECT_EQ(up_to_rotation, 60 * every.behaviours_up_to_rotation());
}

TEST(SpaceWalk, BehavioursOfUpToThreePlayers) {
  for (int max_piles = 0; max_piles <= 4; ++max_piles) {
    expect_behaviours<2>(*walk_choices(2, max_piles), max_piles);
    expect_behaviours<3>(*walk_choices(3, max_piles), max_piles);
  }
  expect_behaviours<2>(*walk_orbits(2, true), 0);
  expect_behaviours<3>(*walk_orbits(3, true), 0);
  EXPECT_EQ(definition::every_matrix<3>(0).behaviours(), 216u);
  EXPECT_EQ(definition::every_matrix<3>(0).behaviours_up_to_rotation(), 76u);
}

TEST(SpaceWalk, BehavioursOfFourPlayers) {
  expect_behaviours<4>(*walk_orbits(4, true), 0);
  for (int max_piles = 0; max_piles <= 3; ++max_piles)
    expect_behaviours<4>(*walk_choices(4, max_piles), max_piles);
  const auto count = [](int max_piles) {
    const auto& every = definition::every_matrix<4>(max_piles);
    return std::pair(every.behaviours(), every.behaviours_up_to_rotation());
  };
  EXPECT_EQ(count(0), std::pair(255'194ul, 63'893ul));
  EXPECT_EQ(count(1), std::pair(256ul, 70ul));
  EXPECT_EQ(count(2), std::pair(11'354ul, 2'869ul));
}

TEST(SpaceWalk, BehavioursOfSmallNim) {
  constexpr auto kSmallNim = WalkedGame::small_nim;
  for (int max_piles = 0; max_piles <= 4; ++max_piles) {
    expect_behaviours<2>(*walk_choices(2, max_piles, kSmallNim), max_piles, true);
    expect_behaviours<3>(*walk_choices(3, max_piles, kSmallNim), max_piles, true);
  }
  expect_behaviours<2>(*walk_orbits(2, true, kSmallNim), 0, true);
  expect_behaviours<3>(*walk_orbits(3, true, kSmallNim), 0, true);
  expect_behaviours<4>(*walk_orbits(4, true, kSmallNim), 0, true);
  for (const int max_piles : {0, 2})
    expect_behaviours<4>(*walk_choices(4, max_piles, kSmallNim), max_piles, true);
  EXPECT_EQ(definition::every_matrix<3>(0, true).behaviours(), 72u);
}

TEST(SpaceWalk, RotatedMatricesHaveRotatedValues) {
  for (std::uint64_t index = 0; index < 216; index += 5) {
    auto rows = definition::rows_of(definition::digits_of(index, 3));
    definition::LastNim game(rows);
    std::ranges::rotate(rows, rows.begin() + 1);
    definition::LastNim rotated(rows);
    for (const auto& piles : definition::box(4, 3)) {
      definition::State row;
      for (const int pile : piles)
        if (pile > 0) row.push_back(pile);
      const auto winners = game.winners(row);
      const auto others = rotated.winners(row);
      for (int i = 0; i < 3; ++i)
        ASSERT_EQ((others[static_cast<std::size_t>(i)] - i + 3) % 3,
                  (winners[static_cast<std::size_t>((i + 1) % 3)] - (i + 1) % 3 + 3) % 3);
    }
  }
}

TEST(SpaceWalk, WhatAVisitorThrowsEndsTheWalk) {
  for (const auto& [name, walk] : walks_over_all(3, 0)) {
    int visits = 0;
    EXPECT_THROW(walk->walk(0,
                            [&](const Piece&) {
                              ++visits;
                              throw std::runtime_error("enough");
                            }),
                 std::runtime_error);
    EXPECT_EQ(visits, 1) << name;
    Shares total = 0;  // the walk is unchanged
    walk_all(*walk, [&](const Piece& piece) { total += piece.shares; });
    EXPECT_EQ(total, all_shares(3)) << name;
  }
}

TEST(SpaceWalk, GuessesTheNumberOfPiecesOnAverage) {
  for (const auto& [players, piles] :
       std::vector<std::pair<int, int>>{{3, 0}, {4, 1}, {4, 2}, {4, 0}, {5, 1}}) {
    const auto walk = walk_choices(players, piles);
    double pieces = 0;
    test::walk_all(*walk, [&](const Piece&) { ++pieces; });
    double sum = 0;
    constexpr int kGuesses = 4000;
    for (std::uint64_t seed = 0; seed < kGuesses; ++seed)
      sum += walk->guess_pieces(seed).value_or(0);
    EXPECT_NEAR(sum / kGuesses / pieces, 1, 0.1) << players << " players, " << piles << " piles";
  }
  EXPECT_FALSE(walk_all_matrices(3, 0)->guess_pieces(0));
}

}  // namespace
}  // namespace nimsweep
