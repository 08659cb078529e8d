// Mines what a job wants mined, and prints the claims: for people in the words of a job's
// `verify:`.
#pragma once

#include <atomic>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/cluster/communicator.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep::cli {

// Processes share its entries, as this kind of work; rank 0 prints. Throws Error(interrupted) if
// stopped; what was printed until then stays.
void mine_all(const JobSpec& job, const std::atomic<bool>& stop, bool quiet, Format format,
              Communicator& communicator, int work, Output& output);

}  // namespace nimsweep::cli
