// Small Nim positions of any size, with their line of play. A smallest pile stays smallest while it
// is taken from, so the game is Last Nim with its piles in descending order, under any matrix and
// with passes: the last pile is always a smallest one, and of several equal piles it does not
// matter which is taken first.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nimsweep/solve/last_nim_solver.hpp"

namespace nimsweep {

// The order in which Last Nim has the piles of Small Nim: entry k is the pile, in the order given,
// that is k-th largest. Of equal piles the first comes last, so that it is played first, as in the
// ruleset's order of options.
std::vector<std::size_t> descending_order(std::span<const Counters> piles);

// The piles in that order.
std::vector<Counters> in_order(std::span<const Counters> piles, std::span<const std::size_t> order);

class SmallNimSolver final : public Solver {
 public:
  explicit SmallNimSolver(const AllianceMatrix& matrix) : last_nim_(matrix) {}

  Outcome outcome(const Position& position, Seat first) override;
  void best_line(const Position& position, Seat first, LineVisitor visit) override;

 private:
  LastNimSolver last_nim_;
};

}  // namespace nimsweep
