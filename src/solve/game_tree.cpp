#include "nimsweep/solve/game_tree.hpp"

#include <fmt/format.h>

#include <span>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/solve/memo.hpp"

namespace nimsweep {

namespace {

constexpr Uint128 kMostBytes = Uint128{4} << 30;

// What counting may cost. Every option looked at is an edge of the tree, and is looked at twice at
// most, so a tree that is beyond this is beyond any sensible limit too, or its positions are very
// long.
constexpr MemoBudget kCounting = {.bytes = std::uint64_t{256} << 20, .visits = 10'000'000};

[[noreturn]] void refuse(std::size_t max_nodes, std::optional<Uint128> nodes) {
  std::string count = "too many nodes to count";
  if (nodes == kUint128Max)
    count = "more than 10^38 nodes";
  else if (nodes)
    count = fmt::format("{} nodes", to_grouped_decimal(*nodes));
  throw Error(ErrorKind::input, fmt::format("the tree has {}; expected at most {}", count,
                                            to_grouped_decimal(max_nodes)));
}

void append_children(std::vector<TreeNode>& nodes, std::size_t parent, const Ruleset& ruleset,
                     int players) {
  const Position position = nodes[parent].position;
  const Seat player = nodes[parent].player;
  nodes[parent].first_child = nodes.size();
  ruleset.visit_options(position, player, [&](const Position& option) {
    nodes.push_back({.position = option, .player = next_seat(player, players), .parent = parent});
    return true;
  });
  nodes[parent].children = nodes.size() - nodes[parent].first_child;
}

std::span<TreeNode> children_of(GameTree& tree, const TreeNode& node) {
  return std::span(tree.nodes).subspan(node.first_child, node.children);
}

void evaluate(GameTree& tree, const AllianceMatrix& matrix) {
  for (std::size_t i = tree.nodes.size(); i-- > 0;) {
    TreeNode& node = tree.nodes[i];
    const auto children = children_of(tree, node);
    if (children.empty()) {
      node.outcome = {.winner = node.player, .moves = 0};
      ++tree.plays;
      continue;
    }
    Outcome best = children.front().outcome;
    for (const TreeNode& child : children)
      if (is_better(matrix, node.player, child.outcome, best)) best = child.outcome;
    for (TreeNode& child : children) child.is_best = child.outcome.winner == best.winner;
    node.outcome = {.winner = best.winner, .moves = best.moves + 1};
  }
}

void mark_line(GameTree& tree) {
  TreeNode* node = &tree.nodes.front();
  node->on_line = true;
  while (node->children > 0) {
    const Outcome left{.winner = node->outcome.winner, .moves = node->outcome.moves - 1};
    for (TreeNode& child : children_of(tree, *node))
      if (child.outcome == left) {
        node = &child;
        break;
      }
    node->on_line = true;
  }
}

}  // namespace

void GameTree::check_ruleset(const Ruleset& ruleset) {
  if (ruleset.plays() == Ruleset::Plays::endless)
    throw Error(ErrorKind::input,
                fmt::format("plays of {} may never end; expected a game whose plays all end",
                            ruleset.name()));
}

GameTree build_tree(const Ruleset& ruleset, const AllianceMatrix& matrix, const Position& position,
                    Seat first, std::size_t max_nodes) {
  GameTree::check_ruleset(ruleset);
  const auto count = count_tree_nodes(ruleset, matrix.players(), position, first);
  if (!count || *count > max_nodes) refuse(max_nodes, count);
  const std::uint64_t node_bytes =
      sizeof(TreeNode) + (position.piles.size() + position.state.size()) * sizeof(Counters);
  if (*count * node_bytes > kMostBytes)
    throw Error(ErrorKind::input, fmt::format("the tree needs {} MiB; expected at most {}",
                                              to_grouped_decimal((*count * node_bytes) >> 20),
                                              to_grouped_decimal(kMostBytes >> 20)));
  GameTree tree;
  tree.nodes.push_back({.position = position, .player = first});
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    append_children(tree.nodes, i, ruleset, matrix.players());
  evaluate(tree, matrix);
  mark_line(tree);
  return tree;
}

std::optional<Uint128> count_tree_nodes(const Ruleset& ruleset, int players,
                                        const Position& position, Seat first) {
  Memo<Uint128> memo(ruleset, players, kCounting);
  const Uint128* count = memo.get(position, first, [](Seat, std::span<const Uint128> options) {
    Uint128 nodes = 1;
    for (const Uint128 option : options) nodes = saturating_add(nodes, option);
    return nodes;
  });
  return count == nullptr ? std::nullopt : std::optional(*count);
}

}  // namespace nimsweep
