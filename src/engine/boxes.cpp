// Tables of every game but Last Nim: each matrix's box is solved as a whole. With many matrices
// each core solves boxes of its own; few large ones are solved by all cores together.
#include <span>

#include "engine/box_source.hpp"
#include "engine/solve_box.hpp"

namespace nimsweep::engine_detail {

namespace {

// Tables in runs of consecutive bytes.
class BoxRuns : public BoxSource {
 public:
  using BoxSource::BoxSource;

 protected:
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
  // Some positions of one first player; beyond the bounds are zeros.
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
};

// A unit is a stack of small tables, or one matrix: its boxes are solved by the core that makes it.
class Boxes final : public BoxRuns {
 public:
  using BoxRuns::BoxRuns;

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
class SharedBoxes final : public BoxRuns {
 public:
  using BoxRuns::BoxRuns;

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
