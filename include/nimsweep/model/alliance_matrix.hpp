// The alliance matrix says whom each player wants to win (000, Definition 2.3). Row i is a
// permutation of 0..n-1: P_i's order of preference over winners, as seat offsets. P_i most wants
// P_{i+A[i][0] mod n} to win. Every convention of the papers (standard, shifted, normal, misere,
// podium) is such a matrix.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

class AllianceMatrix {
 public:
  // Throws Error(input), naming the row, unless there are 2 to 16 rows, each a permutation.
  static AllianceMatrix from_rows(const std::vector<std::vector<int>>& rows);

  // A row packed into a number, four bits for each place, the first place least. Rows must be
  // permutations.
  using PackedRow = std::uint64_t;
  static AllianceMatrix from_packed_rows(std::span<const PackedRow> rows);
  PackedRow packed_row(Seat i) const noexcept;

  // The entries of packed rows, a byte each, one row after another.
  static void unpack_rows(int players, std::span<const PackedRow> rows,
                          std::span<std::uint8_t> out) noexcept;

  // The same row for every player.
  static AllianceMatrix from_equal_rows(const std::vector<int>& row) {
    return from_rows(std::vector(row.size(), row));
  }

  // SAM: all players prefer themselves, then the others in the order of play.
  static AllianceMatrix standard(int players) { return shifted(players, 0); }

  // SSAM^r: A[i][j] = j + r mod n. Throws Error(input) unless 0 <= r < n.
  static AllianceMatrix shifted(int players, int r);

  // The matrix whose row ranks, row 0 first, are the digits of `index` in base n!; a row's rank is
  // its place in the lexicographic order of permutations. Throws Error(input) if the index is too
  // large or there are more than kMaxIndexedPlayers players.
  static AllianceMatrix from_index(int players, Uint128 index);

  // The rows of the matrices from `index` on, one matrix after another, until `out` is full.
  static void rows_from_index(int players, Uint128 index, std::span<PackedRow> out);

  // (n!)^n for n <= kMaxIndexedPlayers, the largest n for which it fits in 128 bits.
  static constexpr int kMaxIndexedPlayers = 8;
  static Uint128 count(int players);
  Uint128 index() const;

  int players() const noexcept { return players_; }

  // A[i][j].
  int offset(Seat i, int j) const noexcept { return offsets_[at(i)][at(j)]; }

  std::vector<std::vector<int>> rows() const;

  // The place of `winner` in P_i's order of preference; 0 is the best.
  int rank(Seat i, Seat winner) const noexcept { return ranks_[at(i)][at(winner)]; }

  // Does P_i want `a` to win rather than `b`?
  bool prefers(Seat i, Seat a, Seat b) const noexcept { return rank(i, a) < rank(i, b); }

  // Entry by entry, the winner that P_i prefers.
  OutcomeVector preferred(OutcomeVector a, OutcomeVector b) const noexcept;

  // The same game with the players renamed: A'[i] = A[i+1 mod n], and g'(p, i) = g(p, i+1).
  AllianceMatrix rotated() const;

  friend bool operator==(const AllianceMatrix&, const AllianceMatrix&) = default;

 private:
  using Table = std::array<std::array<std::uint8_t, kMaxPlayers>, kMaxPlayers>;

  explicit AllianceMatrix(int players);
  static std::size_t at(int i) noexcept { return static_cast<std::size_t>(i); }
  void set(Seat i, int j, int offset) noexcept;

  int players_;
  Table offsets_{};
  Table ranks_{};
};

inline OutcomeVector AllianceMatrix::preferred(OutcomeVector a, OutcomeVector b) const noexcept {
  OutcomeVector best = a;
  for (Seat i = 0; i < players_; ++i)
    if (prefers(i, b[i], a[i])) best.set(i, b[i]);
  return best;
}

// Throws Error(input) unless a game can have that many players.
void check_players(std::int64_t players);

}  // namespace nimsweep
