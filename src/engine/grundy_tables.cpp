// Tables of Grundy values: all units of a case share one box, which is solved before the first.
#include <span>

#include "engine/small_trial.hpp"
#include "engine/unit_source.hpp"
#include "nimsweep/engine/stopwatch.hpp"
#include "nimsweep/solve/grundy_box.hpp"

namespace nimsweep::engine_detail {

namespace {

// As stored: little-endian.
void put(std::span<const std::uint16_t> values, std::uint8_t* out) {
  for (const std::uint16_t value : values) {
    *out++ = static_cast<std::uint8_t>(value & 255);
    *out++ = static_cast<std::uint8_t>(value >> 8);
  }
}

class GrundyTables final : public UnitSource {
 public:
  using UnitSource::UnitSource;

  Task begin(std::uint64_t unit) override {
    if (!box_ && !solve()) return [] { return MadeUnit(); };
    return [this, unit] { return make(unit); };
  }

  std::uint64_t memory(std::uint64_t, std::uint64_t units) const override {
    const Uint128 bytes = GrundyBox::bytes(*plan_.ruleset, case_.bounds, passes());
    return static_cast<std::uint64_t>(std::min<Uint128>(bytes, kMostBytes)) +
           chunks_under_way(units) * (case_.layout.chunk_bytes + 300);
  }

  // A smaller box stands for all.
  CaseEstimate estimate() override {
    const Ruleset& ruleset = *plan_.ruleset;
    const auto bounds = trial_bounds(case_.bounds, [&](const std::vector<Counters>& trial) {
      return looking(ruleset, trial, passes());
    });
    Stopwatch watch;
    GrundyBox box(ruleset, bounds, passes());
    box.solve();
    const double to_solve = watch.seconds();
    watch.restart();
    std::vector<std::uint64_t> extents(bounds.begin(), bounds.end());
    for (std::uint64_t& extent : extents) ++extent;
    std::vector<std::uint16_t> values(static_cast<std::size_t>(product(extents)));
    box.copy({}, 0, extents[0], values.data());
    std::vector<std::uint8_t> bytes(2 * values.size());
    put(values, bytes.data());
    const auto stored = static_cast<double>(ChunkEncoder().encode(bytes).bytes.size());
    const double scale = static_cast<double>(case_.values()) / static_cast<double>(values.size());
    const double more_options = growth(ruleset, bounds, case_.bounds, passes());
    const bool by_pile = ruleset.is_sum_with(passes());
    return {.seconds = scale * watch.seconds(),
            .seconds_alone = to_solve * more_options * (by_pile ? more_options : scale),
            .bytes = scale * stored};
  }

 private:
  // False if stopped.
  bool solve() {
    auto box = std::make_unique<GrundyBox>(*plan_.ruleset, case_.bounds, passes());
    for (std::size_t number = 0; number < box->blocks(); ++number) {
      if (is_stopped()) return false;
      box->solve_block(number);
    }
    box_ = std::move(box);
    return true;
  }

  // One chunk.
  MadeUnit make(std::uint64_t unit) {
    const ChunkLayout& layout = case_.layout;
    const std::size_t cut = layout.cut_axis;
    const std::uint64_t number = case_.chunks_of(unit).first;
    const std::vector<std::uint64_t> origin = layout.origin_of(number);
    const std::uint64_t end = std::min(origin[cut] + layout.chunk[cut], layout.dims[cut]);
    MadeUnit made{.is_complete = true};
    add_chunk(number, made, [&](std::uint8_t* out) {
      std::vector<std::uint16_t> values(static_cast<std::size_t>(product(layout.chunk)), 0);
      box_->copy(std::span(origin).first(cut), origin[cut], end, values.data());
      put(values, out);
    });
    return made;
  }

  std::unique_ptr<const GrundyBox> box_;
};

}  // namespace

std::unique_ptr<UnitSource> make_grundy_tables(const Plan& plan, const PlanCase& plan_case,
                                               const std::atomic<bool>& stop) {
  return std::make_unique<GrundyTables>(plan, plan_case, stop);
}

}  // namespace nimsweep::engine_detail
