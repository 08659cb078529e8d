// What a job would do and cost, judging by a trial of a few work units.
#pragma once

#include <cstdint>
#include <vector>

#include "nimsweep/engine/sweep_needs.hpp"
#include "nimsweep/job/hunt_list.hpp"
#include "nimsweep/job/plan.hpp"
#include "nimsweep/records/record.hpp"

namespace nimsweep {

struct Forecast {
  // Makes the trial, with this many threads. The plan must outlive it.
  Forecast(const Plan& job_plan, int thread_count);

  // Throws Error(job) if a run would refuse the job for want of memory or disk.
  void check_resources(std::uint64_t memory_limit) const;

  bool has_tables() const { return !plan.job.table_file.empty(); }
  bool has_hunts() const { return !plan.job.hunts.empty(); }

  const Plan& plan;
  int threads;
  SweepEstimate tables = {};
  HuntList hunts = {};
  double hunting_seconds = 0;
  std::uint64_t verdicts = 0;  // at most: a claim may not apply to every matrix
};

// The records "case", "hunts" and "plan".
std::vector<Record> forecast_records(const Forecast& forecast);

}  // namespace nimsweep
