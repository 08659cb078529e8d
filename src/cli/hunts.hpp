// Hunts on the command line: run with progress, and what they found.
#pragma once

#include <string>
#include <vector>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/store/hunt_file.hpp"

namespace nimsweep::cli {

void print_hunt(Output& output, Format format, const StoredHunt& hunt);

// Runs the job's hunts, or a share of them, with progress. Throws Error(interrupted) if stopped.
HuntingResult run_hunts(const JobSpec& job, const HuntingOptions& options, bool quiet);

// The same, and prints what they found; false if they are another run's to complete. What several
// processes have done of it before took `shared_seconds`.
bool hunt(const JobSpec& job, const HuntingOptions& options, double shared_seconds, bool quiet,
          Format format, Output& output);

}  // namespace nimsweep::cli
