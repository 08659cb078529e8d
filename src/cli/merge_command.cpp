// merge: assembles a job's files from finished parts.
#include <fmt/format.h>

#include <string>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/job_options.hpp"
#include "cli/progress.hpp"
#include "cli/stop_signals.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/run/merge_job.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep::cli {

namespace {

struct MergeArguments {
  explicit MergeArguments(const Arguments& given)
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

class MergePrinter : public MergeSink {
 public:
  MergePrinter(Output& output, const MergeArguments& options)
      : output_(output), format_(options.format), progress_(options.quiet) {}

  void progress(const RunProgress& now) override { progress_.show(now); }
  void step_ended() override { progress_.end(); }

  void table(const std::string& file, const SweepResult& result, std::uint64_t bytes) override {
    if (format_ == Format::json) return output_.write(merged_table_record(file, result, bytes));
    const std::string what = result.shards == 0
                                 ? "one file"
                                 : fmt::format("over {} in {}", counted(result.shards, "shard"),
                                               WorkFolder::path_for(file));
    complete(file, result.was_there, fmt::format(", {}, {}", what, describe_bytes(bytes)));
  }

  void hunts(const std::string& file, const HuntingResult& result) override {
    if (format_ == Format::json) return output_.write(merged_hunts_record(file, result));
    complete(file, result.was_there, ", " + counted(result.answers.size(), "hunt"));
  }

  void claims(const std::string& file, bool was_there) override {
    if (format_ == Format::json) return output_.write(merged_claims_record(file, was_there));
    complete(file, was_there, "; run shows it");
  }

 private:
  void complete(const std::string& file, bool was_there, const std::string& what) {
    output_.write(fmt::format("{}: {}complete{}\n", file, was_there ? "already " : "", what));
  }

  Output& output_;
  Format format_;
  Progress progress_;
};

void merge(const MergeArguments& options, Session& session) {
  MergePrinter printer(session.output, options);
  merge_job(read_job(options.job),
            {.copy = options.copy, .locks = !options.no_locks, .stop = stop_on_signals()}, printer);
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
