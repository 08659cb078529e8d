#include "nimsweep/model/alliance_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "nimsweep/base/text.hpp"
#include "support/definition.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

using Rows = std::vector<std::vector<int>>;

Rows rows_of(const AllianceMatrix& matrix) {
  Rows rows;
  for (Seat i = 0; i < matrix.players(); ++i) {
    rows.emplace_back();
    for (int j = 0; j < matrix.players(); ++j) rows.back().push_back(matrix.offset(i, j));
  }
  return rows;
}

TEST(AllianceMatrix, KeepsItsRowsForAnyNumberOfPlayers) {
  std::mt19937_64 random(2);
  for (int players = kMinPlayers; players <= kMaxPlayers; ++players) {
    const Rows rows = definition::random_rows(players, random);
    EXPECT_EQ(rows_of(AllianceMatrix::from_rows(rows)), rows);
  }
}

TEST(AllianceMatrix, RanksWinnersByTheirPlaceInTheRow) {
  const auto matrix = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {1, 2, 0}});
  EXPECT_EQ(matrix.rank(0, 0), 0);
  EXPECT_EQ(matrix.rank(0, 2), 1);
  EXPECT_EQ(matrix.rank(0, 1), 2);
  EXPECT_EQ(matrix.rank(2, 0), 0);  // P_2 likes the next seat best: P_0
  EXPECT_TRUE(matrix.prefers(1, 1, 2));
  EXPECT_FALSE(matrix.prefers(1, 2, 2));
  EXPECT_FALSE(matrix.prefers(0, 1, 2));
}

TEST(AllianceMatrix, PreferredPicksForEachPlayer) {
  const auto matrix = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {1, 2, 0}});
  OutcomeVector a;
  OutcomeVector b;
  a.set(0, 1), b.set(0, 2);
  a.set(1, 2), b.set(1, 0);
  a.set(2, 1), b.set(2, 1);
  const OutcomeVector best = matrix.preferred(a, b);
  EXPECT_EQ(best[0], 2);
  EXPECT_EQ(best[1], 2);
  EXPECT_EQ(best[2], 1);
  EXPECT_EQ(matrix.preferred(b, a), best);
}

TEST(AllianceMatrix, FamiliesAreAsDefined) {
  for (int players = kMinPlayers; players <= kMaxPlayers; ++players)
    for (int r = 0; r < players; ++r) {
      const auto matrix = AllianceMatrix::shifted(players, r);
      for (Seat i = 0; i < players; ++i)
        for (int j = 0; j < players; ++j) EXPECT_EQ(matrix.offset(i, j), (j + r) % players);
    }
  EXPECT_EQ(AllianceMatrix::standard(5), AllianceMatrix::shifted(5, 0));
}

// All permutations in lexicographic order, row 0 the most significant: count them off.
TEST(AllianceMatrix, IndexCountsMatricesInLexicographicOrder) {
  Rows rows(3, {0, 1, 2});
  for (unsigned index = 0; index < 216; ++index) {
    const auto matrix = AllianceMatrix::from_index(3, index);
    EXPECT_EQ(rows_of(matrix), rows) << index;
    EXPECT_EQ(matrix.index(), Uint128{index});
    for (std::size_t i = 3; i-- > 0;)
      if (std::ranges::next_permutation(rows[i]).found) break;
  }
}

TEST(AllianceMatrix, IndexAndMatrixAreInverseWhereverTheIndexFits) {
  std::mt19937_64 random(3);
  for (int players = kMinPlayers; players <= AllianceMatrix::kMaxIndexedPlayers; ++players) {
    EXPECT_EQ(AllianceMatrix::standard(players).index(), Uint128{0});
    const Uint128 last = AllianceMatrix::count(players) - 1;
    EXPECT_EQ(AllianceMatrix::from_index(players, last).index(), last);
    for (int k = 0; k < 100; ++k) {
      const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
      EXPECT_LE(matrix.index(), last);
      EXPECT_EQ(AllianceMatrix::from_index(players, matrix.index()), matrix);
    }
  }
}

TEST(AllianceMatrix, CountsAreThoseOfTheTheory) {
  EXPECT_EQ(AllianceMatrix::count(2), Uint128{4});
  EXPECT_EQ(AllianceMatrix::count(3), Uint128{216});
  EXPECT_EQ(AllianceMatrix::count(4), Uint128{331776});
  EXPECT_EQ(AllianceMatrix::count(5), Uint128{24883200000u});
  EXPECT_EQ(AllianceMatrix::count(6), Uint128{139314069504000000u});
  EXPECT_EQ(to_decimal(AllianceMatrix::count(8)), "6984964247141514123629140377600000000");
}

TEST(AllianceMatrix, RotationShiftsRowsAndComesBackAfterNSteps) {
  std::mt19937_64 random(4);
  for (int players = kMinPlayers; players <= kMaxPlayers; ++players) {
    Rows rows = definition::random_rows(players, random);
    const auto matrix = AllianceMatrix::from_rows(rows);
    std::rotate(rows.begin(), rows.begin() + 1, rows.end());
    EXPECT_EQ(matrix.rotated(), AllianceMatrix::from_rows(rows));
    auto turned = matrix;
    for (int k = 0; k < players; ++k) turned = turned.rotated();
    EXPECT_EQ(turned, matrix);
  }
}

TEST(AllianceMatrix, BadRowsAreNamed) {
  EXPECT_ERROR(ErrorKind::input,
               "row 2 (of P_1) is '0 1 1', which has 1 twice; expected a permutation of 0..2",
               AllianceMatrix::from_rows({{0, 1, 2}, {0, 1, 1}, {0, 1, 2}}));
  EXPECT_ERROR(ErrorKind::input, "row 1 (of P_0) is '0 3 1', and 3 is out of range",
               AllianceMatrix::from_rows({{0, 3, 1}, {0, 1, 2}, {0, 1, 2}}));
  EXPECT_ERROR(ErrorKind::input, "row 1 (of P_0) is '0 -1', and -1 is out of range",
               AllianceMatrix::from_rows({{0, -1}, {0, 1}}));
  EXPECT_ERROR(ErrorKind::input, "row 3 (of P_2) has 2 entries, but the matrix has 3 rows",
               AllianceMatrix::from_rows({{0, 1, 2}, {0, 1, 2}, {0, 1}}));
  EXPECT_ERROR(ErrorKind::input, "1 player; expected 2 to 16", AllianceMatrix::from_rows({{0}}));
  EXPECT_ERROR(ErrorKind::input, "0 players; expected 2 to 16", AllianceMatrix::from_rows({}));
  EXPECT_ERROR(ErrorKind::input, "17 players", AllianceMatrix::from_rows(Rows(17)));
  EXPECT_ERROR(ErrorKind::input, "17 players", AllianceMatrix::standard(17));
  EXPECT_ERROR(ErrorKind::input, "-3 players", AllianceMatrix::standard(-3));
  EXPECT_ERROR(ErrorKind::input, "shift 3 for 3 players; expected 0 to 2",
               AllianceMatrix::shifted(3, 3));
  EXPECT_ERROR(ErrorKind::input, "index 216; expected 0 to 215",
               AllianceMatrix::from_index(3, 216));
  EXPECT_ERROR(ErrorKind::input, "9 players have no index", AllianceMatrix::from_index(9, 0));
  EXPECT_ERROR(ErrorKind::input, "9 players have no index", AllianceMatrix::standard(9).index());
}

TEST(AllianceMatrix, PackedRowsAreUnpacked) {
  for (int players = 2; players <= 16; ++players)
    for (const std::size_t rows : {1U, 2U, 3U, 40U}) {
      std::vector<AllianceMatrix::PackedRow> packed;
      std::vector<std::uint8_t> expected;
      for (std::size_t k = 0; k < rows; ++k) {
        const auto r = static_cast<int>(k) % players;
        packed.push_back(AllianceMatrix::shifted(players, r).packed_row(0));
        for (int j = 0; j < players; ++j)
          expected.push_back(static_cast<std::uint8_t>((j + r) % players));
      }
      std::vector<std::uint8_t> entries(expected.size());
      AllianceMatrix::unpack_rows(players, packed, entries);
      EXPECT_EQ(entries, expected) << players << " players, " << rows << " rows";
    }
}

}  // namespace
}  // namespace nimsweep
