#include "engine/unit_source.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/stopwatch.hpp"

namespace nimsweep::engine_detail {

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
                                             const std::atomic<bool>& stop) {
  switch (plan_case.kind) {
    case TableKind::machine_tables:
      return make_machine_tables(plan, plan_case, stop);
    case TableKind::machine_blocks:
      return make_machine_blocks(plan, plan_case, stop);
    case TableKind::digit_blocks:
      return make_digit_blocks(plan, plan_case, stop);
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
