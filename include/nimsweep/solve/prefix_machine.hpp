// The part of the Last Nim machine that play can reach: every outcome vector (with passes: every
// tuple of them) that some row of piles has, and where each further pile leads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "nimsweep/solve/last_nim_machine.hpp"

namespace nimsweep {

class PrefixMachine {
 public:
  using StateId = std::uint32_t;

  static constexpr std::size_t kDefaultMaxStates = 100'000;
  static constexpr std::size_t kAnyNumberOfPiles = std::numeric_limits<std::size_t>::max();

  // Explores breadth first from the start, which is state 0, rows of up to `max_piles` piles.
  // Throws Error(input) if there are more than `max_states` states.
  explicit PrefixMachine(const LastNimMachine& machine, std::size_t max_states = kDefaultMaxStates,
                         std::size_t max_piles = kAnyNumberOfPiles);

  // The positions of a box only: as many piles as there are bounds, each up to its own. From a
  // state that the first k piles reach, only sizes that a later pile may have are known.
  PrefixMachine(const LastNimMachine& machine, std::size_t max_states,
                std::span<const Counters> bounds);

  // A machine without passes, explored elsewhere: its states, the start first, and where piles of
  // 1, 2, .. counters lead from each.
  PrefixMachine(int players, std::vector<OutcomeVector> states, std::vector<StateId> next);

  int players() const noexcept { return players_; }
  std::size_t size() const noexcept { return vectors_.size() / vectors_per_state_; }

  // The smallest L such that, after any prefix, a pile of L stands for every larger one.
  std::size_t letters() const noexcept { return letters_; }

  // One vector for each number of passes left, most passes last.
  std::span<const OutcomeVector> state(StateId id) const noexcept {
    return std::span(vectors_).subspan(id * vectors_per_state_, vectors_per_state_);
  }

  // The outcome vector with all passes left.
  OutcomeVector outcomes(StateId id) const noexcept { return state(id).back(); }

  // States 0 .. states_after(k) - 1 are those that k piles reach; for more piles than make a
  // difference, all.
  std::size_t states_after(std::size_t piles) const noexcept {
    return piles < layers_.size() ? layers_[piles] : size();
  }

  // States 0 .. explored() - 1 are those that not all piles are needed to reach.
  std::size_t explored() const noexcept { return next_.size() / letters_; }

  // Where piles of 1 .. letters() counters lead from an explored state.
  std::span<const StateId> next(StateId id) const noexcept {
    return std::span(next_).subspan(id * letters_, letters_);
  }

 private:
  class Explorer;
  PrefixMachine(const LastNimMachine& machine, Explorer&& explorer);

  int players_;
  std::size_t vectors_per_state_;
  std::size_t letters_ = 1;
  std::vector<OutcomeVector> vectors_;
  std::vector<StateId> next_;
  std::vector<std::size_t> layers_;  // entry k: the number of states that k piles reach
};

}  // namespace nimsweep
