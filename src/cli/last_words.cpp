#include "cli/last_words.hpp"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>

#include "cli/exit_status.hpp"

namespace nimsweep::cli {

namespace {

std::array<char, 64> g_out_of_memory{"nimsweep: out of memory\n"};
std::terminate_handler g_usual_end = nullptr;
bool g_is_the_end = false;

void write_error(const char* text) noexcept {
  if (write(STDERR_FILENO, text, std::strlen(text)) < 0) return;  // nobody left to tell
}

// If there is no memory for an exception, the program terminates without one.
bool is_out_of_memory() noexcept {
  void* const some = std::malloc(1024);
  std::free(some);
  return some == nullptr;
}

// Runs no destructors, since other threads are still at work.
[[noreturn]] void end() noexcept {
  if (!std::current_exception()) {
    if (!is_out_of_memory()) g_usual_end();
    say_out_of_memory();
    _exit(kEnvironmentFailed);
  }
  try {
    throw;
  } catch (const std::bad_alloc&) {
    say_out_of_memory();
  } catch (const std::length_error&) {
    say_out_of_memory();
  } catch (const std::exception& error) {
    write_error("nimsweep: ");
    write_error(error.what());
    write_error("\n");
  } catch (...) {
    g_usual_end();
  }
  _exit(kEnvironmentFailed);
}

void end_early() noexcept {
  if (g_is_the_end) return;
  say_out_of_memory();
  _exit(kEnvironmentFailed);
}

}  // namespace

void prepare_last_words(int rank, int processes) noexcept {
  if (processes > 1)
    std::snprintf(g_out_of_memory.data(), g_out_of_memory.size(),
                  "nimsweep: rank %d: out of memory\n", rank);
  if (g_usual_end != nullptr) return;
  g_usual_end = std::set_terminate(end);
  if (std::atexit(end_early) != 0) g_is_the_end = true;  // an early exit goes unreported
}

void expect_the_end() noexcept {
  g_is_the_end = true;
}

void say_out_of_memory() noexcept {
  write_error(g_out_of_memory.data());
}

}  // namespace nimsweep::cli
