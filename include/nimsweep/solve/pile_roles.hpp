// Why a Last Nim position has its winner: the state after each pile, and which piles matter. A pile
// matters if another size of it, not 0, would change the winner while the other piles stay as they
// are. An empty pile is not there, and does not matter.
#pragma once

#include <span>
#include <vector>

#include "nimsweep/solve/last_nim_machine.hpp"

namespace nimsweep {

struct PileRole {
  OutcomeVector winners;  // of the piles up to here, with all passes left
  bool matters = false;
};

// Follows all positions that differ in one pile at once, from the first pile on. Those that come to
// the same state have the same rest, so there are never more than states: a pass over the piles
// takes a step for each state that is still told apart. Last Nim forgets quickly; if all are told
// apart this is as slow as trying them, but machines have few states.
std::vector<PileRole> pile_roles(const LastNimMachine& machine, std::span<const Counters> piles,
                                 Seat first);

}  // namespace nimsweep
