// Solving boxes, until somebody wants to stop.
#pragma once

#include <atomic>

#include "nimsweep/solve/box.hpp"

namespace nimsweep::engine_detail {

// With all threads of the arena that it is called in. False if stopped before the end.
bool solve_box(Box& box, const std::atomic<bool>& stop);

// With the calling thread alone.
bool solve_box_alone(Box& box, const std::atomic<bool>& stop);

}  // namespace nimsweep::engine_detail
