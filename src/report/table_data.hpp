// A table as the page has it, within a number of bytes. Values of Last Nim are left to the page,
// which works them out from the matrices; of other games there are as many matrices as fit, evenly
// spread over all, or the small positions of one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "nimsweep/records/json.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep::report_detail {

// {"file":..,"bytes":..,"game":..,"passes":..,"created":..,"version":..,"signature":..,"cases":[..]}
// and for each case {"name":..,"bounds":[..],"values":".."}, how many values there are, with
//   "players", "matrix_count":"..", "numbers":[..], "matrices":["012021012",..], digits row by row,
//   "cells":["0120..",..], one text a matrix: a digit for each first player and position, the last
//   pile fastest, "-" where nobody wins; none for Last Nim
//   or "grundy":[..], in the same order
// and "kept":[..], bounds of the positions that are there.
Json table_json(const TableReader& table, std::size_t bytes, std::vector<std::string>& left_out);

}  // namespace nimsweep::report_detail
