// merge: assembles a job's files from finished parts.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/job_options.hpp"
#include "cli/progress.hpp"
#include "cli/stop_signals.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/engine/saved_answers.hpp"
#include "nimsweep/engine/sweep.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep::cli {

namespace {

struct MergeOptions {
  explicit MergeOptions(const Arguments& given)
      : job(given.text("job")),
        copy(given.has("--copy")),
        no_locks(given.has("--no-locks")),
        quiet(given.has("--quiet")),
        format(format_of(given)) {}

  std::string job;
  bool copy;
  bool no_locks;
  bool quiet;
  Format format;
};

void check_missing(const std::string& file, const std::vector<UnitRange>& missing,
                   std::uint64_t units, const std::vector<std::string>& damaged) {
  if (missing.empty()) return;
  const std::string why = damaged.empty() ? ""
                                          : fmt::format("{} {} damaged; ", fmt::join(damaged, ", "),
                                                        damaged.size() == 1 ? "is" : "are");
  constexpr std::size_t kShown = 5;
  std::string list;
  for (std::size_t k = 0; k < std::min(missing.size(), kShown); ++k)
    list += fmt::format("{}{}", k > 0 ? ", " : "", describe_units(missing[k]));
  if (missing.size() > kShown) list += fmt::format(" and {} more", missing.size() - kShown);
  throw Error(ErrorKind::damage,
              fmt::format("{}: {}missing work units {} of {}; run the job, or its missing parts",
                          file, why, list, units));
}

void make_table_of_shards(const MergeOptions& options, const Plan& plan,
                          const std::atomic<bool>& stop, Output& output) {
  const std::string& file = plan.job.table_file;
  Progress progress(options.quiet);
  const SweepResult result =
      merge_shards(plan, options.copy ? Merge::copy : Merge::link,
                   {.stop = stop, .locks = !options.no_locks}, [&](const SweepProgress& now) {
                     progress.show({.what = "merging",
                                    .unit = "positions",
                                    .done = now.positions_done,
                                    .total = now.positions,
                                    .stored_bytes = now.stored_bytes});
                   });
  progress.end();
  if (result.stopped)
    throw Error(ErrorKind::interrupted, "interrupted; nothing is lost, merge again to continue");
  check_missing(file, result.missing, plan.units, result.damaged);
  const auto bytes = static_cast<std::uint64_t>(std::filesystem::file_size(file));
  if (options.format == Format::json) {
    output.write(merged_table_record(file, result, bytes));
    return;
  }
  const std::string what = result.shards == 0
                               ? "one file"
                               : fmt::format("over {} in {}", counted(result.shards, "shard"),
                                             WorkFolder::path_for(file));
  output.write(fmt::format("{}: {}complete, {}, {}\n", file, result.was_there ? "already " : "",
                           what, describe_bytes(bytes)));
}

void make_hunt_file(const MergeOptions& options, const JobSpec& job, const std::atomic<bool>& stop,
                    Output& output) {
  const HuntList list = hunt_list(job);
  const HuntingResult result = merge_hunts(job, list, {.stop = stop, .locks = !options.no_locks});
  check_missing(job.result_file, result.missing, list.units, result.damaged);
  if (options.format == Format::json)
    output.write(merged_hunts_record(job.result_file, result));
  else
    output.write(fmt::format("{}: {}complete, {}\n", job.result_file,
                             result.was_there ? "already " : "",
                             counted(result.answers.size(), "hunt")));
}

void make_claims_file(const MergeOptions& options, const JobSpec& job,
                      const std::atomic<bool>& stop, Output& output) {
  const auto checks = check_list(job);
  const ClaimWork work(job, checks);
  const std::string file = job.claims_file();
  const MergedClaims merged = merge_claims(job, work, {.stop = stop, .locks = !options.no_locks});
  check_missing(file, merged.missing, work.units(), merged.damaged);
  if (options.format == Format::json)
    output.write(merged_claims_record(file, merged.was_there));
  else
    output.write(
        fmt::format("{}: {}complete; run shows it\n", file, merged.was_there ? "already " : ""));
}

void merge(const MergeOptions& options, Session& session) {
  Output& output = session.output;
  const std::atomic<bool>& stop = stop_on_signals();
  const Plan plan = make_plan(read_job(options.job));
  const bool has_tables = !plan.job.table_file.empty();
  const bool has_hunts = !plan.job.hunts.empty() && !plan.job.result_file.empty();
  const bool has_claims = !plan.job.claims_file().empty();
  if (!has_tables && !has_hunts && !has_claims)
    throw plan.job.error_at({}, "nothing to merge; expected 'tables:' or 'results:'");
  if (has_tables) make_table_of_shards(options, plan, stop, output);
  if (has_hunts) make_hunt_file(options, plan.job, stop, output);
  if (has_claims) make_claims_file(options, plan.job, stop, output);
}

}  // namespace

Command merge_command() {
  return make_command(
      {.name = "merge",
       .summary = "Assembles a job's files from finished parts; computes nothing",
       .options = {argument("job", "JOB", "The job file"),
                   flag("--copy",
                        "Write one plain file that needs no shards; also converts a merged table"),
                   no_locks_option(), quiet_option(), json_option()},
       .footer = "The table is a small file that refers to its shards; they stay beside it, in "
                 "<table>.parts.\nVerdicts, mined claims and published values are joined in "
                 "<results>.claims; "
                 "`run` then prints them.\n\n"
                 "Example:\n  nimsweep run jobs/theorems.yaml --part 1/1\n  nimsweep merge "
                 "jobs/theorems.yaml"},
      merge);
}

}  // namespace nimsweep::cli
