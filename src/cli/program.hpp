// nimsweep <command>: parses, runs, and turns an error into one line and an exit code.
#pragma once

#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep::cli {

// Returns the exit code. Only rank 0 prints; all ranks share the work of `run`.
int run_program(int argc, const char* const* argv, Communicator& communicator);

}  // namespace nimsweep::cli
