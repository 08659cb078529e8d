// The work that a thread does at a time, of a check that looks at every position.
#pragma once

#include <cstdint>

namespace nimsweep::engine_detail {

inline constexpr std::uint64_t kOperationsPerPart = 1 << 22;  // some ten milliseconds

}  // namespace nimsweep::engine_detail
