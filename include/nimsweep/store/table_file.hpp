// Table files: HDF5, one group a case, readable with no plug-in.
//
// - the file: attributes nimsweep_format = 1, nimsweep_version, job_sha256, plan_sha256, created,
//   title, game, passes, signature, units, units_from, units_to; dataset `job`: the YAML, verbatim;
//   dataset `header`: all these texts once more, with attribute crc32, which is what is read here
// - n3_N4/matrices: uint8 [M, n, n]; attribute crc32
// - n3_N4/value: uint8 [M, n, b_1+1, .., b_N+1], chunked, deflated; 255 where nothing is written
// - n3_N4/checksums: uint32, CRC-32 of each chunk as stored, in row-major order; attribute `from`:
//   the number of the first
// - n3_N4/matrix, first, x1, x2, ..: dimension scales of value, where an axis has at most 10^6
//   steps
//
// A case of Grundy values has no players: group N4 with grundy, uint16 [b_1+1, .., b_N+1], 65535
// where nothing is written, checksums, and the scales x1, x2, ..
//
// A shard is such a file that holds the chunks of some work units only, the cases that these are
// of, and neither matrices nor scales.
//
// A virtual table has no chunks of its own: its values are a virtual dataset over those of shards,
// files beside it, which dataset `shards` names. If one is missing, other readers find 254 there
// (65535 for Grundy values); here it is an error.
//
// After the end that HDF5 knows comes the seal: a checksum of each block of the file, which is
// compared before HDF5 sees the block. Every file is opened again and looked at before it gets its
// name.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  // How chunks are found again: in a table by an array with a place for each, which is fast; in a
  // shard, which has few of them, by a tree, which is small.
  enum class Index { table, shard };

  TableWriter(std::shared_ptr<OutputFile> output, const FileHeader& header,
              std::vector<TableCase> cases, Index index);

  // A virtual table, over shards that have all units between them, in order. Where the table is
  // going to be, they lie in this folder.
  TableWriter(std::shared_ptr<OutputFile> output, const FileHeader& header,
              std::vector<TableCase> cases, const std::string& folder,
              std::span<const TableReader> shards);
  ~TableWriter();
  TableWriter(const TableWriter&) = delete;
  TableWriter& operator=(const TableWriter&) = delete;

  // Chunks of a case come in order, with no gap.
  void write_chunk(std::size_t case_number, std::uint64_t number, const EncodedChunk& chunk);

  // What makes a shard a table: scales, and matrices unless it is of Grundy values.
  void write_scales(std::size_t case_number);
  void write_matrices(std::size_t case_number,
                      const std::function<AllianceMatrix(std::uint64_t)>& matrix);

  // Checksums and the rest; sealed, on the disk, and looked at again. The signature is that of all
  // chunks written. What is left is to give the file its name.
  std::shared_ptr<OutputFile> close(UnitRange units, std::uint64_t signature);

  std::uint64_t stored_bytes() const noexcept;

 private:
  struct File;
  std::unique_ptr<File> file_;
};

// Throws Error(io) if the file cannot be read, Error(input) if it is not a table file,
// Error(damage) if it was one, or if a shard of it is missing.
class TableReader {
 public:
  // A shard as well as a table.
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

  // Is it a virtual table, with all its shards or not? No, if it is damaged. Throws Error(io).
  static bool is_virtual(const std::string& path);

  // The shards that a virtual table's values lie in, in order; other tables have none.
  std::span<const TableReader> shards() const noexcept;

  // The chunks of a case that there are, and the checksum of each.
  struct Chunks {
    std::uint64_t from = 0;
    std::span<const std::uint32_t> checksums;

    std::uint64_t to() const noexcept { return from + checksums.size(); }
  };
  Chunks chunks(std::size_t case_number) const noexcept;

  // Not for Grundy values.
  AllianceMatrix matrix(std::size_t case_number, std::uint64_t number) const;

  // The values of a box of the table: from origin, as many along each axis as extent says; each
  // chunk of them checked as by chunk(). May be called by several threads.
  std::vector<std::uint8_t> values(std::size_t case_number, std::span<const std::uint64_t> origin,
                                   std::span<const std::uint64_t> extent) const;

  // The same of any quantity.
  std::vector<std::uint16_t> wide_values(std::size_t case_number,
                                         std::span<const std::uint64_t> origin,
                                         std::span<const std::uint64_t> extent) const;

  // A chunk as stored, checked against its checksum: Error(damage) if it is missing or damaged. Its
  // content hash is 0.
  EncodedChunk chunk(std::size_t case_number, std::uint64_t number) const;

  // Each throws Error(damage) if the matrices, the scales, or the places of chunks of a case are
  // not what was written.
  void check_matrices(std::size_t case_number) const;
  void check_scales(std::size_t case_number) const;
  void check_chunk_index(std::size_t case_number) const;

  // All of these, of all cases, and whether a virtual table shows the values of its shards.
  void check_descriptions() const;

  // Every byte of the file and of its shards, also those that nothing else looks at: Error(damage)
  // if one is not what was sealed.
  void check_bytes() const;

  // Bytes that the values of a case take in the file.
  std::uint64_t stored_bytes(std::size_t case_number) const;

 private:
  friend class TableWriter;

  // By itself: a shard, which has none, or a virtual table that is not in its place yet.
  enum class Shards { open, leave };
  TableReader(const std::string& path, Shards shards);

  // The bytes of a box's values, and those of a chunk's.
  void read_box(std::size_t case_number, std::span<const std::uint64_t> origin,
                std::span<const std::uint64_t> extent, std::uint8_t* out) const;
  std::shared_ptr<const std::vector<std::uint8_t>> decoded_chunk(std::size_t case_number,
                                                                 std::uint64_t number) const;

  struct File;
  std::unique_ptr<File> file_;
};

// What a chunk adds to a table's signature, a number that is the same however the table was made.
std::uint64_t signature_of(std::size_t case_number, std::uint64_t number,
                           std::uint64_t content_hash);

}  // namespace nimsweep
