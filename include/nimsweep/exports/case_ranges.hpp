// Which numbers of players and piles a sentence is about.
#pragma once

#include <set>
#include <string>
#include <utility>

namespace nimsweep {

using CaseSet = std::set<std::pair<int, int>>;  // (n, N)

// "n = 3..8, N = n..2n-2": ranges of n and N, with bounds on N that are linear in n if such bounds
// describe the cases exactly; otherwise the numbers of piles for each n. If N is always kAllPiles,
// "n = 3..8, every number of piles", and likewise if n is kAllPlayers.
std::string describe_cases(const CaseSet& cases);

}  // namespace nimsweep
