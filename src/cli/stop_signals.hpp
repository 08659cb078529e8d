// Ctrl-C and kill, turned into a wish.
#pragma once

#include <atomic>

namespace nimsweep {

// From now on the first SIGINT or SIGTERM sets what this returns; a second one ends the program.
const std::atomic<bool>& stop_on_signals();

}  // namespace nimsweep
