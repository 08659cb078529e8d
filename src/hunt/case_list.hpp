// The shortest list of cases that says what a shape says: a case for each value, the last one
// without a condition; fewest comparisons of piles in all.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "hunt/value_function.hpp"

namespace nimsweep::hunt_detail {

// Of each pile the classes from .. to: all of them say nothing of it.
using Cube = std::vector<std::pair<std::size_t, std::size_t>>;

struct ShapeCase {
  std::vector<Cube> any_of;  // the position is in one of these; of the last case empty
  std::size_t value = 0;     // of the shape's
};

// How many comparisons of a pile with a number it has.
std::size_t comparisons(const Shape& shape, const std::vector<ShapeCase>& list);

// Of few values: every order of them is looked at.
std::vector<ShapeCase> shortest_case_list(const Shape& shape);

}  // namespace nimsweep::hunt_detail
