#include "nimsweep/solve/last_nim_table.hpp"

#include <gtest/gtest.h>

#include "support/random_games.hpp"

namespace nimsweep {
namespace {

// Counts positions of a box in row-major order.
bool next_position(std::vector<Counters>& piles, const std::vector<Counters>& bounds) {
  for (std::size_t j = piles.size(); j-- > 0;) {
    if (piles[j]++ < bounds[j]) return true;
    piles[j] = 0;
  }
  return false;
}

TEST(LastNimTable, HoldsTheDefinitionsValueOfEveryPosition) {
  std::mt19937_64 random(20);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const int players = 2 + repeat % 5;
    const int passes = repeat % 3;
    const auto rows = definition::random_rows(players, random);
    std::vector<Counters> bounds;
    for (std::size_t j = 0; j < 1 + random() % 4; ++j) bounds.push_back(random() % 8);
    const LastNimTable table(AllianceMatrix::from_rows(rows), passes, bounds);
    definition::Game definition(rows, definition::last_nim_options);
    for (Seat first = 0; first < players; ++first) {
      std::vector<std::uint8_t> values(table.bytes_per_player(), 255);
      table.fill(first, values);
      std::vector<Counters> piles(bounds.size(), 0);
      std::size_t k = 0;
      do {
        const int winner =
            definition.winner(test::with({piles.begin(), piles.end()}, passes), first);
        ASSERT_EQ(values[k++], (winner - first + players) % players);
      } while (next_position(piles, bounds));
      ASSERT_EQ(k, values.size());
    }
  }
}

TEST(LastNimTable, BlocksArePartsOfTheWholeAndEqualWhereStateAndSaturationAre) {
  std::mt19937_64 random(21);
  const std::vector<Counters> bounds = {6, 9, 5};
  for (int repeat = 0; repeat < 20; ++repeat) {
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(3 + repeat % 2, random));
    const LastNimTable table(matrix, 0, bounds);
    std::vector<std::uint8_t> whole(table.bytes_per_player());
    table.fill(1, whole);
    for (std::uint64_t x = 0; x <= 6; ++x)
      for (const Counters from : {0u, 3u, 6u, 9u}) {
        std::vector<std::uint8_t> block(3 * 6);
        const auto state = table.state_after(std::vector<std::uint64_t>{x});
        table.fill_block(1, state, 1, from, 3, block);
        const std::size_t in_range = std::min<std::size_t>(3, 10 - from) * 6;
        EXPECT_TRUE(std::equal(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(in_range),
                               whole.begin() + static_cast<std::ptrdiff_t>(x * 60 + from * 6)));
      }
  }
}

}  // namespace
}  // namespace nimsweep
