// Last Nim positions of any size, with their line of play. It is the machine's recursion
// (last_nim_machine.hpp) carried out on pairs (winner, moves to the end) instead of winners alone,
// so it knows the shortest best play too. Such pairs saturate as well: from the size on at which no
// winner changes, more counters only add options, so plays only get shorter, and one player's
// shorter play comes from his neighbour's one size below; round the table that chain would need a
// play shorter than itself.
#pragma once

#include "nimsweep/solve/solver.hpp"

namespace nimsweep {

class LastNimSolver final : public Solver {
 public:
  explicit LastNimSolver(const AllianceMatrix& matrix) : matrix_(matrix) {}

  Outcome outcome(const Position& position, Seat first) override;
  void best_line(const Position& position, Seat first, LineVisitor visit) override;

 private:
  AllianceMatrix matrix_;
};

}  // namespace nimsweep
