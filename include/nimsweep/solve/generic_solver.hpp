// The definition, with a memory: for any ruleset, the outcome of a position is what the player to
// move prefers among the outcomes of its options, and the stuck player wins.
#pragma once

#include "nimsweep/solve/memo.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep {

class GenericSolver final : public Solver {
 public:
  // The ruleset has to outlive the solver.
  GenericSolver(const Ruleset& ruleset, const AllianceMatrix& matrix, MemoBudget budget = {});

  // Throws Error(input) if the budget does not reach for the positions below this one.
  Outcome outcome(const Position& position, Seat first) override;
  void best_line(const Position& position, Seat first, LineVisitor visit) override;

 private:
  const Ruleset& ruleset_;
  AllianceMatrix matrix_;
  MemoBudget budget_;
  Memo<Outcome> memo_;
};

}  // namespace nimsweep
