// How far a job is: its table, the results of its hunts, and its answers about claims. Looking
// changes nothing, and may be done while others run the job.
#pragma once

#include <vector>

#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/store/work_status.hpp"

namespace nimsweep {

// One for each file that the job's work in progress lies beside, in the order in which they are
// made. Throws Error(job) if there are none, Error(io).
std::vector<WorkStatus> job_status(const JobSpec& job);

}  // namespace nimsweep
