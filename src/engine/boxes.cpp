// Tables of every game but Last Nim: each matrix's box is solved as a whole. With many matrices
// each core solves boxes of its own; few large ones are solved by all cores together.
#include <span>

#include "engine/huge_pages.hpp"
#include "engine/small_trial.hpp"
#include "engine/solve_box.hpp"
#include "engine/unit_source.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/engine/stopwatch.hpp"
#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/box_solver.hpp"

namespace nimsweep::engine_detail {

namespace {

std::uint8_t* copy_player(const Box& box, Seat first, std::uint8_t* out) {
  box.copy(first, out);
  return out + box.positions();
}

// What both kinds share.
class BoxSource : public UnitSource {
 public:
  using UnitSource::UnitSource;

  CaseEstimate estimate() override {
    if (plan_.ruleset->plays() != Ruleset::Plays::in_order) return guess_searches();
    const bool in_rows = BoxSolver::pays(plan_.ruleset->move_shape(), case_.bounds);
    return in_rows && case_.layout.cut_axis == kMatrixAxis ? try_unit() : try_box(in_rows);
  }

 protected:
  std::unique_ptr<Box> box_of(std::uint64_t matrix) const {
    try {
      return make_box(*plan_.ruleset, case_.matrices[matrix], case_.bounds, passes(), huge_pages());
    } catch (const Error& error) {
      throw at_matrix(error, matrix);
    }
  }

  // So many boxes, and the chunks of their values.
  std::uint64_t memory_of(std::uint64_t boxes, std::uint64_t units) const {
    const Uint128 bytes = box_bytes(*plan_.ruleset, case_.players, case_.bounds, passes());
    const Uint128 most = std::min(boxes, case_.matrix_count);
    if (bytes > kMostBytes / most) return kMostBytes;
    return static_cast<std::uint64_t>(bytes * most) +
           chunks_under_way(units) * (case_.layout.chunk_bytes + 300);
  }

  // Incomplete if stopped.
  MadeUnit cut(const Box& box, std::uint64_t unit) {
    MadeUnit made;
    const auto [from, to] = case_.chunks_of(unit);
    for (std::uint64_t number = from; number < to; ++number) {
      if (is_stopped()) return made;
      if (case_.layout.cut_axis == kFirstAxis)
        add_players(number, made, box, copy_player);
      else
        add_part(number, made, box);
    }
    made.is_complete = true;
    return made;
  }

 private:
  // A block of one first player's positions; beyond the bounds are zeros.
  void add_part(std::uint64_t number, MadeUnit& made, const Box& box) {
    const ChunkLayout& layout = case_.layout;
    const std::size_t axis = layout.cut_axis;
    const std::vector<std::uint64_t> origin = layout.origin_of(number);
    const std::uint64_t end = std::min(origin[axis] + layout.chunk[axis], layout.dims[axis]);
    add_chunk(number, made, [&](std::uint8_t* out) {
      box.copy(static_cast<Seat>(origin[kFirstAxis]),
               std::span(origin).subspan(kPileAxes, axis - kPileAxes), origin[axis], end, out);
    });
  }

  // A smaller box of the middle matrix stands for all.
  CaseEstimate try_box(bool in_rows) const {
    const Ruleset& ruleset = *plan_.ruleset;
    const auto bounds = trial_bounds(case_.bounds, [&](const std::vector<Counters>& trial) {
      const Uint128 bytes = box_bytes(ruleset, case_.players, trial, passes());
      return in_rows ? bytes : std::max(bytes, looking(ruleset, trial, passes()));
    });
    Stopwatch watch;
    const auto box = make_box(ruleset, case_.matrices[case_.matrix_count / 2], bounds, passes());
    box->solve();
    std::vector<std::uint8_t> values(box->positions());
    box->copy(0, values.data());
    double to_solve = watch.seconds();
    if (!in_rows) to_solve *= growth(ruleset, bounds, case_.bounds, passes());
    watch.restart();
    const auto stored = static_cast<double>(ChunkEncoder().encode(values).bytes.size());
    const double to_encode = static_cast<double>(case_.players) * watch.seconds();
    const auto positions = static_cast<double>(box->positions());
    return {.seconds = (to_solve + to_encode) / positions * static_cast<double>(case_.positions()),
            .bytes = stored / positions * static_cast<double>(case_.values())};
  }

  // Every start is a search, of which nothing is known before.
  CaseEstimate guess_searches() const {
    constexpr double kSecondsPerSearch = 1e-3;
    return {.seconds = kSecondsPerSearch * static_cast<double>(case_.positions()),
            .bytes = static_cast<double>(case_.values()) / 4};
  }
};

// A unit is a stack of small tables, or one matrix: its boxes are solved by the core that makes it.
class Boxes final : public BoxSource {
 public:
  using BoxSource::BoxSource;

  Task begin(std::uint64_t unit) override {
    return [this, unit] { return make(unit); };
  }

  std::uint64_t memory(std::uint64_t cores, std::uint64_t units) const override {
    return memory_of(cores, units);
  }

 private:
  MadeUnit make(std::uint64_t unit) {
    const std::uint64_t number = case_.chunks_of(unit).first;
    MadeUnit made;
    if (case_.layout.cut_axis == kMatrixAxis) {  // one chunk
      made.is_complete = add_stack(
          number, made, [&](std::uint64_t matrix) { return solved_box(matrix); }, copy_player);
      return made;
    }
    const auto box = solved_box(number / case_.chunks_per_matrix());
    return box ? cut(*box, unit) : std::move(made);
  }

  // Nothing if stopped.
  std::unique_ptr<Box> solved_box(std::uint64_t matrix) const {
    auto box = box_of(matrix);
    return solve_box_alone(*box, stop_) ? std::move(box) : nullptr;
  }
};

// A unit is a chunk of a box that was solved by all cores before the unit began: in a task, the
// threads that wait for the box could not help.
class SharedBoxes final : public BoxSource {
 public:
  using BoxSource::BoxSource;

  Task begin(std::uint64_t unit) override {
    const std::uint64_t matrix = case_.chunks_of(unit).first / case_.chunks_per_matrix();
    if (!current_ || current_matrix_ != matrix) {
      current_.reset();
      std::shared_ptr<Box> box = box_of(matrix);
      if (!solve_box(*box, stop_)) return [] { return MadeUnit(); };
      current_ = std::move(box);
      current_matrix_ = matrix;
    }
    return [this, unit, box = current_] { return cut(*box, unit); };
  }

  // Those that units under way need, and the next.
  std::uint64_t memory(std::uint64_t, std::uint64_t units) const override {
    return memory_of(divided_up(units, case_.chunks_per_matrix()) + 2, units);
  }

 private:
  std::shared_ptr<const Box> current_;
  std::uint64_t current_matrix_ = 0;
};

}  // namespace

std::unique_ptr<UnitSource> make_boxes(const Plan& plan, const PlanCase& plan_case,
                                       const std::atomic<bool>& stop) {
  return std::make_unique<Boxes>(plan, plan_case, stop);
}

std::unique_ptr<UnitSource> make_shared_boxes(const Plan& plan, const PlanCase& plan_case,
                                              const std::atomic<bool>& stop) {
  return std::make_unique<SharedBoxes>(plan, plan_case, stop);
}

}  // namespace nimsweep::engine_detail
