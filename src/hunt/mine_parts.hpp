// What the two ways of mining share. Which of them a game takes is decided in mine().
#pragma once

#include <cstddef>
#include <string>

#include "hunt/scope.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/hunt/mine.hpp"

namespace nimsweep::hunt_detail {

struct Stopped {};

// A form, or a scope in which N is compared with n, may fit fewer points by chance.
inline constexpr std::size_t kFewestPoints = 3;

// The scope as a condition of a claim, with what all claims of the task are about. A claim for
// several r must name r, so that it is about the matrices SSAM^r only.
std::string given_of(const MineTask& task, const Scope& scope);

// Closed forms of Last Nim, or of Small Nim if piles are in descending order. Throws Stopped.
MineResult mine_by_piles(const MineTask& task, PileOrder order, MineProgress go_on);

// Closed forms of a game with digit machines. Conditions and values are texts with parameters
// (words.hpp). For each case that is not covered yet, a decision list is looked for that is right
// on a sample of positions, the shortest first; among those the one that is right in most other
// cases. Then it is proved for piles of every size, wherever it seems to be right; a position that
// refutes it joins the sample. The scope keeps to cases in which it is proved. A case that has no
// short list may still have one that says where the value is 0, or another number. Throws Stopped,
// or Error(interrupted).
MineResult mine_by_digits(const MineTask& task, MineProgress go_on);

}  // namespace nimsweep::hunt_detail
