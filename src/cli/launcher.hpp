// How the program was started, judging by its environment.
#pragma once

namespace nimsweep::cli {

// mpirun and srun start several copies of a program. Copies that do not use MPI all do the same.
struct Copies {
  int count = 1;
  int rank = 0;
};

Copies copies_started();

}  // namespace nimsweep::cli
