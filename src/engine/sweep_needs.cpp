#include "nimsweep/engine/sweep_needs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>

#include "engine/concurrency.hpp"
#include "engine/unit_maker.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSecondsAChunk = 2e-6;           // of the writer; measured
constexpr std::uint64_t kBytesAnIndexEntry = 64;  // checksums, and what HDF5 keeps

bool shares_blocks(const PlanCase& of_case) {
  return of_case.layout.cut_axis >= 2;
}

std::uint64_t chunks_a_matrix(const PlanCase& of_case) {
  return divided_up(of_case.layout.chunks, of_case.matrix_count);
}

// A machine has a state for each row of piles at most, and is limited.
std::uint64_t machine_bytes(const PlanCase& of_case, int passes) {
  const auto vectors = static_cast<std::uint64_t>(passes) + 1;
  const std::uint64_t saturated = static_cast<std::uint64_t>(of_case.players) * vectors;
  std::vector<std::uint64_t> letters;
  for (const Counters bound : of_case.bounds) letters.push_back(std::min(bound, saturated) + 1);
  const Uint128 bytes = product(letters) * (8 * vectors + 8 * saturated + 32);
  return static_cast<std::uint64_t>(std::min<Uint128>(bytes, LastNimTable::kMaxBytes));
}

// The finished chunks that wait for the writer, or for others to use them as well.
std::uint64_t chunk_bytes_under_way(const PlanCase& of_case, std::uint64_t units) {
  const std::uint64_t stored =
      of_case.layout.chunk_bytes / (shares_blocks(of_case) ? 500 : 4) + 300;
  const std::uint64_t chunks = std::min(units * of_case.chunks_a_unit, of_case.layout.chunks);
  if (!shares_blocks(of_case)) return chunks * stored;
  const std::uint64_t matrices = divided_up(chunks, chunks_a_matrix(of_case)) + 1;
  return matrices *
         std::min<std::uint64_t>(chunks_a_matrix(of_case) * stored, MatrixBlocks::kMaxKeptBytes);
}

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// One core's time for all chunks of a case, from a trial.
double making_seconds(const Plan& plan, const PlanCase& of_case) {
  const std::atomic<bool> never = false;
  const auto begun = Clock::now();
  if (!shares_blocks(of_case)) {
    UnitMaker maker(plan, never);
    maker.make({of_case.first_unit, nullptr});
    return seconds_since(begun) * static_cast<double>(of_case.units);
  }
  MatrixBlocks blocks(of_case, plan.job.passes, 0);
  blocks.build();
  const double to_build = seconds_since(begun);
  ChunkEncoder encoder;
  std::deque<EncodedChunk> own;
  blocks.chunk_at(std::vector<std::uint64_t>(of_case.layout.dims.size(), 0), encoder, own);
  const double a_block = seconds_since(begun) - to_build;
  const auto different =
      static_cast<double>(std::min(chunks_a_matrix(of_case), blocks.different_chunks()));
  return static_cast<double>(of_case.matrix_count) * (to_build + different * a_block);
}

}  // namespace

std::uint64_t sweep_memory(const Plan& plan, int threads) {
  if (plan.cases.empty()) return 0;
  const auto cores = static_cast<std::uint64_t>(thread_count(threads));
  const std::uint64_t units = units_under_way(thread_count(threads));
  std::uint64_t most = 0;
  for (const PlanCase& of_case : plan.cases)
    most = std::max(
        most, cores * (4 * of_case.layout.chunk_bytes + machine_bytes(of_case, plan.job.passes)) +
                  chunk_bytes_under_way(of_case, units));
  std::uint64_t listed = 0;
  for (const MatrixSource& source : plan.job.matrices)
    listed += source.listed.size() * sizeof(AllianceMatrix);
  return most + kBytesAnIndexEntry * plan.chunks + listed + (std::uint64_t{32} << 20);
}

std::uint64_t sweep_disk(const Plan& plan, bool fresh) {
  const std::string& table = plan.job.table_file;
  if (fresh) return plan.file_bytes;
  if (WorkFolder::existing_table(table, plan.job.sha256) == WorkFolder::Table::of_this_job)
    return 0;
  const auto left = WorkFolder::leftovers(table);
  std::uint64_t units = 0;
  for (const UnitRange shard : left.shards) units += shard.to - shard.from;
  const auto missing =
      static_cast<std::uint64_t>(static_cast<Uint128>(plan.file_bytes) *
                                 (plan.units - std::min(units, plan.units)) / plan.units);
  const std::uint64_t joined = left.shards.empty() ? 0 : left.shard_bytes + missing;
  const std::uint64_t needed = missing + joined;
  return needed - std::min(needed, left.unfinished_bytes);
}

double sweep_seconds(const Plan& plan, int threads) {
  double making = 0;
  for (const PlanCase& of_case : plan.cases) making += making_seconds(plan, of_case);
  return std::max(making / thread_count(threads),
                  static_cast<double>(plan.chunks) * kSecondsAChunk);
}

}  // namespace nimsweep
