// A solver's best line of play, as a list to compare.
#pragma once

#include <utility>
#include <vector>

#include "nimsweep/solve/solver.hpp"

namespace nimsweep::test {

using Line = std::vector<std::pair<Seat, Position>>;

inline Line line_of(Solver& solver, const Position& position, Seat first) {
  Line line;
  solver.best_line(position, first,
                   [&](Seat player, const Position& here) { line.emplace_back(player, here); });
  return line;
}

}  // namespace nimsweep::test
