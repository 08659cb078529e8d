#include "engine/unit_maker.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace nimsweep {

UnitTask UnitMaker::begin(std::uint64_t unit) {
  const std::size_t index = plan_.case_of_unit(unit);
  const PlanCase& of_case = plan_.cases[index];
  if (of_case.layout.cut_axis < 2) return {unit, nullptr};
  std::vector<std::uint64_t> origin;
  of_case.layout.origin_of(of_case.chunks_of(unit).first, origin);
  if (!current_ || current_case_ != index || current_->matrix() != origin[0]) {
    current_ = std::make_shared<MatrixBlocks>(of_case, plan_.job.passes, origin[0]);
    current_case_ = index;
  }
  return {unit, current_};
}

MadeUnit UnitMaker::make(const UnitTask& task) {
  MadeUnit made;
  made.unit = task.unit;
  made.of_case = plan_.case_of_unit(task.unit);
  const PlanCase& of_case = plan_.cases[made.of_case];
  const auto [from, to] = of_case.chunks_of(task.unit);
  made.chunks.reserve(static_cast<std::size_t>(to - from));
  if (task.blocks) made.blocks.push_back(task.blocks);
  std::vector<std::uint64_t> origin;
  std::optional<LastNimTable> table;  // of the matrix that a unit of some first players is of
  for (std::uint64_t number = from; number < to; ++number) {
    if (stop_.load(std::memory_order_relaxed)) return made;
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
  return made;
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
