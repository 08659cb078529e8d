// What a report shows of a job's files.
#pragma once

#include <string>

#include "nimsweep/engine/claim_work.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/report/section.hpp"

namespace nimsweep::run_detail {

// A section with the job's claims, its tables and hunts as its files hold them, and a remark on
// hunts that no file holds. Throws Error(job) if a file is missing, or was made by another job.
Section section_of_files(const JobSpec& job);

// Adds what mining came to.
void add_mined(Section& section, const MineSpec& spec, const MineResult& result);

// Does this file hold all answers of the work? False if there is no such file. Throws
// Error(damage), Error(input), Error(io).
bool is_complete(const std::string& claims_file, const ClaimWork& work);

// Does the job's claims_file() hold all of its answers?
bool has_complete_claims(const JobSpec& job);

}  // namespace nimsweep::run_detail
