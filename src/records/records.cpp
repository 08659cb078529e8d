#include "nimsweep/records/records.hpp"

namespace nimsweep {

Json matrix_json(const AllianceMatrix& matrix) {
  Json rows = Json::array();
  for (Seat i = 0; i < matrix.players(); ++i) {
    Json row = Json::array();
    for (int j = 0; j < matrix.players(); ++j) row.push_back(matrix.offset(i, j));
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace nimsweep
