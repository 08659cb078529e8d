#include "nimsweep/run/forecast.hpp"

#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep {

Forecast::Forecast(const Plan& job_plan, int threads) : plan(job_plan) {
  if (has_tables()) tables = estimate_sweep(plan, threads);
  if (has_hunts()) {
    hunts = hunt_list(plan.job);
    hunting_seconds = estimate_hunting(hunts, threads);
  }
  for (const CheckGroup& group : check_list(plan.job)) verdicts += group.matrix_count;
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
