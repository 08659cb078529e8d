#include "nimsweep/solve/generic_solver.hpp"

#include <span>
#include <utility>

namespace nimsweep {

GenericSolver::GenericSolver(const Ruleset& ruleset, const AllianceMatrix& matrix,
                             MemoBudget budget)
    : ruleset_(ruleset),
      matrix_(matrix),
      budget_(budget),
      memo_(ruleset, matrix.players(), budget) {}

Outcome GenericSolver::outcome(const Position& position, Seat first) {
  const Outcome* known =
      memo_.get(position, first, [&](Seat player, std::span<const Outcome> options) {
        if (options.empty()) return Outcome{.winner = player, .moves = 0};
        Outcome best = options.front();
        for (const Outcome option : options)
          if (is_better(matrix_, player, option, best)) best = option;
        return Outcome{.winner = best.winner, .moves = best.moves + 1};
      });
  if (known == nullptr) throw too_many_positions(ruleset_, budget_.bytes);
  return *known;
}

void GenericSolver::best_line(const Position& position, Seat first, LineVisitor visit) {
  Position here = position;
  Seat player = first;
  for (Outcome left = outcome(here, player); left.moves > 0;) {
    visit(player, here);
    --left.moves;
    const Seat next = next_seat(player, matrix_.players());
    Position chosen;
    ruleset_.visit_options(here, player, [&](const Position& option) {
      const bool best = outcome(option, next) == left;
      if (best) chosen = option;
      return !best;
    });
    player = next;
    here = std::move(chosen);
  }
  visit(player, here);
}

}  // namespace nimsweep
