// The program.
#include "cli/program.hpp"

int main(int argc, char** argv) {
  return nimsweep::run_program(argc, argv, *nimsweep::alone());
}
