// For which n, N and r a claim is meant: a conjunction of a few linear comparisons, found from the
// points where it has to hold and those where it does not.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hunt/linear_form.hpp"

namespace nimsweep::hunt_detail {

// A set of points, by number.
class PointSet {
 public:
  PointSet() = default;
  explicit PointSet(std::size_t points) : words_((points + 63) / 64) {}

  bool contains(std::size_t point) const noexcept {
    return (words_[point / 64] >> (point % 64) & 1) != 0;
  }
  void insert(std::size_t point) noexcept {
    words_[point / 64] |= std::uint64_t{1} << (point % 64);
  }
  void remove(const PointSet& others) noexcept {
    for (std::size_t k = 0; k < words_.size(); ++k) words_[k] &= ~others.words_[k];
  }

  std::size_t size() const noexcept;
  std::optional<std::size_t> first() const noexcept;  // the smallest number

  PointSet& operator&=(const PointSet& other) noexcept;
  PointSet& operator|=(const PointSet& other) noexcept;
  friend PointSet operator&(PointSet a, const PointSet& b) noexcept { return a &= b; }

  friend auto operator<=>(const PointSet&, const PointSet&) = default;

 private:
  std::vector<std::uint64_t> words_;
};

// "N >= 2 * n - 1".
struct Comparison {
  enum class Left : std::uint8_t { n, r, N };
  enum class Relation : std::uint8_t { equal, at_least, at_most };

  Left left = Left::n;
  Relation relation = Relation::equal;
  LinearForm right;

  bool holds(const Parameters& parameters) const noexcept;
  int cost() const noexcept { return right.cost() + (left == Left::N ? 1 : 0); }
  std::string text() const;
};

using Scope = std::vector<Comparison>;  // all of them

bool holds(const Scope& scope, const Parameters& parameters) noexcept;

// "r <= 1 and N <= n + r - 2"; empty if there are none.
std::string text_of(const Scope& scope);

// Finds scopes among points that are given once.
class ScopeSearch {
 public:
  ScopeSearch(std::span<const Parameters> points, bool with_r);

  // A scope of at most three comparisons that holds at as many `wanted` points as possible and at
  // no `forbidden` one; among equals the one with fewest comparisons, then the shortest. Nothing if
  // no scope holds at any wanted point.
  std::optional<Scope> best(const PointSet& wanted, const PointSet& forbidden) const;

  PointSet points_of(const Scope& scope) const;

 private:
  static constexpr std::size_t kMostComparisons = 3;

  struct Choice {
    Comparison comparison;
    PointSet points;
  };
  struct Search;

  std::span<const Parameters> points_;
  std::vector<Choice> choices_;  // no two hold at the same points
};

}  // namespace nimsweep::hunt_detail
