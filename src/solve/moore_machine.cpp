#include "nimsweep/solve/moore_machine.hpp"

#include "nimsweep/automata/partition.hpp"

namespace nimsweep {

MooreMachine::MooreMachine(const PrefixMachine& machine, Seat first) : letters_(machine.letters()) {
  minimise(machine, first);
}

MooreMachine::MooreMachine(const DescendingMachine& machine, Seat first)
    : letters_(machine.letters()) {
  minimise(machine, first);
}

template <class Machine>
void MooreMachine::minimise(const Machine& machine, Seat first) {
  std::vector<std::uint32_t> winners;
  for (StateId id = 0; id < machine.size(); ++id)
    winners.push_back(static_cast<std::uint32_t>(machine.outcomes(id)[first]));
  const Partition partition =
      indistinguishable(winners, [&](StateId id) { return machine.next(id); });
  for (const StateId id : partition.representative) {
    winners_.push_back(machine.outcomes(id)[first]);
    begins_.push_back(next_.size());
    for (const StateId successor : machine.next(id)) next_.push_back(partition.class_of[successor]);
  }
  begins_.push_back(next_.size());
}

}  // namespace nimsweep
