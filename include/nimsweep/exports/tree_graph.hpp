// The tree of all plays from a position as a graph.
#pragma once

#include <string>

#include "nimsweep/solve/game_tree.hpp"
#include "nimsweep/solve/question.hpp"

namespace nimsweep {

// In the DOT language. The tree is that of the question.
std::string dot_of(const Question& question, const GameTree& tree);

}  // namespace nimsweep
