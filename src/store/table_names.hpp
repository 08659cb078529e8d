// Names and limits that the writer and the reader of table files share.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "nimsweep/store/table_file.hpp"

namespace nimsweep::store_detail {

inline constexpr std::uint64_t kLongestScale = 1'000'000;  // longer axes have a label but no scale
inline constexpr std::uint64_t kMatricesAtOnce = 1 << 16;  // read or written in one call

inline constexpr const char* kShards =
    "shards";  // of a virtual table: units and file of each shard
inline constexpr const char* kInBlocks = "in_blocks";  // of checksums, where chunks are blocks

// How a virtual dataset refers to a shard: its file, in whose name HDF5 would expand "%b", and the
// dataset in it.
inline std::string source_file(std::string_view shard) {
  std::string escaped;
  for (const char c : shard) escaped += c == '%' ? "%%" : std::string(1, c);
  return escaped;
}
inline std::string source_dataset(const TableCase& table_case) {
  return fmt::format("/{}/{}", table_case.name, name_of(table_case.quantity));
}

inline std::string axis_name(Quantity quantity, std::size_t axis) {
  if (quantity == Quantity::grundy) return fmt::format("x{}", axis + 1);
  if (axis == 0) return "matrix";
  return axis == 1 ? "first" : fmt::format("x{}", axis - 1);
}

}  // namespace nimsweep::store_detail
