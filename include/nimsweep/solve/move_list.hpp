// The moves of a position, each with the winner that it leads to.
#pragma once

#include <cstddef>
#include <vector>

#include "nimsweep/solve/question.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep {

struct Move {
  Position position;     // after it
  Seat winner = 0;       // kNobody if best play never ends
  bool is_best = false;  // it gets the player to move the winner they get at best
};

struct MoveList {
  std::vector<Move> moves = {};  // in the ruleset's order; a pass comes last
  bool is_complete = true;       // else there are more: these are the first for each winner
};

// At most `most` moves, or if there are more, one for each winner that can be reached. The cost
// does not depend on the sizes of piles in Last Nim and Small Nim.
MoveList list_moves(Solver& solver, const Question& question, std::size_t most);

}  // namespace nimsweep
