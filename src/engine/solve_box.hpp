// Solves a box with all cores.
#pragma once

#include <atomic>

#include "nimsweep/solve/box.hpp"

namespace nimsweep {

// False if stopped before the end. Called from any thread; uses the arena that it is in.
bool solve_box(Box& box, const std::atomic<bool>& stop);

}  // namespace nimsweep
