// What `plan` and `run` share: the job file, the machine's limits, and the refusal of what exceeds
// them.
#pragma once

#include <cstdint>
#include <string>

#include "cli/command.hpp"
#include "nimsweep/job/plan.hpp"

namespace nimsweep::cli {

// The job file, --threads and --memory.
OptionOutlines job_options();

struct JobOptions {
  explicit JobOptions(const Arguments& given);

  std::string job;
  int threads;                 // 0: as many as there are cores
  std::uint64_t memory_limit;  // three quarters of the machine's if nothing is said
};

// --no-locks, for commands that write files.
OptionOutline no_locks_option();

// Throws Error(job) at `tables:` if the plan needs more disk or memory than there is. What earlier
// runs have done counts, unless the next one begins `fresh`.
void check_resources(const Plan& plan, const JobOptions& options, bool fresh);

// Of the file system on which a file is, or will be.
std::uint64_t free_disk(const std::string& file);

}  // namespace nimsweep::cli
