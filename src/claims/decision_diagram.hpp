// Decision diagrams of claims: "if x[k] has at most t counters then this, else that", ending in
// what the claim says. Equal diagrams share one node, so what is left of a claim after different
// first piles soon coincides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep::claims_detail {

class DiagramPool {
 public:
  using NodeId = std::uint32_t;

  static constexpr std::size_t kMaxNodes = 1'000'000;
  static constexpr std::size_t kMaxSteps = std::size_t{1} << 27;  // a second or two

  NodeId leaf(const ClaimedValue& value);

  // Throws NotSymbolic beyond kMaxNodes.
  NodeId branch(int pile, Counters threshold, NodeId within, NodeId beyond);

  bool is_leaf(NodeId id) const noexcept { return nodes_[id].pile == 0; }
  const ClaimedValue& value(NodeId leaf) const noexcept;

  // What is left of each of `roots` once pile number `pile` is known. Sizes 1..top fall into
  // classes that no diagram distinguishes.
  struct Resolution {
    std::vector<Counters> ends;               // the last size of each class
    std::vector<std::vector<NodeId>> images;  // for each class, what each root becomes
  };
  Resolution resolve(std::span<const NodeId> roots, int pile, Counters top);

 private:
  struct Node {
    int pile = 0;            // 0: a leaf
    Counters threshold = 0;  // for a leaf, its number
    NodeId within = 0;       // operands have smaller numbers
    NodeId beyond = 0;

    friend bool operator==(const Node&, const Node&) = default;
  };
  struct NodeHash {
    std::size_t operator()(const Node& node) const noexcept;
  };

  NodeId add(const Node& node);
  std::vector<NodeId> below(std::span<const NodeId> roots) const;

  std::vector<Node> nodes_;
  std::size_t steps_ = 0;  // of all resolutions so far
  std::vector<ClaimedValue> leaves_;
  std::unordered_map<Node, NodeId, NodeHash> known_;
};

}  // namespace nimsweep::claims_detail
