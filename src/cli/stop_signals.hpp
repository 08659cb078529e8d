// Signals that must not kill the program.
#pragma once

#include <atomic>

namespace nimsweep::cli {

// From now on SIGINT (Ctrl-C), SIGTERM and SIGUSR1 (a batch system's warning) set the returned
// flag. Repeating them changes nothing, as work is being saved; SIGQUIT (Ctrl-\) ends at once.
const std::atomic<bool>& stop_on_signals();

// Makes writing beyond the file size limit fail instead of killing the program.
void survive_file_limits();

}  // namespace nimsweep::cli
