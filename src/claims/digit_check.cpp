#include "nimsweep/claims/digit_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <queue>
#include <span>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "claims/digit_claim.hpp"
#include "claims/effort.hpp"
#include "nimsweep/automata/partition.hpp"
#include "nimsweep/automata/reachability.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

using namespace claims_detail;

namespace {

using ClaimStateId = std::uint32_t;

struct StateHash {
  std::size_t operator()(const DigitClaim::State& state) const noexcept {
    std::uint64_t hash = state.size();
    for (const std::int64_t number : state) hash = mix(hash, static_cast<std::uint64_t>(number));
    return hash;
  }
};

// A claim's automaton, made minimal, with its arrows turned round.
class BackwardClaim {
 public:
  // Throws NotSymbolic if there are too many states.
  BackwardClaim(const DigitClaim& claim, int piles, Effort& effort)
      : letters_(std::size_t{1} << piles) {
    const auto targets = explore(claim, effort);
    const Partition partition = indistinguishable(says_, [&](ClaimStateId id) {
      return std::span(targets).subspan(id * letters_, letters_);
    });
    std::vector<ClaimStateId> merged;
    std::vector<std::uint32_t> says;
    for (const ClaimStateId id : partition.representative) {
      says.push_back(says_[id]);
      for (std::size_t letter = 0; letter < letters_; ++letter)
        merged.push_back(partition.class_of[targets[id * letters_ + letter]]);
    }
    says_ = std::move(says);
    turn_round(merged);
  }

  static constexpr std::uint32_t kNothing = std::numeric_limits<std::uint32_t>::max();

  std::size_t size() const { return says_.size(); }

  // What it says about digits that lead to a state: the number of a value, or kNothing.
  std::uint32_t says(ClaimStateId id) const { return says_[id]; }
  const std::vector<ClaimedValue>& values() const { return values_; }

  // The states from which a letter leads here.
  std::span<const ClaimStateId> before(ClaimStateId id, DigitLetter letter) const {
    const std::size_t row = id * letters_ + letter;
    return std::span(before_).subspan(begins_[row], begins_[row + 1] - begins_[row]);
  }

 private:
  static constexpr std::size_t kMostStates = 200'000;
  static constexpr std::size_t kMostNumbers = std::size_t{1} << 25;

  // Where each letter leads from each state.
  std::vector<ClaimStateId> explore(const DigitClaim& claim, Effort& effort) {
    std::unordered_map<DigitClaim::State, ClaimStateId, StateHash> known;
    std::vector<const DigitClaim::State*> states;
    const auto reach = [&](DigitClaim::State state) {
      const auto [place, is_new] =
          known.try_emplace(std::move(state), static_cast<ClaimStateId>(states.size()));
      if (is_new) states.push_back(&place->first);
      return place->second;
    };
    reach(claim.start());
    std::vector<ClaimStateId> targets;
    for (std::size_t id = 0; id < states.size(); ++id) {
      effort.add_arrows(letters_);
      if (states.size() > kMostStates || states.size() * states.front()->size() > kMostNumbers)
        throw NotSymbolic{fmt::format("the claim has more than {} states over binary digits",
                                      to_grouped_decimal(kMostStates))};
      const DigitClaim::State& state = *states[id];
      for (DigitLetter letter = 0; letter < letters_; ++letter)
        targets.push_back(reach(claim.next(state, letter)));
      says_.push_back(claim.has_all_piles(state) ? number_of(claim.value(state)) : kNothing);
    }
    return targets;
  }

  void turn_round(const std::vector<ClaimStateId>& targets) {
    begins_.assign(says_.size() * letters_ + 1, 0);
    const auto row_of = [&](std::size_t arrow) {
      return targets[arrow] * letters_ + arrow % letters_;
    };
    for (std::size_t arrow = 0; arrow < targets.size(); ++arrow) ++begins_[row_of(arrow) + 1];
    for (std::size_t row = 1; row < begins_.size(); ++row) begins_[row] += begins_[row - 1];
    std::vector<std::size_t> places = begins_;
    before_.resize(targets.size());
    for (std::size_t arrow = 0; arrow < targets.size(); ++arrow)
      before_[places[row_of(arrow)]++] = static_cast<ClaimStateId>(arrow / letters_);
  }

  std::uint32_t number_of(const ClaimedValue& value) {
    const auto known = std::ranges::find(values_, value);
    if (known == values_.end()) {
      values_.push_back(value);
      return static_cast<std::uint32_t>(values_.size() - 1);
    }
    return static_cast<std::uint32_t>(known - values_.begin());
  }

  std::size_t letters_;
  std::vector<std::uint32_t> says_;
  std::vector<ClaimedValue> values_;
  std::vector<std::size_t> begins_;
  std::vector<ClaimStateId> before_;
};

// The machine from the first digit on, the claim from the last one back, and what the claim will
// have said: where the claim is back at its start, all digits have been read.
class DigitProduct {
 public:
  DigitProduct(const DigitMachine& machine, const BackwardClaim& claim, Effort& effort)
      : machine_(machine), claim_(claim), effort_(effort) {
    for (ClaimStateId id = 0; id < claim.size(); ++id)
      if (claim.says(id) != BackwardClaim::kNothing) reach({0, id, claim.says(id), true});
    starts_ = nodes_.size();
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      begins_.push_back(targets_.size());
      expand(id);
    }
    begins_.push_back(targets_.size());
  }

  Verdict verdict(Seat first, Mode mode, std::size_t most) const {
    Verdict verdict{.bound = 0, .all_sizes = true};
    const auto is_error = [&](NodeId id) { return is_end(id) && said(id).fault; };
    const auto is_wrong = [&](NodeId id) {
      return is_end(id) && !said(id).fault && !said(id).agrees_with(found(id, first, mode));
    };
    verdict.checked = Natural(nodes_.size());
    for (NodeId id = 0; id < nodes_.size(); ++id) {
      if (is_error(id)) verdict.errors += 1;
      if (is_wrong(id)) verdict.disagreements += 1;
    }
    if (!verdict.disagreements.is_zero() && most > 0)
      for (const Row& row : smallest(most, is_wrong))
        verdict.counterexamples.push_back({row.piles, first, said(row.end).values,
                                           found(row.end, first, mode), said(row.end).is_other});
    if (!verdict.errors.is_zero()) {
      const auto rows = smallest(1, is_error);
      if (!rows.empty())
        verdict.first_error = {rows.front().piles, first, describe(*said(rows.front().end).fault)};
    }
    return verdict;
  }

 private:
  using NodeId = std::uint32_t;
  struct Node {
    DigitMachine::StateId machine;
    ClaimStateId claim;
    std::uint32_t says;
    bool is_start;  // no digit has been read: the first one is not a letter of zeros

    friend bool operator==(const Node&, const Node&) = default;
  };
  struct NodeHash {
    std::size_t operator()(const Node& node) const noexcept {
      return mix(mix(mix(node.machine, node.claim), node.says), node.is_start ? 1 : 0);
    }
  };
  // A position, as far as its digits are known, and where it leads.
  struct Row {
    Uint128 total;  // counters
    std::vector<Counters> piles;
    NodeId end;
  };

  NodeId reach(const Node& node) {
    const auto [place, is_new] = known_.try_emplace(node, static_cast<NodeId>(nodes_.size()));
    if (is_new) nodes_.push_back(node);
    return place->second;
  }

  void expand(NodeId id) {
    const Node node = nodes_[id];
    effort_.add_arrows(machine_.letters());
    for (DigitLetter letter = node.is_start ? 1 : 0; letter < machine_.letters(); ++letter)
      for (const ClaimStateId before : claim_.before(node.claim, letter))
        targets_.emplace_back(
            letter, reach({machine_.next(node.machine)[letter], before, node.says, false}));
  }

  bool is_end(NodeId id) const { return nodes_[id].claim == 0 && !nodes_[id].is_start; }
  const ClaimedValue& said(NodeId id) const { return claim_.values()[nodes_[id].says]; }
  int found(NodeId id, Seat first, Mode mode) const {
    return value_of(machine_.outcomes(nodes_[id].machine)[mode][first], first, machine_.players());
  }

  // The first `most` positions that end in a wanted node: fewest counters first, then by piles. Of
  // two rows of digits to the same node, the one that comes first stays first whatever digits
  // follow, so only the first `most` to each node matter. Piles have at most 62 digits.
  std::vector<Row> smallest(std::size_t most, FunctionRef<bool(NodeId)> wanted) const {
    const auto visit_targets = [&](NodeId id, FunctionRef<void(NodeId)> visit) {
      for (std::size_t arrow = begins_[id]; arrow < begins_[id + 1]; ++arrow)
        visit(targets_[arrow].second);
    };
    const auto leads = leading_to(nodes_.size(), visit_targets, wanted);
    const auto later = [](const Row& a, const Row& b) {
      return std::tie(a.total, a.piles) > std::tie(b.total, b.piles);
    };
    std::priority_queue<Row, std::vector<Row>, decltype(later)> open(later);
    for (NodeId id = 0; id < starts_; ++id)
      if (leads[id])
        open.push({0, std::vector<Counters>(static_cast<std::size_t>(machine_.piles())), id});
    std::vector<std::size_t> seen(nodes_.size());
    std::vector<Row> rows;
    while (!open.empty() && rows.size() < most) {
      effort_.go_on();
      const Row row = open.top();
      open.pop();
      if (seen[row.end] == most) continue;
      ++seen[row.end];
      if (wanted(row.end)) rows.push_back(row);
      for (std::size_t arrow = begins_[row.end]; arrow < begins_[row.end + 1]; ++arrow) {
        const auto& [letter, target] = targets_[arrow];
        if (!leads[target] || seen[target] == most) continue;
        Row next{row.total * 2 + static_cast<unsigned>(std::popcount(letter)), row.piles, target};
        for (std::size_t j = 0; j < next.piles.size(); ++j)
          next.piles[j] =
              next.piles[j] * 2 + digit_of(letter, static_cast<int>(j), machine_.piles());
        if (std::ranges::max(next.piles) <= kMaxPile) open.push(std::move(next));
      }
    }
    return rows;
  }

  const DigitMachine& machine_;
  const BackwardClaim& claim_;
  Effort& effort_;
  std::vector<Node> nodes_;
  std::size_t starts_ = 0;
  std::unordered_map<Node, NodeId, NodeHash> known_;
  std::vector<std::size_t> begins_;  // of each node's arrows
  std::vector<std::pair<DigitLetter, NodeId>> targets_;
};

}  // namespace

// One automaton for each first player, or one for all if they do not differ.
struct DigitForm::Ready {
  int players;
  int piles;
  std::vector<DigitClaim> claims;
};

std::variant<DigitForm, NotSymbolic> make_digit_form(const Claim& claim,
                                                     const Parameters& parameters) {
  if (parameters.N > DigitMachine::kMaxPiles)
    return NotSymbolic{fmt::format("{} piles; an automaton over their digits has at most {}",
                                   parameters.N, DigitMachine::kMaxPiles)};
  DigitForm::Ready ready{.players = parameters.n, .piles = parameters.N, .claims = {}};
  const int seats = claim.uses(Expression::Op::first) || claim.has_winners() ? parameters.n : 1;
  try {
    for (Seat first = 0; first < seats; ++first)
      ready.claims.emplace_back(claim, parameters, first);
  } catch (NotSymbolic& reason) {
    return std::move(reason);
  }
  return DigitForm(std::make_shared<const DigitForm::Ready>(std::move(ready)));
}

std::variant<Verdict, NotSymbolic> DigitForm::check(const DigitMachine& machine, Mode mode,
                                                    std::size_t most, IsStopped is_stopped) const {
  Verdict verdict;
  try {
    Effort effort(is_stopped);
    std::optional<BackwardClaim> claim;
    std::optional<DigitProduct> product;
    for (Seat first = 0; first < ready_->players; ++first) {
      if (static_cast<std::size_t>(first) < ready_->claims.size()) {
        product.reset();
        claim.emplace(ready_->claims[static_cast<std::size_t>(first)], ready_->piles, effort);
        product.emplace(machine, *claim, effort);
      }
      verdict.merge(product->verdict(first, mode, most), most);
    }
  } catch (NotSymbolic& reason) {
    return std::move(reason);
  }
  return verdict;
}

}  // namespace nimsweep
