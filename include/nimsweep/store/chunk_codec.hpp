// Chunks as they are stored. A table's datasets have two deflate filters in a row, which every HDF5
// reader undoes. Last Nim chunks are so repetitive that even the output of the first pass repeats
// (1 MiB becomes 2,251 bytes, and those become 243). A chunk's filter mask says which passes it
// skipped: the second if it gains little, both if the data does not shrink at all. ISA-L compresses
// repetitive chunks at about memory speed; stacks of small tables have an encoder of their own.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace nimsweep {

struct EncodedChunk {
  std::uint32_t filter_mask = 0;    // bit k: filter k was skipped
  std::uint32_t crc32 = 0;          // of `bytes`
  std::uint64_t content_hash = 0;   // of the values
  std::vector<std::uint8_t> bytes;  // as stored
};

// How a chunk repeats that is a stack of tables, records of equal length.
struct StackShape {
  std::size_t record = 0;                 // bytes; 0: the chunk is not a stack
  std::vector<std::size_t> strides = {};  // steps along the axes of a record, in bytes
  // A record is often like an earlier one; `periods` lists how far back. Which of these are likely
  // depends on its number, modulo the length of `likely`: places in `periods`, the most likely one
  // first.
  std::vector<std::size_t> periods = {};
  std::vector<std::vector<std::uint8_t>> likely = {};

  // For records with these extents, and likely periods by number. Steps that are too long for
  // deflate are left out; records that are too long for it are not a stack.
  static StackShape of(std::span<const std::uint64_t> extents,
                       std::span<const std::vector<std::size_t>> periods);
};

namespace store_detail {
class StackDeflater;
}

// Has its own buffers: use one per thread.
class ChunkEncoder {
 public:
  ChunkEncoder();
  ~ChunkEncoder();
  ChunkEncoder(ChunkEncoder&&) noexcept;

  // `first` is the number of the first record.
  EncodedChunk encode(std::span<const std::uint8_t> values, const StackShape& shape = {},
                      std::size_t first = 0);

 private:
  std::size_t deflate(std::span<const std::uint8_t> in, std::vector<std::uint8_t>& out);

  std::vector<std::uint8_t> work_;
  std::vector<std::uint8_t> once_;
  std::vector<std::uint8_t> twice_;
  std::unique_ptr<store_detail::StackDeflater> stack_;
};

// The checksum of these bytes, continuing from the checksum `before`.
std::uint32_t crc32_of(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);
std::uint64_t content_hash_of(std::span<const std::uint8_t> values);

// The values of a stored chunk. Throws Error(damage) if the stream is broken or has the wrong
// length.
std::vector<std::uint8_t> decode_chunk(std::span<const std::uint8_t> bytes,
                                       std::uint32_t filter_mask, std::size_t size);

}  // namespace nimsweep
