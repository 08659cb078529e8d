// Tables on the command line: made with progress, and what came of it.
#pragma once

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/engine/sweep.hpp"

namespace nimsweep {

// Makes or merges the plan's tables, or a share of them, with progress. Throws Error(interrupted)
// if stopped.
SweepResult run_sweep(const Plan& plan, const SweepOptions& options, bool quiet);

void print_table(Output& output, Format format, const Plan& plan, const SweepResult& result,
                 double seconds);

}  // namespace nimsweep
