// Table files: HDF5, one group per case, readable without plug-ins. src/store/FORMAT.md specifies
// them.
//
// A shard is such a file with the chunks of some work units only. It has only the cases of those
// units, and neither matrices nor scales.
//
// A virtual table has no chunks of its own: its values are a virtual dataset over shards, files
// beside it. A missing shard is an error here.
//
// Every file is sealed with checksums, which are compared before HDF5 sees a byte, and is opened
// again and checked before it gets its name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/model/quantity.hpp"
#include "nimsweep/store/chunk_codec.hpp"
#include "nimsweep/store/file_header.hpp"

namespace nimsweep {

struct TableCase {
  std::string name;
  ChunkLayout layout;
  Quantity quantity = Quantity::value;
};

// Work units [from, to).
struct UnitRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;

  friend auto operator<=>(const UnitRange&, const UnitRange&) = default;
};

class TableReader;

// Not thread-safe, but may be used by one thread after another. Throws Error(io).
class TableWriter {
 public:
  // How HDF5 finds chunks. A table has an array with an entry per chunk, which is fast; a shard has
  // few chunks and a tree, which is small.
  enum class Index { table, shard };

  TableWriter(std::shared_ptr<OutputFile> output, const FileHeader& header,
              std::vector<TableCase> cases, Index index);

  // A virtual table over shards that together have all units, in order. `folder` is where the
  // shards lie, relative to the finished table.
  TableWriter(std::shared_ptr<OutputFile> output, const FileHeader& header,
              std::vector<TableCase> cases, const std::string& folder,
              std::span<const TableReader> shards);
  ~TableWriter();
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  // Chunks of a case must come in order, without gaps.
  void write_chunk(std::size_t case_number, std::uint64_t number, const EncodedChunk& chunk);

  // What a table has and a shard does not: scales, and matrices unless it holds Grundy values.
  void write_scales(std::size_t case_number);
  // The entries of the next matrices, after a chunk of the case. A file that is closed without the
  // last of them has none.
  void write_matrices(std::size_t case_number, std::span<const std::uint8_t> entries);
  std::uint64_t matrices_written(std::size_t case_number) const noexcept;

  // Writes the checksums and the rest, then seals, syncs and rereads the file; only renaming is
  // left. `signature` covers all chunks written.
  std::shared_ptr<OutputFile> close(UnitRange units, std::uint64_t signature);

  std::uint64_t stored_bytes() const noexcept;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

// Throws Error(io) if the file cannot be read, Error(input) if it is not a table file,
// Error(damage) if it is damaged or one of its shards is missing.
class TableReader {
 public:
  // Opens a table or a shard.
  explicit TableReader(const std::string& path);

  // Throws Error(input) if it is a shard.
  static TableReader complete(const std::string& path);
  ~TableReader();
  TableReader(TableReader&&) noexcept;

  const std::string& path() const noexcept;
  const FileHeader& header() const noexcept;
  const std::vector<TableCase>& cases() const noexcept;
  std::optional<std::size_t> find_case(std::string_view name) const;
  UnitRange units() const noexcept;
  std::uint64_t signature() const noexcept;

  // Is it a virtual table, even one with missing shards? A damaged file is not. Throws Error(io).
  static bool is_virtual(const std::string& path);

  // The shards that hold a virtual table's values, in order; empty for other tables.
  std::span<const TableReader> shards() const noexcept;

  // The chunks of a case that this file has, with their checksums.
  struct Chunks {
    std::uint64_t from = 0;
    std::span<const std::uint32_t> checksums;

    std::uint64_t to() const noexcept { return from + checksums.size(); }
  };
  Chunks chunks(std::size_t case_number) const noexcept;

  // Not for Grundy values.
  AllianceMatrix matrix(std::size_t case_number, std::uint64_t number) const;

  // All of them in order, read some at a time.
  void visit_matrices(
      std::size_t case_number,
      FunctionRef<void(std::uint64_t number, const AllianceMatrix& matrix)> visit) const;

  // The number of the first such matrix of a case, if it has one.
  std::optional<std::uint64_t> find_matrix(std::size_t case_number,
                                           const AllianceMatrix& matrix) const;

  // The values of a box of the table, `extent` values along each axis from `origin`; each chunk is
  // checked as by chunk(). Thread-safe.
  std::vector<std::uint8_t> values(std::size_t case_number, std::span<const std::uint64_t> origin,
                                   std::span<const std::uint64_t> extent) const;

  // The same for any quantity.
  std::vector<std::uint16_t> wide_values(std::size_t case_number,
                                         std::span<const std::uint64_t> origin,
                                         std::span<const std::uint64_t> extent) const;

  // A chunk as stored. Throws Error(damage) if it is missing or does not match its checksum. The
  // content hash is left at 0.
  EncodedChunk chunk(std::size_t case_number, std::uint64_t number) const;

  // Each throws Error(damage) if the matrices, scales or chunk index of a case are not as written.
  void check_matrices(std::size_t case_number) const;
  void check_scales(std::size_t case_number) const;
  void check_chunk_index(std::size_t case_number) const;

  // All of these for all cases; also checks that a virtual table shows the values of its shards.
  void check_descriptions() const;

  // Checks every byte of the file and of its shards, even those that nothing else reads. Throws
  // Error(damage) if one is not as sealed.
  void check_bytes() const;

  // The bytes that the values of a case take in the file.
  std::uint64_t stored_bytes(std::size_t case_number) const;

 private:
  friend class TableWriter;

  // `leave` does not open shards: for a shard, or a virtual table not yet in its place.
  enum class Shards { open, leave };
  TableReader(const std::string& path, Shards shards);

  // The values of a box, and of a chunk, as bytes.
  void read_box(std::size_t case_number, std::span<const std::uint64_t> origin,
                std::span<const std::uint64_t> extent, std::uint8_t* out) const;
  std::shared_ptr<const std::vector<std::uint8_t>> decoded_chunk(std::size_t case_number,
                                                                 std::uint64_t number) const;

  struct File;
  std::unique_ptr<File> file_;
};

// What a chunk adds to a table's signature, which is the same however the table was made.
std::uint64_t signature_of(std::size_t case_number, std::uint64_t number,
                           std::uint64_t content_hash);

}  // namespace nimsweep
