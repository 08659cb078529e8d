// A slice of a table: the values of one of its cases on a box, with what the axes mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/exports/heat_map.hpp"
#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/model/quantity.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

struct TableSlice {
  std::string game;
  std::string case_name;
  Quantity quantity = Quantity::value;
  int players = 0;          // of Grundy values: 0
  std::string matrix = {};  // "sam", or its rows; empty if there are several, and of Grundy values
  ChunkLayout::Box box;
  std::vector<std::uint16_t> values;  // the last axis varies fastest; kNoValue: nobody wins
};

TableSlice read_slice(const TableReader& table, std::size_t case_number, ChunkLayout::Box box);

// The number of axes before the piles: matrix and first player, which Grundy values do not have.
std::size_t axes_before_piles(Quantity quantity);

// "matrix", "first player", "pile 1", ..
std::string axis_title(Quantity quantity, std::size_t axis);

// The game, the case, and the place on each axis that has only one; not on axis `but`.
std::string title_of(const TableSlice& slice, std::optional<std::size_t> but = std::nullopt);

// Winners are colours and values are labels; Grundy values are both. Throws Error(input) if more
// than two axes have several places, or there are too many values to draw.
HeatMap heat_map_of(const TableSlice& slice);

// Comma-separated values: a line of names, matrix,first,x1,..,value or x1,..,grundy, and one for
// each value. A matrix is its number in the table. The value is left empty where nobody wins.
void write_csv(const TableSlice& slice, FunctionRef<void(std::string_view)> write);

}  // namespace nimsweep
