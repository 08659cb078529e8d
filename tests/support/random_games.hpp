// The same random matrix for the library and for the definition, with corresponding positions.
#pragma once

#include <random>
#include <vector>

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "support/definition.hpp"

namespace nimsweep::test {

inline definition::State with(definition::State state, int extra) {
  state.push_back(extra);
  return state;
}

inline std::vector<Counters> piles_of(const definition::State& state) {
  return {state.begin(), state.end()};
}

inline definition::Rows rows_of(const AllianceMatrix& matrix) {
  definition::Rows rows;
  for (Seat i = 0; i < matrix.players(); ++i) {
    rows.emplace_back();
    for (int j = 0; j < matrix.players(); ++j) rows.back().push_back(matrix.offset(i, j));
  }
  return rows;
}

}  // namespace nimsweep::test
