// The tree of all plays from a position (000, Figure 1 and Algorithms 3.1-3.3): build it whole,
// then evaluate it from the leaves up. It grows exponentially, so it is for looking at, not for
// solving.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep {

struct TreeNode {
  static constexpr std::size_t kNoParent = std::numeric_limits<std::size_t>::max();

  Position position;
  Seat player = 0;  // to move
  std::size_t parent = kNoParent;
  std::size_t first_child = 0;  // children lie side by side, in the ruleset's order
  std::size_t children = 0;
  Outcome outcome = {};
  bool is_best = false;  // the move that led here gets its player the winner they prefer
  bool on_line = false;  // on the best line that `solve` shows
};

struct GameTree {
  static constexpr std::size_t kDefaultMaxNodes = 10'000;

  std::vector<TreeNode> nodes;  // breadth first: the root, its children, theirs
  std::size_t plays = 0;        // the leaves

  // Throws Error(input) if plays may never end.
  static void check_ruleset(const Ruleset& ruleset);
};

// Throws Error(input) if plays may never end, or if there are more than `max_nodes` nodes, and says
// how many if they can be counted.
GameTree build_tree(const Ruleset& ruleset, const AllianceMatrix& matrix, const Position& position,
                    Seat first, std::size_t max_nodes = GameTree::kDefaultMaxNodes);

// The number of nodes of the tree, without building it; kUint128Max means that many or more.
// Nothing if even the different positions in it are too many to look at.
std::optional<Uint128> count_tree_nodes(const Ruleset& ruleset, int players,
                                        const Position& position, Seat first);

}  // namespace nimsweep
