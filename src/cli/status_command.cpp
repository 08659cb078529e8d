// status: how far a job is.
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/run/job_status.hpp"

namespace nimsweep::cli {

namespace {

struct StatusOptions {
  explicit StatusOptions(const Arguments& given)
      : job(given.text("job")), format(format_of(given)) {}

  std::string job;
  Format format;
};

// "part 2 of 4", "rank 3".
std::string describe_worker(const WorkStatus::Worker& worker) {
  std::string name = worker.name.empty() ? "one process" : worker.name;
  std::ranges::replace(name, '-', ' ');
  return name;
}

void print_worker(Output& output, const WorkStatus::Worker& worker) {
  const std::string_view state = !worker.is_at_work   ? "unknown"
                                 : *worker.is_at_work ? "at work"
                                                      : "ended";
  const std::time_t since = std::chrono::system_clock::to_time_t(worker.since);
  output.write(fmt::format("  {:8} {}, begun {:%Y-%m-%d %H:%M:%S}, process {} on {}\n", state,
                           describe_worker(worker), fmt::localtime(since), worker.process,
                           one_line(worker.host)));
}

void print_text(Output& output, const WorkStatus& status) {
  if (status.is_complete) {
    output.write(fmt::format("{}: {}, complete\n", status.file, status.what));
    return;
  }
  const std::uint64_t done = status.done();
  output.write(fmt::format(
      "{}: {}, {} of {} units done{}\n", status.file, status.what, to_grouped_decimal(done),
      to_grouped_decimal(status.units),
      status.seconds_left ? fmt::format("; about {} left", describe_seconds(*status.seconds_left))
                          : ""));
  if (status.is_of_another_job)
    output.write(
        "  other    work of another job, of this job before it was changed, or of another "
        "version\n");
  if (done > 0 && !status.missing.empty())
    output.write(
        fmt::format("  missing  units {}\n", describe_first(status.missing, describe_units)));
  if (!status.missing_parts.empty())
    output.write(
        fmt::format("  parts    not done: {} (of {})\n",
                    describe_first(status.missing_parts,
                                   [](std::uint64_t part) { return fmt::format("{}", part); }),
                    status.parts));
  if (!status.damaged.empty())
    output.write(
        fmt::format("  damaged  {}\n",
                    describe_first(status.damaged, [](const std::string& file) { return file; })));
  for (const WorkStatus::Worker& worker : status.workers) print_worker(output, worker);
}

void tell_status(const StatusOptions& options, Session& session) {
  for (const WorkStatus& status : job_status(read_job(options.job))) {
    if (options.format == Format::json)
      session.output.write(status_record(status));
    else
      print_text(session.output, status);
  }
}

}  // namespace

Command status_command() {
  return make_command(
      {.name = "status",
       .summary = "Tells how far a job is, and what is missing or damaged; changes nothing",
       .options = {argument("job", "JOB", "The job file"), json_option()},
       .footer = "It may be asked at any time, also while others run the job. Units that were "
                 "computed but not saved yet\ndo not count. A process on another host is "
                 "\"unknown\": its locks are not seen here.\n\n"
                 "Example:\n  nimsweep run jobs/theorems.yaml --part 1/2\n  nimsweep status "
                 "jobs/theorems.yaml"},
      tell_status);
}

}  // namespace nimsweep::cli
