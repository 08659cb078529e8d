// Names and limits that the writer and the reader of table files share.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/text.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep::store_detail {

inline constexpr std::uint64_t kMatricesAtOnce = 1 << 13;  // read in one call

inline constexpr const char* kMatrices = "matrices";
inline constexpr const char* kShards =
    "shards";  // of a virtual table: units and file of each shard
inline constexpr const char* kInBlocks = "in_blocks";  // of checksums, where chunks are blocks

// How a virtual dataset refers to a shard: its file, in whose name HDF5 would expand "%b", and the
// dataset in it.
inline std::string source_file(std::string_view shard) {
  return escaped(shard, {{'%', "%%"}});
}
inline std::string source_dataset(const TableCase& table_case) {
  return fmt::format("/{}/{}", table_case.name, name_of(table_case.quantity));
}

// The names of axes.
inline std::vector<std::string> value_axes(const TableCase& table_case) {
  std::vector<std::string> names;
  if (table_case.quantity == Quantity::value) names = {"matrix", "first"};
  for (std::size_t pile = 1; names.size() < table_case.layout.dims.size(); ++pile)
    names.push_back(fmt::format("x{}", pile));
  return names;
}
inline const std::vector<std::string> kMatrixAxes = {"matrix", "player", "preference"};
inline const std::vector<std::string> kChecksumAxes = {"chunk"};

}  // namespace nimsweep::store_detail
