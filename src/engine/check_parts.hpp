// How a check of every position is cut into pieces of work for threads.
#pragma once

#include <cstdint>

namespace nimsweep::engine_detail {

inline constexpr std::uint64_t kOperationsPerPart = 1 << 22;  // at most; some ten milliseconds

}  // namespace nimsweep::engine_detail
