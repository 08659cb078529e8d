// Small tables of many matrices: a chunk holds whole tables, which are solved side by side.
#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/unit_source.hpp"
#include "nimsweep/solve/side_by_side.hpp"

namespace nimsweep::engine_detail {

namespace {

class SideBySideTables final : public UnitSource {
 public:
  using UnitSource::UnitSource;

  Task begin(std::uint64_t unit) override {
    return [this, unit] { return make(unit); };
  }

  std::uint64_t memory(std::uint64_t cores, std::uint64_t units) const override {
    constexpr std::uint64_t kWorkspace = std::uint64_t{1} << 20;
    return cores * kWorkspace +
           chunks_under_way(units) * (case_.layout.chunk_bytes / 2 + bytes_of_matrices() + 300);
  }

  CaseEstimate estimate() override { return try_unit(); }

 private:
  MadeUnit make(std::uint64_t unit) {
    MadeUnit made;
    const auto [from, to] = case_.chunks_of(unit);
    made.matrices.reserve((to - from) * bytes_of_matrices());
    for (std::uint64_t number = from; number < to; ++number) {
      if (is_stopped()) return made;
      add_filled_chunk(number, made,
                       [&](std::span<std::uint8_t> out) { fill(number, out, made.matrices); });
    }
    made.is_complete = true;
    return made;
  }

  // The entries of a chunk's matrices.
  std::size_t bytes_of_matrices() const {
    const auto n = static_cast<std::size_t>(case_.players);
    return static_cast<std::size_t>(case_.layout.chunk[kMatrixAxis]) * n * n;
  }

  // Beyond the last matrix are zeros.
  void fill(std::uint64_t number, std::span<std::uint8_t> out, std::vector<std::uint8_t>& entries) {
    const SideBySide& side_by_side = solver();
    SideBySide::Workspace& workspace = workspaces_.local();
    const std::uint64_t begin = number * case_.layout.chunk[kMatrixAxis];
    const std::uint64_t end = std::min(begin + case_.layout.chunk[kMatrixAxis], case_.matrix_count);
    const auto n = static_cast<std::size_t>(case_.players);
    std::array<AllianceMatrix::PackedRow, SideBySide::kMatrices * kMaxPlayers> rows;
    for (std::uint64_t matrix = begin; matrix < end; matrix += SideBySide::kMatrices) {
      const auto count =
          static_cast<std::size_t>(std::min<std::uint64_t>(SideBySide::kMatrices, end - matrix));
      const auto some = std::span(rows).first(count * n);
      case_.matrices.copy_rows(matrix, some);
      entries.resize(entries.size() + some.size() * n);
      AllianceMatrix::unpack_rows(case_.players, some, std::span(entries).last(some.size() * n));
      const std::size_t bytes = count * side_by_side.bytes_per_matrix();
      side_by_side.solve(some, workspace, out.first(bytes));
      out = out.subspan(bytes);
    }
    std::ranges::fill(out, std::uint8_t{0});
  }

  const SideBySide& solver() {
    std::call_once(listed_,
                   [&] { solver_.emplace(*plan_.ruleset, case_.players, case_.bounds, passes()); });
    return *solver_;
  }

  std::once_flag listed_;
  std::optional<SideBySide> solver_;
  tbb::enumerable_thread_specific<SideBySide::Workspace> workspaces_;
};

}  // namespace

std::unique_ptr<UnitSource> make_side_by_side_tables(const Plan& plan, const PlanCase& plan_case,
                                                     const std::atomic<bool>& stop) {
  return std::make_unique<SideBySideTables>(plan, plan_case, stop);
}

}  // namespace nimsweep::engine_detail
