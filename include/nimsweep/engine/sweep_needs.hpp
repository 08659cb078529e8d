// What a sweep will take, before it begins.
#pragma once

#include <cstdint>

#include "nimsweep/job/plan.hpp"

namespace nimsweep {

// Bytes, an upper bound.
std::uint64_t sweep_memory(const Plan& plan, int threads);

// Bytes beyond those that earlier runs have taken, an estimate. Shards lie beside the table that
// they are copied into.
std::uint64_t sweep_disk(const Plan& plan, bool fresh);

// An estimate for this machine: makes a chunk or two of each case, and takes as long as that.
double sweep_seconds(const Plan& plan, int threads);

}  // namespace nimsweep
