// Prints what became of a job's tables.
#pragma once

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/engine/sweep.hpp"

namespace nimsweep::cli {

void print_table(Output& output, Format format, const Plan& plan, const SweepResult& result,
                 double seconds);

}  // namespace nimsweep::cli
