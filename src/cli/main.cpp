// The program.
#include "cli/last_words.hpp"
#include "cli/program.hpp"

int main(int argc, char** argv) {
  nimsweep::cli::prepare_last_words(0, 1);
  const int code = nimsweep::cli::run_program(argc, argv, *nimsweep::alone());
  nimsweep::cli::expect_the_end();
  return code;
}
