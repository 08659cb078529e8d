#include "nimsweep/claims/symbolic_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "claims/claim_automaton.hpp"
#include "claims/decision_diagram.hpp"
#include "claims/specialise.hpp"
#include "claims/unbounded_product.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

using namespace claims_detail;

namespace {

using ProductStateId = std::uint32_t;
using ClaimStateId = std::uint32_t;  // a diagram, or a state of the claim's automaton

constexpr std::size_t kMaxArrows = std::size_t{1} << 24;  // in all products

// The state of machine and claim after some piles.
struct ProductState {
  PrefixMachine::StateId machine;
  ClaimStateId claim;
  std::uint32_t classes;  // so many classes of sizes may follow

  friend bool operator==(const ProductState&, const ProductState&) = default;
};

struct ProductStateHash {
  std::size_t operator()(const ProductState& state) const noexcept {
    return mix(mix(state.machine, state.claim), state.classes);
  }
};

// Sizes of the next pile that neither machine nor claim distinguishes.
struct SizeClass {
  Counters from;
  Counters to;
};

// All states after the same number of piles, and the target of each for a further pile of each
// class, if such a pile may follow. The last layer has no classes.
constexpr ProductStateId kNowhere = std::numeric_limits<ProductStateId>::max();
struct Layer {
  std::vector<ProductState> states;
  std::vector<SizeClass> classes;
  std::vector<ProductStateId> targets;  // one row of classes per state

  ProductStateId target(ProductStateId state, std::size_t size_class) const {
    return targets[state * classes.size() + size_class];
  }
};

// One of the smallest ways to get from a state to a wanted one: a pile of `size`, then the target's
// ending number `rank`.
struct Ending {
  Uint128 total;  // counters
  Counters size;
  ProductStateId target;
  std::uint32_t rank;
};

bool comes_first(const Ending& a, const Ending& b) {
  // Equal sizes lead to the same target, whose endings are sorted.
  return std::tie(a.total, a.size, a.rank) < std::tie(b.total, b.size, b.rank);
}

// The endings of each state of a layer, smallest first.
using Endings = std::vector<std::vector<Ending>>;

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

  ClaimedValue value(ClaimStateId state) const { return *automaton_.value(state); }

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

// The product of the machine and a claim, pile by pile. A Pool has the claim's states, which are
// numbers: where each leads for classes of sizes of the next pile, and what the last ones say.
template <class Pool>
class Product {
 public:
  static constexpr std::uint32_t kAnyClass = std::numeric_limits<std::uint32_t>::max();

  // Adds its number of arrows to `arrows`, and throws NotSymbolic if there are too many.
  Product(const PrefixMachine& machine, Pool& pool, ClaimStateId start, int piles, Counters top,
          PileOrder order, std::size_t& arrows)
      : machine_(machine), pool_(pool), start_(start), top_(top), order_(order), arrows_(arrows) {
    layers_.push_back({.states = {{0, start, kAnyClass}}, .classes = {}, .targets = {}});
    for (int pile = 1; pile <= piles; ++pile) add_layer(pile);
    for (const ProductState& state : layers_.back().states)
      claimed_.push_back(pool_.value(state.claim));
    counts_ = count();
  }

  ClaimStateId start() const noexcept { return start_; }

  // The verdict for a first player whose claim starts so.
  Verdict verdict(Seat first, std::size_t most) const {
    Verdict verdict;
    for (ProductStateId id = 0; id < counts_.size(); ++id) {
      verdict.checked += counts_[id];
      if (is_error(id)) verdict.errors += counts_[id];
      if (is_disagreement(id, first)) verdict.disagreements += counts_[id];
    }
    if (!verdict.disagreements.is_zero() && most > 0) list_counterexamples(first, most, verdict);
    if (!verdict.errors.is_zero()) find_first_error(first, verdict);
    return verdict;
  }

 private:
  // Adds the arrows of the last layer, and the layer they lead to.
  void add_layer(int pile) {
    Layer& here = layers_.back();
    const std::vector<ClaimStateId> claims = claims_of(here);
    const DiagramPool::Resolution resolution = pool_.resolve(claims, pile, top_);
    here.classes = classes_of(resolution.ends);
    arrows_ += here.states.size() * here.classes.size();
    if (arrows_ > kMaxArrows)
      throw NotSymbolic{fmt::format("the product of machine and claim has more than {} arrows",
                                    to_grouped_decimal(kMaxArrows))};
    Layer next;
    std::unordered_map<ProductState, ProductStateId, ProductStateHash> known;
    for (const ProductState& state : here.states) {
      const auto claim = static_cast<std::size_t>(
          std::lower_bound(claims.begin(), claims.end(), state.claim) - claims.begin());
      std::size_t part = 0;
      std::uint32_t number = 0;
      for (const SizeClass& size : here.classes) {
        while (resolution.ends[part] < size.to) ++part;
        if (number++ >= state.classes) {
          here.targets.push_back(kNowhere);
          continue;
        }
        const ProductState target{after(state.machine, size.from), resolution.images[part][claim],
                                  order_ == PileOrder::any ? kAnyClass : number};
        const auto [place, is_new] =
            known.try_emplace(target, static_cast<ProductStateId>(next.states.size()));
        if (is_new) next.states.push_back(target);
        here.targets.push_back(place->second);
      }
    }
    layers_.push_back(std::move(next));
  }

  static std::vector<ClaimStateId> claims_of(const Layer& layer) {
    std::vector<ClaimStateId> claims;
    for (const ProductState& state : layer.states) claims.push_back(state.claim);
    std::sort(claims.begin(), claims.end());
    claims.erase(std::unique(claims.begin(), claims.end()), claims.end());
    return claims;
  }

  // The claim's classes, cut further where the machine distinguishes sizes. If their order counts,
  // each size is a class.
  std::vector<SizeClass> classes_of(std::vector<Counters> ends) const {
    const Counters letters = std::min<Counters>(machine_.letters(), top_);
    for (Counters size = 1; size < (order_ == PileOrder::any ? letters : top_); ++size)
      ends.push_back(size);
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    std::vector<SizeClass> classes;
    Counters from = 1;
    for (const Counters to : ends) {
      classes.push_back({from, to});
      from = to + 1;
    }
    return classes;
  }

  PrefixMachine::StateId after(PrefixMachine::StateId state, Counters pile) const {
    return machine_.next(state)[std::min<Counters>(pile, machine_.letters()) - 1];
  }

  // The number of rows of piles that lead to each state of the last layer.
  std::vector<Natural> count() const {
    std::vector<Natural> counts{1};
    for (std::size_t k = 0; k + 1 < layers_.size(); ++k) {
      const Layer& layer = layers_[k];
      std::vector<Natural> next(layers_[k + 1].states.size());
      for (ProductStateId id = 0; id < layer.states.size(); ++id)
        for (std::size_t c = 0; c < layer.classes.size(); ++c) {
          if (layer.target(id, c) == kNowhere) continue;
          const SizeClass& size = layer.classes[c];
          next[layer.target(id, c)] += counts[id] * (size.to - size.from + 1);
        }
      counts = std::move(next);
    }
    return counts;
  }

  const ClaimedValue& claimed(ProductStateId id) const { return claimed_[id]; }

  int found(ProductStateId id, Seat first) const {
    return value_of(machine_.outcomes(layers_.back().states[id].machine)[first], first,
                    machine_.players());
  }

  bool is_error(ProductStateId id) const { return claimed(id).fault.has_value(); }
  bool is_disagreement(ProductStateId id, Seat first) const {
    return !is_error(id) && !claimed(id).agrees_with(found(id, first));
  }

  void list_counterexamples(Seat first, std::size_t most, Verdict& verdict) const {
    const auto wanted = [&](ProductStateId id) { return is_disagreement(id, first); };
    for (auto& [piles, id] : smallest(most, wanted))
      verdict.counterexamples.push_back(
          {std::move(piles), first, claimed(id).values, found(id, first), claimed(id).is_other});
  }

  void find_first_error(Seat first, Verdict& verdict) const {
    const auto wanted = [this](ProductStateId id) { return is_error(id); };
    auto [piles, id] = smallest(1, wanted).front();
    verdict.first_error = {std::move(piles), first, describe(*claimed(id).fault)};
  }

  struct Path {
    std::vector<Counters> piles;
    ProductStateId end;
  };

  // The first `most` rows of piles that end in a wanted state.
  std::vector<Path> smallest(std::size_t most, FunctionRef<bool(ProductStateId)> wanted) const {
    std::vector<Endings> endings(layers_.size());
    for (ProductStateId id = 0; id < layers_.back().states.size(); ++id)
      endings.back().push_back(wanted(id) ? std::vector<Ending>(1) : std::vector<Ending>());
    for (std::size_t k = layers_.size() - 1; k-- > 0;)
      endings[k] = endings_of(layers_[k], endings[k + 1], most);
    std::vector<Path> paths;
    for (std::uint32_t rank = 0; rank < endings[0][0].size(); ++rank)
      paths.push_back(follow(endings, rank));
    return paths;
  }

  static Endings endings_of(const Layer& layer, const Endings& next, std::size_t most) {
    Endings endings(layer.states.size());
    std::vector<Ending> candidates;
    for (ProductStateId id = 0; id < layer.states.size(); ++id) {
      candidates.clear();
      for (std::size_t c = 0; c < layer.classes.size(); ++c)
        if (layer.target(id, c) != kNowhere)
          add_candidates(layer.classes[c], layer.target(id, c), next, most, candidates);
      const std::size_t kept = std::min(most, candidates.size());
      const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(kept);
      std::partial_sort(candidates.begin(), end, candidates.end(), comes_first);
      endings[id].assign(candidates.begin(), end);
    }
    return endings;
  }

  // Size from + i followed by ending number j comes after all candidates with smaller or equal i
  // and j, so it is not needed if there are `most` or more of those.
  static void add_candidates(const SizeClass& size, ProductStateId target, const Endings& next,
                             std::size_t most, std::vector<Ending>& candidates) {
    const std::vector<Ending>& goals = next[target];
    for (Counters i = 0; i <= size.to - size.from && i < most; ++i)
      for (std::uint32_t j = 0; j < goals.size() && (i + 1) * (j + 1) <= most; ++j)
        candidates.push_back({size.from + i + goals[j].total, size.from + i, target, j});
  }

  static Path follow(const std::vector<Endings>& endings, std::uint32_t rank) {
    Path path{.piles = {}, .end = 0};
    for (std::size_t k = 0; k + 1 < endings.size(); ++k) {
      const Ending& ending = endings[k][path.end][rank];
      path.piles.push_back(ending.size);
      path.end = ending.target;
      rank = ending.rank;
    }
    return path;
  }

  const PrefixMachine& machine_;
  Pool& pool_;
  ClaimStateId start_;
  Counters top_;
  PileOrder order_;
  std::size_t& arrows_;
  std::vector<Layer> layers_;
  std::vector<ClaimedValue> claimed_;  // in the states of the last layer
  std::vector<Natural> counts_;        // result of count()
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
std::variant<SymbolicClaim, NotSymbolic> make_symbolic(const Claim& claim,
                                                       const Parameters& parameters,
                                                       std::optional<Counters> bound,
                                                       PileOrder order) {
  assert(parameters.N >= 0 && bound != Counters{0});
  auto ready = std::make_shared<SymbolicClaim::Ready>();
  ready->piles = parameters.N;
  ready->bound = bound;
  ready->order = order;
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
    return std::ranges::any_of(numbers_of_piles(claim, parameters), [&](int piles) {
      Parameters here = parameters;
      here.N = piles;
      return claim.applies(here);
    });
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
                       std::size_t most) {
  const Specialised& specialised = ready.specialised;
  DiagramPool pool = ready.pool;  // products add to it
  const Counters top = ready.bound.value_or(std::max<Counters>(
      machine.letters(), static_cast<Counters>(specialised.limits.largest_threshold) + 1));
  Verdict verdict{.bound = top, .all_sizes = !ready.bound};
  std::size_t arrows = 0;
  std::optional<Product<DiagramPool>> product;
  const auto product_of = [&](Seat first) -> const auto& {
    const ClaimStateId diagram = specialised.diagrams[static_cast<std::size_t>(first)];
    if (!product || product->start() != diagram)
      product.emplace(machine, pool, diagram, ready.piles, top, ready.order, arrows);
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
                       std::size_t most) {
  const Counters top = ready.bound.value_or(top_of(ready.automata, machine));
  constexpr Counters kMostSizesInOrder = 10'000;  // each is a class of its own
  if (ready.order == PileOrder::descending && top > kMostSizesInOrder)
    throw NotSymbolic{fmt::format("piles in descending order, with more than {} sizes",
                                  to_grouped_decimal(kMostSizesInOrder))};
  Verdict verdict{.bound = top, .all_sizes = !ready.bound};
  std::size_t arrows = 0;
  std::optional<AutomatonPool> pool;
  std::optional<Product<AutomatonPool>> product;
  const auto product_of = [&](Seat first) -> const auto& {
    if (static_cast<std::size_t>(first) < ready.automata.size()) {
      pool.emplace(ready.automata[static_cast<std::size_t>(first)]);
      product.emplace(machine, *pool, 0, ready.piles, top, ready.order, arrows);
    }
    return *product;
  };
  merge_verdicts(machine.players(), most, product_of, verdict);
  return verdict;
}

Verdict check_every_number(const SymbolicClaim::Ready& ready, const PrefixMachine& machine,
                           std::size_t most) {
  Verdict verdict;
  std::optional<ClaimAutomaton> automaton;
  std::optional<UnboundedProduct> product;
  const auto product_of = [&](Seat first) -> const auto& {
    if (static_cast<std::size_t>(first) < ready.automata.size()) {
      automaton.emplace(ready.automata[static_cast<std::size_t>(first)]);
      product.emplace(machine, *automaton, ready.bound, ready.order);
    }
    return *product;
  };
  merge_verdicts(machine.players(), most, product_of, verdict);
  return verdict;
}

}  // namespace

std::variant<Verdict, NotSymbolic> SymbolicClaim::check(const PrefixMachine& machine,
                                                        std::size_t most) const {
  try {
    if (ready_->piles == kAllPiles) return check_every_number(*ready_, machine, most);
    return ready_->automata.empty() ? check_diagrams(*ready_, machine, most)
                                    : check_automata(*ready_, machine, most);
  } catch (NotSymbolic& reason) {
    return std::move(reason);
  }
}

std::vector<std::vector<RecurrencePair>> SymbolicClaim::recurrence_pairs(
    const PrefixMachine& machine) const {
  std::vector<std::vector<RecurrencePair>> pairs;
  if (ready_->piles != kAllPiles) return pairs;
  for (ClaimAutomaton automaton : ready_->automata) {
    if (!automaton.remembers_only_v()) return {};
    pairs.push_back(
        UnboundedProduct(machine, automaton, ready_->bound, ready_->order).recurrence_pairs());
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
