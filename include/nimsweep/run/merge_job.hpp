// Assembles a job's files from finished parts, or says which parts are missing. Computes nothing.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/engine/sweep.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/run/run_sink.hpp"

namespace nimsweep {

struct MergeOptions {
  bool copy = false;  // one plain file that needs no shards, rather than a virtual table
  bool locks = true;  // false: the user keeps runs apart
  const std::atomic<bool>& stop;
};

// What a merge reports: each file when it is complete.
class MergeSink {
 public:
  virtual ~MergeSink() = default;

  virtual void progress(const RunProgress& /*now*/) {}
  virtual void step_ended() {}
  virtual void table(const std::string& /*file*/, const SweepResult& /*result*/,
                     std::uint64_t /*bytes*/) {}
  virtual void hunts(const std::string& /*file*/, const HuntingResult& /*result*/) {}
  virtual void claims(const std::string& /*file*/, bool /*was_there*/) {}
};

// Throws Error(job) if the job writes no such files, Error(damage) if parts are missing or damaged,
// Error(interrupted) if stopped, Error(io).
void merge_job(const JobSpec& job, const MergeOptions& options, MergeSink& sink);

}  // namespace nimsweep
