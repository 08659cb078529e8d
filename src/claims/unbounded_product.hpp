// The product of the Last Nim machine and a claim's automaton over rows of any number of piles. It
// is finite, so looking at all of its states settles the claim for every number of piles and every
// pile size at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "claims/claim_automaton.hpp"
#include "claims/effort.hpp"
#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep::claims_detail {

class UnboundedProduct {
 public:
  // The machine is explored for any number of piles. Piles have at most `bound` counters, if there
  // is a bound. In descending order no sizes are told apart mod a number. Throws NotSymbolic if
  // there are too many states, and Error(interrupted), now and later.
  UnboundedProduct(const PrefixMachine& machine, ClaimAutomaton& claim,
                   std::optional<Counters> bound, PileOrder order, Effort& effort);

  // The verdict for a first player with this automaton. It counts states, those of rows that the
  // claim is about.
  Verdict verdict(Seat first, std::size_t most) const;

  // Of a recurrence that always has a value: all pairs of a state and v, sorted.
  std::vector<RecurrencePair> recurrence_pairs() const;

 private:
  using PairId = std::uint32_t;
  struct Pair {
    PrefixMachine::StateId machine;
    ClaimAutomaton::StateId claim;
    std::uint32_t letters;  // this many may follow, from the first on

    friend bool operator==(const Pair&, const Pair&) = default;
  };
  struct PairHash {
    std::size_t operator()(const Pair& pair) const noexcept;
  };
  // A row of piles and where it leads.
  struct Row {
    std::vector<Counters> piles;
    PairId end;
  };
  class RowTree;

  static constexpr PairId kNowhere = std::numeric_limits<PairId>::max();

  void explore();
  PrefixMachine::StateId after(PrefixMachine::StateId state, Counters size) const;
  int found(PairId id, Seat first) const;
  std::vector<Row> smallest(std::size_t most, FunctionRef<bool(PairId)> wanted) const;
  std::optional<Counters> next_size(std::size_t letter, Counters size, Counters before) const;

  const PrefixMachine& machine_;
  ClaimAutomaton& claim_;
  std::optional<Counters> bound_;
  PileOrder order_;
  Effort& effort_;
  Distinction sizes_;              // what machine and claim tell apart
  std::vector<Counters> letters_;  // the smallest size of each class
  std::vector<Pair> pairs_;
  std::vector<PairId> targets_;                       // one row of letters per pair; or kNowhere
  std::vector<std::optional<ClaimedValue>> claimed_;  // per pair; nothing: not claimed
};

}  // namespace nimsweep::claims_detail
