#include "nimsweep/hunt/rank_space.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/last_nim_states.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

std::vector<Rank> random_ranks(int players, std::mt19937_64& random) {
  std::vector<Rank> ranks;
  for (int i = 0; i < players; ++i)
    ranks.push_back(static_cast<Rank>(random() % RankSpace::of(players).rows()));
  return ranks;
}

TEST(RankSpace, IndicesAreThoseOfMatrices) {
  std::mt19937_64 random(1);
  Rank rows = 1;
  for (int players = 2; players <= 8; ++players) {
    rows *= static_cast<Rank>(players);
    const RankSpace& space = RankSpace::of(players);
    EXPECT_EQ(space.players(), players);
    EXPECT_EQ(space.rows(), rows);
    for (int k = 0; k < 50; ++k) {
      const auto ranks = random_ranks(players, random);
      const Uint128 index = space.index_of(ranks);
      EXPECT_EQ(space.ranks_of(index), ranks);
      const auto matrix = AllianceMatrix::from_index(players, index);
      EXPECT_EQ(space.ranks_of(matrix), ranks);
      if (players < 8) EXPECT_EQ(test::rows_of(matrix), definition::rows_of(ranks));
    }
    const std::vector<Rank> last(static_cast<std::size_t>(players), rows - 1);
    EXPECT_EQ(space.index_of(last) + 1, AllianceMatrix::count(players));
    EXPECT_EQ(space.ranks_of(space.index_of(last)), last);
    EXPECT_EQ(space.ranks_of(Uint128{0}), std::vector<Rank>(last.size(), 0));
  }
}

TEST(RankSpace, PreferencesAreThoseOfRows) {
  for (int players = 2; players <= 6; ++players) {
    const auto rows = definition::all_rows(players);
    for (Rank rank = 0; rank < rows.size(); rank += players < 6 ? 1 : 7)
      for (Seat i = 0; i < players; ++i) {
        const auto place = [&](Seat winner) {
          return std::ranges::find(rows[rank], (winner - i + players) % players);
        };
        const Relation found = RankSpace::of(players).preferences(i, rank);
        const Choices choices = RankSpace::of(players).choices(i, rank);
        Relation expected = 0;
        for (Seat a = 0; a < players; ++a)
          for (Seat b = 0; b < players; ++b) {
            if (place(a) < place(b)) expected |= preference(a, b);
            ASSERT_EQ(choices.preferred[static_cast<std::size_t>(a + 8 * b)],
                      place(a) < place(b) ? a : b);
          }
        ASSERT_EQ(found, expected);
      }
  }
}

// All rotations of all matrices of up to three players, and of random matrices of more.
TEST(RankSpace, OrbitsAreThoseOfRotations) {
  std::mt19937_64 random(2);
  const auto check = [](const std::vector<Rank>& ranks) {
    std::vector<std::vector<Rank>> rotations;
    auto rotated = ranks;
    for (std::size_t k = 0; k < ranks.size(); ++k) {
      rotations.push_back(rotated);
      std::ranges::rotate(rotated, rotated.begin() + 1);
    }
    std::ranges::sort(rotations);
    EXPECT_EQ(is_first_of_orbit(ranks), ranks == rotations.front());
    const auto rest = std::ranges::unique(rotations);
    EXPECT_EQ(orbit_size(std::span<const Rank>(ranks)),
              static_cast<int>(rotations.size() - rest.size()))
        << testing::PrintToString(ranks);
  };
  for (int players = 2; players <= 4; ++players) {
    std::uint64_t matrices = 0;
    std::uint64_t all = 1;
    for (int i = 0; i < players; ++i) all *= RankSpace::of(players).rows();
    for (std::uint64_t index = 0; index < all; ++index) {
      const auto ranks = definition::digits_of(index, players);
      if (is_first_of_orbit(ranks))
        matrices += static_cast<std::uint64_t>(orbit_size(std::span<const Rank>(ranks)));
      if (players < 4 || index % 17 == 0) check(ranks);
    }
    EXPECT_EQ(matrices, all) << "orbits of " << players << " players add up";
  }
  for (int players = 4; players <= 8; ++players)
    for (int k = 0; k < 500; ++k) {
      auto ranks = random_ranks(players, random);
      for (Rank& rank : ranks) rank %= 2;  // so that many are their own rotations
      check(ranks);
    }
}

}  // namespace
}  // namespace nimsweep
