#include "nimsweep/run/merge_job.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/saved_answers.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/job/hunt_list.hpp"
#include "nimsweep/job/plan.hpp"
#include "run/telling.hpp"

namespace nimsweep {

namespace {

void check_missing(const std::string& file, const std::vector<UnitRange>& missing,
                   std::uint64_t units, const std::vector<std::string>& damaged) {
  if (missing.empty()) return;
  const std::string why = damaged.empty() ? ""
                                          : fmt::format("{} {} damaged; ", fmt::join(damaged, ", "),
                                                        damaged.size() == 1 ? "is" : "are");
  throw Error(ErrorKind::damage,
              fmt::format("{}: {}missing work units {} of {}; run the job, or its missing parts",
                          file, why, describe_first(missing, describe_units), units));
}

void merge_table(const Plan& plan, const MergeOptions& options, MergeSink& sink) {
  const std::string& file = plan.job.table_file;
  const SweepResult result =
      merge_shards(plan, options.copy ? Merge::copy : Merge::link,
                   {.stop = options.stop, .locks = options.locks},
                   [&](const SweepProgress& now) { sink.progress(run_detail::shown(now)); });
  sink.step_ended();
  if (result.stopped)
    throw Error(ErrorKind::interrupted, "interrupted; nothing is lost, merge again to continue");
  check_missing(file, result.missing, plan.units, result.damaged);
  sink.table(file, result, std::filesystem::file_size(file));
}

void merge_hunt_file(const JobSpec& job, const MergeOptions& options, MergeSink& sink) {
  const HuntList list = hunt_list(job, HuntChecks::leave);
  const HuntingResult result =
      merge_hunts(job, list, {.stop = options.stop, .locks = options.locks});
  check_missing(job.result_file, result.missing, list.units, result.damaged);
  sink.hunts(job.result_file, result);
}

void merge_claims_file(const JobSpec& job, const MergeOptions& options, MergeSink& sink) {
  const auto checks = check_list(job);
  const ClaimWork work(job, checks);
  const MergedClaims merged =
      merge_claims(job, work, {.stop = options.stop, .locks = options.locks});
  check_missing(job.claims_file(), merged.missing, work.units(), merged.damaged);
  sink.claims(job.claims_file(), merged.was_there);
}

}  // namespace

void merge_job(const JobSpec& job, const MergeOptions& options, MergeSink& sink) {
  const Plan plan = make_plan(job);
  const bool has_tables = !job.table_file.empty();
  const bool has_hunts = !job.hunts.empty() && !job.result_file.empty();
  const bool has_claims = !job.claims_file().empty();
  if (!has_tables && !has_hunts && !has_claims)
    throw job.error_at({}, "nothing to merge; expected 'tables:' or 'results:'");
  if (has_tables) merge_table(plan, options, sink);
  if (has_hunts) merge_hunt_file(job, options, sink);
  if (has_claims) merge_claims_file(job, options, sink);
}

}  // namespace nimsweep
