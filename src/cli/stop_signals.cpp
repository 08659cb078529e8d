#include "cli/stop_signals.hpp"

#include <csignal>

#include "nimsweep/base/error.hpp"

namespace nimsweep::cli {

namespace {

std::atomic<bool> g_stop_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

extern "C" void ask_to_stop(int) {
  g_stop_asked = true;
}

void check(bool is_prepared) {
  if (!is_prepared) throw Error(ErrorKind::io, "cannot set up signal handling");
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART;  // signals make no write fail
  for (const int signal : {SIGINT, SIGTERM, SIGUSR1}) {
    struct sigaction before {};
    check(sigaction(signal, nullptr, &before) == 0);
    const bool is_ignored = before.sa_handler == SIG_IGN;  // by nohup or a shell
    check(is_ignored || sigaction(signal, &action, nullptr) == 0);
  }
  return g_stop_asked;
}

void survive_file_limits() {
  check(std::signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
}

}  // namespace nimsweep::cli
