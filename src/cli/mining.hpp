// Mines what a job wants mined, and prints the claims: for people in the words of a job's
// `verify:`.
#pragma once

#include <atomic>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep {

// Throws Error(interrupted) if stopped; what was printed until then stays.
void mine_all(const JobSpec& job, const std::atomic<bool>& stop, bool quiet, Format format,
              Output& output);

}  // namespace nimsweep
