#include "nimsweep/run/job_status.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/work_share.hpp"
#include "nimsweep/files/input_file.hpp"
#include "nimsweep/job/hunt_list.hpp"
#include "nimsweep/job/plan.hpp"
#include "nimsweep/store/hunt_file.hpp"
#include "nimsweep/store/work_folder.hpp"
#include "run/job_files.hpp"

namespace nimsweep {

using namespace run_detail;

namespace {

// What reading a file says about it; `is_of_job` reads it.
FileState state_of(const std::string& file, FunctionRef<bool()> is_of_job) {
  if (!InputFile::if_there(file)) return FileState::none;
  try {
    return is_of_job() ? FileState::complete : FileState::of_another_job;
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::io) throw;
    return problem.kind() == ErrorKind::damage ? FileState::damaged : FileState::of_another_job;
  }
}

void find_missing(WorkStatus& status) {
  status.missing = missing_units(status.units, status.finished);
  for (std::uint64_t k = 1; k <= status.parts; ++k) {
    const auto part = WorkShare::part(k, status.parts).next(status.units);
    if (part && part->from < part->to && std::ranges::any_of(status.missing, [&](UnitRange range) {
          return range.from < part->to && part->from < range.to;
        }))
      status.missing_parts.push_back(k);
  }
}

}  // namespace

std::vector<WorkStatus> job_status(const JobSpec& job) {
  std::vector<WorkStatus> found;
  const auto look = [&](std::string_view what, const std::string& file, const std::string& sha256,
                        std::uint64_t units, FunctionRef<bool()> is_of_job) {
    found.push_back(look_at_work(file, sha256, units, [&] { return state_of(file, is_of_job); }));
    found.back().what = what;
    find_missing(found.back());
  };
  if (const std::string& file = job.table_file; !file.empty()) {
    const Plan plan = make_plan(job);
    look("tables", file, plan.sha256, plan.units,
         [&] { return TableReader::complete(file).header().job_sha256 == job.sha256; });
  }
  if (const std::string& file = job.result_file; !file.empty() && !job.hunts.empty()) {
    const HuntList list = hunt_list(job, HuntChecks::leave);
    look("hunts", file, list.sha256, list.units,
         [&] { return HuntFile::read(file).header.job_sha256 == job.sha256; });
  }
  if (const std::string file = job.claims_file(); !file.empty()) {
    const auto checks = check_list(job);
    const ClaimWork work(job, checks);
    look("claims", file, work.sha256(), work.units(), [&] { return is_complete(file, work); });
  }
  if (found.empty())
    throw job.error_at({},
                       "no file to look at; expected 'tables:', or 'results:' with 'hunt:', "
                       "'verify:', 'values:' or 'mine:'");
  return found;
}

}  // namespace nimsweep
