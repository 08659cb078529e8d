// The record of how far a file is.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <utility>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep {

namespace {

Json worker_json(const WorkStatus::Worker& worker) {
  const std::time_t since = std::chrono::system_clock::to_time_t(worker.since);
  return {{"worker", worker.name.empty() ? "alone" : worker.name},
          {"host", worker.host},
          {"process", worker.process},
          {"since", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(since))},
          {"at_work", worker.is_at_work ? Json(*worker.is_at_work) : Json()}};
}

}  // namespace

Record status_record(const WorkStatus& status) {
  Json missing = Json::array();
  for (const UnitRange range : status.missing)
    missing.push_back(
        {{"from", to_decimal(range.from)}, {"count", to_decimal(range.to - range.from)}});
  Json workers = Json::array();
  for (const WorkStatus::Worker& worker : status.workers) workers.push_back(worker_json(worker));
  return Record({{"type", "status"},
                 {"file", status.file},
                 {"what", status.what},
                 {"complete", status.is_complete},
                 {"done", to_decimal(status.done())},
                 {"of", to_decimal(status.units)},
                 {"missing", std::move(missing)},
                 {"damaged", status.damaged},
                 {"of_another_job", status.is_of_another_job},
                 {"parts", status.parts},
                 {"missing_parts", status.missing_parts},
                 {"workers", std::move(workers)},
                 {"seconds_left", status.seconds_left ? Json(*status.seconds_left) : Json()}});
}

}  // namespace nimsweep
