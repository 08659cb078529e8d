// Runs a plan's tables: work units are made by all cores, in any order, and written by one writer,
// in order. A limit on the units under way bounds the memory. The writer begins a new shard now and
// then, so that a killed run loses at most the seconds since.
#pragma once

#include <cstdint>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/job/plan.hpp"

namespace nimsweep {

struct SweepOptions {
  int threads = 0;  // 0: as many as there are cores
  double checkpoint_seconds = 10;
  bool fresh = false;  // discard what an earlier run of another job left
};

struct SweepProgress {
  enum class Phase { writing, joining };

  Phase phase = Phase::writing;
  std::uint64_t values_done = 0;  // earlier runs' work included
  std::uint64_t values_resumed = 0;
  std::uint64_t values = 0;
  std::uint64_t stored_bytes = 0;
};

// Called by one thread at a time; false asks to stop.
using SweepCallback = FunctionRef<bool(const SweepProgress&)>;

struct SweepResult {
  bool complete = false;   // false: stopped; what is finished is kept
  bool was_there = false;  // the table was complete before
  std::uint64_t signature = 0;
};

// An upper estimate of the memory that a sweep takes.
std::uint64_t sweep_memory(const Plan& plan, int threads);

// The plan's job has tables. Throws Error(input) if the table or the work folder is another job's,
// Error(io).
SweepResult run_sweep(const Plan& plan, const SweepOptions& options, SweepCallback callback);

}  // namespace nimsweep
