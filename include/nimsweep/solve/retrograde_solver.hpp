// Two players and plays that may never end, under any alliance matrix. The winner is found
// backwards from the ends: a player gets the winner they prefer if some option has it, and the
// other one only if all options have that. Where neither is so they can always move to such a place
// again, and nobody wins. Lengths follow, breadth first from the ends along moves that keep the
// winner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "nimsweep/solve/solver.hpp"
#include "nimsweep/solve/turn.hpp"

namespace nimsweep {

class RetrogradeSolver final : public Solver {
 public:
  static constexpr std::uint64_t kDefaultMaxBytes = std::uint64_t{1} << 30;

  // The ruleset must outlive the solver; the matrix must have two players.
  RetrogradeSolver(const Ruleset& ruleset, const AllianceMatrix& matrix,
                   std::uint64_t max_bytes = kDefaultMaxBytes);

  // Throws Error(input) if what can be reached from here needs more than about `max_bytes`.
  Outcome outcome(const Position& position, Seat first) override {
    return outcomes_[solved(position, first)];
  }
  void best_line(const Position& position, Seat first, LineVisitor visit) override;

 private:
  using TurnId = std::uint32_t;

  // Who can move where, among the turns that can be reached from one; or who can come from where.
  struct Arrows {
    std::vector<std::size_t> first{0};  // those of turn k are targets[first[k]] ..
    std::vector<TurnId> targets;

    std::span<const TurnId> of(TurnId turn) const noexcept {
      return std::span(targets).subspan(first[turn], first[turn + 1] - first[turn]);
    }
    Arrows reversed() const;
  };

  TurnId solved(const Position& position, Seat first);
  void explore(Turn start);
  void find_winners(const Arrows& origins);
  void find_lengths(const Arrows& origins);

  const Ruleset& ruleset_;
  AllianceMatrix matrix_;
  std::uint64_t max_bytes_;
  std::unordered_map<Turn, TurnId, TurnHash> ids_;
  std::vector<const Turn*> turns_;  // the keys of ids_
  Arrows options_;
  std::vector<Outcome> outcomes_;
};

}  // namespace nimsweep
