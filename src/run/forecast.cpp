#include "nimsweep/run/forecast.hpp"

#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/engine/resources.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep {

Forecast::Forecast(const Plan& job_plan, int thread_count) : plan(job_plan), threads(thread_count) {
  if (has_tables()) tables = estimate_sweep(plan, threads);
  if (has_hunts()) {
    hunts = hunt_list(plan.job);
    hunting_seconds = estimate_hunting(hunts, threads);
  }
  for (const CheckGroup& group : check_list(plan.job)) verdicts += group.matrix_count;
}

void Forecast::check_resources(std::uint64_t memory_limit) const {
  if (has_tables()) nimsweep::check_resources(plan, tables, memory_limit, false);
  check_hunting_memory(plan.job, threads, memory_limit);
}

std::vector<Record> forecast_records(const Forecast& forecast) {
  const Plan& plan = forecast.plan;
  std::vector<Record> records;
  for (const PlanCase& plan_case : plan.cases) records.push_back(planned_case_record(plan_case));
  if (forecast.has_hunts())
    records.push_back(planned_hunts_record(plan.job, forecast.hunts, forecast.hunting_seconds));
  records.push_back(plan_record(plan, forecast.verdicts, forecast.tables));
  return records;
}

}  // namespace nimsweep
