// Moore's partition refinement: begin with one class per winner and number of letters that can be
// read, and split classes whose members lead to different classes until nothing splits. Each round
// is one pass over the transitions; Hopcroft's algorithm would bound their number better, but is
// worth its length only for machines with long chains.
#include "nimsweep/solve/moore_machine.hpp"

#include <bit>
#include <limits>
#include <utility>

#include "nimsweep/base/hash.hpp"

namespace nimsweep {

namespace {

using StateId = MooreMachine::StateId;

struct Partition {
  std::vector<StateId> class_of;
  std::vector<StateId> representative;  // of each class: its first state

  std::size_t size() const { return representative.size(); }
};

template <class Machine>
Partition by_winner(const Machine& machine, Seat first) {
  constexpr StateId kNone = std::numeric_limits<StateId>::max();
  Partition partition;
  std::vector<StateId> known(kMaxPlayers * (machine.letters() + 1), kNone);
  for (StateId id = 0; id < machine.size(); ++id) {
    const auto winner = static_cast<std::size_t>(machine.outcomes(id)[first]);
    StateId& known_class = known[machine.next(id).size() * kMaxPlayers + winner];
    if (known_class == kNone) {
      known_class = static_cast<StateId>(partition.size());
      partition.representative.push_back(id);
    }
    partition.class_of.push_back(known_class);
  }
  return partition;
}

// Is `b` in the class of `a`, and is each of their successors?
template <class Machine>
bool alike(const Machine& machine, const Partition& partition, StateId a, StateId b) {
  const auto& class_of = partition.class_of;
  if (class_of[a] != class_of[b]) return false;
  const auto next_a = machine.next(a);
  const auto next_b = machine.next(b);
  for (std::size_t t = 0; t < next_a.size(); ++t)
    if (class_of[next_a[t]] != class_of[next_b[t]]) return false;
  return true;
}

template <class Machine>
Partition refined(const Machine& machine, const Partition& coarse) {
  constexpr StateId kFree = std::numeric_limits<StateId>::max();
  std::vector<StateId> slots(std::bit_ceil(machine.size() * 2), kFree);  // class numbers, hashed
  Partition fine;
  for (StateId id = 0; id < machine.size(); ++id) {
    std::uint64_t hash = coarse.class_of[id];
    for (const StateId successor : machine.next(id)) hash = mix(hash, coarse.class_of[successor]);
    std::size_t slot = hash & (slots.size() - 1);
    while (slots[slot] != kFree && !alike(machine, coarse, fine.representative[slots[slot]], id))
      slot = (slot + 1) & (slots.size() - 1);
    if (slots[slot] == kFree) {
      slots[slot] = static_cast<StateId>(fine.size());
      fine.representative.push_back(id);
    }
    fine.class_of.push_back(slots[slot]);
  }
  return fine;
}

}  // namespace

MooreMachine::MooreMachine(const PrefixMachine& machine, Seat first) : letters_(machine.letters()) {
  minimise(machine, first);
}

MooreMachine::MooreMachine(const DescendingMachine& machine, Seat first)
    : letters_(machine.letters()) {
  minimise(machine, first);
}

template <class Machine>
void MooreMachine::minimise(const Machine& machine, Seat first) {
  Partition partition = by_winner(machine, first);
  for (;;) {
    Partition finer = refined(machine, partition);
    const bool stable = finer.size() == partition.size();
    partition = std::move(finer);
    if (stable) break;
  }
  for (const StateId id : partition.representative) {
    winners_.push_back(machine.outcomes(id)[first]);
    begins_.push_back(next_.size());
    for (const StateId successor : machine.next(id)) next_.push_back(partition.class_of[successor]);
  }
  begins_.push_back(next_.size());
}

std::span<const StateId> MooreMachine::next(StateId id) const noexcept {
  return std::span(next_).subspan(begins_[id], begins_[id + 1] - begins_[id]);
}

}  // namespace nimsweep
