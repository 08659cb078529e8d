// Which tables of many matrices in order are alike; see StackShape.
#pragma once

#include <cstddef>
#include <vector>

namespace nimsweep::engine_detail {

// By the index of a matrix in the space of all, modulo the length of the result: how many matrices
// before it are those that it is most likely to be like.
std::vector<std::vector<std::size_t>> stack_periods(int players);

}  // namespace nimsweep::engine_detail
