// Checks a claim about Last Nim without looking at positions. The game is a finite machine that
// reads pile sizes, and a regular claim is another. If it compares single piles with constants, its
// state is what is left of its cases once the first piles are known; recurrences, counts, sums and
// numbers mod a constant are remembered as far as they matter. Walking both at once, pile by pile,
// and treating all sizes that neither distinguishes as one, gives exact counts for any sizes and
// number of piles. From some size on neither distinguishes anything but residues, so this settles
// the claim for piles of every size.
//
// For every size, the counts are those of the box 1..L, where L is the larger of the machine's
// letters and 1 + the largest c among the conditions x[k] <= c to which the claim's comparisons
// reduce, or m - 1 more than that if sizes are told apart mod m. The counterexamples listed lie in
// this box, and the first of them is the smallest of all: in any other counterexample, a pile
// larger than L may be replaced by a smaller one. In such a claim no number is too large for piles
// of up to kMaxPile.
//
// For every number of piles, the states of both together are walked until no new ones come up.
// Counts are then numbers of such states.
#pragma once

#include <compare>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

// Why a claim cannot be checked this way for these n and N, or would cost too much: it must be
// checked position by position.
struct NotSymbolic {
  std::string reason;  // "case 2: when: column 6: xor of piles"
};

// Where some row of piles leads: a state of the machine, and the v of a recurrence.
struct RecurrencePair {
  PrefixMachine::StateId state = 0;
  int v = 0;

  friend auto operator<=>(const RecurrencePair&, const RecurrencePair&) = default;
};

// A claim made ready once, for one n, N and r, to be checked for any number of matrices.
class SymbolicClaim {
 public:
  struct Ready;
  explicit SymbolicClaim(std::shared_ptr<const Ready> ready) : ready_(std::move(ready)) {}

  // For a matrix with this r: `machine` is its machine, explored for at least N piles, or for any
  // number. May be called by several threads at once. Throws Error(interrupted) soon after
  // `is_stopped` becomes true.
  std::variant<Verdict, NotSymbolic> check(const PrefixMachine& machine,
                                           std::size_t most_counterexamples,
                                           IsStopped is_stopped = &never_stopped) const;

  // The proof of a recurrence that holds for every number of piles, if v is all that the claim
  // remembers: every pair that piles lead to, and the start. One list stands for all first players,
  // or there is one for each. For other claims there is none.
  std::vector<std::vector<RecurrencePair>> recurrence_pairs(const PrefixMachine& machine) const;

 private:
  std::shared_ptr<const Ready> ready_;
};

// For piles of 1..bound counters, or of every size if there is no bound, which is not 0. N may be
// kAllPiles: then the verdict is about every number of piles that the claim applies to, if any;
// else the claim applies. With piles in descending order only, it is about Small Nim, whose machine
// is the same.
std::variant<SymbolicClaim, NotSymbolic> make_symbolic(const Claim& claim,
                                                       const Parameters& parameters,
                                                       std::optional<Counters> bound,
                                                       PileOrder order = PileOrder::any);

// Is the claim about any number of piles, for these n and r? Throws Error(input) if `given` has no
// value, or if it is not regular.
bool applies_to_some_number(const Claim& claim, const Parameters& parameters);

// The machine to check such a claim with.
std::variant<PrefixMachine, NotSymbolic> proof_machine(const AllianceMatrix& matrix, int passes,
                                                       int piles);

// All three steps, for one matrix.
std::variant<Verdict, NotSymbolic> symbolic_check(
    const Claim& claim, const AllianceMatrix& matrix, int passes, int piles,
    std::optional<Counters> bound,
    std::size_t most_counterexamples = Verdict::kDefaultCounterexamples,
    PileOrder order = PileOrder::any);

}  // namespace nimsweep
