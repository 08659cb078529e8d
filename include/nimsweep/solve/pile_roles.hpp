// Why a position of Last Nim or Small Nim has its winner: the state after each pile, and which
// piles matter. A pile matters if another size of it, not 0, would change the winner while the
// other piles stay as they are. An empty pile is not there, and does not matter.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "nimsweep/solve/last_nim_machine.hpp"
#include "nimsweep/solve/question.hpp"

namespace nimsweep {

struct PileRole {
  std::size_t pile = 0;   // its index in the position
  OutcomeVector winners;  // of the piles up to here, with all passes left
  bool matters = false;
};

// In Last Nim. Follows all positions that differ in one pile at once, from the first pile on. Those
// that come to the same state have the same rest, so there are never more than states: a pass over
// the piles takes a step for each state that is still told apart. Last Nim forgets quickly; if all
// are told apart this is as slow as trying them, but machines have few states.
std::vector<PileRole> pile_roles(const LastNimMachine& machine, std::span<const Counters> piles,
                                 Seat first);

// In Small Nim, in descending order, as Last Nim has the piles. Equal piles have the same role, and
// so have piles that are too large to be told apart; so only few have to be tried.
std::vector<PileRole> small_nim_pile_roles(const LastNimMachine& machine,
                                           std::span<const Counters> piles, Seat first);

// In its game, which has a machine that reads sizes.
std::vector<PileRole> pile_roles(const Question& question);

}  // namespace nimsweep
