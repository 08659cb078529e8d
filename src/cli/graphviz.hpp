// Drawing by Graphviz. Its dot program, not its library: a crash or a leak there stays there, and
// the program runs without it installed.
#pragma once

#include <string>
#include <string_view>

namespace nimsweep::cli {

// The SVG that `dot` makes of a graph in the DOT language. Throws Error(io) if there is no dot or
// it fails.
std::string svg_of_dot(std::string_view graph);

}  // namespace nimsweep::cli
