#include "nimsweep/engine/sweep_needs.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <numeric>
#include <set>

#include "engine/concurrency.hpp"
#include "engine/unit_maker.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/grundy_box.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

using namespace engine_detail;

namespace {

constexpr std::uint64_t kMostOptions = 1 << 20;  // to count

using Clock = std::chrono::steady_clock;

constexpr double kSecondsAChunk = 2e-6;           // of the writer; measured
constexpr std::uint64_t kBytesAnIndexEntry = 64;  // in memory: checksums, and what HDF5 keeps
constexpr std::uint64_t kBytesAnEntry = 24;       // on disk: the index, and a checksum
constexpr std::uint64_t kBytesACase = 4096;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 62;  // stands for itself and more

bool shares_blocks(const Plan& plan, const PlanCase& plan_case) {
  return !plan.has_boxes() && plan_case.layout.cut_axis >= 2;
}

// All that are there at a time: each thread's, or those that units under way and the next need.
std::uint64_t boxes_bytes(const Plan& plan, const PlanCase& plan_case, std::uint64_t cores,
                          std::uint64_t units) {
  const Uint128 boxes =
      std::min(shares_box(plan_case) ? divided_up(units, plan_case.chunks_a_matrix()) + 2 : cores,
               plan_case.matrix_count);
  const Uint128 bytes = box_bytes(*plan.ruleset, plan_case.players, plan_case.bounds,
                                  static_cast<Counters>(plan.job.passes));
  return bytes > kMostBytes / boxes ? kMostBytes : static_cast<std::uint64_t>(bytes * boxes);
}

// For all cases together: units of several may be under way.
std::uint64_t grundy_bytes(const Plan& plan) {
  Uint128 bytes = 0;
  for (const PlanCase& plan_case : plan.cases)
    bytes += std::min<Uint128>(
        kMostBytes,
        GrundyBox::bytes(*plan.ruleset, plan_case.bounds, static_cast<Counters>(plan.job.passes)));
  return static_cast<std::uint64_t>(std::min<Uint128>(bytes, kMostBytes));
}

// A machine has a state for each row of piles at most, and is limited.
std::uint64_t machine_bytes(const PlanCase& plan_case, int passes) {
  const auto vectors = static_cast<std::uint64_t>(passes) + 1;
  const std::uint64_t saturated = static_cast<std::uint64_t>(plan_case.players) * vectors;
  std::vector<std::uint64_t> letters;
  for (const Counters bound : plan_case.bounds) letters.push_back(std::min(bound, saturated) + 1);
  const Uint128 bytes = product(letters) * (8 * vectors + 8 * saturated + 32);
  return static_cast<std::uint64_t>(std::min<Uint128>(bytes, LastNimTable::kMaxBytes));
}

std::uint64_t solving_bytes(const Plan& plan, const PlanCase& plan_case, std::uint64_t cores,
                            std::uint64_t units) {
  if (plan_case.quantity == Quantity::grundy) return grundy_bytes(plan);
  return plan.has_boxes() ? boxes_bytes(plan, plan_case, cores, units)
                          : cores * machine_bytes(plan_case, plan.job.passes);
}

// The finished chunks that wait for the writer, or for others to use them as well.
std::uint64_t chunk_bytes_under_way(const Plan& plan, const PlanCase& plan_case,
                                    std::uint64_t units) {
  const std::uint64_t chunks = std::min(units * plan_case.chunks_a_unit, plan_case.layout.chunks);
  if (plan.has_boxes()) return chunks * (plan_case.layout.chunk_bytes + 300);
  const std::uint64_t stored =
      plan_case.layout.chunk_bytes / (shares_blocks(plan, plan_case) ? 500 : 4) + 300;
  if (!shares_blocks(plan, plan_case)) return chunks * stored;
  const std::uint64_t matrices = divided_up(chunks, plan_case.chunks_a_matrix()) + 1;
  return matrices *
         std::min<std::uint64_t>(plan_case.chunks_a_matrix() * stored, MatrixBlocks::kMaxKeptBytes);
}

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// One core's time for a whole case, and the bytes of its chunks.
struct Making {
  double seconds = 0;
  double bytes = 0;
  double seconds_alone = 0;  // that others cannot help with
};

// A unit from the middle stands for all.
Making try_unit(const Plan& plan, const PlanCase& plan_case) {
  const std::atomic<bool> never = false;
  UnitMaker maker(plan, never);
  const auto begun = Clock::now();
  const MadeUnit made = maker.make({.unit = plan_case.first_unit + plan_case.units / 2});
  Making making{.seconds = seconds_since(begun)};
  for (const auto& [number, chunk] : made.chunks)
    making.bytes += static_cast<double>(chunk->bytes.size());
  making.seconds *= static_cast<double>(plan_case.units);
  making.bytes *= static_cast<double>(plan_case.units);
  return making;
}

// Some chunks of one matrix, spread over its table, stand for all.
Making try_matrix(const Plan& plan, const PlanCase& plan_case, std::uint64_t matrix) {
  constexpr std::uint64_t kTrials = 8;
  const std::uint64_t chunks = plan_case.chunks_a_matrix();
  MatrixBlocks blocks(plan_case, plan.job.passes, matrix);
  const auto begun = Clock::now();
  blocks.build();
  const double to_build = seconds_since(begun);
  ChunkEncoder encoder;
  std::deque<EncodedChunk> own;
  std::set<const EncodedChunk*> made;
  std::vector<std::uint64_t> origin;
  double bytes = 0;
  for (std::uint64_t k = 0; k < kTrials; ++k) {
    plan_case.layout.origin_of(matrix * chunks + k * (chunks - 1) / (kTrials - 1), origin);
    const EncodedChunk& chunk = blocks.chunk_at(origin, encoder, own);
    made.insert(&chunk);
    bytes += static_cast<double>(chunk.bytes.size());
  }
  const double a_block = (seconds_since(begun) - to_build) / static_cast<double>(made.size());
  const auto different = static_cast<double>(std::min(chunks, blocks.different_chunks()));
  return {.seconds = to_build + different * a_block,
          .bytes = bytes / static_cast<double>(kTrials) * static_cast<double>(chunks)};
}

// Bounds with which `size_of` is small enough for a trial.
template <class SizeOf>
std::vector<Counters> trial_bounds(std::vector<Counters> bounds, SizeOf size_of) {
  constexpr std::uint64_t kMostValues = 1 << 20;
  while (size_of(bounds) > kMostValues) {
    Counters& largest = *std::max_element(bounds.begin(), bounds.end());
    if (largest == 0) break;
    largest /= 2;
  }
  return bounds;
}

// Where options are looked at one by one: what it takes to look at all, in moments of a trial.
Uint128 looking(const Plan& plan, const std::vector<Counters>& bounds) {
  constexpr Uint128 kOptionsAValue = 16;  // that many options are seen in a moment
  const auto passes = static_cast<Counters>(plan.job.passes);
  const auto places = PositionIndex::places(*plan.ruleset, bounds, passes);
  const Uint128 options = options_at_start(*plan.ruleset, bounds, passes, kMostOptions) + 1;
  return places > kUint128Max / options ? kUint128Max : places * options / kOptionsAValue;
}

// How many more options there are.
double growth(const Plan& plan, const std::vector<Counters>& trial,
              const std::vector<Counters>& bounds) {
  const auto passes = static_cast<Counters>(plan.job.passes);
  const auto options = [&](const std::vector<Counters>& of) {
    return 1.0 + static_cast<double>(options_at_start(*plan.ruleset, of, passes, kMostOptions));
  };
  return options(bounds) / options(trial);
}

// A smaller box of the middle matrix stands for all.
Making try_box(const Plan& plan, const PlanCase& plan_case) {
  const auto passes = static_cast<Counters>(plan.job.passes);
  const bool in_rows = BoxSolver::pays(plan.ruleset->move_shape(), plan_case.bounds);
  const auto bounds = trial_bounds(plan_case.bounds, [&](const std::vector<Counters>& trial) {
    const Uint128 bytes = box_bytes(*plan.ruleset, plan_case.players, trial, passes);
    return in_rows ? bytes : std::max(bytes, looking(plan, trial));
  });
  const auto begun = Clock::now();
  const auto box =
      make_box(*plan.ruleset, plan_case.matrices[plan_case.matrix_count / 2], bounds, passes);
  box->solve();
  std::vector<std::uint8_t> values(box->positions());
  box->copy(0, values.data());
  double to_solve = seconds_since(begun);
  if (!in_rows) to_solve *= growth(plan, bounds, plan_case.bounds);
  const auto solved = Clock::now();
  const auto stored = static_cast<double>(ChunkEncoder().encode(values).bytes.size());
  const double to_encode = static_cast<double>(plan_case.players) * seconds_since(solved);
  const auto positions = static_cast<double>(box->positions());
  return {
      .seconds = (to_solve + to_encode) / positions * static_cast<double>(plan_case.positions()),
      .bytes = stored / positions * static_cast<double>(plan_case.values())};
}

// Every start is a search, of which nothing is known before.
Making guess_searches(const PlanCase& plan_case) {
  constexpr double kSecondsASearch = 1e-3;
  return {.seconds = kSecondsASearch * static_cast<double>(plan_case.positions()),
          .bytes = static_cast<double>(plan_case.values()) / 4};
}

// A smaller box stands for all.
Making try_grundy(const Plan& plan, const PlanCase& plan_case) {
  const auto passes = static_cast<Counters>(plan.job.passes);
  const auto bounds = trial_bounds(
      plan_case.bounds, [&](const std::vector<Counters>& trial) { return looking(plan, trial); });
  const auto begun = Clock::now();
  GrundyBox box(*plan.ruleset, bounds, passes);
  box.solve();
  const double to_solve = seconds_since(begun);
  const auto solved = Clock::now();
  std::vector<std::uint64_t> extents(bounds.begin(), bounds.end());
  for (std::uint64_t& extent : extents) ++extent;
  std::vector<std::uint16_t> values(static_cast<std::size_t>(product(extents)));
  box.copy({}, 0, extents[0], values.data());
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(values.data()), 2 * values.size());
  const auto stored = static_cast<double>(ChunkEncoder().encode(bytes).bytes.size());
  const double scale = static_cast<double>(plan_case.values()) / static_cast<double>(values.size());
  const double more_options = growth(plan, bounds, plan_case.bounds);
  const bool by_pile = plan.ruleset->is_sum_with(passes);
  return {.seconds = scale * seconds_since(solved),
          .bytes = scale * stored,
          .seconds_alone = to_solve * more_options * (by_pile ? more_options : scale)};
}

Making try_case(const Plan& plan, const PlanCase& plan_case) {
  if (plan_case.quantity == Quantity::grundy) return try_grundy(plan, plan_case);
  if (plan.has_boxes() && plan.ruleset->plays() != Ruleset::Plays::in_order)
    return guess_searches(plan_case);
  if (plan.has_boxes() && (plan_case.layout.cut_axis > 0 ||
                           !BoxSolver::pays(plan.ruleset->move_shape(), plan_case.bounds)))
    return try_box(plan, plan_case);
  if (!shares_blocks(plan, plan_case)) return try_unit(plan, plan_case);
  const Making first = try_matrix(plan, plan_case, 0);
  const Making middle = try_matrix(plan, plan_case, plan_case.matrix_count / 2);
  const auto matrices = static_cast<double>(plan_case.matrix_count) / 2;
  return {.seconds = matrices * (first.seconds + middle.seconds),
          .bytes = matrices * (first.bytes + middle.bytes)};
}

}  // namespace

std::uint64_t sweep_memory(const Plan& plan, int threads) {
  if (plan.cases.empty()) return 0;
  const auto cores = static_cast<std::uint64_t>(thread_count(threads));
  const std::uint64_t units = units_under_way(thread_count(threads));
  std::uint64_t most = 0;
  for (const PlanCase& plan_case : plan.cases)
    most = std::max(most, cores * 4 * plan_case.layout.chunk_bytes +
                              solving_bytes(plan, plan_case, cores, units) +
                              chunk_bytes_under_way(plan, plan_case, units));
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
  for (const PlanCase& plan_case : plan.cases) {
    const Making making = try_case(plan, plan_case);
    const auto cores = static_cast<double>(
        std::min(static_cast<std::uint64_t>(thread_count(threads)), plan_case.units));
    all.seconds += making.seconds / cores;
    all.seconds_alone += making.seconds_alone;
    all.bytes += making.bytes;
    const auto n = static_cast<std::uint64_t>(plan_case.players);
    matrix_bytes += plan_case.matrix_count * (n * n + sizeof(std::uint32_t));  // and their scale
  }
  return {.file_bytes = static_cast<std::uint64_t>(all.bytes) + matrix_bytes +
                        plan.chunks * kBytesAnEntry + plan.cases.size() * kBytesACase,
          .seconds = all.seconds_alone +
                     std::max(all.seconds, static_cast<double>(plan.chunks) * kSecondsAChunk)};
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
