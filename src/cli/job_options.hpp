// Options that `plan`, `run` and `merge` share: the job file and limits.
#pragma once

#include <cstdint>
#include <string>

#include "cli/command.hpp"

namespace nimsweep::cli {

// The job file, --threads and --memory.
OptionOutlines job_options();

struct JobOptions {
  explicit JobOptions(const Arguments& given);

  std::string job;
  int threads;                 // 0: one per core
  std::uint64_t memory_limit;  // default: three quarters of the machine's
};

// --no-locks, for commands that write files.
OptionOutline no_locks_option();

}  // namespace nimsweep::cli
