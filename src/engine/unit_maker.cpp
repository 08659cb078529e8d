#include "engine/unit_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "engine/huge_pages.hpp"
#include "engine/solve_box.hpp"
#include "nimsweep/base/error.hpp"

namespace nimsweep {

bool shares_box(const PlanCase& of_case) {
  return of_case.layout.cut_axis > 0 && of_case.chunks_a_unit < of_case.chunks_a_matrix();
}

UnitTask UnitMaker::begin(std::uint64_t unit) {
  const std::size_t index = plan_.case_of_unit(unit);
  const PlanCase& of_case = plan_.cases[index];
  if (of_case.quantity == Quantity::grundy) return {.unit = unit, .grundy = solved_grundy(index)};
  if (plan_.has_boxes()) {
    if (!shares_box(of_case)) return {.unit = unit};
    const std::uint64_t matrix = of_case.chunks_of(unit).first / of_case.chunks_a_matrix();
    if (!current_box_ || current_case_ != index || current_matrix_ != matrix) {
      current_box_.reset();
      std::shared_ptr<Box> box = box_of(of_case, matrix);
      if (!solve_box(*box, stop_)) return {.unit = unit};
      current_box_ = std::move(box);
      current_case_ = index;
      current_matrix_ = matrix;
    }
    return {.unit = unit, .box = current_box_};
  }
  if (of_case.layout.cut_axis < 2) return {.unit = unit};
  std::vector<std::uint64_t> origin;
  of_case.layout.origin_of(of_case.chunks_of(unit).first, origin);
  if (!current_ || current_case_ != index || current_->matrix() != origin[0]) {
    current_ = std::make_shared<MatrixBlocks>(of_case, plan_.job.passes, origin[0]);
    current_case_ = index;
  }
  return {.unit = unit, .blocks = current_};
}

MadeUnit UnitMaker::make(const UnitTask& task) {
  MadeUnit made;
  made.unit = task.unit;
  made.of_case = plan_.case_of_unit(task.unit);
  const PlanCase& of_case = plan_.cases[made.of_case];
  if (of_case.quantity == Quantity::grundy)
    make_of_grundy(of_case, task, made);
  else if (plan_.has_boxes())
    make_of_boxes(of_case, task, made);
  else
    make_of_blocks(of_case, task, made);
  return made;
}

void UnitMaker::make_of_blocks(const PlanCase& of_case, const UnitTask& task, MadeUnit& made) {
  const auto [from, to] = of_case.chunks_of(task.unit);
  made.chunks.reserve(static_cast<std::size_t>(to - from));
  if (task.blocks) made.blocks.push_back(task.blocks);
  std::vector<std::uint64_t> origin;
  std::optional<LastNimTable> table;  // of the matrix that a unit of some first players is of
  for (std::uint64_t number = from; number < to; ++number) {
    if (stop_.load(std::memory_order_relaxed)) return;
    if (of_case.layout.cut_axis == 0) {
      make_stacked(of_case, number, made);
    } else if (of_case.layout.cut_axis == 1) {
      if (!table)
        table = table_of(of_case, plan_.job.passes,
                         number * of_case.matrix_count / of_case.layout.chunks);
      make_players(of_case, *table, number, made);
    } else {
      of_case.layout.origin_of(number, origin);
      if (made.blocks.back()->matrix() != origin[0])
        made.blocks.push_back(std::make_shared<MatrixBlocks>(of_case, plan_.job.passes, origin[0]));
      made.chunks.emplace_back(
          number, &made.blocks.back()->chunk_at(origin, buffers_.local().encoder, made.own));
    }
  }
  made.is_complete = true;
}

void UnitMaker::make_of_boxes(const PlanCase& of_case, const UnitTask& task, MadeUnit& made) {
  const auto [from, to] = of_case.chunks_of(task.unit);
  if (of_case.layout.cut_axis == 0) {  // one chunk
    made.is_complete = make_stacked_boxes(of_case, from, made);
    return;
  }
  std::shared_ptr<const Box> box = task.box;
  if (!box && !shares_box(of_case)) {
    std::shared_ptr<Box> own = box_of(of_case, from / of_case.chunks_a_matrix());
    if (solve_box_alone(*own, stop_)) box = std::move(own);
  }
  if (!box) return;  // stopped
  for (std::uint64_t number = from; number < to; ++number) {
    if (stop_.load(std::memory_order_relaxed)) return;
    make_part(of_case, *box, number, made);
  }
  made.is_complete = true;
}

// Nothing if stopped.
std::shared_ptr<const GrundyBox> UnitMaker::solved_grundy(std::size_t of_case) {
  if (current_grundy_ && current_case_ == of_case) return current_grundy_;
  current_grundy_.reset();
  const auto box = std::make_shared<GrundyBox>(*plan_.ruleset, plan_.cases[of_case].bounds,
                                               static_cast<Counters>(plan_.job.passes));
  for (std::size_t number = 0; number < box->blocks(); ++number) {
    if (stop_.load(std::memory_order_relaxed)) return nullptr;
    box->solve_block(number);
  }
  current_grundy_ = box;
  current_case_ = of_case;
  return box;
}

// What is beyond the bounds is zeros.
void UnitMaker::make_of_grundy(const PlanCase& of_case, const UnitTask& task, MadeUnit& made) {
  if (!task.grundy) return;  // stopped
  Buffers& buffers = buffers_.local();
  const ChunkLayout& layout = of_case.layout;
  const std::size_t cut = layout.cut_axis;
  const std::uint64_t number = of_case.chunks_of(task.unit).first;  // one chunk
  std::vector<std::uint64_t> origin;
  layout.origin_of(number, origin);
  const std::uint64_t end = std::min(origin[cut] + layout.chunk[cut], layout.dims[cut]);
  buffers.wide_values.assign(static_cast<std::size_t>(product(layout.chunk)), 0);
  task.grundy->copy(std::span(origin).first(cut), origin[cut], end, buffers.wide_values.data());
  buffers.values.clear();
  for (const std::uint16_t value : buffers.wide_values) {  // little-endian
    buffers.values.push_back(static_cast<std::uint8_t>(value & 255));
    buffers.values.push_back(static_cast<std::uint8_t>(value >> 8));
  }
  made.own.push_back(buffers.encoder.encode(buffers.values));
  made.chunks.emplace_back(number, &made.own.back());
  made.is_complete = true;
}

std::unique_ptr<Box> UnitMaker::box_of(const PlanCase& of_case, std::uint64_t matrix) const {
  try {
    return make_box(*plan_.ruleset, of_case.matrices[matrix], of_case.bounds,
                    static_cast<Counters>(plan_.job.passes), huge_pages());
  } catch (const Error& error) {
    throw error.at(fmt::format("{}, matrix {}", of_case.name, matrix));
  }
}

// Whole boxes of consecutive matrices; what is beyond the last one is zeros. False if stopped.
bool UnitMaker::make_stacked_boxes(const PlanCase& of_case, std::uint64_t number, MadeUnit& made) {
  Buffers& buffers = buffers_.local();
  const ChunkLayout& layout = of_case.layout;
  buffers.values.assign(static_cast<std::size_t>(layout.chunk_bytes), 0);
  const std::uint64_t begin = number * layout.chunk[0];
  const std::uint64_t end = std::min(begin + layout.chunk[0], of_case.matrix_count);
  std::uint8_t* out = buffers.values.data();
  for (std::uint64_t m = begin; m < end; ++m) {
    const auto box = box_of(of_case, m);
    if (!solve_box_alone(*box, stop_)) return false;
    for (Seat first = 0; first < of_case.players; ++first, out += box->positions())
      box->copy(first, out);
  }
  made.own.push_back(buffers.encoder.encode(buffers.values));
  made.chunks.emplace_back(number, &made.own.back());
  return true;
}

// A chunk of one matrix's table; what is beyond the bounds is zeros.
void UnitMaker::make_part(const PlanCase& of_case, const Box& box, std::uint64_t number,
                          MadeUnit& made) {
  Buffers& buffers = buffers_.local();
  const ChunkLayout& layout = of_case.layout;
  const std::size_t cut = layout.cut_axis;
  std::vector<std::uint64_t> origin;
  layout.origin_of(number, origin);
  const std::uint64_t end = std::min(origin[cut] + layout.chunk[cut], layout.dims[cut]);
  buffers.values.assign(static_cast<std::size_t>(layout.chunk_bytes), 0);
  if (cut == 1) {  // some first players
    std::uint8_t* out = buffers.values.data();
    for (std::uint64_t first = origin[1]; first < end; ++first, out += box.positions())
      box.copy(static_cast<Seat>(first), out);
  } else {
    constexpr std::size_t kPileAxes = MatrixBlocks::kPileAxes;
    box.copy(static_cast<Seat>(origin[1]), std::span(origin).subspan(kPileAxes, cut - kPileAxes),
             origin[cut], end, buffers.values.data());
  }
  made.own.push_back(buffers.encoder.encode(buffers.values));
  made.chunks.emplace_back(number, &made.own.back());
}

// Whole tables of consecutive matrices; what is beyond the last one is zeros.
void UnitMaker::make_stacked(const PlanCase& of_case, std::uint64_t number, MadeUnit& made) {
  Buffers& buffers = buffers_.local();
  const ChunkLayout& layout = of_case.layout;
  buffers.values.assign(static_cast<std::size_t>(layout.chunk_bytes), 0);
  const std::uint64_t begin = number * layout.chunk[0];
  const std::uint64_t end = std::min(begin + layout.chunk[0], of_case.matrix_count);
  std::span<std::uint8_t> rest(buffers.values);
  for (std::uint64_t m = begin; m < end; ++m) {
    const LastNimTable table = table_of(of_case, plan_.job.passes, m);
    for (Seat first = 0; first < of_case.players; ++first) {
      table.fill(first, rest.first(table.bytes_a_player()));
      rest = rest.subspan(table.bytes_a_player());
    }
  }
  made.own.push_back(buffers.encoder.encode(buffers.values));
  made.chunks.emplace_back(number, &made.own.back());
}

// The whole axes of some first players of one matrix.
void UnitMaker::make_players(const PlanCase& of_case, const LastNimTable& table,
                             std::uint64_t number, MadeUnit& made) {
  Buffers& buffers = buffers_.local();
  const ChunkLayout& layout = of_case.layout;
  std::vector<std::uint64_t> origin;
  layout.origin_of(number, origin);
  buffers.values.assign(static_cast<std::size_t>(layout.chunk_bytes), 0);
  std::span<std::uint8_t> rest(buffers.values);
  const std::uint64_t end = std::min(origin[1] + layout.chunk[1], layout.dims[1]);
  for (std::uint64_t first = origin[1]; first < end; ++first) {
    table.fill(static_cast<Seat>(first), rest.first(table.bytes_a_player()));
    rest = rest.subspan(table.bytes_a_player());
  }
  made.own.push_back(buffers.encoder.encode(buffers.values));
  made.chunks.emplace_back(number, &made.own.back());
}

}  // namespace nimsweep
