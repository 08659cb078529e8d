// The values of one matrix of a stored table, row by row, as checks of claims read them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

// For one thread. Rows are best read in order: a block of them is kept for each first player.
class TableRows {
 public:
  // The table has to outlive this.
  TableRows(const TableReader& table, std::size_t case_number, std::uint64_t matrix);

  // The values of the prefix followed by a last pile of from, from + 1, .. counters.
  void read(std::span<const std::uint64_t> prefix, int first, std::uint64_t from,
            std::span<std::uint8_t> out);

 private:
  struct Block {
    std::vector<std::uint64_t> leading;  // the sizes of the leading piles
    std::vector<std::uint8_t> values;    // of all sizes of the others; empty: not read yet
  };

  const TableReader& table_;
  std::size_t case_;
  std::uint64_t matrix_;
  std::size_t leading_ = 0;  // piles
  std::vector<Block> blocks_;
};

}  // namespace nimsweep
