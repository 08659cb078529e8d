// How a table is cut into chunks. A table is the array value[m, i, x_1, .., x_N], one byte per
// value, or grundy[x_1, .., x_N], two bytes per value. Its chunks have about 1 MiB each, and come
// in two forms.
//
// Runs of consecutive bytes are whole along the last axes, cut along one axis, and of length 1
// along the axes before it. Many small tables are cut along the matrix axis, so that a chunk holds
// many of them.
//
// Blocks belong to one matrix and one first player, and are cut along all piles, each by a power of
// two. Where an automaton over binary digits gives the values, there are only a few different ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/base/uint128.hpp"

namespace nimsweep {

inline constexpr std::uint64_t kChunkBytes = 1 << 20;

// The axes of a table of values; x_1, .., x_N are the axes from kPileAxes on. A table of Grundy
// values has only piles.
inline constexpr std::size_t kMatrixAxis = 0;
inline constexpr std::size_t kFirstAxis = 1;
inline constexpr std::size_t kPileAxes = 2;

// Chunks are numbered in row-major order of the chunk grid.
struct ChunkLayout {
  std::vector<std::uint64_t> dims;   // of the table
  std::vector<std::uint64_t> chunk;  // extent of a chunk along each axis
  std::size_t cut_axis = 0;          // of runs: their length is 1 before it, full after it
  bool is_in_blocks = false;
  std::uint64_t chunk_bytes = 0;
  std::uint64_t chunks = 0;

  static ChunkLayout of(std::vector<std::uint64_t> dims, std::uint64_t value_bytes = 1,
                        std::uint64_t target_bytes = kChunkBytes);

  // In blocks whose sides, unless they are cut off by the table's, are powers of two: as nearly
  // equal as fits.
  static ChunkLayout in_blocks(std::vector<std::uint64_t> dims,
                               std::uint64_t target_bytes = kChunkBytes);

  // Where chunk `number` begins.
  void origin_of(std::uint64_t number, std::vector<std::uint64_t>& origin) const;
  std::vector<std::uint64_t> origin_of(std::uint64_t number) const;

  // The numbers of the chunks that intersect a box, in order.
  std::vector<std::uint64_t> chunks_of(std::span<const std::uint64_t> origin,
                                       std::span<const std::uint64_t> extent) const;

  struct Box {
    std::vector<std::uint64_t> origin;
    std::vector<std::uint64_t> extent;
  };

  // The contents of chunks [from, to) as boxes of the table: at most two per axis that is cut.
  std::vector<Box> boxes_of(std::uint64_t from, std::uint64_t to) const;

  friend bool operator==(const ChunkLayout&, const ChunkLayout&) = default;

 private:
  void count(std::uint64_t value_bytes);
};

// The product of all factors, capped at kUint128Max.
Uint128 product(std::span<const std::uint64_t> factors);

// a / b, rounded up.
constexpr std::uint64_t divided_up(std::uint64_t a, std::uint64_t b) {
  return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace nimsweep
