// Signals that would end the program, and are not to.
#pragma once

#include <atomic>

namespace nimsweep::cli {

// From now on SIGINT (Ctrl-C), SIGTERM and SIGUSR1 (the warning of batch systems) set what this
// returns. More of them change nothing, as work is being saved; SIGQUIT (Ctrl-\) ends at once.
const std::atomic<bool>& stop_on_signals();

// Beyond the user's limit on the sizes of files, writing is to fail, not to kill.
void survive_file_limits();

}  // namespace nimsweep::cli
