#include "cli/tables.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <cstdio>
#include <filesystem>
#include <string>

#include "cli/describe.hpp"
#include "cli/progress.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep::cli {

namespace {

std::uint64_t peak_memory() {
  struct rusage usage {};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
}

}  // namespace

void print_table(Output& output, Format format, const Plan& plan, const SweepResult& result,
                 double seconds) {
  const std::string& file = plan.job.table_file;
  const auto bytes = static_cast<std::uint64_t>(std::filesystem::file_size(file));
  if (format == Format::json) {
    output.write_json({{"type", "table"},
                       {"file", file},
                       {"was_there", result.was_there},
                       {"positions", to_decimal(plan.positions)},
                       {"values", to_decimal(plan.values)},
                       {"bytes", to_decimal(bytes)},
                       {"shards", result.shards},
                       {"signature", fmt::format("{:016x}", result.signature)},
                       {"peak_memory_bytes", to_decimal(peak_memory())},
                       {"seconds", seconds}});
    return;
  }
  output.write(fmt::format(
      "{}: {}\n", file, result.was_there ? "complete already; --fresh makes it anew" : "complete"));
  output.write(fmt::format("tables     {}\n", plan.cases.size()));
  output.write(fmt::format("positions  {}\n", to_grouped_decimal(plan.positions)));
  output.write(fmt::format("values     {}\n", to_grouped_decimal(plan.values)));
  output.write(fmt::format("file       {}\n", describe_bytes(bytes)));
  if (result.shards > 0)
    output.write(fmt::format("shards     {} in {}\n", result.shards, WorkFolder::path_for(file)));
  output.write(fmt::format("signature  {:016x}\n", result.signature));
  output.write(fmt::format("memory     {} at the peak\n", describe_bytes(peak_memory())));
  if (!result.was_there)
    output.write(fmt::format("time       {} ({}positions/s)\n", describe_seconds(seconds),
                             describe_rate(static_cast<double>(plan.positions) / seconds)));
}

void tell_damaged(const std::vector<std::string>& files) {
  for (const std::string& file : files)
    std::fputs(
        fmt::format("nimsweep: {} was damaged and set aside; its units are done again\n", file)
            .c_str(),
        stderr);
}

SweepResult run_sweep(const Plan& plan, const SweepOptions& options, bool quiet) {
  Progress progress(quiet);
  SweepResult result = run_sweep(plan, options, [&](const SweepProgress& now) {
    progress.show({.what = now.phase == SweepProgress::Phase::writing ? "writing" : "merging",
                   .unit = "positions",
                   .done = now.positions_done,
                   .resumed = now.positions_resumed,
                   .total = now.positions,
                   .stored_bytes = now.stored_bytes});
  });
  progress.end();
  if (!quiet && !options.only_merges) tell_damaged(result.damaged);
  if (result.stopped)
    throw Error(ErrorKind::interrupted,
                fmt::format("interrupted; what is finished is in {}, run the job again to continue",
                            WorkFolder::path_for(plan.job.table_file)));
  return result;
}

}  // namespace nimsweep::cli
