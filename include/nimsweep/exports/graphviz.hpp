// Drawing by Graphviz: its program, not its library. A crash or leak in dot does no harm here, and
// nimsweep runs without Graphviz.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

// What a picture says above its graph, so that it can be understood without the command. The texts
// have no markup: they are numbers, names of games, and our own words.
struct Caption {
  std::string title;
  std::vector<std::string> facts = {};
  std::vector<std::string> legend = {};
};

// "matrix 0 1 / 1 0"; a long matrix has a line per row.
std::vector<std::string> matrix_lines(const AllianceMatrix& matrix);

// The beginning of a directed graph in the DOT language, up to its first node. The title is its
// name.
std::string dot_beginning(const Caption& caption);

// Draws a graph in the DOT language as SVG. Throws Error(io) if dot is missing or fails.
std::string svg_of_dot(std::string_view graph);

}  // namespace nimsweep
