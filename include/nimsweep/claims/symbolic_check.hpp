// Checks a claim about Last Nim without looking at positions. The game is a finite machine that
// reads pile sizes, and a claim that compares single piles with constants is another: what is left
// of its cases once the first piles are known. Walking both at once, pile by pile, with all sizes
// that neither tells apart taken together, gives exact counts whatever the sizes and the number of
// piles; and since from some size on neither tells anything apart, it settles the claim for piles
// of every size.
//
// For every size the counts are of the box 1..L, where L is the larger of the machine's letters and
// 1 + the largest c of all conditions x[k] <= c that the claim's comparisons come to. Its
// counterexamples are the ones listed, and the smallest of all is the first of them: in any other a
// larger pile may be replaced by one of L. No number of such a claim
// is too large for piles of up to kMaxPile.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

// Why a claim cannot be checked this way for these n and N, or costs too much: it has to be checked
// position by position.
struct NotSymbolic {
  std::string reason;  // "case 2: when: column 6: xor of piles"
};

// Why the claim itself, whatever the game's machine, cannot be checked this way; nothing if it can.
std::optional<NotSymbolic> why_not_symbolic(const Claim& claim, const Parameters& parameters,
                                            std::optional<Counters> bound);

// How many states of the machine a check goes through at most.
std::size_t max_proof_states(int players, int passes);

// For piles of 1..bound counters, or without a bound of every size. The claim applies, there is at
// least one pile, and the bound is not 0.
std::variant<Verdict, NotSymbolic> symbolic_check(
    const Claim& claim, const AllianceMatrix& matrix, int passes, int piles,
    std::optional<Counters> bound,
    std::size_t most_counterexamples = Verdict::kDefaultCounterexamples);

}  // namespace nimsweep
