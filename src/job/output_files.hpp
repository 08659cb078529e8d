// The files that a job writes.
#pragma once

#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// Throws Error(job) unless they are different ones, and there is something to write to each.
void check_output_files(const JobSpec& job);

}  // namespace nimsweep::job_detail
