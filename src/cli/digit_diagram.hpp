// A digit machine as people see it.
#pragma once

#include <optional>

#include "cli/machine_diagram.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep::cli {

MachineDiagram digit_diagram(const Ruleset& ruleset, const AllianceMatrix& matrix, Counters passes,
                             const ProvedMachine& proved);

}  // namespace nimsweep::cli
