#include "nimsweep/model/chunk_layout.hpp"

#include <algorithm>
#include <utility>

#include "nimsweep/base/uint128.hpp"

namespace nimsweep {

ChunkLayout ChunkLayout::of(std::vector<std::uint64_t> dims, std::uint64_t value_bytes,
                            std::uint64_t target_bytes) {
  ChunkLayout layout;
  layout.chunk = dims;
  std::uint64_t whole = value_bytes;  // bytes along the axes after the cut axis
  std::size_t axis = dims.size();
  while (axis > 0 && dims[axis - 1] <= target_bytes / whole) whole *= dims[--axis];
  layout.cut_axis = axis == 0 ? 0 : axis - 1;
  if (axis > 0) {  // evenly, so that the last piece is not mostly padding
    const std::uint64_t most = std::max<std::uint64_t>(1, target_bytes / whole);
    const std::uint64_t pieces = divided_up(dims[axis - 1], most);
    layout.chunk[axis - 1] = divided_up(dims[axis - 1], pieces);
    std::fill(layout.chunk.begin(), layout.chunk.begin() + static_cast<std::ptrdiff_t>(axis) - 1,
              1);
  }
  layout.dims = std::move(dims);
  layout.count(value_bytes);
  return layout;
}

ChunkLayout ChunkLayout::in_blocks(std::vector<std::uint64_t> dims, std::uint64_t target_bytes) {
  ChunkLayout layout;
  layout.is_in_blocks = true;
  layout.cut_axis = kPileAxes;
  std::vector<std::uint64_t> sides(dims.size(), 1);
  // The shortest side is doubled as long as there is room; of equal ones the last, along which
  // bytes are consecutive.
  for (std::uint64_t bytes = 1; bytes <= target_bytes / 2; bytes *= 2) {
    std::size_t shortest = 0;
    for (std::size_t axis = kPileAxes; axis < dims.size(); ++axis)
      if (sides[axis] < dims[axis] && (shortest == 0 || sides[axis] <= sides[shortest]))
        shortest = axis;
    if (shortest == 0) break;
    sides[shortest] *= 2;
  }
  for (std::size_t axis = 0; axis < dims.size(); ++axis)
    layout.chunk.push_back(std::min(sides[axis], dims[axis]));
  layout.dims = std::move(dims);
  layout.count(1);
  return layout;
}

void ChunkLayout::count(std::uint64_t value_bytes) {
  chunk_bytes = value_bytes * static_cast<std::uint64_t>(product(chunk));
  chunks = 1;
  for (std::size_t axis = 0; axis < dims.size(); ++axis)
    chunks *= divided_up(dims[axis], chunk[axis]);
}

void ChunkLayout::origin_of(std::uint64_t number, std::vector<std::uint64_t>& origin) const {
  origin.assign(dims.size(), 0);
  for (std::size_t axis = dims.size(); axis-- > 0;) {
    if (chunk[axis] == dims[axis]) continue;
    const std::uint64_t pieces = divided_up(dims[axis], chunk[axis]);
    origin[axis] = number % pieces * chunk[axis];
    number /= pieces;
  }
}

std::vector<std::uint64_t> ChunkLayout::origin_of(std::uint64_t number) const {
  std::vector<std::uint64_t> origin;
  origin_of(number, origin);
  return origin;
}

std::vector<std::uint64_t> ChunkLayout::chunks_of(std::span<const std::uint64_t> origin,
                                                  std::span<const std::uint64_t> extent) const {
  std::vector<std::uint64_t> numbers = {0};
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    const std::uint64_t pieces = divided_up(dims[axis], chunk[axis]);
    const std::uint64_t first = origin[axis] / chunk[axis];
    const std::uint64_t end = divided_up(origin[axis] + extent[axis], chunk[axis]);
    std::vector<std::uint64_t> next;
    next.reserve(numbers.size() * static_cast<std::size_t>(end - first));
    for (const std::uint64_t before : numbers)
      for (std::uint64_t piece = first; piece < end; ++piece)
        next.push_back(before * pieces + piece);
    numbers = std::move(next);
  }
  return numbers;
}

namespace {

// Descends through the axes: chunks that fill whole steps of an axis make one box; those before and
// after them each lie within one step.
class BoxCutter {
 public:
  explicit BoxCutter(const ChunkLayout& layout)
      : layout_(layout), origin_(layout.dims.size(), 0), extent_(layout.dims) {}

  std::vector<ChunkLayout::Box> cut(std::uint64_t from, std::uint64_t to) && {
    cut(0, layout_.chunks, from, to);
    return std::move(boxes_);
  }

 private:
  // Cuts chunks [from, to) of the `chunks` that lie along this axis and the later ones.
  void cut(std::size_t axis, std::uint64_t chunks, std::uint64_t from, std::uint64_t to) {
    if (from == to) return;
    const std::uint64_t step = layout_.chunk[axis];
    const std::uint64_t chunks_per_step = chunks / divided_up(layout_.dims[axis], step);
    const std::uint64_t first = divided_up(from, chunks_per_step);
    const std::uint64_t last = to / chunks_per_step;
    if (first > last) {
      cut_within(axis, chunks_per_step, last, from % chunks_per_step, to % chunks_per_step);
      return;
    }
    if (from % chunks_per_step != 0)
      cut_within(axis, chunks_per_step, first - 1, from % chunks_per_step, chunks_per_step);
    if (first < last) {
      origin_[axis] = first * step;
      extent_[axis] = std::min(last * step, layout_.dims[axis]) - first * step;
      boxes_.push_back({origin_, extent_});
    }
    if (to % chunks_per_step != 0) cut_within(axis, chunks_per_step, last, 0, to % chunks_per_step);
    origin_[axis] = 0;
    extent_[axis] = layout_.dims[axis];
  }

  void cut_within(std::size_t axis, std::uint64_t chunks, std::uint64_t step, std::uint64_t from,
                  std::uint64_t to) {
    origin_[axis] = step * layout_.chunk[axis];
    extent_[axis] = std::min(layout_.chunk[axis], layout_.dims[axis] - origin_[axis]);
    cut(axis + 1, chunks, from, to);
    origin_[axis] = 0;
    extent_[axis] = layout_.dims[axis];
  }

  const ChunkLayout& layout_;
  std::vector<std::uint64_t> origin_;
  std::vector<std::uint64_t> extent_;
  std::vector<ChunkLayout::Box> boxes_;
};

}  // namespace

std::vector<ChunkLayout::Box> ChunkLayout::boxes_of(std::uint64_t from, std::uint64_t to) const {
  return BoxCutter(*this).cut(from, to);
}

Uint128 product(std::span<const std::uint64_t> factors) {
  Uint128 result = 1;
  for (const std::uint64_t factor : factors) result = saturating_multiply(result, factor);
  return result;
}

}  // namespace nimsweep
