// The processes that `mpirun` or `srun` started.
#pragma once

#include <memory>

#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep {

// Call this once, before anything else. All processes must destroy the result together. Throws
// Error(io).
std::unique_ptr<Communicator> start_mpi(int& argc, char**& argv);

}  // namespace nimsweep
