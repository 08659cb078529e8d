// How much memory and disk there is; jobs that need more are refused.
#pragma once

#include <cstdint>
#include <string>

#include "nimsweep/engine/sweep_needs.hpp"
#include "nimsweep/job/plan.hpp"

namespace nimsweep {

// Three quarters of the machine's memory, or of the container's. Throws Error(io).
std::uint64_t default_memory_limit();

// What this process has needed so far at most, in bytes; 0 if that is not known.
std::uint64_t peak_memory();

// Free bytes on the file system where a file is, or will be. Throws Error(io).
std::uint64_t free_disk(const std::string& file);

// Throws Error(job) at `tables:` if the plan needs more disk or memory than there is. Work that
// earlier runs have finished needs no more disk, unless the next run starts `fresh`.
void check_resources(const Plan& plan, const SweepEstimate& estimate, std::uint64_t memory_limit,
                     bool fresh);

// Likewise, with a trial only if values that are not compressed at all would need more disk.
void check_resources(const Plan& plan, int threads, std::uint64_t memory_limit, bool fresh);

// Throws Error(job) at a hunt whose `box` does not fit in memory on every thread.
void check_hunting_memory(const JobSpec& job, int threads, std::uint64_t memory_limit);

}  // namespace nimsweep
