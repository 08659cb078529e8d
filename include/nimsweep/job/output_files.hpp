// The files that a job writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/job/job_spec.hpp"

namespace nimsweep {

// A file, or a folder, that an option of the command names; an empty name is none.
struct OptionFile {
  std::string_view option;  // "--latex"
  std::string file;
};

// No file may replace another. Throws Error(job) at the place of a name that is taken, and
// Error(input) if an option has taken it.
void check_distinct_files(const JobSpec& job, const std::vector<OptionFile>& others = {});

namespace job_detail {

// Throws Error(job) unless there is something to write to each file, and no two are the same.
void check_output_files(const JobSpec& job);

}  // namespace job_detail

}  // namespace nimsweep
