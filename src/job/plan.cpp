#include "nimsweep/job/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "nimsweep/base/sha256.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep {

namespace {

// Larger tables than this are beyond any disk, and beyond what offsets in a file can say.
constexpr Uint128 kMostValues = Uint128{1} << 62;

// A unit of a large table is this many chunks: enough that handing it on costs nothing, few enough
// that a table of some hundred keeps all cores busy.
constexpr std::uint64_t kChunksAUnit = 64;

// With so many matrices every core has boxes of its own to solve; fewer boxes are solved by all
// cores together.
constexpr std::uint64_t kManyMatrices = 64;

// Whole matrices if they have few chunks, so that a unit can share what its matrix needs. A chunk
// of many small tables is a unit of its own, as is a matrix with a few first players a chunk.
std::uint64_t chunks_a_unit(const PlanCase& plan_case) {
  const std::uint64_t chunks_a_matrix = plan_case.chunks_a_matrix();
  if (plan_case.layout.cut_axis == 0) return 1;
  if (plan_case.layout.cut_axis == 1) return chunks_a_matrix;
  if (chunks_a_matrix > kChunksAUnit) return kChunksAUnit;
  return chunks_a_matrix * (kChunksAUnit / chunks_a_matrix);
}

// A matrix that one core solves, or a chunk of one that is solved already.
std::uint64_t chunks_a_unit_of_boxes(const PlanCase& plan_case) {
  const std::uint64_t chunks_a_matrix = plan_case.chunks_a_matrix();
  return plan_case.matrix_count >= kManyMatrices && chunks_a_matrix <= kChunksAUnit
             ? chunks_a_matrix
             : 1;
}

PlanCase plan_case(const Plan& plan, int players, const std::vector<Counters>& bounds) {
  const JobSpec& job = plan.job;
  PlanCase result{.name = fmt::format("n{}_N{}", players, bounds.size()),
                  .players = players,
                  .bounds = bounds,
                  .matrices = MatrixSet(job, players),
                  .layout = {}};
  std::vector<std::uint64_t> dims{0, static_cast<std::uint64_t>(players)};
  for (const Counters bound : bounds) dims.push_back(bound + 1);
  const Uint128 matrix_count = result.matrices.size();
  dims[0] = static_cast<std::uint64_t>(
      std::min<Uint128>(matrix_count, std::numeric_limits<std::uint64_t>::max()));
  if (product(dims) > kMostValues)
    throw job.error_at(
        job.piles_place,
        fmt::format("piles: case {} has {} matrices and more than 2^62 values; expected "
                    "smaller bounds or fewer matrices",
                    result.name, to_grouped_decimal(matrix_count)));
  result.matrix_count = dims[0];
  if (dims[0] == 0) return result;
  result.layout = ChunkLayout::of(dims);

  result.chunks_a_unit = plan.has_boxes() ? chunks_a_unit_of_boxes(result) : chunks_a_unit(result);
  result.units = divided_up(result.layout.chunks, result.chunks_a_unit);
  return result;
}

// All units share one box.
PlanCase plan_grundy_case(const JobSpec& job, const std::vector<Counters>& bounds) {
  PlanCase result{.name = fmt::format("N{}", bounds.size()),
                  .quantity = Quantity::grundy,
                  .bounds = bounds,
                  .matrices = {},
                  .layout = {}};
  std::vector<std::uint64_t> dims(bounds.begin(), bounds.end());
  for (std::uint64_t& dim : dims) ++dim;
  if (product(dims) > kMostValues)
    throw job.error_at(job.piles_place,
                       fmt::format("piles: case {} has more than 2^62 values; expected smaller "
                                   "bounds",
                                   result.name));
  result.layout = ChunkLayout::of(dims, bytes_of(Quantity::grundy));
  result.units = result.layout.chunks;
  return result;
}

std::vector<PlanCase> plan_cases(const Plan& plan) {
  const JobSpec& job = plan.job;
  std::vector<PlanCase> cases;
  if (job.quantity == Quantity::grundy) {
    for (const auto& bounds : job.bounds) cases.push_back(plan_grundy_case(job, bounds));
    return cases;
  }
  for (const int players : job.players)
    for (const auto& bounds : job.bounds) {
      PlanCase next = plan_case(plan, players, bounds);
      // None if matrices are listed for other numbers of players.
      if (next.matrix_count > 0) cases.push_back(std::move(next));
    }
  if (cases.empty()) throw job.error_at(job.players_place, "players: no matrix for any of them");
  return cases;
}

// Everything that says what is in unit number k.
std::string sha256_of(const Plan& plan) {
  std::string text = fmt::format("{} {}", NIMSWEEP_VERSION, plan.job.sha256);
  for (const PlanCase& plan_case : plan.cases)
    text += fmt::format(" {} {} {} {}", plan_case.name, fmt::join(plan_case.layout.dims, ","),
                        fmt::join(plan_case.layout.chunk, ","), plan_case.chunks_a_unit);
  return sha256(text);
}

}  // namespace

std::pair<std::uint64_t, std::uint64_t> PlanCase::chunks_of(std::uint64_t unit) const {
  const std::uint64_t from = (unit - first_unit) * chunks_a_unit;
  return {from, std::min(from + chunks_a_unit, layout.chunks)};
}

std::uint64_t PlanCase::chunks_a_matrix() const {
  return layout.cut_axis == 0 ? 1 : layout.chunks / matrix_count;
}

std::uint64_t PlanCase::values() const {
  return layout.dims.empty() ? 0 : static_cast<std::uint64_t>(product(layout.dims));
}

std::uint64_t PlanCase::positions() const {
  return values() / static_cast<std::uint64_t>(std::max(players, 1));
}

bool Plan::has_boxes() const {
  return job.quantity == Quantity::grundy ||
         !std::holds_alternative<LowerLast>(ruleset->move_shape());
}

std::size_t Plan::case_of_unit(std::uint64_t unit) const {
  const auto after = std::upper_bound(cases.begin(), cases.end(), unit,
                                      [](std::uint64_t wanted, const PlanCase& candidate) {
                                        return wanted < candidate.first_unit;
                                      });
  return static_cast<std::size_t>(after - cases.begin()) - 1;
}

Plan make_plan(JobSpec job) {
  Plan plan;
  plan.job = std::move(job);
  if (plan.job.table_file.empty()) return plan;
  plan.ruleset = make_ruleset(plan.job.game);
  plan.cases = plan_cases(plan);
  for (PlanCase& next : plan.cases) {
    next.first_unit = plan.units;
    if (Uint128{plan.values} + next.values() > kMostValues)
      throw plan.job.error_at(plan.job.piles_place,
                              "piles: more than 2^62 values in all; expected smaller bounds");
    plan.positions += next.positions();
    plan.values += next.values();
    plan.chunks += next.layout.chunks;
    plan.units += next.units;
  }
  plan.sha256 = sha256_of(plan);
  return plan;
}

}  // namespace nimsweep
