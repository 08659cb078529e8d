// Looks for the first counterexamples of a claim that is known to fail for some number of players:
// position by position, by the number of counters, then of piles, then lexicographically.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/families/row_family.hpp"

namespace nimsweep::families_detail {

// Keeps up to `most` of them in `verdict`, and the first pair about which the claim says nothing.
// Gives up after `most_positions`. Was there any?
bool find_counterexamples(const Claim& claim, const RowFamily& family, int players,
                          std::uint64_t most_positions, std::size_t most, IsStopped is_stopped,
                          Verdict& verdict);

}  // namespace nimsweep::families_detail
