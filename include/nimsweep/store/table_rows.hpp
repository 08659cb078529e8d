// The values of one matrix of a stored table, row by row, as claim checks read them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

// For one thread. Rows are best read in order: one block of them is kept per first player.
class TableRows {
 public:
  // The table must outlive this object.
  TableRows(const TableReader& table, std::size_t case_number, std::uint64_t matrix);

  // The values of `prefix` followed by a last pile of from, from + 1, .. counters.
  void read(std::span<const std::uint64_t> prefix, int first, std::uint64_t from,
            std::span<std::uint8_t> out);

 private:
  struct Block {
    std::vector<std::uint64_t> leading;  // the sizes of the leading piles
    std::vector<std::uint8_t> values;    // for all sizes of the other piles; empty if not read yet
  };

  const TableReader& table_;
  std::size_t case_;
  std::uint64_t matrix_;
  std::size_t leading_ = 0;  // number of leading piles
  std::vector<Block> blocks_;
};

}  // namespace nimsweep
