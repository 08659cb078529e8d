// Checks a claim about Last Nim without looking at positions. The game is a finite machine that
// reads pile sizes, and a claim that compares single piles with constants is another: its state is
// what is left of its cases once the first piles are known. Walking both at once, pile by pile, and
// treating all sizes that neither distinguishes as one, gives exact counts for any sizes and number
// of piles. From some size on neither distinguishes anything, so this settles the claim for piles
// of every size.
//
// For every size, the counts are those of the box 1..L, where L is the larger of the machine's
// letters and 1 + the largest c among the conditions x[k] <= c to which the claim's comparisons
// reduce. The counterexamples listed lie in this box, and the first of them is the smallest of all:
// in any other counterexample, a pile larger than L may be replaced by one of L. In such a claim no
// number is too large for piles of up to kMaxPile.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

// Why a claim cannot be checked this way for these n and N, or would cost too much: it must be
// checked position by position.
struct NotSymbolic {
  std::string reason;  // "case 2: when: column 6: xor of piles"
};

// A claim made ready once, for one n, N and r, to be checked for any number of matrices.
class SymbolicClaim {
 public:
  struct Ready;
  explicit SymbolicClaim(std::shared_ptr<const Ready> ready) : ready_(std::move(ready)) {}

  // For a matrix with this r: `machine` is its machine, explored for at least N piles. May be
  // called by several threads at once.
  std::variant<Verdict, NotSymbolic> check(const PrefixMachine& machine,
                                           std::size_t most_counterexamples) const;

 private:
  std::shared_ptr<const Ready> ready_;
};

// For piles of 1..bound counters, or of every size if there is no bound. The claim applies, there
// is at least one pile, and the bound is not 0.
std::variant<SymbolicClaim, NotSymbolic> make_symbolic(const Claim& claim,
                                                       const Parameters& parameters,
                                                       std::optional<Counters> bound);

// The machine to check such a claim with.
std::variant<PrefixMachine, NotSymbolic> proof_machine(const AllianceMatrix& matrix, int passes,
                                                       int piles);

// All three steps, for one matrix.
std::variant<Verdict, NotSymbolic> symbolic_check(
    const Claim& claim, const AllianceMatrix& matrix, int passes, int piles,
    std::optional<Counters> bound,
    std::size_t most_counterexamples = Verdict::kDefaultCounterexamples);

}  // namespace nimsweep
