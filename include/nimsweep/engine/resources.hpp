// The machine's memory and disk, and the refusal of jobs that need more.
#pragma once

#include <cstdint>
#include <string>

#include "nimsweep/engine/sweep_needs.hpp"
#include "nimsweep/job/plan.hpp"

namespace nimsweep {

// Three quarters of the machine's memory, or of the container's. Throws Error(io).
std::uint64_t default_memory_limit();

// Free on the file system that has a file, or will have it. Throws Error(io).
std::uint64_t free_disk(const std::string& file);

// Throws Error(job) at `tables:` if the plan needs more disk or memory than there is. What earlier
// runs have done counts, unless the next one begins `fresh`.
void check_resources(const Plan& plan, const SweepEstimate& estimate, std::uint64_t memory_limit,
                     bool fresh);

}  // namespace nimsweep
