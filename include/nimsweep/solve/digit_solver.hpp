// Positions of any size, in games whose moves are known digit by digit. What fits in memory is left
// to another solver, which finds shortest plays. Beyond that a digit machine is looked for; it says
// who wins, and a move to an option with the same winner is found by guessing the option's digits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "nimsweep/digits/move_relation.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/memo.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep {

class DigitSolver final : public Solver {
 public:
  static constexpr std::uint64_t kMostMoves = 10'000;  // of a play that is followed to its end

  // The ruleset must outlive it. Positions that need at most `small_bytes` are left to `small`.
  DigitSolver(const Ruleset& ruleset, const AllianceMatrix& matrix, std::unique_ptr<Solver> small,
              std::uint64_t small_bytes = MemoBudget{}.bytes);

  // What solves positions that fit in memory.
  const Solver& small() const noexcept { return *small_; }

  // Positions that do not fit in memory and for which no machine is found are left to the other
  // solver, too, which throws Error(input) unless play reaches only few positions.
  Outcome outcome(const Position& position, Seat first) override;
  Seat winner(const Position& position, Seat first) override;
  void best_line(const Position& position, Seat first, LineVisitor visit) override;
  BestPlay best_play(const Position& start, Seat first, std::uint64_t most) override;
  std::optional<Choices> choices(const Position& position, Seat player) override;

 private:
  // A machine, and the moves that it was proved for; none if a pile is lowered by given numbers.
  struct Known {
    ProvedMachine found;
    std::optional<MoveRelation> moves;
  };

  bool is_small(const Position& position) const;
  const Known* machine_for(const Position& position);
  Seat winner_by(const Known& known, const Position& position, Seat first) const;
  std::optional<Position> option_with(const Known& known, const Position& position, Seat player,
                                      Seat winner) const;
  std::optional<Position> option_among_all(const Known& known, const Position& position,
                                           Seat player, Seat winner) const;

  const Ruleset& ruleset_;
  AllianceMatrix matrix_;
  std::unique_ptr<Solver> small_;
  std::uint64_t small_bytes_;
  // By number of piles and passes; nothing if none was found.
  std::map<std::pair<std::size_t, Counters>, std::optional<Known>> machines_;
};

}  // namespace nimsweep
