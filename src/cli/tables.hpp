// Tables on the command line: made with progress, and what came of it.
#pragma once

#include <string>
#include <vector>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/engine/sweep.hpp"

namespace nimsweep::cli {

// Makes or merges the plan's tables, or a share of them, with progress. Throws Error(interrupted)
// if stopped.
SweepResult run_sweep(const Plan& plan, const SweepOptions& options, bool quiet);

// Names what earlier runs had left and was found to be damaged.
void tell_damaged(const std::vector<std::string>& files);

void print_table(Output& output, Format format, const Plan& plan, const SweepResult& result,
                 double seconds);

}  // namespace nimsweep::cli
