// What a sweep will need.
#pragma once

#include <cstdint>

#include "nimsweep/job/plan.hpp"

namespace nimsweep {

// Bytes, an upper bound.
std::uint64_t sweep_memory(const Plan& plan, int threads);

// The bytes of the table, an upper bound.
std::uint64_t most_file_bytes(const Plan& plan);

struct SweepEstimate {
  std::uint64_t memory_bytes = 0;  // sweep_memory
  std::uint64_t file_bytes = 0;
  double seconds = 0;
};

// From a trial on this machine, which makes some chunks of each case.
SweepEstimate estimate_sweep(const Plan& plan, int threads);

// The disk space that a sweep still needs if its table has `file_bytes`. Shards lie beside the
// table that they are copied into.
std::uint64_t sweep_disk(const Plan& plan, std::uint64_t file_bytes, bool fresh);

}  // namespace nimsweep
