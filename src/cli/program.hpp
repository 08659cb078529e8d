// nimsweep <command>: parses, runs, and turns what went wrong into one line and an exit code.
#pragma once

#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep::cli {

// Returns the exit code. With several processes only rank 0 prints; all do their share of `run`.
int run_program(int argc, const char* const* argv, Communicator& communicator);

}  // namespace nimsweep::cli
