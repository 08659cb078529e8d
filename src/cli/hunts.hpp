// Prints what hunts have found.
#pragma once

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/engine/hunting.hpp"
#include "nimsweep/store/hunt_file.hpp"

namespace nimsweep::cli {

void print_hunt(Output& output, Format format, const StoredHunt& hunt);

// All hunts of a job.
void print_hunts(Output& output, Format format, const JobSpec& job, const HuntingResult& result,
                 double seconds);

}  // namespace nimsweep::cli
