#include "nimsweep/solve/solver.hpp"

#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/last_nim_solver.hpp"

namespace nimsweep {

std::unique_ptr<Solver> make_solver(const Ruleset& ruleset, const AllianceMatrix& matrix) {
  if (ruleset.name() == "last-nim") return std::make_unique<LastNimSolver>(matrix);
  return std::make_unique<GenericSolver>(ruleset, matrix);
}

}  // namespace nimsweep
