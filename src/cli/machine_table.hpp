// A machine as a table of its states.
#pragma once

#include "cli/output.hpp"
#include "nimsweep/exports/machine_diagram.hpp"

namespace nimsweep::cli {

void print_table(const MachineDiagram& diagram, Output& output);

}  // namespace nimsweep::cli
