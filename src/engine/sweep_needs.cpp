#include "nimsweep/engine/sweep_needs.hpp"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "engine/concurrency.hpp"
#include "engine/unit_source.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

using namespace engine_detail;

namespace {

constexpr double kSecondsPerChunk = 2e-6;           // of the writer; measured
constexpr std::uint64_t kBytesPerIndexEntry = 64;   // in memory: checksums, and what HDF5 keeps
constexpr std::uint64_t kBytesPerStoredEntry = 24;  // on disk: the index, and a checksum
constexpr std::uint64_t kBytesPerCase = 4096;

constexpr std::atomic<bool> kNeverStop = false;

// While units of this case are under way, and of those after it that fit in with them.
std::uint64_t memory_from_case(const Plan& plan,
                               std::span<const std::unique_ptr<UnitSource>> sources,
                               std::size_t first, std::uint64_t cores,
                               std::uint64_t units_under_way) {
  std::uint64_t bytes = 0;
  std::uint64_t units = 0;
  for (std::size_t k = first; k < plan.cases.size() && units < units_under_way; ++k) {
    const PlanCase& plan_case = plan.cases[k];
    bytes += cores * 4 * plan_case.layout.chunk_bytes +
             sources[k]->memory(std::min(cores, plan_case.units),
                                std::min(units_under_way, plan_case.units));
    bytes = std::min(bytes, kMostBytes);
    units += plan_case.units;
  }
  return bytes;
}

}  // namespace

std::uint64_t sweep_memory(const Plan& plan, int threads) {
  if (plan.cases.empty()) return 0;
  const auto cores = static_cast<std::uint64_t>(thread_count(threads));
  const std::uint64_t units = units_under_way(thread_count(threads));
  std::vector<std::unique_ptr<UnitSource>> sources;
  for (const PlanCase& plan_case : plan.cases)
    sources.push_back(make_unit_source(plan, plan_case, kNeverStop));
  std::uint64_t most = 0;
  for (std::size_t k = 0; k < plan.cases.size(); ++k)
    most = std::max(most, memory_from_case(plan, sources, k, cores, units));
  std::uint64_t listed = 0;
  for (const MatrixSource& source : plan.job.matrices)
    if (source.listed)
      listed += source.listed->size() *
                (sizeof(AllianceMatrix) + plan.cases.size() * sizeof(std::uint32_t));
  return most + kBytesPerIndexEntry * plan.chunks + listed + (std::uint64_t{32} << 20);
}

namespace {

// Beside the values.
std::uint64_t other_file_bytes(const Plan& plan) {
  std::uint64_t matrix_bytes = 0;
  for (const PlanCase& plan_case : plan.cases) {
    const auto n = static_cast<std::uint64_t>(plan_case.players);
    matrix_bytes += plan_case.matrix_count * (n * n + sizeof(std::uint32_t));  // and their scale
  }
  return matrix_bytes + plan.chunks * kBytesPerStoredEntry + plan.cases.size() * kBytesPerCase;
}

}  // namespace

// Compression never makes a chunk much larger.
std::uint64_t most_file_bytes(const Plan& plan) {
  constexpr Uint128 kBytesPerValue = 2;
  return static_cast<std::uint64_t>(
      std::min<Uint128>(kBytesPerValue * plan.values + other_file_bytes(plan),
                        std::numeric_limits<std::uint64_t>::max()));
}

SweepEstimate estimate_sweep(const Plan& plan, int threads) {
  CaseEstimate all;
  for (const PlanCase& plan_case : plan.cases) {
    const CaseEstimate estimate = make_unit_source(plan, plan_case, kNeverStop)->estimate();
    const auto cores = static_cast<double>(
        std::min(static_cast<std::uint64_t>(thread_count(threads)), plan_case.units));
    all.seconds += estimate.seconds / cores;
    all.seconds_alone += estimate.seconds_alone;
    all.bytes += estimate.bytes;
  }
  return {.memory_bytes = sweep_memory(plan, threads),
          .file_bytes = static_cast<std::uint64_t>(all.bytes) + other_file_bytes(plan),
          .seconds = all.seconds_alone +
                     std::max(all.seconds, static_cast<double>(plan.chunks) * kSecondsPerChunk)};
}

std::uint64_t sweep_disk(const Plan& plan, std::uint64_t file_bytes, bool fresh) {
  const std::string& table = plan.job.table_file;
  const auto left = WorkFolder::leftovers(table);
  const auto beyond = [](std::uint64_t needed, std::uint64_t freed) {
    return needed - std::min(needed, freed);
  };
  if (fresh) return beyond(file_bytes, left.shard_bytes + left.unfinished_bytes);
  if (!WorkFolder::replaces(table) &&
      WorkFolder::existing_table(table, plan.job.sha256) == WorkFolder::Table::of_this_job)
    return 0;
  std::uint64_t units = 0;
  for (const UnitRange shard : left.shards) units += shard.to - shard.from;
  const auto missing = static_cast<std::uint64_t>(
      static_cast<Uint128>(file_bytes) * (plan.units - std::min(units, plan.units)) / plan.units);
  const std::uint64_t joined = left.shards.empty() ? 0 : left.shard_bytes + missing;
  return beyond(missing + joined, left.unfinished_bytes);
}

}  // namespace nimsweep
