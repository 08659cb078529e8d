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
  std::size_t connected = 300;  // only the first so many conditions are connected by `and`
};

// `conditions` are where each of them holds, `values` where each is right; the positions of
// `everywhere` are to be decided. All lists of so many comparisons, as far as limits allow. `tell`
// is called often.
std::vector<DecisionList> decision_lists(std::span<const PointSet> conditions,
                                         std::span<const PointSet> values,
                                         const PointSet& everywhere, std::size_t comparisons,
                                         const ListLimits& limits, FunctionRef<void()> tell);

}  // namespace nimsweep::hunt_detail
