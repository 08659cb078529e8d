#include "cli/job_options.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/sweep_needs.hpp"

namespace nimsweep::cli {

namespace {

std::uint64_t physical_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page <= 0) throw Error(ErrorKind::io, "cannot tell how much memory there is");
  const auto bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
  // In a container the limit is often lower; "max" stands for none.
  std::ifstream file("/sys/fs/cgroup/memory.max");
  std::uint64_t limit = 0;
  return file >> limit ? std::min(bytes, limit) : bytes;
}

// "800M", "3G", "1000000".
std::uint64_t parse_bytes(std::string_view option, std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  int shift = 0;
  std::string_view digits = text;
  if (!text.empty() && kUnits.find(text.back()) != std::string_view::npos) {
    shift = 10 * (static_cast<int>(kUnits.find(text.back())) + 1);
    digits.remove_suffix(1);
  }
  const auto number = parse_number(digits, (Uint128{1} << 63) >> shift);
  if (!number)
    throw Error(ErrorKind::input,
                fmt::format("{}: {}; expected a size such as 800M or 3G", option, in_quotes(text)));
  return static_cast<std::uint64_t>(*number) << shift;
}

}  // namespace

OptionOutlines job_options() {
  return {argument("job", "JOB", "The job file"), threads_option(),
          option("--memory", "SIZE",
                 "Refuse a job that needs more, e.g. 3G (default: three quarters of the "
                 "machine's)")};
}

OptionOutline no_locks_option() {
  return flag("--no-locks",
              "Take no locks, on a file system that has none; no two runs may do the same part, "
              "and a run or merge of all has to be alone");
}

JobOptions::JobOptions(const Arguments& given)
    : job(given.text("job")),
      threads(threads_of(given)),
      memory_limit(given.has("--memory") ? parse_bytes("--memory", given.text("--memory"))
                                         : physical_memory() / 4 * 3) {}

std::uint64_t free_disk(const std::string& file) {
  auto folder = std::filesystem::absolute(file).parent_path();
  while (!folder.empty() && folder != folder.root_path() && !std::filesystem::exists(folder))
    folder = folder.parent_path();
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  if (error)
    throw Error(ErrorKind::io,
                fmt::format("cannot tell how much disk is free for {}: {}", file, error.message()));
  return space.available;
}

void check_resources(const Plan& plan, const JobOptions& options, bool fresh) {
  const std::uint64_t memory = sweep_memory(plan, options.threads);
  if (memory > options.memory_limit)
    throw plan.job.error_at(
        plan.job.tables_place,
        fmt::format("tables: about {} of memory needed; expected at most {} "
                    "(--memory sets the limit)",
                    describe_bytes(memory), describe_bytes(options.memory_limit)));
  const std::uint64_t disk = free_disk(plan.job.table_file);
  const std::uint64_t file_bytes = estimate_sweep(plan, options.threads).file_bytes;
  const std::uint64_t needed = sweep_disk(plan, file_bytes, fresh);
  if (needed > disk)
    throw plan.job.error_at(
        plan.job.tables_place,
        fmt::format(
            "tables: about {} of disk needed for {} values; expected at most the {} that are free",
            describe_bytes(needed), to_grouped_decimal(plan.values), describe_bytes(disk)));
}

}  // namespace nimsweep::cli
