#include "nimsweep/solve/game_tree.hpp"

#include <gtest/gtest.h>

#include <set>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

const auto kExample = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}});

// A play as the piles of its positions.
using Play = std::vector<std::vector<Counters>>;

std::set<Play> plays_of(const GameTree& tree) {
  std::set<Play> plays;
  for (const TreeNode& leaf : tree.nodes) {
    if (leaf.children > 0) continue;
    Play play{leaf.position.piles};
    for (std::size_t i = leaf.parent; i != TreeNode::kNoParent; i = tree.nodes[i].parent)
      play.insert(play.begin(), tree.nodes[i].position.piles);
    plays.insert(play);
  }
  return plays;
}

TEST(GameTree, OfTheWorkedExampleHasEveryPlayOfFigureOne) {
  const auto ruleset = make_ruleset("last-nim");
  const GameTree tree = build_tree(*ruleset, kExample, ruleset->start({1, 2, 2}, 0), 0);
  EXPECT_EQ(tree.nodes.size(), 14u);
  EXPECT_EQ(tree.plays, 4u);
  const std::set<Play> expected = {
      {{1, 2, 2}, {1, 2, 1}, {1, 2, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}},
      {{1, 2, 2}, {1, 2, 1}, {1, 2, 0}, {1, 0, 0}, {0, 0, 0}},
      {{1, 2, 2}, {1, 2, 0}, {1, 1, 0}, {1, 0, 0}, {0, 0, 0}},
      {{1, 2, 2}, {1, 2, 0}, {1, 0, 0}, {0, 0, 0}}};
  EXPECT_EQ(plays_of(tree), expected);
  EXPECT_EQ(tree.nodes.front().outcome.winner, 2);
}

TEST(GameTree, AgreesWithTheGenericSolverAtEveryNode) {
  const auto last_nim = make_ruleset("last-nim");
  const test::EndNim end_nim;
  const auto zero_move = make_ruleset("zero-move");
  std::mt19937_64 random(19);
  for (const Ruleset* ruleset :
       {static_cast<const Ruleset*>(last_nim.get()), static_cast<const Ruleset*>(&end_nim),
        static_cast<const Ruleset*>(zero_move.get())})
    for (int players = 2; players <= 4; ++players) {
      const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
      GenericSolver solver(*ruleset, matrix);
      const Position start = ruleset->start({2, 1, 2}, ruleset == zero_move.get() ? 0 : 1);
      const GameTree tree = build_tree(*ruleset, matrix, start, 1, 200'000);
      EXPECT_EQ(count_tree_nodes(*ruleset, players, start, 1), tree.nodes.size());
      std::vector<std::pair<Seat, Position>> line;
      for (const TreeNode& node : tree.nodes) {
        ASSERT_EQ(node.outcome, solver.outcome(node.position, node.player));
        if (node.parent != TreeNode::kNoParent)
          ASSERT_EQ(node.is_best, node.outcome.winner == tree.nodes[node.parent].outcome.winner);
        if (node.on_line) line.emplace_back(node.player, node.position);
      }
      std::vector<std::pair<Seat, Position>> solver_line;
      solver.best_line(start, 1, [&](Seat player, const Position& position) {
        solver_line.emplace_back(player, position);
      });
      ASSERT_EQ(line, solver_line);
    }
}

TEST(GameTree, OverTheLimitIsRefusedWithItsNumberOfNodes) {
  const auto ruleset = make_ruleset("last-nim");
  const auto build = [&](std::vector<Counters> piles, std::size_t limit) {
    return build_tree(*ruleset, kExample, ruleset->start(std::move(piles), 0), 0, limit);
  };
  EXPECT_EQ(build({1, 2, 2}, 14).nodes.size(), 14u);
  EXPECT_ERROR(ErrorKind::input, "the tree has 14 nodes; expected at most 13",
               build({1, 2, 2}, 13));
  // A pile of t multiplies the size by 2^(t-1) and adds the same amount: (20, 20) has 2^19 * (2^20
  // + 1) nodes.
  EXPECT_ERROR(ErrorKind::input, "the tree has 549,756,338,176 nodes; expected at most 10,000",
               build({20, 20}, GameTree::kDefaultMaxNodes));
  EXPECT_ERROR(ErrorKind::input, "more than 10^38 nodes", build({200, 200}, 100));
  EXPECT_ERROR(ErrorKind::input, "too many nodes to count", build({kMaxCounters}, 100));
}

TEST(GameTree, OfEndlessPlaysIsRefused) {
  const auto ruleset = make_ruleset("northcott-two-way:5");
  EXPECT_ERROR(ErrorKind::input, "plays of northcott-two-way:5 may never end",
               build_tree(*ruleset, AllianceMatrix::shifted(2, 0), ruleset->start({1}, 0), 0));
}

}  // namespace
}  // namespace nimsweep
