#include "engine/unit_source.hpp"

#include <fmt/format.h>

#include <span>
#include <stdexcept>
#include <vector>

#include "engine/stack_periods.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/stopwatch.hpp"

namespace nimsweep::engine_detail {

namespace {

bool holds_stacks(const PlanCase& plan_case) {
  return plan_case.layout.cut_axis == kMatrixAxis && plan_case.quantity == Quantity::value;
}

StackShape shape_of(const PlanCase& plan_case,
                    const std::vector<std::vector<std::size_t>>& periods) {
  return StackShape::of(std::span(plan_case.layout.dims).subspan(kFirstAxis), periods);
}

}  // namespace

UnitSource::UnitSource(const Plan& plan, const PlanCase& plan_case, const std::atomic<bool>& stop)
    : plan_(plan), case_(plan_case), stop_(stop) {
  if (!holds_stacks(case_)) return;
  in_order_ = shape_of(case_, stack_periods(case_.players));
  in_any_order_ = shape_of(case_, {{1, 2, 3, 4}});
}

EncodedChunk UnitSource::encoded(Buffers& buffers, std::uint64_t number) const {
  if (!holds_stacks(case_)) return buffers.encoder.encode(buffers.values);
  const auto index = case_.matrices.index_of(number * case_.layout.chunk[kMatrixAxis]);
  if (!index || in_order_.record == 0) return buffers.encoder.encode(buffers.values, in_any_order_);
  return buffers.encoder.encode(buffers.values, in_order_,
                                static_cast<std::size_t>(*index % in_order_.likely.size()));
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
