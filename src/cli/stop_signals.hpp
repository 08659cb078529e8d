// Signals that would end the program, and are not to.
#pragma once

#include <atomic>

namespace nimsweep {

// From now on the first SIGINT or SIGTERM sets what this returns; a second one ends the program.
const std::atomic<bool>& stop_on_signals();

// Beyond the user's limit on the sizes of files, writing is to fail, not to kill.
void survive_file_limits();

}  // namespace nimsweep
