#include "nimsweep/engine/resources.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "engine/concurrency.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/sweep_needs.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep {

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

}  // namespace

std::uint64_t default_memory_limit() {
  return physical_memory() / 4 * 3;
}

std::uint64_t peak_memory() {
  struct rusage usage {};
  if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  return static_cast<std::uint64_t>(usage.ru_maxrss) << 10;
}

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

void check_resources(const Plan& plan, const SweepEstimate& estimate, std::uint64_t memory_limit,
                     bool fresh) {
  if (estimate.memory_bytes > memory_limit)
    throw plan.job.error_at(
        plan.job.tables_place,
        fmt::format("tables: about {} of memory needed; expected at most {} "
                    "(--memory sets the limit)",
                    describe_bytes(estimate.memory_bytes), describe_bytes(memory_limit)));
  const std::uint64_t disk = free_disk(plan.job.table_file);
  const std::uint64_t needed = sweep_disk(plan, estimate.file_bytes, fresh);
  if (needed > disk)
    throw plan.job.error_at(
        plan.job.tables_place,
        fmt::format(
            "tables: about {} of disk needed for {} values; expected at most the {} that are free",
            describe_bytes(needed), to_grouped_decimal(plan.values), describe_bytes(disk)));
}

void check_resources(const Plan& plan, int threads, std::uint64_t memory_limit, bool fresh) {
  SweepEstimate needs{.memory_bytes = sweep_memory(plan, threads),
                      .file_bytes = most_file_bytes(plan)};
  if (sweep_disk(plan, needs.file_bytes, fresh) > free_disk(plan.job.table_file))
    needs = estimate_sweep(plan, threads);
  check_resources(plan, needs, memory_limit, fresh);
}

void check_hunting_memory(const JobSpec& job, int threads, std::uint64_t memory_limit) {
  if (!job.hunts_read_digits() || job.players.empty()) return;
  const auto cores = static_cast<Uint128>(engine_detail::thread_count(threads));
  const int players = *std::ranges::max_element(job.players);
  for (const HuntSpec& spec : job.hunts) {
    if (spec.hunt.box == 0) continue;
    const Uint128 bytes = digit_search_bytes({.positions = spec.hunt.box}, players);
    if (bytes * cores <= memory_limit) continue;
    throw job.error_at(
        spec.place,
        fmt::format("hunt {}: box: {} positions take {} on each of {} threads; expected at most {}",
                    in_quotes(spec.hunt.name), to_grouped_decimal(spec.hunt.box),
                    describe_bytes(static_cast<std::uint64_t>(bytes)), to_decimal(cores),
                    describe_bytes(memory_limit)));
  }
}

}  // namespace nimsweep
