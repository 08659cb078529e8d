// What `plan` and `run` share: the job file, the machine's limits, and the refusal of what exceeds
// them.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

#include "nimsweep/job/plan.hpp"

namespace nimsweep {

struct JobOptions {
  std::string job;
  std::string threads;
  std::string memory;

  void add_to(CLI::App& command);

  int parsed_threads() const;          // 0: as many as there are cores
  std::uint64_t memory_limit() const;  // three quarters of the machine's if nothing is said
};

// --no-locks, for commands that write files.
void add_no_locks(CLI::App& command, bool& no_locks);

// Throws Error(job) at `tables:` if the plan needs more disk or memory than there is. What earlier
// runs have done counts, unless the next one begins `fresh`.
void check_resources(const Plan& plan, const JobOptions& options, bool fresh);

// Of the file system on which a file is, or will be.
std::uint64_t free_disk(const std::string& file);

}  // namespace nimsweep
