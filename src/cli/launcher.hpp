// Who started the program, as the environment tells it.
#pragma once

namespace nimsweep::cli {

// mpirun and srun start several copies of a program. Those that do not talk to each other by MPI
// all do the same.
struct Copies {
  int count = 1;
  int rank = 0;
};

Copies copies_started();

}  // namespace nimsweep::cli
