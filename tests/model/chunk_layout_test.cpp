#include "nimsweep/model/chunk_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace nimsweep {
namespace {

// The numbers of the cells of a box, in a table with these extents.
std::vector<std::uint64_t> cells_of(const ChunkLayout::Box& box,
                                    const std::vector<std::uint64_t>& dims) {
  std::vector<std::uint64_t> cells = {0};
  for (std::size_t axis = 0; axis < dims.size(); ++axis) {
    std::vector<std::uint64_t> next;
    for (const std::uint64_t cell : cells)
      for (std::uint64_t k = 0; k < box.extent[axis]; ++k)
        next.push_back(cell * dims[axis] + box.origin[axis] + k);
    cells = std::move(next);
  }
  return cells;
}

// Chunks are runs of consecutive bytes: a range of chunks has every cell from the first cell of one
// to the last of another.
TEST(ChunkLayout, ARunOfChunksIsAFewBoxes) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    std::vector<std::uint64_t> dims(1 + random() % 5);
    for (auto& along : dims) along = 1 + random() % 5;
    const ChunkLayout layout = ChunkLayout::of(dims, 1, 1 + random() % 12);
    std::vector<std::uint64_t> begins;  // the number of each chunk's first cell
    for (std::uint64_t number = 0; number < layout.chunks; ++number) {
      std::vector<std::uint64_t> origin;
      layout.origin_of(number, origin);
      begins.push_back(cells_of({origin, std::vector<std::uint64_t>(dims.size(), 1)}, dims)[0]);
    }
    begins.push_back(static_cast<std::uint64_t>(product(dims)));
    for (std::uint64_t from = 0; from <= layout.chunks; ++from)
      for (std::uint64_t to = from; to <= layout.chunks; ++to) {
        const auto boxes = layout.boxes_of(from, to);
        EXPECT_LE(boxes.size(), 2 * layout.cut_axis + 1);
        std::vector<std::uint64_t> cells;
        for (const auto& box : boxes) {
          const auto some = cells_of(box, dims);
          cells.insert(cells.end(), some.begin(), some.end());
        }
        std::vector<std::uint64_t> expected(begins[to] - begins[from]);
        std::iota(expected.begin(), expected.end(), begins[from]);
        EXPECT_EQ(cells, expected);
      }
  }
}

}  // namespace
}  // namespace nimsweep
