// An open table file. Opened by table_reader.cpp, read by table_values.cpp, checked by
// table_checks.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "nimsweep/store/table_file.hpp"
#include "store/file_header.hpp"
#include "store/hdf5.hpp"

namespace nimsweep {

using namespace store_detail;

struct TableReader::File {
  // Where the values of a case lie, starting at this chunk.
  struct ShardCase {
    std::uint64_t from = 0;
    std::size_t shard = 0;
    std::size_t case_number = 0;
  };
  struct Case {
    Hdf5Handle group;
    Hdf5Handle value;
    std::uint64_t from = 0;  // the chunk of the first checksum
    std::vector<std::uint32_t> checksums;
    std::vector<ShardCase> shards;  // virtual tables only, in order
  };

  explicit File(const std::string& file_path) : path(file_path), sealed(file_path) {}

  std::string path;
  SealedHdf5 sealed;
  FileHeader header;
  UnitRange units;
  std::uint64_t signature = 0;
  std::vector<TableCase> descriptions;
  std::vector<Case> cases;
  std::vector<TableReader> shards;

  // The last chunk read: values are often read cell by cell. And different ones, decoded, the one
  // last used first: rows of a table in blocks go through many blocks, but few different ones.
  struct DecodedChunk {
    EncodedChunk encoded;
    std::vector<std::uint8_t> bytes;
  };
  struct LastChunk {
    std::size_t case_number = 0;
    std::uint64_t number = 0;
    std::shared_ptr<const DecodedChunk> chunk;
  };
  std::mutex decoded_mutex;
  LastChunk last_chunk;
  std::deque<std::shared_ptr<const DecodedChunk>> decoded;

  // Nothing if it is not kept.
  std::shared_ptr<const DecodedChunk> known_chunk(const EncodedChunk& encoded);
  void keep(std::shared_ptr<const DecodedChunk> chunk);

  // The shards that a virtual table lists.
  struct ListedShard {
    UnitRange units;
    std::string name;
  };
  std::vector<ListedShard> listed_shards() const;
  void open_shards();
  void add_case(const std::string& name, bool is_virtual);
  void link_shards(std::size_t case_number);

  // The rows of matrices [from, from + count), concatenated.
  void read_matrices(std::size_t case_number, std::uint64_t from, std::uint64_t count,
                     std::vector<std::uint8_t>& out) const;

  // For a virtual dataset: check where HDF5 looks for the values, and what it finds there.
  void check_sources(std::size_t case_number, hid_t made) const;
  void check_links(std::size_t case_number) const;
};

}  // namespace nimsweep
