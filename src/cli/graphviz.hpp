// Drawing by Graphviz: its program, not its library. A crash or leak in dot does no harm here, and
// nimsweep runs without Graphviz.
#pragma once

#include <string>
#include <string_view>

namespace nimsweep::cli {

// Draws a graph in the DOT language as SVG. Throws Error(io) if dot is missing or fails.
std::string svg_of_dot(std::string_view graph);

}  // namespace nimsweep::cli
