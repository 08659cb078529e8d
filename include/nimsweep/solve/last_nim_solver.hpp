// Last Nim positions of any size, with their line of play. It is the machine's recursion
// (last_nim_machine.hpp) carried out on pairs (winner, moves to the end) instead of winners alone,
// so it knows the shortest best play too.
//
// Such pairs saturate as well. From the size on at which no winner changes, one counter more adds
// one option and takes none away, so without passes plays only get shorter; and a player's shorter
// play comes from their neighbour's one size below, so that round the table a play would have to be
// shorter than itself. With passes the same holds for k passes left once it holds for k-1, because
// the pass leads to a position that no longer changes. And if nothing changes from one size to the
// next, nothing ever will: the next one has the same options.
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
