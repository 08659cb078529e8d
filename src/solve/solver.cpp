#include "nimsweep/solve/solver.hpp"

#include <variant>

#include "nimsweep/solve/box_line_solver.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/last_nim_solver.hpp"
#include "nimsweep/solve/retrograde_solver.hpp"
#include "nimsweep/solve/small_nim_solver.hpp"

namespace nimsweep {

std::unique_ptr<Solver> make_solver(const Ruleset& ruleset, const AllianceMatrix& matrix) {
  if (std::holds_alternative<LowerLast>(ruleset.move_shape()))
    return std::make_unique<LastNimSolver>(matrix);
  if (std::holds_alternative<LowerSmallest>(ruleset.move_shape()))
    return std::make_unique<SmallNimSolver>(matrix);
  if (ruleset.plays() == Ruleset::Plays::endless)
    return std::make_unique<RetrogradeSolver>(ruleset, matrix);
  if (BoxSolver::solves(ruleset.move_shape()))
    return std::make_unique<BoxLineSolver>(ruleset, matrix);
  return std::make_unique<GenericSolver>(ruleset, matrix);
}

}  // namespace nimsweep
