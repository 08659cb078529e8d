// The space of all matrices by the ranks of their rows: a row's rank is its place in the
// lexicographic order of permutations, and a matrix's index is the number with its row ranks as
// digits, row 0 first. A rotation of the players rotates these digits.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/hunt/partial_orders.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

using Rank = std::uint32_t;

// [from, to).
struct RankRange {
  Rank from = 0;
  Rank to = 0;

  friend bool operator==(RankRange, RankRange) = default;
};

class RankSpace {
 public:
  // The space for this many players, 2 to 8, made on first use.
  static const RankSpace& of(int players);

  int players() const noexcept { return players_; }
  Rank rows() const noexcept { return rows_; }  // n!

  Uint128 index_of(std::span<const Rank> ranks) const noexcept;
  std::vector<Rank> ranks_of(Uint128 index) const;
  std::vector<Rank> ranks_of(const AllianceMatrix& matrix) const;

  // P_i's preferences among seats if their row has this rank.
  Relation preferences(Seat i, Rank rank) const noexcept {
    return preferences_[static_cast<std::size_t>(i) * rows_ + rank];
  }
  Choices choices(Seat i, Rank rank) const noexcept;

 private:
  explicit RankSpace(int players);

  int players_;
  Rank rows_ = 1;
  std::vector<Relation> preferences_;  // by player and rank
};

// The number of different rotations of a matrix, or of anything else with a part for each player.
template <class Part>
int orbit_size(std::span<const Part> parts) {
  const auto n = parts.size();
  for (std::size_t shift = 1; shift < n; ++shift) {
    if (n % shift != 0) continue;
    std::size_t k = 0;
    while (k < n && parts[k] == parts[(k + shift) % n]) ++k;
    if (k == n) return static_cast<int>(shift);
  }
  return static_cast<int>(n);
}

// Has no rotation of the matrix a smaller index?
bool is_first_of_orbit(std::span<const Rank> ranks) noexcept;

}  // namespace nimsweep
