// Small Nim as a finite machine. It is Last Nim with piles in descending order
// (small_nim_solver.hpp), so it reads only rows in which no pile is larger than the one before: a
// state is one of the Last Nim machine, and the size of the last pile.
//
// Piles of L or more counters are read only after piles of L or more. So they are all alike if they
// are after every row of huge piles, which may be from a smaller L on than in Last Nim: if all
// sizes from L on lead from the state after k huge piles to that after k + 1, for every k, then a
// row of any such sizes comes through the same states.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

class DescendingMachine {
 public:
  using StateId = PrefixMachine::StateId;

  // Explores breadth first from the start, which is state 0. The Last Nim machine is that of rows
  // of any number of piles. Throws Error(input) if there are more than `max_states` states.
  explicit DescendingMachine(PrefixMachine last_nim,
                             std::size_t max_states = PrefixMachine::kDefaultMaxStates);

  int players() const noexcept { return last_nim_.players(); }
  std::size_t size() const noexcept { return states_.size(); }

  // The smallest L such that a pile of L stands for every larger one.
  std::size_t letters() const noexcept { return letters_; }

  // One vector for each number of passes left, most passes last.
  std::span<const OutcomeVector> state(StateId id) const noexcept {
    return last_nim_.state(states_[id].in_last_nim);
  }

  // The outcome vector with all passes left.
  OutcomeVector outcomes(StateId id) const noexcept { return state(id).back(); }

  // The size of the last pile; no later one is larger. At the start it is letters(): any pile may
  // be the first.
  std::size_t last(StateId id) const noexcept { return states_[id].last; }

  // Where piles of 1 .. last(id) counters lead.
  std::span<const StateId> next(StateId id) const noexcept {
    return std::span(next_).subspan(states_[id].next, states_[id].last);
  }

 private:
  struct State {
    StateId in_last_nim;
    std::size_t last;
    std::size_t next;  // where its successors begin in next_
  };

  PrefixMachine last_nim_;
  std::size_t letters_;
  std::vector<State> states_;
  std::vector<StateId> next_;
};

}  // namespace nimsweep
