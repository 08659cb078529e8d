#include "nimsweep/claims/symbolic_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>
#include <vector>

#include "claims/claim_automaton.hpp"
#include "claims/decision_diagram.hpp"
#include "claims/effort.hpp"
#include "claims/layered_product.hpp"
#include "claims/specialise.hpp"
#include "claims/unbounded_product.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

using namespace claims_detail;

namespace {

// A claim's automaton, seen as a diagram is: what is left of the claim after some piles.
class AutomatonPool {
 public:
  explicit AutomatonPool(const ClaimAutomaton& automaton) : automaton_(automaton) {}

  DiagramPool::Resolution resolve(std::span<const ClaimStateId> states, int /*pile*/,
                                  Counters top) {
    DiagramPool::Resolution resolution{.ends = ends_up_to(top), .images = {}};
    for (const Counters end : resolution.ends) {
      auto& images = resolution.images.emplace_back();
      for (const ClaimStateId state : states) images.push_back(automaton_.next(state, end));
    }
    return resolution;
  }

  ClaimedValue value(ClaimStateId state) { return *automaton_.value(state); }

 private:
  // The last size of each class. Sizes that differ only by their residue are classes of their own.
  std::vector<Counters> ends_up_to(Counters top) const {
    constexpr std::size_t kMostSizes = 100'000;
    const Distinction& sizes = automaton_.sizes();
    const auto begins = sizes.representatives(top, kMostSizes);
    if (!begins || (sizes.modulus() > 1 && top > kMostSizes))
      throw NotSymbolic{fmt::format("it tells more than {} sizes of a pile apart",
                                    to_grouped_decimal(kMostSizes))};
    std::vector<Counters> ends;
    if (sizes.modulus() > 1)
      for (Counters size = 1; size < top; ++size) ends.push_back(size);
    else
      for (const Counters begin : *begins)
        if (begin > 1) ends.push_back(begin - 1);
    ends.push_back(top);
    return ends;
  }

  ClaimAutomaton automaton_;
};

// The largest number of machine states that a check explores.
std::size_t max_proof_states(int players, int passes) {
  constexpr std::size_t kMostStates = 1'000'000;
  constexpr std::size_t kMostBytes = std::size_t{256} << 20;
  // A state has one vector per number of passes left, and arrows for about `players` times as many
  // pile sizes.
  const std::size_t state_bytes =
      static_cast<std::size_t>(passes + 1) *
      (sizeof(OutcomeVector) + static_cast<std::size_t>(players) * sizeof(PrefixMachine::StateId));
  return std::min(kMostStates, kMostBytes / state_bytes);
}

}  // namespace

// The claim's start for each first player is in the pool, or there is an automaton for each; one
// stands for all if they do not differ.
struct SymbolicClaim::Ready {
  Claim claim;  // automata refer to it
  int piles;
  std::optional<Counters> bound;
  PileOrder order;
  DiagramPool pool = {};
  Specialised specialised = {};
  std::vector<ClaimAutomaton> automata = {};
};

namespace {

std::vector<ClaimAutomaton> automata_of(const Claim& claim, const Parameters& parameters) {
  std::optional<int> piles;
  if (parameters.N != kAllPiles) piles = parameters.N;
  std::vector<ClaimAutomaton> automata;
  const int seats = claim.uses(Expression::Op::first) || claim.has_winners() ? parameters.n : 1;
  automata.reserve(static_cast<std::size_t>(seats));
  for (Seat first = 0; first < seats; ++first)
    automata.emplace_back(claim, parameters, first, piles);
  return automata;
}

// Throws NotSymbolic.
void specialise_for(SymbolicClaim::Ready& ready, const Claim& claim, const Parameters& parameters) {
  ready.specialised = specialise(claim, parameters, ready.pool);
  const SizeLimits& limits = ready.specialised.limits;
  if (!ready.bound && limits.largest_threshold >= kMaxPile)
    throw NotSymbolic{"a pile is compared with 2^62 or more"};
  if (limits.too_large_from <= ready.bound.value_or(kMaxPile))
    throw NotSymbolic{fmt::format("a number is too large from pile size {} on",
                                  to_decimal(limits.too_large_from))};
}

}  // namespace

// A claim about single piles has few diagrams where an automaton would have to remember all of its
// piles. What diagrams cannot say may still be regular.
std::variant<SymbolicClaim, NotSymbolic> make_symbolic(const Claim& written,
                                                       const Parameters& parameters,
                                                       std::optional<Counters> bound,
                                                       PileOrder order) {
  assert(parameters.N >= 0 && bound != Counters{0});
  auto ready = std::make_shared<SymbolicClaim::Ready>(SymbolicClaim::Ready{
      .claim = written, .piles = parameters.N, .bound = bound, .order = order});
  const Claim& claim = ready->claim;
  std::optional<NotSymbolic> refusal;
  try {
    if (parameters.N != kAllPiles && !claim.recurrence && order == PileOrder::any) {
      specialise_for(*ready, claim, parameters);
      return SymbolicClaim(std::move(ready));
    }
  } catch (NotSymbolic& reason) {
    refusal = std::move(reason);
  }
  try {
    ready->automata = automata_of(claim, parameters);
    const bool is_descending = order == PileOrder::descending;
    const auto takes_mod = [](const ClaimAutomaton& automaton) {
      return automaton.sizes().modulus() > 1;
    };
    if (is_descending && std::ranges::any_of(ready->automata, takes_mod))
      throw NotSymbolic{"sizes of piles in descending order, mod a number"};
    return SymbolicClaim(std::move(ready));
  } catch (NotSymbolic& reason) {
    return refusal ? std::move(*refusal) : std::move(reason);
  }
}

bool applies_to_some_number(const Claim& claim, const Parameters& parameters) {
  try {
    bool applies = false;
    for (const int piles : numbers_of_piles(claim, parameters)) {
      Parameters here = parameters;
      here.N = piles;
      applies |= claim.applies(here);
    }
    return applies;
  } catch (const NotSymbolic& refusal) {
    throw Error(ErrorKind::input, refusal.reason);
  }
}

std::variant<PrefixMachine, NotSymbolic> proof_machine(const AllianceMatrix& matrix, int passes,
                                                       int piles) {
  try {
    return PrefixMachine(
        LastNimMachine(matrix, passes), max_proof_states(matrix.players(), passes),
        piles == kAllPiles ? PrefixMachine::kAnyNumberOfPiles : static_cast<std::size_t>(piles));
  } catch (const Error& error) {
    return NotSymbolic{error.what()};
  }
}

namespace {

// The verdicts of all first players. `product_of(first)` may be that of the one before.
template <class ProductOf>
void merge_verdicts(int players, std::size_t most, ProductOf product_of, Verdict& verdict) {
  for (Seat first = 0; first < players; ++first)
    verdict.merge(product_of(first).verdict(first, most), most);
}

Verdict check_diagrams(const SymbolicClaim::Ready& ready, const PrefixMachine& machine,
                       std::size_t most, Effort& effort) {
  const Specialised& specialised = ready.specialised;
  DiagramPool pool = ready.pool;  // products add to it
  const Counters top = ready.bound.value_or(std::max<Counters>(
      machine.letters(), static_cast<Counters>(specialised.limits.largest_threshold) + 1));
  Verdict verdict{.bound = top, .all_sizes = !ready.bound};
  std::optional<LayeredProduct<DiagramPool>> product;
  const auto product_of = [&](Seat first) -> const auto& {
    const ClaimStateId diagram = specialised.diagrams[static_cast<std::size_t>(first)];
    if (!product || product->start() != diagram)
      product.emplace(machine, pool, diagram, ready.piles, top, ready.order, effort);
    return *product;
  };
  merge_verdicts(machine.players(), most, product_of, verdict);
  return verdict;
}

// Up to this size there is one of every class, whoever moves first: beyond what machine and claim
// tell apart, one of every residue.
Counters top_of(const std::vector<ClaimAutomaton>& automata, const PrefixMachine& machine) {
  Counters top = 0;
  for (const ClaimAutomaton& automaton : automata) {
    const Distinction& sizes = automaton.sizes();
    top = std::max(top, std::max<Counters>(machine.letters() - 1, sizes.last()) + sizes.modulus());
  }
  return top;
}

// Throws NotSymbolic.
Verdict check_automata(const SymbolicClaim::Ready& ready, const PrefixMachine& machine,
                       std::size_t most, Effort& effort) {
  const Counters top = ready.bound.value_or(top_of(ready.automata, machine));
  constexpr Counters kMostSizesInOrder = 10'000;  // each is a class of its own
  if (ready.order == PileOrder::descending && top > kMostSizesInOrder)
    throw NotSymbolic{fmt::format("piles in descending order, with more than {} sizes",
                                  to_grouped_decimal(kMostSizesInOrder))};
  Verdict verdict{.bound = top, .all_sizes = !ready.bound};
  std::optional<AutomatonPool> pool;
  std::optional<LayeredProduct<AutomatonPool>> product;
  const auto product_of = [&](Seat first) -> const auto& {
    if (static_cast<std::size_t>(first) < ready.automata.size()) {
      pool.emplace(ready.automata[static_cast<std::size_t>(first)]);
      product.emplace(machine, *pool, 0, ready.piles, top, ready.order, effort);
    }
    return *product;
  };
  merge_verdicts(machine.players(), most, product_of, verdict);
  return verdict;
}

Verdict check_every_number(const SymbolicClaim::Ready& ready, const PrefixMachine& machine,
                           std::size_t most, Effort& effort) {
  Verdict verdict;
  std::optional<ClaimAutomaton> automaton;
  std::optional<UnboundedProduct> product;
  const auto product_of = [&](Seat first) -> const auto& {
    if (static_cast<std::size_t>(first) < ready.automata.size()) {
      automaton.emplace(ready.automata[static_cast<std::size_t>(first)]);
      product.emplace(machine, *automaton, ready.bound, ready.order, effort);
    }
    return *product;
  };
  merge_verdicts(machine.players(), most, product_of, verdict);
  return verdict;
}

}  // namespace

std::variant<Verdict, NotSymbolic> SymbolicClaim::check(const PrefixMachine& machine,
                                                        std::size_t most,
                                                        IsStopped is_stopped) const {
  Effort effort(is_stopped);
  try {
    if (ready_->piles == kAllPiles) return check_every_number(*ready_, machine, most, effort);
    return ready_->automata.empty() ? check_diagrams(*ready_, machine, most, effort)
                                    : check_automata(*ready_, machine, most, effort);
  } catch (NotSymbolic& reason) {
    return std::move(reason);
  }
}

std::vector<std::vector<RecurrencePair>> SymbolicClaim::recurrence_pairs(
    const PrefixMachine& machine) const {
  std::vector<std::vector<RecurrencePair>> pairs;
  if (ready_->piles != kAllPiles) return pairs;
  const auto never = [] { return false; };
  Effort effort(never);
  for (ClaimAutomaton automaton : ready_->automata) {
    if (!automaton.remembers_only_v()) return {};
    pairs.push_back(UnboundedProduct(machine, automaton, ready_->bound, ready_->order, effort)
                        .recurrence_pairs());
  }
  return pairs;
}

std::variant<Verdict, NotSymbolic> symbolic_check(const Claim& claim, const AllianceMatrix& matrix,
                                                  int passes, int piles,
                                                  std::optional<Counters> bound,
                                                  std::size_t most_counterexamples,
                                                  PileOrder order) {
  auto ready = make_symbolic(claim, {.n = matrix.players(), .N = piles, .r = shift_of(matrix)},
                             bound, order);
  if (auto* reason = std::get_if<NotSymbolic>(&ready)) return std::move(*reason);
  auto machine = proof_machine(matrix, passes, piles);
  if (auto* reason = std::get_if<NotSymbolic>(&machine)) return std::move(*reason);
  return std::get<SymbolicClaim>(ready).check(std::get<PrefixMachine>(machine),
                                              most_counterexamples);
}

}  // namespace nimsweep
