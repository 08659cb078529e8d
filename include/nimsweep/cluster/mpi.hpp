// The processes that `mpirun` or `srun` has started.
#pragma once

#include <memory>

#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep {

// Once in a program, before anything else; ended when it is destroyed, by all processes together.
// Throws Error(io).
std::unique_ptr<Communicator> start_mpi(int& argc, char**& argv);

}  // namespace nimsweep
