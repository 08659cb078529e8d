// What is known, as JSON: the form in which programs, other processes and the page of a report get
// it.
#pragma once

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/records/json.hpp"

namespace nimsweep {

// Its rows.
Json matrix_json(const AllianceMatrix& matrix);

}  // namespace nimsweep
