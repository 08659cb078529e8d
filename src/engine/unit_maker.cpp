#include "engine/unit_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "engine/huge_pages.hpp"
#include "engine/solve_box.hpp"
#include "nimsweep/base/error.hpp"

namespace nimsweep::engine_detail {

namespace {

// The values of one matrix and some first players, one after another. Returns what is behind them.
std::uint8_t* copy_players(const LastNimTable& table, Seat begin, Seat end, std::uint8_t* out) {
  for (Seat first = begin; first < end; ++first, out += table.bytes_a_player())
    table.fill(first, {out, table.bytes_a_player()});
  return out;
}

std::uint8_t* copy_players(const Box& box, Seat begin, Seat end, std::uint8_t* out) {
  for (Seat first = begin; first < end; ++first, out += box.positions()) box.copy(first, out);
  return out;
}

}  // namespace

bool shares_box(const PlanCase& plan_case) {
  return plan_case.layout.cut_axis > 0 && plan_case.chunks_a_unit < plan_case.chunks_a_matrix();
}

UnitTask UnitMaker::begin(std::uint64_t unit) {
  const std::size_t index = plan_.case_of_unit(unit);
  const PlanCase& plan_case = plan_.cases[index];
  if (plan_case.quantity == Quantity::grundy) return {.unit = unit, .grundy = solved_grundy(index)};
  if (plan_.has_boxes()) {
    if (!shares_box(plan_case)) return {.unit = unit};
    const std::uint64_t matrix = plan_case.chunks_of(unit).first / plan_case.chunks_a_matrix();
    if (!current_box_ || current_case_ != index || current_matrix_ != matrix) {
      current_box_.reset();
      std::shared_ptr<Box> box = box_of(plan_case, matrix);
      if (!solve_box(*box, stop_)) return {.unit = unit};
      current_box_ = std::move(box);
      current_case_ = index;
      current_matrix_ = matrix;
    }
    return {.unit = unit, .box = current_box_};
  }
  if (plan_case.layout.cut_axis < 2) return {.unit = unit};
  std::vector<std::uint64_t> origin;
  plan_case.layout.origin_of(plan_case.chunks_of(unit).first, origin);
  if (!current_ || current_case_ != index || current_->matrix() != origin[0]) {
    current_ = std::make_shared<MatrixBlocks>(plan_case, plan_.job.passes, origin[0]);
    current_case_ = index;
  }
  return {.unit = unit, .blocks = current_};
}

MadeUnit UnitMaker::make(const UnitTask& task) {
  MadeUnit made;
  made.unit = task.unit;
  made.case_number = plan_.case_of_unit(task.unit);
  const PlanCase& plan_case = plan_.cases[made.case_number];
  if (plan_case.quantity == Quantity::grundy)
    make_of_grundy(plan_case, task, made);
  else if (plan_.has_boxes())
    make_of_boxes(plan_case, task, made);
  else
    make_of_blocks(plan_case, task, made);
  return made;
}

// Zeros, to write the values of a chunk over. One at a time, on each thread.
std::uint8_t* UnitMaker::begin_chunk(const ChunkLayout& layout) {
  std::vector<std::uint8_t>& values = buffers_.local().values;
  values.assign(static_cast<std::size_t>(layout.chunk_bytes), 0);
  return values.data();
}

void UnitMaker::end_chunk(std::uint64_t number, MadeUnit& made) {
  Buffers& buffers = buffers_.local();
  made.own.push_back(buffers.encoder.encode(buffers.values));
  made.chunks.emplace_back(number, &made.own.back());
}

// Whole tables of consecutive matrices; what is beyond the last one is zeros. False if there is no
// `solved(matrix)`, because it is stopped.
template <class Solved>
bool UnitMaker::make_stacked(const PlanCase& plan_case, std::uint64_t number, MadeUnit& made,
                             Solved solved) {
  const ChunkLayout& layout = plan_case.layout;
  const std::uint64_t begin = number * layout.chunk[0];
  const std::uint64_t end = std::min(begin + layout.chunk[0], plan_case.matrix_count);
  std::uint8_t* out = begin_chunk(layout);
  for (std::uint64_t matrix = begin; matrix < end; ++matrix) {
    const auto table = solved(matrix);
    if (!table) return false;
    out = copy_players(*table, 0, plan_case.players, out);
  }
  end_chunk(number, made);
  return true;
}

// The whole axes of some first players of one matrix.
template <class Table>
void UnitMaker::make_players(const PlanCase& plan_case, const Table& table, std::uint64_t number,
                             MadeUnit& made) {
  const ChunkLayout& layout = plan_case.layout;
  std::vector<std::uint64_t> origin;
  layout.origin_of(number, origin);
  const std::uint64_t end = std::min(origin[1] + layout.chunk[1], layout.dims[1]);
  copy_players(table, static_cast<Seat>(origin[1]), static_cast<Seat>(end), begin_chunk(layout));
  end_chunk(number, made);
}

// A block of the piles of one matrix and first player; what is beyond the bounds is zeros.
void UnitMaker::make_part(const PlanCase& plan_case, const Box& box, std::uint64_t number,
                          MadeUnit& made) {
  constexpr std::size_t kPileAxes = MatrixBlocks::kPileAxes;
  const ChunkLayout& layout = plan_case.layout;
  const std::size_t cut = layout.cut_axis;
  std::vector<std::uint64_t> origin;
  layout.origin_of(number, origin);
  const std::uint64_t end = std::min(origin[cut] + layout.chunk[cut], layout.dims[cut]);
  box.copy(static_cast<Seat>(origin[1]), std::span(origin).subspan(kPileAxes, cut - kPileAxes),
           origin[cut], end, begin_chunk(layout));
  end_chunk(number, made);
}

void UnitMaker::make_of_blocks(const PlanCase& plan_case, const UnitTask& task, MadeUnit& made) {
  const auto [from, to] = plan_case.chunks_of(task.unit);
  made.chunks.reserve(static_cast<std::size_t>(to - from));
  if (task.blocks) made.blocks.push_back(task.blocks);
  std::vector<std::uint64_t> origin;
  std::optional<LastNimTable> table;  // of the matrix that a unit of some first players is of
  for (std::uint64_t number = from; number < to; ++number) {
    if (stop_.load(std::memory_order_relaxed)) return;
    if (plan_case.layout.cut_axis == 0) {
      make_stacked(plan_case, number, made, [&](std::uint64_t matrix) {
        return std::optional(table_of(plan_case, plan_.job.passes, matrix));
      });
    } else if (plan_case.layout.cut_axis == 1) {
      if (!table)
        table = table_of(plan_case, plan_.job.passes,
                         number * plan_case.matrix_count / plan_case.layout.chunks);
      make_players(plan_case, *table, number, made);
    } else {
      plan_case.layout.origin_of(number, origin);
      if (made.blocks.back()->matrix() != origin[0])
        made.blocks.push_back(
            std::make_shared<MatrixBlocks>(plan_case, plan_.job.passes, origin[0]));
      made.chunks.emplace_back(
          number, &made.blocks.back()->chunk_at(origin, buffers_.local().encoder, made.own));
    }
  }
  made.is_complete = true;
}

void UnitMaker::make_of_boxes(const PlanCase& plan_case, const UnitTask& task, MadeUnit& made) {
  const auto [from, to] = plan_case.chunks_of(task.unit);
  if (plan_case.layout.cut_axis == 0) {  // one chunk
    made.is_complete = make_stacked(
        plan_case, from, made, [&](std::uint64_t matrix) { return solved_box(plan_case, matrix); });
    return;
  }
  std::shared_ptr<const Box> box = task.box;
  if (!box && !shares_box(plan_case))
    box = solved_box(plan_case, from / plan_case.chunks_a_matrix());
  if (!box) return;  // stopped
  for (std::uint64_t number = from; number < to; ++number) {
    if (stop_.load(std::memory_order_relaxed)) return;
    if (plan_case.layout.cut_axis == 1)
      make_players(plan_case, *box, number, made);
    else
      make_part(plan_case, *box, number, made);
  }
  made.is_complete = true;
}

// Nothing if stopped.
std::shared_ptr<const GrundyBox> UnitMaker::solved_grundy(std::size_t case_number) {
  if (current_grundy_ && current_case_ == case_number) return current_grundy_;
  current_grundy_.reset();
  const auto box = std::make_shared<GrundyBox>(*plan_.ruleset, plan_.cases[case_number].bounds,
                                               static_cast<Counters>(plan_.job.passes));
  for (std::size_t number = 0; number < box->blocks(); ++number) {
    if (stop_.load(std::memory_order_relaxed)) return nullptr;
    box->solve_block(number);
  }
  current_grundy_ = box;
  current_case_ = case_number;
  return box;
}

void UnitMaker::make_of_grundy(const PlanCase& plan_case, const UnitTask& task, MadeUnit& made) {
  if (!task.grundy) return;  // stopped
  const ChunkLayout& layout = plan_case.layout;
  const std::size_t cut = layout.cut_axis;
  const std::uint64_t number = plan_case.chunks_of(task.unit).first;  // one chunk
  std::vector<std::uint64_t> origin;
  layout.origin_of(number, origin);
  const std::uint64_t end = std::min(origin[cut] + layout.chunk[cut], layout.dims[cut]);
  std::vector<std::uint16_t>& values = buffers_.local().wide_values;
  values.assign(static_cast<std::size_t>(product(layout.chunk)), 0);
  task.grundy->copy(std::span(origin).first(cut), origin[cut], end, values.data());
  std::uint8_t* out = begin_chunk(layout);
  for (const std::uint16_t value : values) {  // little-endian
    *out++ = static_cast<std::uint8_t>(value & 255);
    *out++ = static_cast<std::uint8_t>(value >> 8);
  }
  end_chunk(number, made);
  made.is_complete = true;
}

std::unique_ptr<Box> UnitMaker::box_of(const PlanCase& plan_case, std::uint64_t matrix) const {
  try {
    return make_box(*plan_.ruleset, plan_case.matrices[matrix], plan_case.bounds,
                    static_cast<Counters>(plan_.job.passes), huge_pages());
  } catch (const Error& error) {
    throw error.at(fmt::format("{}, matrix {}", plan_case.name, matrix));
  }
}

// Null if stopped.
std::unique_ptr<Box> UnitMaker::solved_box(const PlanCase& plan_case, std::uint64_t matrix) const {
  auto box = box_of(plan_case, matrix);
  return solve_box_alone(*box, stop_) ? std::move(box) : nullptr;
}

}  // namespace nimsweep::engine_detail
