// Decision lists: the first case whose conditions all hold says the value, and the last case has
// none. Those that are right on a sample of positions are found by trying all of them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hunt/point_set.hpp"
#include "nimsweep/base/function_ref.hpp"

namespace nimsweep::hunt_detail {

struct DecisionList {
  struct Case {
    std::vector<std::size_t> all_of;  // conditions, by number
    std::size_t value = 0;
  };
  std::vector<Case> cases;
};

struct ListLimits {
  std::size_t lists = 200;      // that are found
  std::size_t connected = 300;  // only this many, from the first on, are connected by `and`
};

// A condition is the set of positions where it holds, a value the set where it is right. Finds all
// lists with this many comparisons that decide every position of `everywhere`, as far as the limits
// allow. Calls `tell` often.
std::vector<DecisionList> decision_lists(std::span<const PointSet> conditions,
                                         std::span<const PointSet> values,
                                         const PointSet& everywhere, std::size_t comparisons,
                                         const ListLimits& limits, FunctionRef<void()> tell);

}  // namespace nimsweep::hunt_detail
