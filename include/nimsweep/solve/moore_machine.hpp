// The minimal Moore machine for one first player: it reads pile sizes and says who wins when that
// player moves first. It is what is left of the reachable machine when states that no continuation
// tells apart are merged. In Small Nim not every row of piles goes on with every pile; there,
// states are merged only if they also allow the same continuations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/model/seat.hpp"
#include "nimsweep/solve/descending_machine.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

class MooreMachine {
 public:
  using StateId = PrefixMachine::StateId;

  // Minimises; state 0 is the start, the others are numbered in the order of their first appearance
  // in `machine`.
  MooreMachine(const PrefixMachine& machine, Seat first);
  MooreMachine(const DescendingMachine& machine, Seat first);

  std::size_t size() const noexcept { return winners_.size(); }
  std::size_t letters() const noexcept { return letters_; }
  Seat winner(StateId id) const noexcept { return winners_[id]; }
  std::span<const StateId> next(StateId id) const noexcept {
    return std::span(next_).subspan(begins_[id], begins_[id + 1] - begins_[id]);
  }

 private:
  template <class Machine>
  void minimise(const Machine& machine, Seat first);

  std::size_t letters_;
  std::vector<Seat> winners_;
  std::vector<std::size_t> begins_;  // of each state's successors in next_, and the end of all
  std::vector<StateId> next_;
};

// The sizes of the minimal machines, by first player.
template <class Machine>
std::vector<std::size_t> minimal_sizes_of(const Machine& reachable) {
  std::vector<std::size_t> sizes;
  sizes.reserve(static_cast<std::size_t>(reachable.players()));
  for (Seat first = 0; first < reachable.players(); ++first)
    sizes.push_back(MooreMachine(reachable, first).size());
  return sizes;
}

}  // namespace nimsweep
