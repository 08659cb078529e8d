#include "nimsweep/model/alliance_matrix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

std::uint64_t factorial(int n) {
  std::uint64_t product = 1;
  for (int k = 2; k <= n; ++k) product *= static_cast<std::uint64_t>(k);
  return product;
}

// "row 2 (of P_1)": what people write is counted from 1, but players are not.
std::string name_of_row(std::size_t i) {
  return fmt::format("row {} (of P_{})", i + 1, i);
}

void check_row(const std::vector<int>& row, int players, std::size_t i) {
  const auto fail = [&](const std::string& what) {
    throw Error(ErrorKind::input,
                fmt::format("{} is '{}', {}; expected a permutation of 0..{}", name_of_row(i),
                            fmt::join(row, " "), what, players - 1));
  };
  std::array<bool, kMaxPlayers> seen{};
  for (const int offset : row) {
    if (offset < 0 || offset >= players) fail(fmt::format("and {} is out of range", offset));
    bool& again = seen[static_cast<std::size_t>(offset)];
    if (again) fail(fmt::format("which has {} twice", offset));
    again = true;
  }
}

void check_indexed(int players) {
  if (players > AllianceMatrix::kMaxIndexedPlayers)
    throw Error(ErrorKind::input, fmt::format("matrices of {} players have no index; expected at "
                                              "most {} players, so that (n!)^n fits in 128 bits",
                                              players, AllianceMatrix::kMaxIndexedPlayers));
}

}  // namespace

void check_players(std::int64_t players) {
  if (players < kMinPlayers || players > kMaxPlayers)
    throw Error(ErrorKind::input, fmt::format("{} player{}; expected {} to {}", players,
                                              players == 1 ? "" : "s", kMinPlayers, kMaxPlayers));
}

AllianceMatrix::AllianceMatrix(int players) : players_(players) {
  check_players(players);
}

void AllianceMatrix::set(Seat i, int j, int offset) noexcept {
  offsets_[at(i)][at(j)] = static_cast<std::uint8_t>(offset);
  const Seat winner = i + offset < players_ ? i + offset : i + offset - players_;
  ranks_[at(i)][at(winner)] = static_cast<std::uint8_t>(j);
}

AllianceMatrix AllianceMatrix::from_packed_rows(std::span<const PackedRow> rows) {
  AllianceMatrix matrix(static_cast<int>(rows.size()));
  for (Seat i = 0; i < matrix.players_; ++i) {
    PackedRow row = rows[at(i)];
    for (int j = 0; j < matrix.players_; ++j, row >>= 4)
      matrix.set(i, j, static_cast<int>(row & 15));
  }
  return matrix;
}

AllianceMatrix::PackedRow AllianceMatrix::packed_row(Seat i) const noexcept {
  PackedRow row = 0;
  for (int j = players_; j-- > 0;) row = row << 4 | static_cast<PackedRow>(offset(i, j));
  return row;
}

// Eight entries are spread over eight bytes at a time: halves, quarters and eighths move apart.
// What is written beyond a row is overwritten by the next one, as long as there is room.
void AllianceMatrix::unpack_rows(int players, std::span<const PackedRow> rows,
                                 std::span<std::uint8_t> out) noexcept {
  static_assert(std::endian::native == std::endian::little);
  const std::size_t n = at(players);
  assert(out.size() == rows.size() * n);
  std::size_t k = 0;
  if (n <= 8)
    for (; k * n + 8 <= out.size(); ++k) {
      std::uint64_t row = rows[k];
      row = (row | row << 16) & 0x0000'ffff'0000'ffff;
      row = (row | row << 8) & 0x00ff'00ff'00ff'00ff;
      row = (row | row << 4) & 0x0f0f'0f0f'0f0f'0f0f;
      std::memcpy(out.data() + k * n, &row, sizeof row);
    }
  for (; k < rows.size(); ++k)
    for (std::size_t j = 0; j < n; ++j)
      out[k * n + j] = static_cast<std::uint8_t>(rows[k] >> 4 * j & 15);
}

AllianceMatrix AllianceMatrix::from_rows(const std::vector<std::vector<int>>& rows) {
  check_players(static_cast<std::int64_t>(rows.size()));
  AllianceMatrix matrix(static_cast<int>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != rows.size())
      throw Error(
          ErrorKind::input,
          fmt::format("{} has {} {}, but the matrix has {} rows; expected a square", name_of_row(i),
                      rows[i].size(), rows[i].size() == 1 ? "entry" : "entries", rows.size()));
    check_row(rows[i], matrix.players_, i);
    for (std::size_t j = 0; j < rows.size(); ++j)
      matrix.set(static_cast<Seat>(i), static_cast<int>(j), rows[i][j]);
  }
  return matrix;
}

AllianceMatrix AllianceMatrix::shifted(int players, int r) {
  AllianceMatrix matrix(players);
  if (r < 0 || r >= players)
    throw Error(ErrorKind::input,
                fmt::format("shift {} for {} players; expected 0 to {}", r, players, players - 1));
  for (Seat i = 0; i < players; ++i)
    for (int j = 0; j < players; ++j) matrix.set(i, j, (j + r) % players);
  return matrix;
}

Uint128 AllianceMatrix::count(int players) {
  check_indexed(players);
  Uint128 product = 1;
  for (Seat i = 0; i < players; ++i) product *= factorial(players);
  return product;
}

namespace {

using PackedRow = AllianceMatrix::PackedRow;

// All rows of this many players, in lexicographic order.
std::vector<PackedRow> all_packed_rows(int players) {
  std::vector<int> row(static_cast<std::size_t>(players));
  std::iota(row.begin(), row.end(), 0);
  std::vector<PackedRow> rows;
  do {
    PackedRow packed = 0;
    for (auto entry = row.rbegin(); entry != row.rend(); ++entry)
      packed = packed << 4 | static_cast<PackedRow>(*entry);
    rows.push_back(packed);
  } while (std::ranges::next_permutation(row).found);
  return rows;
}

// Made once for each number of players.
template <int kPlayers>
std::span<const PackedRow> packed_rows_for() {
  static const std::vector<PackedRow> kRows = all_packed_rows(kPlayers);
  return kRows;
}

std::span<const PackedRow> packed_rows(int players) {
  static constexpr std::array kRowsFor = {
      &packed_rows_for<2>, &packed_rows_for<3>, &packed_rows_for<4>, &packed_rows_for<5>,
      &packed_rows_for<6>, &packed_rows_for<7>, &packed_rows_for<8>};
  return kRowsFor[static_cast<std::size_t>(players) - 2]();
}

}  // namespace

AllianceMatrix AllianceMatrix::from_index(int players, Uint128 index) {
  std::array<PackedRow, kMaxIndexedPlayers> packed{};
  check_indexed(players);
  rows_from_index(players, index, std::span(packed).first(at(players)));
  return from_packed_rows({packed.data(), at(players)});
}

// The ranks of the rows are counted up like the digits of a number.
void AllianceMatrix::rows_from_index(int players, Uint128 index, std::span<PackedRow> out) {
  check_indexed(players);
  const std::size_t n = at(players);
  const std::size_t matrices = out.size() / n;
  if (index >= count(players) || matrices > count(players) - index)
    throw Error(ErrorKind::input,
                fmt::format("index {}; expected 0 to {}, because there are ({}!)^{} matrices",
                            to_decimal(index), to_decimal(count(players) - 1), players, players));
  const std::span<const PackedRow> by_rank = packed_rows(players);
  const auto rows = static_cast<std::uint64_t>(by_rank.size());
  std::array<std::size_t, kMaxIndexedPlayers> ranks{};
  for (std::size_t i = n; i-- > 0;) {
    if (index <= std::numeric_limits<std::uint64_t>::max()) {  // division of 64 bits is quick
      const auto narrow = static_cast<std::uint64_t>(index);
      ranks[i] = static_cast<std::size_t>(narrow % rows);
      index = narrow / rows;
    } else {
      ranks[i] = static_cast<std::size_t>(index % rows);
      index /= rows;
    }
  }
  for (std::size_t m = 0; m < matrices; ++m) {
    for (std::size_t i = 0; i < n; ++i) out[m * n + i] = by_rank[ranks[i]];
    for (std::size_t i = n; i-- > 0 && ++ranks[i] == by_rank.size();) ranks[i] = 0;
  }
}

Uint128 AllianceMatrix::index() const {
  check_indexed(players_);
  Uint128 index = 0;
  for (Seat i = 0; i < players_; ++i) {
    std::uint64_t rank = 0;
    for (int j = 0; j < players_; ++j) {
      int smaller_later = 0;
      for (int k = j + 1; k < players_; ++k) smaller_later += offset(i, k) < offset(i, j) ? 1 : 0;
      rank += static_cast<std::uint64_t>(smaller_later) * factorial(players_ - 1 - j);
    }
    index = index * factorial(players_) + rank;
  }
  return index;
}

std::vector<std::vector<int>> AllianceMatrix::rows() const {
  std::vector<std::vector<int>> rows(at(players_));
  for (Seat i = 0; i < players_; ++i)
    for (int j = 0; j < players_; ++j) rows[at(i)].push_back(offset(i, j));
  return rows;
}

AllianceMatrix AllianceMatrix::rotated() const {
  AllianceMatrix matrix(players_);
  for (Seat i = 0; i < players_; ++i)
    for (int j = 0; j < players_; ++j) matrix.set(i, j, offset(next_seat(i, players_), j));
  return matrix;
}

}  // namespace nimsweep
