// The product of the Last Nim machine and a claim about a fixed number of piles, layer by layer:
// after each pile, the states that both may be in. It counts exactly how many positions lead to
// each, and finds the smallest ones that lead where the claim is wrong.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "claims/decision_diagram.hpp"
#include "claims/effort.hpp"
#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/natural.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep::claims_detail {

using ProductStateId = std::uint32_t;
using ClaimStateId = std::uint32_t;  // a diagram, or a state of the claim's automaton

// The state of machine and claim after some piles.
struct ProductState {
  PrefixMachine::StateId machine;
  ClaimStateId claim;
  std::uint32_t classes;  // this many classes of sizes may follow

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

// The target of a pile that may not follow.
inline constexpr ProductStateId kNowhere = std::numeric_limits<ProductStateId>::max();

// All states after the same number of piles, and the target of each for a further pile of each
// class. The last layer has no classes.
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

inline bool comes_first(const Ending& a, const Ending& b) {
  // Equal sizes lead to the same target, whose endings are sorted.
  return std::tie(a.total, a.size, a.rank) < std::tie(b.total, b.size, b.rank);
}

// The endings of each state of a layer, smallest first.
using Endings = std::vector<std::vector<Ending>>;

// The product of the machine and a claim, pile by pile. A Pool has the claim's states, which are
// numbers: where each leads for classes of sizes of the next pile, and what the last ones say.
template <class Pool>
class LayeredProduct {
 public:
  static constexpr std::uint32_t kAnyClass = std::numeric_limits<std::uint32_t>::max();

  // Throws NotSymbolic if there are too many arrows, and Error(interrupted).
  LayeredProduct(const PrefixMachine& machine, Pool& pool, ClaimStateId start, int piles,
                 Counters top, PileOrder order, Effort& effort)
      : machine_(machine), pool_(pool), start_(start), top_(top), order_(order), effort_(effort) {
    layers_.push_back({.states = {{0, start, kAnyClass}}, .classes = {}, .targets = {}});
    for (int pile = 1; pile <= piles; ++pile) add_layer(pile);
    for (const ProductState& state : layers_.back().states) {
      effort_.go_on();
      claimed_.push_back(pool_.value(state.claim));
    }
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
    effort_.add_arrows(here.states.size() * here.classes.size());
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
  Effort& effort_;
  std::vector<Layer> layers_;
  std::vector<ClaimedValue> claimed_;  // in the states of the last layer
  std::vector<Natural> counts_;        // result of count()
};

}  // namespace nimsweep::claims_detail
