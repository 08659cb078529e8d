// What a report shows of a job's files.
#pragma once

#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/report/section.hpp"

namespace nimsweep::run_detail {

// A section with the job's claims, its tables and hunts as its files hold them, and remarks on what
// no file holds. Throws Error(job) if a file is missing, or was made by another job.
Section section_of_files(const JobSpec& job);

}  // namespace nimsweep::run_detail
