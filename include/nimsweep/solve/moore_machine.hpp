// The minimal Moore machine for one first player: it reads pile sizes and says who wins when that
// player moves first. It is what is left of the prefix machine when states that no continuation
// tells apart are merged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/model/seat.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

class MooreMachine {
 public:
  using StateId = PrefixMachine::StateId;

  // Minimises; state 0 is the start, the others are numbered in the order of their first appearance
  // in `machine`.
  MooreMachine(const PrefixMachine& machine, Seat first);

  std::size_t size() const noexcept { return winners_.size(); }
  std::size_t letters() const noexcept { return letters_; }
  Seat winner(StateId id) const noexcept { return winners_[id]; }
  std::span<const StateId> next(StateId id) const noexcept;

 private:
  std::size_t letters_;
  std::vector<Seat> winners_;
  std::vector<StateId> next_;
};

}  // namespace nimsweep
