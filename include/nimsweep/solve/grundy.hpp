// Grundy values (003, 004): that of a position is the smallest number that none of its options has,
// so 0 if there is no option. Two players who both want to move last lose exactly the positions of
// value 0, and the value of a sum of games is the xor of theirs.
#pragma once

#include <span>

#include "nimsweep/solve/memo.hpp"

namespace nimsweep {

// By the definition; passes are options too. Throws Error(input) if the game is not impartial or
// its plays may not end, or if the budget does not reach for the positions below this one.
Counters grundy(const Ruleset& ruleset, const Position& position, MemoBudget budget = {});

// The Grundy value of the start position with these piles, for a ruleset that is the sum of its
// piles: each pile by the definition, or at once if it is a Nim pile.
Counters grundy_of_sum(const Ruleset& ruleset, std::span<const Counters> piles,
                       MemoBudget budget = {});

// The Grundy value of a start position, as a sum of piles if it is one.
Counters grundy_of_start(const Ruleset& ruleset, const Position& start, MemoBudget budget = {});

}  // namespace nimsweep
