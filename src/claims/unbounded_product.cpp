#include "claims/unbounded_product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <utility>

#include "nimsweep/automata/reachability.hpp"
#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep::claims_detail {

namespace {

constexpr std::size_t kMostLetters = 4'096;

}  // namespace

std::size_t UnboundedProduct::PairHash::operator()(const Pair& pair) const noexcept {
  return mix(mix(pair.machine, pair.claim), pair.letters);
}

UnboundedProduct::UnboundedProduct(const PrefixMachine& machine, ClaimAutomaton& claim,
                                   std::optional<Counters> bound, PileOrder order, Effort& effort)
    : machine_(machine),
      claim_(claim),
      bound_(bound),
      order_(order),
      effort_(effort),
      sizes_(claim.sizes()) {
  if (machine.letters() > 1) sizes_.cut_all(machine.letters() - 1);
  auto letters = sizes_.representatives(bound, kMostLetters);
  if (!letters)
    throw NotSymbolic{fmt::format("it tells more than {} sizes of a pile apart",
                                  to_grouped_decimal(kMostLetters))};
  letters_ = std::move(*letters);
  explore();
}

PrefixMachine::StateId UnboundedProduct::after(PrefixMachine::StateId state, Counters size) const {
  return machine_.next(state)[std::min<Counters>(size, machine_.letters()) - 1];
}

// Breadth first from the start, which has no piles and makes no claim. The claim knows it from all
// other states.
void UnboundedProduct::explore() {
  std::unordered_map<Pair, PairId, PairHash> known;
  const auto number_of = [&](const Pair& pair) {
    const auto [place, is_new] = known.try_emplace(pair, static_cast<PairId>(pairs_.size()));
    if (is_new) pairs_.push_back(pair);
    return place->second;
  };
  const auto all = static_cast<std::uint32_t>(letters_.size());
  number_of({0, 0, all});
  for (PairId id = 0; id < pairs_.size(); ++id) {
    const Pair pair = pairs_[id];
    for (std::uint32_t letter = 0; letter < all; ++letter) {
      if (letter >= pair.letters) {
        targets_.push_back(kNowhere);
        continue;
      }
      const Counters size = letters_[letter];
      targets_.push_back(number_of({after(pair.machine, size), claim_.next(pair.claim, size),
                                    order_ == PileOrder::any ? all : letter + 1}));
    }
    effort_.add_arrows(all);
  }
  claimed_.resize(pairs_.size());
  for (PairId id = 1; id < pairs_.size(); ++id) {
    effort_.go_on();
    claimed_[id] = claim_.value(pairs_[id].claim);
  }
}

int UnboundedProduct::found(PairId id, Seat first) const {
  return value_of(machine_.outcomes(pairs_[id].machine)[first], first, machine_.players());
}

Verdict UnboundedProduct::verdict(Seat first, std::size_t most) const {
  Verdict verdict{.bound = bound_.value_or(letters_.back()), .all_sizes = !bound_};
  const auto is_error = [&](PairId id) { return claimed_[id] && claimed_[id]->fault; };
  const auto is_wrong = [&](PairId id) {
    return claimed_[id] && !is_error(id) && !claimed_[id]->agrees_with(found(id, first));
  };
  for (PairId id = 0; id < pairs_.size(); ++id) {
    if (claimed_[id]) verdict.checked += 1;
    if (is_error(id)) verdict.errors += 1;
    if (is_wrong(id)) verdict.disagreements += 1;
  }
  if (!verdict.disagreements.is_zero() && most > 0)
    for (Row& row : smallest(most, is_wrong))
      verdict.counterexamples.push_back({std::move(row.piles), first, claimed_[row.end]->values,
                                         found(row.end, first), claimed_[row.end]->is_other});
  if (!verdict.errors.is_zero()) {
    Row row = smallest(1, is_error).front();
    const std::string reason = describe(*claim_.value_at(row.piles).fault);
    verdict.first_error = {std::move(row.piles), first, reason};
  }
  return verdict;
}

std::vector<RecurrencePair> UnboundedProduct::recurrence_pairs() const {
  std::vector<RecurrencePair> found;
  for (const Pair& pair : pairs_) found.push_back({pair.machine, claim_.v(pair.claim)});
  std::ranges::sort(found);
  // Rows of piles may lead back to the start.
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

// The next larger size of the same class, if there is one. In descending order it is no larger than
// the pile before, if there is one.
std::optional<Counters> UnboundedProduct::next_size(std::size_t letter, Counters size,
                                                    Counters before) const {
  const Counters next = size + sizes_.modulus();
  if (order_ == PileOrder::descending && before > 0 && next > before) return {};
  if (bound_ && next > *bound_) return {};
  if (sizes_.representative(next) != letters_[letter]) return {};
  return next;
}

// Rows of piles as a tree: each is its parent and one pile more, so that a row of hundreds of piles
// takes no more room than a short one.
class UnboundedProduct::RowTree {
 public:
  using RowId = std::uint32_t;
  struct Node {
    Uint128 total;  // counters
    RowId parent;
    RowId jump;  // an ancestor further up; rows of equal length jump to equal lengths
    std::uint32_t length;
    std::uint32_t letter;  // the class of the last pile
    Counters size;         // of the last pile
    PairId end;
  };

  RowTree() { nodes_.push_back({0, 0, 0, 0, 0, 0, 0}); }

  const Node& operator[](RowId row) const { return nodes_[row]; }

  RowId add(RowId parent, std::uint32_t letter, Counters size, PairId end) {
    const Node& up = nodes_[parent];
    const Node& jump = nodes_[up.jump];
    // Jumps that double where two of the same length follow one another, as in a skew-binary list.
    const bool doubles = up.length - jump.length == jump.length - nodes_[jump.jump].length;
    nodes_.push_back(
        {up.total + size, parent, doubles ? jump.jump : parent, up.length + 1, letter, size, end});
    return static_cast<RowId>(nodes_.size() - 1);
  }

  // In the order of positions: fewest counters, then fewest piles, then pile by pile.
  bool comes_before(RowId a, RowId b) const {
    if (nodes_[a].total != nodes_[b].total) return nodes_[a].total < nodes_[b].total;
    if (nodes_[a].length != nodes_[b].length) return nodes_[a].length < nodes_[b].length;
    if (a == b) return false;
    while (nodes_[a].parent != nodes_[b].parent) {
      const bool jumps = nodes_[a].jump != nodes_[b].jump;
      a = jumps ? nodes_[a].jump : nodes_[a].parent;
      b = jumps ? nodes_[b].jump : nodes_[b].parent;
    }
    return nodes_[a].size < nodes_[b].size;
  }

  std::vector<Counters> piles(RowId row) const {
    std::vector<Counters> piles;
    for (; nodes_[row].length > 0; row = nodes_[row].parent) piles.push_back(nodes_[row].size);
    std::ranges::reverse(piles);
    return piles;
  }

 private:
  std::vector<Node> nodes_;  // the first: no piles
};

// The first `most` rows that end in a wanted pair. Of two rows that end in the same pair, whatever
// follows, the one that comes first stays first. So only the first `most` rows to each pair matter.
// A pile's next size of the same class is tried once the one before it had its turn. In descending
// order that is so, too: after any of these rows, the smallest size of each class that may follow
// at all may follow.
std::vector<UnboundedProduct::Row> UnboundedProduct::smallest(
    std::size_t most, FunctionRef<bool(PairId)> wanted) const {
  const auto visit_targets = [&](PairId id, FunctionRef<void(PairId)> visit) {
    for (std::size_t letter = 0; letter < letters_.size(); ++letter)
      if (const PairId target = targets_[id * letters_.size() + letter]; target != kNowhere)
        visit(target);
  };
  const std::vector<bool> leads = leading_to(pairs_.size(), visit_targets, wanted);
  RowTree rows;
  const auto later = [&](RowTree::RowId a, RowTree::RowId b) { return rows.comes_before(b, a); };
  std::priority_queue<RowTree::RowId, std::vector<RowTree::RowId>, decltype(later)> open(later);
  open.push(0);
  std::vector<std::size_t> seen(pairs_.size());
  std::vector<Row> found;
  while (!open.empty() && found.size() < most) {
    effort_.go_on();
    const RowTree::RowId row = open.top();
    open.pop();
    const RowTree::Node node = rows[row];
    if (seen[node.end] == most) continue;
    ++seen[node.end];
    if (wanted(node.end)) found.push_back({rows.piles(row), node.end});
    for (std::uint32_t letter = 0; letter < letters_.size(); ++letter) {
      const PairId target = targets_[node.end * letters_.size() + letter];
      if (target == kNowhere || !leads[target] || seen[target] == most) continue;
      open.push(rows.add(row, letter, letters_[letter], target));
    }
    if (node.length == 0) continue;
    if (const auto size = next_size(node.letter, node.size, rows[node.parent].size))
      open.push(rows.add(node.parent, node.letter, *size, node.end));
  }
  return found;
}

}  // namespace nimsweep::claims_detail
