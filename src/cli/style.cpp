#include "cli/style.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

namespace nimsweep::cli {

namespace {

bool is_set(const char* variable) {
  const char* const value = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): nobody sets it
  return value != nullptr && *value != '\0';
}

bool has_colours() {
  static const bool has = [] {
    const char* const terminal = std::getenv("TERM");  // NOLINT(concurrency-mt-unsafe)
    // Open MPI gives its first process a terminal, wherever the output of mpirun goes.
    return isatty(STDOUT_FILENO) == 1 && !is_set("NO_COLOR") && !is_set("OMPI_COMM_WORLD_SIZE") &&
           terminal != nullptr && std::string_view(terminal) != "dumb";
  }();
  return has;
}

std::string coloured(std::string_view text, int code) {
  return has_colours() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

}  // namespace

std::string good(std::string_view text) {
  return coloured(text, 32);
}

std::string bad(std::string_view text) {
  return coloured(text, 31);
}

std::string faint(std::string_view text) {
  return coloured(text, 2);
}

}  // namespace nimsweep::cli
