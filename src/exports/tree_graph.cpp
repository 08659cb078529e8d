#include "nimsweep/exports/tree_graph.hpp"

#include <fmt/format.h>

#include "nimsweep/exports/graphviz.hpp"
#include "nimsweep/exports/labels.hpp"

namespace nimsweep {

namespace {

Caption caption_of(const Question& question, const GameTree& tree) {
  Caption caption{
      .title = fmt::format("All plays of {} from {}", question.ruleset->name(),
                           describe_position(question.start, question.start.passes)),
      .facts = matrix_lines(question.matrix),
      .legend = {"a box: who moves, the piles, and who wins; its colour is the winner's",
                 "thick: the best line of play"}};
  caption.facts.push_back(
      fmt::format("{} players, P_{} moves first: P_{} wins; {}, {}", question.matrix.players(),
                  question.first, tree.nodes.front().outcome.winner,
                  counted(tree.nodes.size(), "node"), counted(tree.plays, "play")));
  return caption;
}

}  // namespace

std::string dot_of(const Question& question, const GameTree& tree) {
  std::string dot = dot_beginning(caption_of(question, tree)) +
                    "  node [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\"];\n";
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    const TreeNode& node = tree.nodes[i];
    dot += fmt::format("  n{} [label=\"P_{}: {}\\nP_{} wins\", fillcolor=\"{}60\"{}];\n", i,
                       node.player, describe_position(node.position, question.start.passes),
                       node.outcome.winner, seat_colour(node.outcome.winner),
                       node.on_line ? ", penwidth=2.5" : "");
    if (node.parent != TreeNode::kNoParent)
      dot +=
          fmt::format("  n{} -> n{}{};\n", node.parent, i, node.on_line ? " [penwidth=2.5]" : "");
  }
  return dot + "}\n";
}

}  // namespace nimsweep
