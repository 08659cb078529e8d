#include "nimsweep/model/chunk_layout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <iterator>
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

// Blocks are aligned boxes, and every range of them is the boxes that boxes_of says.
TEST(ChunkLayout, BlocksAreCutByPowersOfTwo) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<std::uint64_t> dims(3 + random() % 3);
    for (auto& along : dims) along = 1 + random() % 6;
    const std::uint64_t target = 1 + random() % 40;
    const ChunkLayout layout = ChunkLayout::in_blocks(dims, target);
    EXPECT_LE(layout.chunk_bytes, target);
    EXPECT_EQ(layout.chunk_bytes, product(layout.chunk));
    std::uint64_t shortest = ~std::uint64_t{0};
    std::uint64_t longest = 1;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
      const std::uint64_t side = layout.chunk[axis];
      if (axis < kPileAxes || side == dims[axis]) {
        EXPECT_TRUE(axis >= kPileAxes || side == 1);
        continue;
      }
      EXPECT_TRUE(std::has_single_bit(side));
      shortest = std::min(shortest, side);
      longest = std::max(longest, side);
    }
    EXPECT_TRUE(shortest > longest || longest <= 2 * shortest);
    std::vector<std::vector<std::uint64_t>> of_chunk;  // the cells of each
    for (std::uint64_t number = 0; number < layout.chunks; ++number) {
      const auto origin = layout.origin_of(number);
      std::vector<std::uint64_t> extent;
      for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        EXPECT_EQ(origin[axis] % layout.chunk[axis], 0u);
        extent.push_back(std::min(layout.chunk[axis], dims[axis] - origin[axis]));
      }
      EXPECT_EQ(layout.chunks_of(origin, extent), std::vector{number});
      of_chunk.push_back(cells_of({origin, extent}, dims));
    }
    for (std::uint64_t from = 0; from <= layout.chunks; from += 1 + random() % 3)
      for (std::uint64_t to = from; to <= layout.chunks; ++to) {
        std::vector<std::uint64_t> cells;
        for (const auto& box : layout.boxes_of(from, to))
          std::ranges::copy(cells_of(box, dims), std::back_inserter(cells));
        std::vector<std::uint64_t> expected;
        for (std::uint64_t number = from; number < to; ++number)
          std::ranges::copy(of_chunk[number], std::back_inserter(expected));
        std::ranges::sort(cells);
        std::ranges::sort(expected);
        EXPECT_EQ(cells, expected);
      }
    EXPECT_EQ(layout.chunks_of(std::vector<std::uint64_t>(dims.size(), 0), dims).size(),
              layout.chunks);
  }
}

}  // namespace
}  // namespace nimsweep
