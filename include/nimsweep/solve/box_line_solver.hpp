// Solves single positions of the games that BoxSolver is for. The winner is read off the box of all
// positions below, which has a byte for each player to move; the shortest best play is searched for
// from the start, breadth first, along moves that keep the winner. Each number of passes left has a
// box of its own.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/generic_solver.hpp"

namespace nimsweep {

class BoxLineSolver final : public Solver {
 public:
  static constexpr MemoBudget kDefaultBudget{.visits = 500'000'000};  // some ten seconds

  // The ruleset has to outlive the solver. The budget is for boxes, and once more for a search.
  BoxLineSolver(const Ruleset& ruleset, const AllianceMatrix& matrix,
                MemoBudget budget = kDefaultBudget);

  // Positions whose boxes exceed the budget are left to the generic solver, in case play reaches
  // only few positions. Throws Error(input) if it reaches many, or if the search takes too long.
  Outcome outcome(const Position& position, Seat first) override;
  Seat winner(const Position& position, Seat first) override {
    return make_boxes_for(position) ? winner_of(position, first) : generic_.winner(position, first);
  }
  void best_line(const Position& position, Seat first, LineVisitor visit) override;

 private:
  class LineSearch;

  bool has_boxes_for(const Position& position) const noexcept;
  bool make_boxes_for(const Position& position);
  void find_line(const Position& position, Seat first);

  // By passes left, then by place in the box.
  std::size_t place_of(const Position& position) const noexcept;
  Position at(std::size_t place) const;
  Seat winner_of(const Position& position, Seat player) const noexcept;

  const Ruleset& ruleset_;
  AllianceMatrix matrix_;
  MemoBudget budget_;
  GenericSolver generic_;
  std::vector<Counters> bounds_;
  std::vector<std::unique_ptr<Box>> boxes_;  // by passes left
  std::size_t positions_ = 0;                // of each
  std::vector<std::size_t> line_;            // what was searched for last, by place
  Seat line_first_ = 0;
};

}  // namespace nimsweep
