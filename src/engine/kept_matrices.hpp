// Matrices that were made for solving and are kept until the table is finished, which has them,
// too: as many as fit in here, of all cases together. The rest are made again.
#pragma once

#include <cstdint>

namespace nimsweep::engine_detail {

inline constexpr std::uint64_t kMostMatrixBytesKept = std::uint64_t{64} << 20;

}  // namespace nimsweep::engine_detail
