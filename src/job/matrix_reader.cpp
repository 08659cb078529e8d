#include "job/matrix_reader.hpp"

namespace nimsweep {

std::vector<int> read_row(const YamlReader& value) {
  std::vector<int> row;
  for (const YamlReader& offset : value.list())
    row.push_back(static_cast<int>(offset.number(0, kMaxPlayers - 1)));
  return row;
}

AllianceMatrix read_rows(const YamlReader& value) {
  std::vector<std::vector<int>> rows;
  for (const YamlReader& row : value.list()) rows.push_back(read_row(row));
  return value.at_value([&] { return AllianceMatrix::from_rows(rows); });
}

}  // namespace nimsweep
