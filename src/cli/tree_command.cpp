// tree: all plays from a position, as text, JSON or a picture.
#include <fmt/format.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "nimsweep/exports/graphviz.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/exports/tree_graph.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/game_tree.hpp"

namespace nimsweep::cli {

namespace {

struct TreeOptions {
  explicit TreeOptions(const Arguments& given)
      : format(format_of(given, kGraphFormats)),
        question(question_of(given)),
        max_nodes(given.number("--max-nodes", 1, std::numeric_limits<std::uint32_t>::max())) {
    at_option("--game", [&] { GameTree::check_ruleset(*question.ruleset); });
  }

  Format format;
  Question question;
  std::uint64_t max_nodes;
};

// Depth first, with the branches drawn.
void print_text(Output& output, const Question& question, const GameTree& tree) {
  output.write(fmt::format("{}, {}; P_{} wins\n", counted(tree.nodes.size(), "node"),
                           counted(tree.plays, "play"), tree.nodes.front().outcome.winner));
  output.write("player to move, piles, winner; * marks the best line of play\n\n");
  struct Pending {
    std::size_t node;
    std::string branch;  // printed before this node
    std::string indent;  // printed before its descendants
  };
  std::vector<Pending> pending{{0, "", ""}};
  while (!pending.empty()) {
    const Pending here = std::move(pending.back());
    pending.pop_back();
    const TreeNode& node = tree.nodes[here.node];
    output.write(fmt::format("{} {}P_{}  {}  -> P_{}\n", node.on_line ? '*' : ' ', here.branch,
                             node.player, describe_position(node.position, question.start.passes),
                             node.outcome.winner));
    for (std::size_t k = node.children; k-- > 0;) {
      const bool is_last = k + 1 == node.children;
      pending.push_back({node.first_child + k, here.indent + (is_last ? "└─ " : "├─ "),
                         here.indent + (is_last ? "   " : "│  ")});
    }
  }
}

void tree(const TreeOptions& options, Session& session) {
  Output& output = session.output;
  const Question& question = options.question;
  const GameTree built = at_option("--max-nodes", [&] {
    return build_tree(*question.ruleset, question.matrix, question.start, question.first,
                      options.max_nodes);
  });
  if (options.format == Format::text) return print_text(output, question, built);
  if (options.format == Format::json) return write_tree_record(question, built, output);
  const std::string dot = dot_of(question, built);
  output.write(options.format == Format::svg ? drawn([&] { return svg_of_dot(dot); }) : dot);
}

}  // namespace

Command tree_command() {
  return make_command(
      {.name = "tree",
       .summary = "Shows the tree of all plays from a position",
       .options = joined({position_options(),
                          picture_options(kGraphFormats),
                          {option("--max-nodes", "N", "Refuse a tree with more nodes",
                                  std::to_string(GameTree::kDefaultMaxNodes))}}),
       .footer = "Example:\n"
                 "  nimsweep tree --matrix \"0 2 1 / 0 1 2 / 0 2 1\" --piles 1,2,2 --format svg > "
                 "tree.svg"},
      tree);
}

}  // namespace nimsweep::cli
