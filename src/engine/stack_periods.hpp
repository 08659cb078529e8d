// Which tables of many matrices in order are alike; see StackShape.
#pragma once

#include <cstddef>
#include <vector>

namespace nimsweep::engine_detail {

// Entry k is for matrices whose index is k modulo the length of the result: how far back those
// matrices lie whose tables are most likely to be like theirs.
std::vector<std::vector<std::size_t>> stack_periods(int players);

}  // namespace nimsweep::engine_detail
