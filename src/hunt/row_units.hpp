// All matrices, cut into units by their first rows: a unit fixes the rank of row 0 and a range of
// ranks of row 1.
//
// A rotation of the players rotates the row ranks, so every orbit has a matrix whose row 0 has the
// smallest rank of all its rows. Where rotations are shared, only such matrices are seen, and the
// other rows have ranks from that one on; elsewhere, they have any.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hunt/lazy_walker.hpp"
#include "nimsweep/hunt/partial_orders.hpp"
#include "nimsweep/hunt/rank_space.hpp"
#include "nimsweep/hunt/space_walk.hpp"

namespace nimsweep::hunt_detail {

enum class Rotations : std::uint8_t { apart, shared };

template <int n>
class RowUnits {
 public:
  using Orders = std::array<PartialOrders::Number, n>;  // of each player

  struct Unit {
    Rank first;        // of row 0
    RankRange second;  // of row 1
  };

  // `block`: the largest number of ranks of row 1 in a unit; units are cut at its multiples.
  RowUnits(Rotations rotations, Rank block) : rotations_(rotations) {
    for (Rank first = 0; first < rows(); ++first)
      for (Rank from = least(first); from < rows(); from = (from / block + 1) * block)
        units_.push_back({first, {from, std::min((from / block + 1) * block, rows())}});
  }

  std::uint64_t size() const noexcept { return units_.size(); }
  const Unit& operator[](std::uint64_t number) const { return units_[number]; }

  // What a walk of a unit looks up, by row.
  struct Tables {
    std::array<RankRange, n> ranges;
    std::array<RowCounts, n> matching;   // by order: ranks of the range that agree
    std::array<Relation, n> smallest{};  // the preferences of a row of row 0's rank
    Orders common{};                     // what all rows of the range have in common
  };

  Tables tables_of(const Unit& unit) const {
    Tables tables;
    tables.ranges.fill({least(unit.first), rows()});
    tables.ranges[0] = {unit.first, unit.first + 1};
    tables.ranges[1] = unit.second;
    for (Seat i = 0; i < n; ++i) {
      const auto row = static_cast<std::size_t>(i);
      tables.matching[row] = count_rows(n, i, tables.ranges[row]);
      tables.smallest[row] = RankSpace::of(n).preferences(i, unit.first);
      tables.common[row] = common_order(n, i, tables.ranges[row]);
    }
    return tables;
  }

  // The shares of a unit's matrices that agree with these orders. Each stands for its n rotations,
  // and their number is a product over the rows. That is wrong only for ties, matrices in which
  // other rows have the smallest rank, too: the walk also sees the rotations that begin with those.
  // Most leaves have none.
  Shares shares_of(const Unit& unit, const Tables& tables, const Orders& orders) const {
    const bool ties_in_second = unit.second.from == unit.first;
    Shares product = 1;
    std::uint32_t ties = 0;  // rows that may have the smallest rank, too
    for (std::size_t row = 1; row < n; ++row) {
      product *= tables.matching[row][orders[row]];
      if ((row > 1 || ties_in_second) && agrees(table_.relation(orders[row]), tables.smallest[row]))
        ties |= 1u << row;
    }
    if (rotations_ == Rotations::apart) return kWholeShare * product;
    return ties == 0 ? kWholeShare * n * product : shares_with_ties(tables, orders, ties);
  }

  static Rank rows() { return RankSpace::of(n).rows(); }

 private:
  Rank least(Rank first) const { return rotations_ == Rotations::shared ? first : 0; }

  // If m rows have the smallest rank, m of the n rotations have such a row first and are walked, so
  // each counts as n/m matrices. How many matrices of the leaf have which m: row by row, as the
  // coefficients of a product of linear polynomials.
  static Shares shares_with_ties(const Tables& tables, const Orders& orders, std::uint32_t ties) {
    std::array<Shares, n + 1> by_count{};  // matrices by the number of rows of the smallest rank
    by_count[1] = 1;
    for (std::size_t row = 1; row < n; ++row) {
      const Shares tie = ties >> row & 1;
      const Shares others = tables.matching[row][orders[row]] - tie;
      for (std::size_t m = n; m > 0; --m)
        by_count[m] = by_count[m] * others + (m > 1 ? by_count[m - 1] * tie : 0);
    }
    Shares shares = 0;
    for (std::size_t m = 1; m <= n; ++m) shares += by_count[m] * (kWholeShare * n / m);
    return shares;
  }

  const PartialOrders& table_ = PartialOrders::of(n);
  Rotations rotations_;
  std::vector<Unit> units_;
};

}  // namespace nimsweep::hunt_detail
