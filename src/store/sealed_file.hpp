// The seal, which other HDF5 readers ignore, lets us check every byte that we read.
//
// HDF5 has checksums for some of its own structures, but not for texts, source lists and small
// datasets, and it crashes on some damaged ones. So a finished file gets checksums of all its
// bytes, after the end of the HDF5 data, and HDF5 sees only bytes that were checked.
//
// The file consists of areas that alternate between chunks of tables and everything else: damage in
// a chunk must not keep the rest from being read. Each area is cut into blocks. FORMAT.md has the
// layout.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "nimsweep/files/input_file.hpp"
#include "nimsweep/files/output_file.hpp"

namespace nimsweep::store_detail {

// The areas of a file and their blocks.
class BlockMap {
 public:
  BlockMap() = default;
  explicit BlockMap(std::vector<std::uint64_t> ends);

  struct Block {
    std::uint64_t number = 0;
    std::uint64_t from = 0;
    std::uint64_t to = 0;
    bool is_of_chunks = false;
  };
  // The block that contains the byte at this offset.
  Block at(std::uint64_t offset) const;

  const std::vector<std::uint64_t>& ends() const noexcept { return ends_; }
  std::uint64_t size() const noexcept { return ends_.empty() ? 0 : ends_.back(); }
  std::uint64_t blocks() const noexcept { return first_blocks_.empty() ? 0 : first_blocks_.back(); }

 private:
  std::vector<std::uint64_t> ends_;
  std::vector<std::uint64_t> first_blocks_;  // of each area, and one more
};

// A file being written, which knows where its chunks lie.
class UnsealedFile {
 public:
  explicit UnsealedFile(std::shared_ptr<OutputFile> output) : output_(std::move(output)) {}

  OutputFile& output() noexcept { return *output_; }
  const std::shared_ptr<OutputFile>& shared_output() const noexcept { return output_; }

  struct Extent {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
  };

  void write_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);
  void write_chunk_at(std::uint64_t offset, std::span<const std::uint8_t> bytes);
  void resize(std::uint64_t size);

  // Read back what was written, as far as it fills blocks, so that less is left to be read when the
  // file is sealed: the chunks written so far, or bytes between chunks. Throw Error(io).
  void seal_chunks_ahead();
  void seal_ahead(Extent bytes);

  // Reads back everything else that was written, and appends the seal. Throws Error(io).
  void seal();

 private:
  // Blocks that were read back early, in the order of the file. Where they begin assumes where
  // their area will begin; if that turns out wrong, seal() reads the area again.
  class BlocksAhead {
   public:
    void read(OutputFile& output, std::uint64_t grid, Extent bytes);
    void forget(Extent bytes);
    std::optional<std::uint32_t> crc32_of_block(std::uint64_t from) const;

   private:
    struct Block {
      std::uint64_t from = 0;
      std::uint32_t crc32 = 0;
    };
    std::vector<Block> blocks_;
  };

  std::vector<std::uint64_t> area_ends() const;
  std::vector<std::uint32_t> checksums_of(const BlockMap& map);

  std::shared_ptr<OutputFile> output_;
  std::vector<Extent> chunks_;  // in the order written, which usually is that of the file
  BlocksAhead chunks_ahead_;
  BlocksAhead others_ahead_;
};

// For one thread at a time, like HDF5.
class SealedFile {
 public:
  // Throws Error(io); Error(damage) if it has no seal, or a damaged one; Error(input) if it is not
  // an HDF5 file.
  explicit SealedFile(InputFile file);

  std::uint64_t size() const noexcept { return map_.size(); }  // without the seal
  InputFile::Identity identity() const noexcept { return file_.identity(); }
  const std::string& path() const noexcept { return file_.path(); }

  // Throws Error(io), Error(damage) if a block that contains these bytes is not as sealed.
  void read_at(std::uint64_t offset, std::span<std::uint8_t> out);

  // The same, but chunks are not compared: each has a checksum that the caller compares.
  void read_chunk_at(std::uint64_t offset, std::span<std::uint8_t> out);

  // The same, but chunks read as zeros: HDF5 reads more than it needs of its own structures.
  void read_structure_at(std::uint64_t offset, std::span<std::uint8_t> out);

  // Checks every byte. Throws like read_at().
  void check();

 private:
  void check_block(const BlockMap::Block& block, std::span<const std::uint8_t> bytes) const;
  std::span<const std::uint8_t> bytes_of(const BlockMap::Block& block);
  void check_end(std::uint64_t offset, std::size_t size) const;
  template <class Read>
  void for_each_block(std::uint64_t offset, std::span<std::uint8_t> out, Read read);

  InputFile file_;
  BlockMap map_;
  std::vector<std::uint32_t> checksums_;

  // Cached blocks, for small reads that return to them.
  struct Remembered {
    std::uint64_t number = ~std::uint64_t{0};
    std::vector<std::uint8_t> bytes;
  };
  std::array<Remembered, 16> remembered_;
};

}  // namespace nimsweep::store_detail
