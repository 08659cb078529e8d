#include "nimsweep/solve/solver.hpp"

#include <variant>

#include "nimsweep/solve/box_line_solver.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/digit_solver.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/last_nim_solver.hpp"
#include "nimsweep/solve/retrograde_solver.hpp"
#include "nimsweep/solve/small_nim_solver.hpp"

namespace nimsweep {

BestPlay Solver::best_play(const Position& start, Seat first, std::uint64_t most) {
  BestPlay play{.outcome = outcome(start, first)};
  std::uint64_t visited = 0;
  best_line(start, first, [&](Seat player, const Position& position) {
    ++visited;
    if (visited == 1 || visited < most || visited == play.outcome.moves + 1)
      play.turns.emplace_back(player, position);
    else
      ++play.left_out;
  });
  return play;
}

std::optional<Solver::Choices> Solver::choices(const Position&, Seat) {
  return {};
}

std::unique_ptr<Solver> make_solver(const Ruleset& ruleset, const AllianceMatrix& matrix) {
  if (std::holds_alternative<LowerLast>(ruleset.move_shape()))
    return std::make_unique<LastNimSolver>(matrix);
  if (std::holds_alternative<LowerSmallest>(ruleset.move_shape()))
    return std::make_unique<SmallNimSolver>(matrix);
  if (ruleset.plays() == Ruleset::Plays::endless)
    return std::make_unique<RetrogradeSolver>(ruleset, matrix);
  std::unique_ptr<Solver> solver;
  if (BoxSolver::solves(ruleset.move_shape()))
    solver = std::make_unique<BoxLineSolver>(ruleset, matrix);
  else
    solver = std::make_unique<GenericSolver>(ruleset, matrix);
  if (std::holds_alternative<OtherMoves>(ruleset.move_shape())) return solver;
  return std::make_unique<DigitSolver>(ruleset, matrix, std::move(solver));
}

}  // namespace nimsweep
