// What an open table file is made of. Opened by table_reader.cpp, read by table_values.cpp, checked
// by table_checks.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
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
  // Where the values of a case lie, from this chunk on.
  struct ShardCase {
    std::uint64_t from = 0;
    std::size_t shard = 0;
    std::size_t case_number = 0;
  };
  struct Case {
    Hdf5Handle group;
    Hdf5Handle value;
    std::uint64_t from = 0;  // the chunk that the first checksum is of
    std::vector<std::uint32_t> checksums;
    std::vector<ShardCase> shards;  // of a virtual table, in order
  };

  explicit File(const std::string& of_path) : path(of_path), sealed(of_path) {}

  std::string path;
  SealedHdf5 sealed;
  FileHeader header;
  UnitRange units;
  std::uint64_t signature = 0;
  std::vector<TableCase> descriptions;
  std::vector<Case> cases;
  std::vector<TableReader> shards;

  // The chunk that was read last, decoded: values are often asked for cell by cell.
  struct DecodedChunk {
    std::size_t case_number = 0;
    std::uint64_t number = 0;
    std::vector<std::uint8_t> bytes;
  };
  std::mutex decoded_mutex;
  std::shared_ptr<const DecodedChunk> decoded;

  // The shards of a virtual table, as it names them.
  struct ListedShard {
    UnitRange units;
    std::string name;
  };
  std::vector<ListedShard> listed_shards() const;
  void open_shards();
  void add_case(const std::string& name, bool is_virtual);
  void link_shards(std::size_t case_number);

  // The rows of matrices [from, from + count), end to end.
  std::vector<std::uint8_t> matrices(std::size_t case_number, std::uint64_t from,
                                     std::uint64_t count) const;

  // For a virtual dataset: where HDF5 looks for the values, and what it finds there.
  void check_sources(std::size_t case_number, hid_t made) const;
  void check_links(std::size_t case_number) const;
};

}  // namespace nimsweep
