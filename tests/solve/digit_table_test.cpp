#include "nimsweep/solve/digit_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep {
namespace {

struct Table {
  std::string game;
  std::vector<int> row;  // of all players
  std::vector<Counters> bounds;
  Counters passes = 0;
};

// Every block is what a solver says of its positions, and blocks with one number are equal.
void expect_blocks(const Table& table, std::uint64_t block_bytes) {
  SCOPED_TRACE(table.game + " " + testing::PrintToString(table.bounds) + " in blocks of " +
               std::to_string(block_bytes));
  const auto ruleset = make_ruleset(table.game);
  const auto matrix = AllianceMatrix::from_rows(std::vector(table.row.size(), table.row));
  const auto players = static_cast<std::uint64_t>(matrix.players());
  const auto found =
      find_digit_machine(*ruleset, matrix, static_cast<int>(table.bounds.size()), table.passes);
  ASSERT_TRUE(std::holds_alternative<ProvedMachine>(found));
  std::vector<std::uint64_t> dims{1, players};
  for (const Counters bound : table.bounds) dims.push_back(bound + 1);
  const ChunkLayout layout = ChunkLayout::in_blocks(dims, block_bytes);
  const DigitTable digits(std::get<ProvedMachine>(found).machine, table.bounds,
                          std::span(layout.chunk).subspan(kPileAxes));
  ASSERT_EQ(digits.block_bytes(), layout.chunk_bytes);
  const auto box = make_box(*ruleset, matrix, table.bounds, table.passes);
  box->solve();
  std::map<DigitTable::BlockId, std::vector<std::uint8_t>> known;
  for (std::uint64_t number = 0; number < layout.chunks; ++number) {
    const auto origin = layout.origin_of(number);
    const auto first = static_cast<Seat>(origin[kFirstAxis]);
    const std::span piles = std::span(origin).subspan(kPileAxes);
    const auto block = digits.block_at(first, piles);
    const auto [place, is_new] = known.try_emplace(block, digits.block_bytes());
    if (is_new) digits.fill(block, place->second);
    std::vector<Counters> position(piles.size());
    for (std::size_t cell = 0; cell < place->second.size(); ++cell) {
      std::size_t rest = cell;
      bool is_inside = true;
      for (std::size_t j = position.size(); j-- > 0;) {
        const auto extent = static_cast<std::size_t>(layout.chunk[kPileAxes + j]);
        position[j] = piles[j] + rest % extent;
        rest /= extent;
        is_inside &= position[j] <= table.bounds[j];
      }
      if (is_inside)
        ASSERT_EQ(place->second[cell], box->value(box->place_of(position), first))
            << testing::PrintToString(position) << " first " << first;
    }
  }
}

TEST(DigitTable, BlocksAreWhatASolverSays) {
  for (const std::uint64_t bytes : {1, 2, 8, 64, 100, 1024, 1 << 20}) {
    expect_blocks({"nim", {1, 2, 0}, {40, 33}}, bytes);
    expect_blocks({"nim", {1, 2, 0}, {0, 70}}, bytes);
    expect_blocks({"nim", {0, 1}, {9, 16, 5}}, bytes);
    expect_blocks({"moore:2", {1, 2, 0}, {15, 16, 17}}, bytes);
    expect_blocks({"wythoff", {1, 2, 0}, {50, 20}}, bytes);
    expect_blocks({"subtraction:1,3,4", {0, 1, 2}, {300}}, bytes);
    expect_blocks({"nim", {2, 0, 1}, {20, 20}, 1}, bytes);
    expect_blocks({"zero-move", {0, 1}, {13, 12}}, bytes);
  }
}

TEST(DigitTable, EqualFirstPlayersShareTheirBlocks) {
  const auto ruleset = make_ruleset("nim");
  const auto found = find_digit_machine(*ruleset, AllianceMatrix::shifted(3, 1), 2, 0);
  const DigitMachine& machine = std::get<ProvedMachine>(found).machine;
  const std::vector<Counters> bounds{1023, 1023};
  const std::vector<std::uint64_t> extents{32, 32};
  const DigitTable table(machine, bounds, extents);
  std::set<DigitTable::BlockId> different;
  for (std::uint64_t a = 0; a < 1024; a += 32)
    for (std::uint64_t b = 0; b < 1024; b += 32) {
      const std::vector<std::uint64_t> origin{a, b};
      const auto block = table.block_at(0, origin);
      different.insert(block);
      for (Seat first = 1; first < 3; ++first) EXPECT_EQ(table.block_at(first, origin), block);
    }
  EXPECT_LE(different.size(), machine.size());
}

}  // namespace
}  // namespace nimsweep
