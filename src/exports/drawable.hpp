// What is too large to be drawn.
#pragma once

#include <string_view>

#include "nimsweep/exports/machine_diagram.hpp"

namespace nimsweep {

// Throws Error(input), naming the format, if there are too many states to draw.
void check_drawable(const MachineDiagram& diagram, std::string_view format);

}  // namespace nimsweep
