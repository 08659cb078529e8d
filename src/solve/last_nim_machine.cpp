#include "nimsweep/solve/last_nim_machine.hpp"

#include <cassert>

namespace nimsweep {

LastNimMachine::LastNimMachine(const AllianceMatrix& matrix, int passes)
    : matrix_(matrix), passes_(passes) {
  assert(0 <= passes && passes <= kMaxPasses);
}

LastNimMachine::State LastNimMachine::start() const {
  return State(static_cast<std::size_t>(passes_) + 1, OutcomeVector::of_end(players()));
}

LastNimMachine::State LastNimMachine::step(const State& prefix, Counters pile) const {
  if (pile == 0) return prefix;
  PileWalk walk(*this);
  walk.begin(prefix);
  walk.grow_to(pile);
  return walk.state();
}

OutcomeVector LastNimMachine::outcomes(std::span<const Counters> piles) const {
  PileWalk walk(*this);
  State prefix = start();
  for (const Counters pile : piles) {
    if (pile == 0) continue;
    walk.begin(prefix);
    walk.grow_to(pile);
    prefix = walk.state();
  }
  return prefix.back();
}

PileWalk::PileWalk(const LastNimMachine& machine)
    : matrix_(machine.matrix()), best_(machine.start()), state_(machine.start()) {}

void PileWalk::begin(std::span<const OutcomeVector> prefix) noexcept {
  assert(prefix.size() == best_.size());
  for (std::size_t k = 0; k < best_.size(); ++k) best_[k] = prefix[k].handed_on(matrix_.players());
  settle();
}

bool PileWalk::grow() noexcept {
  for (std::size_t k = 0; k < best_.size(); ++k)
    best_[k] = matrix_.preferred(best_[k], state_[k].handed_on(matrix_.players()));
  return settle();
}

void PileWalk::grow_to(Counters pile) noexcept {
  assert(pile > 0);
  for (Counters t = 1; t < pile && grow();) ++t;
}

// Works the state out from the best of smaller sizes; tells whether it changed.
bool PileWalk::settle() noexcept {
  bool changed = false;
  for (std::size_t k = 0; k < best_.size(); ++k) {
    const OutcomeVector vector =
        k == 0 ? best_[k] : matrix_.preferred(best_[k], state_[k - 1].handed_on(matrix_.players()));
    changed |= vector != state_[k];
    state_[k] = vector;
  }
  return changed;
}

}  // namespace nimsweep
