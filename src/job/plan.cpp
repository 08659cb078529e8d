#include "nimsweep/job/plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "nimsweep/base/sha256.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/digits/move_relation.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/side_by_side.hpp"

namespace nimsweep {

namespace {

// Larger tables than this are beyond any disk, and beyond what offsets in a file can say.
constexpr Uint128 kMostValues = Uint128{1} << 62;

// A unit of a large table is this many chunks: enough that handing it on costs nothing, few enough
// that a table of some hundred keeps all cores busy.
constexpr std::uint64_t kChunksPerUnit = 64;

// With this many matrices every core has boxes of its own to solve; fewer boxes are solved by all
// cores together.
constexpr std::uint64_t kManyMatrices = 64;

// An automaton over digits of more piles is rarely found.
constexpr std::size_t kMostPilesOfDigitBlocks = 4;

bool has_digit_blocks(const Plan& plan, const PlanCase& plan_case) {
  const auto passes = static_cast<Counters>(plan.job.passes);
  const std::size_t piles = plan_case.bounds.size();
  return plan_case.chunks_per_matrix() >= kChunksPerUnit && piles <= kMostPilesOfDigitBlocks &&
         why_no_digit_machine(*plan.ruleset, static_cast<int>(piles), passes).empty();
}

bool is_side_by_side(const Plan& plan, const PlanCase& plan_case) {
  return plan_case.layout.cut_axis == kMatrixAxis &&
         plan_case.matrix_count >= SideBySide::kMatrices &&
         SideBySide::pays(*plan.ruleset, plan_case.players, plan_case.bounds,
                          static_cast<Counters>(plan.job.passes));
}

TableKind kind_of(const Plan& plan, const PlanCase& plan_case) {
  const std::size_t cut_axis = plan_case.layout.cut_axis;
  if (is_side_by_side(plan, plan_case)) return TableKind::side_by_side;
  if (std::holds_alternative<LowerLast>(plan.ruleset->move_shape()))
    return cut_axis < kPileAxes ? TableKind::machine_tables : TableKind::machine_blocks;
  if (has_digit_blocks(plan, plan_case)) return TableKind::digit_blocks;
  const std::uint64_t chunks = plan_case.chunks_per_matrix();
  const bool is_one_core_enough =
      chunks == 1 || (plan_case.matrix_count >= kManyMatrices && chunks <= kChunksPerUnit);
  return is_one_core_enough ? TableKind::boxes : TableKind::shared_boxes;
}

// A unit is made from what one matrix needs: that is its table or its box, or a chunk of many small
// ones. Blocks come in larger units, of whole matrices if these have few chunks.
std::uint64_t chunks_per_unit(const PlanCase& plan_case) {
  const std::uint64_t chunks = plan_case.chunks_per_matrix();
  switch (plan_case.kind) {
    case TableKind::side_by_side:
    case TableKind::machine_tables:
    case TableKind::boxes:
      return chunks;
    case TableKind::machine_blocks:
    case TableKind::digit_blocks:
      return chunks > kChunksPerUnit ? kChunksPerUnit : chunks * (kChunksPerUnit / chunks);
    case TableKind::shared_boxes:
    case TableKind::grundy:
      return 1;
  }
  return 1;
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
  dims[kMatrixAxis] = static_cast<std::uint64_t>(
      std::min<Uint128>(matrix_count, std::numeric_limits<std::uint64_t>::max()));
  if (product(dims) > kMostValues)
    throw job.error_at(
        job.piles_place,
        fmt::format("piles: case {} has {} matrices and more than 2^62 values; expected "
                    "smaller bounds or fewer matrices",
                    result.name, to_grouped_decimal(matrix_count)));
  result.matrix_count = dims[kMatrixAxis];
  if (dims[kMatrixAxis] == 0) return result;
  result.layout = ChunkLayout::of(dims);
  result.kind = kind_of(plan, result);
  if (result.kind == TableKind::digit_blocks) result.layout = ChunkLayout::in_blocks(dims);
  result.chunks_per_unit = chunks_per_unit(result);
  result.units = divided_up(result.layout.chunks, result.chunks_per_unit);
  return result;
}

// All units share one box.
PlanCase plan_grundy_case(const JobSpec& job, const std::vector<Counters>& bounds) {
  PlanCase result{.name = fmt::format("N{}", bounds.size()),
                  .quantity = Quantity::grundy,
                  .kind = TableKind::grundy,
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
                        fmt::join(plan_case.layout.chunk, ","), plan_case.chunks_per_unit);
  return sha256(text);
}

}  // namespace

std::pair<std::uint64_t, std::uint64_t> PlanCase::chunks_of(std::uint64_t unit) const {
  const std::uint64_t from = (unit - first_unit) * chunks_per_unit;
  return {from, std::min(from + chunks_per_unit, layout.chunks)};
}

std::uint64_t PlanCase::chunks_per_matrix() const {
  return layout.cut_axis == kMatrixAxis ? 1 : layout.chunks / matrix_count;
}

std::uint64_t PlanCase::values() const {
  return layout.dims.empty() ? 0 : static_cast<std::uint64_t>(product(layout.dims));
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
