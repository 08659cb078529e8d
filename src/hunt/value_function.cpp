#include "hunt/value_function.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep::hunt_detail {

namespace {

using StateId = PrefixMachine::StateId;

// The value as a reduced decision diagram. Nodes 0 .. n-1 are the values themselves; any other node
// looks at one pile and has a branch for each letter, not all the same. Equal functions are one
// node, so a pile that makes no difference has no node at all: what is left are the piles that
// matter, and the letters where a node's branches change are their thresholds.
//
// The machine reads piles from the first to the last. So its states are first listed layer by
// layer, and then nodes are made from the last layer back. With piles in descending order a place
// in a layer also knows the last pile's letter; a branch for a larger one is that of this letter.
class Diagram {
 public:
  using NodeId = std::size_t;

  // Throws NoFunction if the value depends on who moves first.
  Diagram(const PrefixMachine& machine, int N, PileOrder order)
      : n_(machine.players()), letters_(machine.letters()), order_(order) {
    const Place start{0, letters_};
    std::vector<std::set<Place>> layers{{start}};
    for (int k = 1; k <= N; ++k) {
      std::set<Place> next;
      for (const Place& place : layers.back())
        for (std::size_t letter = 1; letter <= place.most; ++letter)
          next.insert(after(machine, place, letter));
      layers.push_back(std::move(next));
    }
    std::map<Place, NodeId> nodes;
    for (const Place& place : layers.back()) nodes[place] = value_at(machine.outcomes(place.state));
    for (int k = N; k >= 1; --k) {
      std::map<Place, NodeId> before;
      for (const Place& place : layers[static_cast<std::size_t>(k) - 1]) {
        std::vector<NodeId> branches;
        for (std::size_t letter = 1; letter <= letters_; ++letter)
          branches.push_back(nodes.at(after(machine, place, std::min(letter, place.most))));
        before[place] = add(k, std::move(branches));
      }
      nodes = std::move(before);
    }
    root_ = nodes.at(start);
  }

  // For every pile with nodes below the root: where the branches of any of them change.
  std::vector<ValueFunction::Pile> piles() const {
    std::map<int, std::set<int>> thresholds;
    std::set<NodeId> seen{root_};
    std::vector<NodeId> open{root_};
    while (!open.empty()) {
      const NodeId id = open.back();
      open.pop_back();
      if (is_value(id)) continue;
      const auto& [pile, branches] = nodes_[id - values()];
      for (std::size_t k = 0; k < branches.size(); ++k) {
        if (k > 0 && branches[k] != branches[k - 1]) thresholds[pile].insert(static_cast<int>(k));
        if (seen.insert(branches[k]).second) open.push_back(branches[k]);
      }
    }
    std::vector<ValueFunction::Pile> piles;
    piles.reserve(thresholds.size());
    for (const auto& [number, at] : thresholds)
      piles.push_back({number, std::vector<int>(at.begin(), at.end())});
    return piles;
  }

  // At these sizes of the piles that matter.
  int value(const std::vector<ValueFunction::Pile>& piles, const std::vector<int>& sizes) const {
    NodeId id = root_;
    for (std::size_t k = 0; k < piles.size(); ++k)
      if (!is_value(id) && nodes_[id - values()].first == piles[k].number)
        id = nodes_[id - values()].second[static_cast<std::size_t>(sizes[k]) - 1];
    return static_cast<int>(id);
  }

 private:
  using Node = std::pair<int, std::vector<NodeId>>;

  // Where a row of piles leads.
  struct Place {
    StateId state;
    std::size_t most;  // letter of the next pile

    friend auto operator<=>(const Place&, const Place&) = default;
  };

  Place after(const PrefixMachine& machine, const Place& place, std::size_t letter) const {
    return {machine.next(place.state)[letter - 1],
            order_ == PileOrder::descending ? letter : letters_};
  }

  std::size_t values() const noexcept { return static_cast<std::size_t>(n_); }
  bool is_value(NodeId id) const noexcept { return id < values(); }

  NodeId value_at(OutcomeVector outcomes) const {
    const int value = value_of(outcomes[0], 0, n_);
    for (Seat first = 1; first < n_; ++first)
      if (value_of(outcomes[first], first, n_) != value)
        throw NoFunction{"the value depends on who moves first"};
    return static_cast<NodeId>(value);
  }

  NodeId add(int pile, std::vector<NodeId> branches) {
    if (std::all_of(branches.begin(), branches.end(),
                    [&](NodeId id) { return id == branches.front(); }))
      return branches.front();
    const auto [place, is_new] =
        known_.try_emplace(Node(pile, std::move(branches)), values() + nodes_.size());
    if (is_new) nodes_.push_back(place->first);
    return place->second;
  }

  int n_;
  std::size_t letters_;
  PileOrder order_;
  NodeId root_ = 0;
  std::vector<Node> nodes_;
  std::map<Node, NodeId> known_;
};

ValueFunction function_of(const Diagram& diagram) {
  ValueFunction function{.piles = diagram.piles(), .values = {}};
  std::size_t cells = 1;
  for (const auto& pile : function.piles) {
    cells *= pile.classes();
    if (cells > ValueFunction::kMostCells)
      throw NoFunction{
          fmt::format("the piles that matter tell apart more than {} kinds of positions",
                      ValueFunction::kMostCells)};
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::vector<int> sizes(function.piles.size());
    std::size_t rest = cell;
    for (std::size_t k = sizes.size(); k-- > 0;) {
      const auto& pile = function.piles[k];
      const std::size_t of_pile = rest % pile.classes();
      sizes[k] = of_pile == 0 ? 1 : pile.thresholds[of_pile - 1] + 1;
      rest /= pile.classes();
    }
    function.values.push_back(diagram.value(function.piles, sizes));
  }
  if (std::set(function.values.begin(), function.values.end()).size() > ValueFunction::kMostValues)
    throw NoFunction{fmt::format("there are more than {} values", ValueFunction::kMostValues)};
  return function;
}

}  // namespace

std::size_t Shape::values() const noexcept {
  return *std::max_element(cells.begin(), cells.end()) + 1;
}

Shape shape_of(const ValueFunction& function) {
  Shape shape;
  for (const auto& pile : function.piles) shape.classes.push_back(pile.classes());
  std::map<int, std::size_t> known;
  for (const int value : function.values)
    shape.cells.push_back(known.try_emplace(value, known.size()).first->second);
  return shape;
}

std::vector<int> numbers_of(const ValueFunction& function) {
  std::vector<int> numbers;
  for (const auto& pile : function.piles) numbers.push_back(pile.number);
  for (const auto& pile : function.piles)
    numbers.insert(numbers.end(), pile.thresholds.begin(), pile.thresholds.end());
  std::set<int> known;
  for (const int value : function.values)
    if (known.insert(value).second) numbers.push_back(value);
  return numbers;
}

std::variant<ValueFunction, NoFunction> value_function(const AllianceMatrix& matrix, int passes,
                                                       int N, PileOrder order) {
  auto machine = proof_machine(matrix, passes, N);
  if (auto* why = std::get_if<NotSymbolic>(&machine)) return NoFunction{std::move(why->reason)};
  try {
    return function_of(Diagram(std::get<PrefixMachine>(machine), N, order));
  } catch (NoFunction& reason) {
    return std::move(reason);
  }
}

}  // namespace nimsweep::hunt_detail
