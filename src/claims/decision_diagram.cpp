#include "claims/decision_diagram.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep::claims_detail {

std::size_t DiagramPool::NodeHash::operator()(const Node& node) const noexcept {
  std::uint64_t hash = mix(static_cast<std::uint64_t>(node.pile), node.threshold);
  hash = mix(hash, node.within);
  return mix(hash, node.beyond);
}

DiagramPool::NodeId DiagramPool::leaf(const ClaimedValue& value) {
  const auto found = std::find(leaves_.begin(), leaves_.end(), value);
  const auto number = static_cast<Counters>(found - leaves_.begin());
  if (found == leaves_.end()) leaves_.push_back(value);
  return add({.threshold = number});
}

DiagramPool::NodeId DiagramPool::branch(int pile, Counters threshold, NodeId within,
                                        NodeId beyond) {
  if (within == beyond) return within;
  return add({pile, threshold, within, beyond});
}

DiagramPool::NodeId DiagramPool::add(const Node& node) {
  const auto [place, is_new] = known_.try_emplace(node, static_cast<NodeId>(nodes_.size()));
  if (is_new) {
    nodes_.push_back(node);
    if (nodes_.size() > kMaxNodes)
      throw NotSymbolic{
          fmt::format("its cases depend on too many piles at once: more than {} nodes",
                      to_grouped_decimal(kMaxNodes))};
  }
  return place->second;
}

const ClaimedValue& DiagramPool::value(NodeId leaf) const noexcept {
  assert(is_leaf(leaf));
  return leaves_[nodes_[leaf].threshold];
}

// The nodes of all these diagrams, operands first.
std::vector<DiagramPool::NodeId> DiagramPool::below(std::span<const NodeId> roots) const {
  std::vector<bool> seen(nodes_.size());
  std::vector<NodeId> found;
  const auto visit = [&](NodeId id) {
    if (seen[id]) return;
    seen[id] = true;
    found.push_back(id);
  };
  for (const NodeId root : roots) visit(root);
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (is_leaf(found[k])) continue;
    visit(nodes_[found[k]].within);
    visit(nodes_[found[k]].beyond);
  }
  std::sort(found.begin(), found.end());
  return found;
}

DiagramPool::Resolution DiagramPool::resolve(std::span<const NodeId> roots, int pile,
                                             Counters top) {
  Resolution resolution;
  const std::vector<NodeId> nodes = below(roots);
  for (const NodeId id : nodes)
    if (nodes_[id].pile == pile && nodes_[id].threshold < top)
      resolution.ends.push_back(nodes_[id].threshold);
  resolution.ends.push_back(top);
  std::sort(resolution.ends.begin(), resolution.ends.end());
  const auto repeated = std::unique(resolution.ends.begin(), resolution.ends.end());
  resolution.ends.erase(repeated, resolution.ends.end());

  steps_ += nodes.size() * resolution.ends.size();
  if (steps_ > kMaxSteps)
    throw NotSymbolic{"its cases compare piles with too many different numbers"};
  std::vector<NodeId> image(nodes.empty() ? 0 : nodes.back() + 1);
  for (const Counters size : resolution.ends) {
    for (const NodeId id : nodes) {
      const Node node = nodes_[id];
      if (is_leaf(id))
        image[id] = id;
      else if (node.pile == pile)
        image[id] = image[size <= node.threshold ? node.within : node.beyond];
      else
        image[id] = branch(node.pile, node.threshold, image[node.within], image[node.beyond]);
    }
    auto& images = resolution.images.emplace_back();
    for (const NodeId root : roots) images.push_back(image[root]);
  }
  return resolution;
}

}  // namespace nimsweep::claims_detail
