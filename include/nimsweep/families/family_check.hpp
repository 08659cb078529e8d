// Settles a claim about Last Nim under a family of matrices: for every number of players, every
// number of piles and every pile size at once. A solver decides the claim's obligations. If one of
// them fails, the smallest counterexample is looked for among positions, in the order of their
// numbers of players, counters and piles.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/families/obligations.hpp"
#include "nimsweep/families/row_family.hpp"

namespace nimsweep {

// Was the program built with a solver?
bool can_check_families() noexcept;

struct FamilyVerdict {
  Verdict verdict;  // counts obligations
  Reach reach;
  std::vector<Obligation> obligations;
  std::string note = {};  // why there is no counterexample, if it fails without one
};

// Why neither a proof nor a counterexample was found.
struct NotDecided {
  std::string reason;
};

// Throws Error(interrupted) soon after `is_stopped` becomes true, and Error(io) if the solver
// fails.
std::variant<FamilyVerdict, NotDecided> check_family(
    const Claim& claim, const RowFamily& family,
    std::size_t most_counterexamples = Verdict::kDefaultCounterexamples,
    IsStopped is_stopped = &never_stopped);

}  // namespace nimsweep
