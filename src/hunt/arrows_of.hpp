// Where the letters of a machine lead, state by state, in one list.
#pragma once

#include <vector>

namespace nimsweep::hunt_detail {

template <class Machine>
std::vector<typename Machine::StateId> arrows_of(const Machine& machine) {
  std::vector<typename Machine::StateId> next;
  next.reserve(machine.size() * machine.letters());
  for (typename Machine::StateId id = 0; id < machine.size(); ++id)
    next.insert(next.end(), machine.next(id).begin(), machine.next(id).end());
  return next;
}

}  // namespace nimsweep::hunt_detail
