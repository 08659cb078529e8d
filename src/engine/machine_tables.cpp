// Small tables of Last Nim: a chunk holds whole tables of some matrices, or some first players of
// one matrix with all their positions. Each matrix's table is filled from its machine.
#include <optional>

#include "engine/last_nim_tables.hpp"

namespace nimsweep::engine_detail {

namespace {

std::uint8_t* copy_player(const LastNimTable& table, Seat first, std::uint8_t* out) {
  table.fill(first, {out, table.bytes_per_player()});
  return out + table.bytes_per_player();
}

class MachineTables final : public LastNimTables {
 public:
  using LastNimTables::LastNimTables;

  Task begin(std::uint64_t unit) override {
    return [this, unit] { return make(unit); };
  }

  std::uint64_t memory(std::uint64_t cores, std::uint64_t units) const override {
    return cores * machine_bytes() + chunks_under_way(units) * (case_.layout.chunk_bytes / 4 + 300);
  }

  CaseEstimate estimate() override { return try_unit(); }

 private:
  MadeUnit make(std::uint64_t unit) {
    MadeUnit made;
    const auto [from, to] = case_.chunks_of(unit);
    std::optional<LastNimTable> table;  // a unit of first players is of one matrix
    for (std::uint64_t number = from; number < to; ++number) {
      if (is_stopped()) return made;
      if (case_.layout.cut_axis == kMatrixAxis) {
        add_stack(
            number, made, [&](std::uint64_t matrix) { return std::optional(table_of(matrix)); },
            copy_player);
        continue;
      }
      if (!table) table.emplace(table_of(number / case_.chunks_per_matrix()));
      add_players(number, made, *table, copy_player);
    }
    made.is_complete = true;
    return made;
  }
};

}  // namespace

std::unique_ptr<UnitSource> make_machine_tables(const Plan& plan, const PlanCase& plan_case,
                                                const std::atomic<bool>& stop) {
  return std::make_unique<MachineTables>(plan, plan_case, stop);
}

}  // namespace nimsweep::engine_detail
