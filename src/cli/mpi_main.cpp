// The program for clusters, started by mpirun or srun.
#include <cstdio>
#include <exception>

#include "cli/last_words.hpp"
#include "cli/launcher.hpp"
#include "cli/program.hpp"
#include "nimsweep/cluster/mpi.hpp"

int main(int argc, char** argv) {
  nimsweep::cli::prepare_last_words(0, 1);
  try {
    const auto communicator = nimsweep::start_mpi(argc, argv);
    const int code = nimsweep::cli::run_program(argc, argv, *communicator);
    nimsweep::cli::expect_the_end();
    return code;
  } catch (const std::exception& error) {  // the same in every process
    nimsweep::cli::expect_the_end();
    if (nimsweep::cli::copies_started().rank == 0)
      std::fprintf(stderr, "nimsweep: %s\n", error.what());
    return 3;
  }
}
