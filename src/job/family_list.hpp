// The families of matrices that a job's claim for every number of players is about.
#pragma once

#include <vector>

#include "nimsweep/families/row_family.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::job_detail {

// The claim's own family if its entry names it, or if the job names it or names none; otherwise
// those of the job, as far as the claim is about them. Throws Error(job) for matrices that are not
// such a family.
std::vector<RowFamily> families_of(const JobSpec& job, const ClaimSpec& spec);

}  // namespace nimsweep::job_detail
