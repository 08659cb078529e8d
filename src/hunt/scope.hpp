// For which n, N and r a claim is meant: a conjunction of a few linear comparisons, found from the
// points where it has to hold and those where it does not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hunt/linear_form.hpp"
#include "hunt/point_set.hpp"

namespace nimsweep::hunt_detail {

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
  // What comparisons have on their right: constants, or linear forms in n and r, too.
  enum class Right : std::uint8_t { constants, forms };

  ScopeSearch(std::span<const Parameters> points, bool with_r, Right right = Right::forms);

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
