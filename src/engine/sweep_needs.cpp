#include "nimsweep/engine/sweep_needs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <set>

#include "engine/concurrency.hpp"
#include "engine/unit_maker.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSecondsAChunk = 2e-6;           // of the writer; measured
constexpr std::uint64_t kBytesAnIndexEntry = 64;  // in memory: checksums, and what HDF5 keeps
constexpr std::uint64_t kBytesAnEntry = 24;       // on disk: the index, and a checksum
constexpr std::uint64_t kBytesACase = 4096;

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

// One core's time for a whole case, and the bytes of its chunks.
struct Making {
  double seconds = 0;
  double bytes = 0;
};

// A unit from the middle stands for all.
Making try_unit(const Plan& plan, const PlanCase& of_case) {
  const std::atomic<bool> never = false;
  UnitMaker maker(plan, never);
  const auto begun = Clock::now();
  const MadeUnit made = maker.make({of_case.first_unit + of_case.units / 2, nullptr});
  Making making{.seconds = seconds_since(begun)};
  for (const auto& [number, chunk] : made.chunks)
    making.bytes += static_cast<double>(chunk->bytes.size());
  making.seconds *= static_cast<double>(of_case.units);
  making.bytes *= static_cast<double>(of_case.units);
  return making;
}

// Some chunks of one matrix, spread over its table, stand for all.
Making try_matrix(const Plan& plan, const PlanCase& of_case, std::uint64_t matrix) {
  constexpr std::uint64_t kTrials = 8;
  const std::uint64_t chunks = chunks_a_matrix(of_case);
  MatrixBlocks blocks(of_case, plan.job.passes, matrix);
  const auto begun = Clock::now();
  blocks.build();
  const double to_build = seconds_since(begun);
  ChunkEncoder encoder;
  std::deque<EncodedChunk> own;
  std::set<const EncodedChunk*> made;
  std::vector<std::uint64_t> origin;
  double bytes = 0;
  for (std::uint64_t k = 0; k < kTrials; ++k) {
    of_case.layout.origin_of(matrix * chunks + k * (chunks - 1) / (kTrials - 1), origin);
    const EncodedChunk& chunk = blocks.chunk_at(origin, encoder, own);
    made.insert(&chunk);
    bytes += static_cast<double>(chunk.bytes.size());
  }
  const double a_block = (seconds_since(begun) - to_build) / static_cast<double>(made.size());
  const auto different = static_cast<double>(std::min(chunks, blocks.different_chunks()));
  return {.seconds = to_build + different * a_block,
          .bytes = bytes / static_cast<double>(kTrials) * static_cast<double>(chunks)};
}

Making try_case(const Plan& plan, const PlanCase& of_case) {
  if (!shares_blocks(of_case)) return try_unit(plan, of_case);
  const Making first = try_matrix(plan, of_case, 0);
  const Making middle = try_matrix(plan, of_case, of_case.matrix_count / 2);
  const auto matrices = static_cast<double>(of_case.matrix_count) / 2;
  return {.seconds = matrices * (first.seconds + middle.seconds),
          .bytes = matrices * (first.bytes + middle.bytes)};
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
    if (source.listed)
      listed += source.listed->size() *
                (sizeof(AllianceMatrix) + plan.cases.size() * sizeof(std::uint32_t));
  return most + kBytesAnIndexEntry * plan.chunks + listed + (std::uint64_t{32} << 20);
}

SweepEstimate estimate_sweep(const Plan& plan, int threads) {
  Making all;
  std::uint64_t matrix_bytes = 0;
  for (const PlanCase& of_case : plan.cases) {
    const Making making = try_case(plan, of_case);
    all.seconds += making.seconds;
    all.bytes += making.bytes;
    const auto n = static_cast<std::uint64_t>(of_case.players);
    matrix_bytes += of_case.matrix_count * (n * n + sizeof(std::uint32_t));  // and their scale
  }
  return {.file_bytes = static_cast<std::uint64_t>(all.bytes) + matrix_bytes +
                        plan.chunks * kBytesAnEntry + plan.cases.size() * kBytesACase,
          .seconds = std::max(all.seconds / thread_count(threads),
                              static_cast<double>(plan.chunks) * kSecondsAChunk)};
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
