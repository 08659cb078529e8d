// Checks a claim position by position, as it is written: claims of any form, for any game, against
// any table of values. It shares only the claim with the symbolic check, so each is a test of the
// other. Most claims are compiled, and checked for a few hundred positions at a time.
//
// The box of all piles 1..bound is cut into rows: a prefix x_1 .. x_{N-1} with all sizes of the
// last pile. Long rows are cut into pieces. Pieces are numbered in lexicographic order, so that
// ranges of them can be checked in parallel and their verdicts merged. A piece takes milliseconds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/solve/last_nim_table.hpp"

namespace nimsweep {

// Fills `out` with the values g of `prefix` followed by a last pile of from, from + 1, .. counters.
using RowSource = FunctionRef<void(std::span<const Counters> prefix, Seat first, Counters from,
                                   std::span<std::uint8_t> out)>;

class ExhaustiveCheck {
 public:
  // The claim must outlive the check. There is at least one pile; each has a bound, not 0. Throws
  // Error(input) if there are more than 2^62 pairs.
  ExhaustiveCheck(const Claim& claim, const Parameters& parameters, std::vector<Counters> bounds,
                  std::size_t most_counterexamples = Verdict::kDefaultCounterexamples,
                  PileOrder order = PileOrder::any);

  // The same with one bound for all piles.
  ExhaustiveCheck(const Claim& claim, const Parameters& parameters, Counters bound,
                  std::size_t most_counterexamples = Verdict::kDefaultCounterexamples);

  std::uint64_t pieces() const noexcept { return pieces_; }
  std::uint64_t pairs() const noexcept { return pairs_; }  // in any order of piles

  // The verdict on pieces begin .. end - 1. Merge the verdicts of all pieces.
  Verdict check_pieces(std::uint64_t begin, std::uint64_t end, RowSource values) const;

  bool is_compiled() const noexcept { return compiled_ != nullptr; }

  // The same, always evaluating the claim as a tree.
  Verdict check_pieces_one_by_one(std::uint64_t begin, std::uint64_t end, RowSource values) const;

 private:
  class Tally;
  class RowComparison;
  struct Compiled;

  const Claim* claim_;
  Parameters parameters_;
  std::vector<Counters> bounds_;
  std::size_t most_;
  PileOrder order_;
  std::uint64_t pieces_ = 1;
  std::uint64_t pairs_ = 0;
  std::shared_ptr<const Compiled> compiled_;  // nothing if the claim stays a tree
};

// Rows of Last Nim. Thread-safe.
class LastNimRows {
 public:
  // Throws Error(input) if the machine has too many states.
  LastNimRows(const AllianceMatrix& matrix, int passes, std::span<const Counters> bounds)
      : table_(matrix, passes, bounds) {}

  void operator()(std::span<const Counters> prefix, Seat first, Counters from,
                  std::span<std::uint8_t> out) const noexcept;

 private:
  LastNimTable table_;
};

}  // namespace nimsweep
