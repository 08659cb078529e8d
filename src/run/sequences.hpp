// The sequences of a job.
#pragma once

#include <atomic>
#include <span>
#include <string>

#include "nimsweep/job/hunt_list.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/store/hunt_file.hpp"

namespace nimsweep::run_detail {

// Throws Error(job) if the hunts, once they are done, will not make one of the sequences.
void check_sequences(const JobSpec& job, const HuntList& hunts);

// A sequence as the OEIS keeps them. Throws Error(job) if there is none, Error(interrupted).
std::string b_file_of(const JobSpec& job, const SequenceSpec& spec,
                      std::span<const StoredHunt> answers, const std::atomic<bool>& stop);

}  // namespace nimsweep::run_detail
