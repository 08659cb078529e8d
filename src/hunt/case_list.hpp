// The shortest list of cases that says what a shape says: one case per value, the last one without
// a condition, with the fewest comparisons of piles in all.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "hunt/value_function.hpp"

namespace nimsweep::hunt_detail {

// For each pile the range of its classes; the full range says nothing about the pile.
using Cube = std::vector<std::pair<std::size_t, std::size_t>>;

struct ShapeCase {
  std::vector<Cube> any_of;  // the position is in one of these; empty in the last case
  std::size_t value = 0;     // its number in the shape
};

// The number of comparisons of a pile with a number in the list.
std::size_t comparisons(const Shape& shape, const std::vector<ShapeCase>& list);

// For few values only: it tries every order of them.
std::vector<ShapeCase> shortest_case_list(const Shape& shape);

}  // namespace nimsweep::hunt_detail
