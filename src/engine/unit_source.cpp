#include "engine/unit_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/stopwatch.hpp"

namespace nimsweep::engine_detail {

// Matrices of one space come in the order of their last row, then of the row before it: those of
// the same last row are n! apart, and a last row is much like the few before it.
StackShape UnitSource::shape_of(const PlanCase& plan_case) {
  if (plan_case.layout.cut_axis != kMatrixAxis || plan_case.quantity != Quantity::value) return {};
  std::size_t rows = 1;
  for (int k = 2; k <= std::min(plan_case.players, 6); ++k) rows *= static_cast<std::size_t>(k);
  const std::array<std::size_t, 6> periods = {rows, 1, 2, 2 * rows, 3, 4};
  return StackShape::of(std::span(plan_case.layout.dims).subspan(kFirstAxis), periods);
}

Error UnitSource::at_matrix(const Error& error, std::uint64_t matrix) const {
  return error.at(fmt::format("{}, matrix {}", case_.name, matrix));
}

CaseEstimate UnitSource::try_unit() {
  const Stopwatch watch;
  const MadeUnit made = begin(case_.first_unit + case_.units / 2)();
  CaseEstimate estimate{.seconds = watch.seconds() * static_cast<double>(case_.units)};
  for (const auto& [number, chunk] : made.chunks)
    estimate.bytes += static_cast<double>(chunk->bytes.size() * case_.units);
  return estimate;
}

std::unique_ptr<UnitSource> make_unit_source(const Plan& plan, const PlanCase& plan_case,
                                             const std::atomic<bool>& stop,
                                             std::uint64_t memory_limit) {
  switch (plan_case.kind) {
    case TableKind::side_by_side:
      return make_side_by_side_tables(plan, plan_case, stop);
    case TableKind::machine_tables:
      return make_machine_tables(plan, plan_case, stop);
    case TableKind::machine_blocks:
      return make_machine_blocks(plan, plan_case, stop);
    case TableKind::digit_blocks:
      return make_digit_blocks(plan, plan_case, stop, memory_limit);
    case TableKind::boxes:
      return make_boxes(plan, plan_case, stop);
    case TableKind::shared_boxes:
      return make_shared_boxes(plan, plan_case, stop);
    case TableKind::grundy:
      return make_grundy_tables(plan, plan_case, stop);
  }
  throw std::logic_error("a kind of table without a source");
}

}  // namespace nimsweep::engine_detail
