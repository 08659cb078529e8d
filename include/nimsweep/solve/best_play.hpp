// A best play to look at: its first positions and the final one.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "nimsweep/solve/solver.hpp"

namespace nimsweep {

struct BestPlay {
  Outcome outcome;
  std::vector<std::pair<Seat, Position>> turns = {};  // none if nobody wins
  std::uint64_t left_out = 0;                         // before the last
};

// At most `most` positions, but always the first and the final one.
inline BestPlay best_play(Solver& solver, const Position& start, Seat first, std::uint64_t most) {
  BestPlay play{.outcome = solver.outcome(start, first)};
  std::uint64_t visited = 0;
  solver.best_line(start, first, [&](Seat player, const Position& position) {
    ++visited;
    if (visited == 1 || visited < most || visited == play.outcome.moves + 1)
      play.turns.emplace_back(player, position);
    else
      ++play.left_out;
  });
  return play;
}

}  // namespace nimsweep
