// Matrices that were made for solving and are kept until the table is finished, which has them,
// too.
#pragma once

#include <cstdint>

#include "nimsweep/job/plan.hpp"

namespace nimsweep::engine_detail {

// The entries of all matrices of a case; 0 if they are too many to be kept.
inline std::uint64_t kept_matrix_bytes(const PlanCase& plan_case) {
  constexpr std::uint64_t kMostBytesKept = std::uint64_t{64} << 20;
  const auto n = static_cast<std::uint64_t>(plan_case.players);
  const Uint128 bytes = Uint128{plan_case.matrix_count} * n * n;
  return bytes <= kMostBytesKept ? static_cast<std::uint64_t>(bytes) : 0;
}

}  // namespace nimsweep::engine_detail
