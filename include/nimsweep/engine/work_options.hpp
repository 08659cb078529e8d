// Options of sweeps and hunts.
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>

namespace nimsweep {

struct WorkOptions {
  int threads = 0;  // 0: one for each core
  double checkpoint_seconds = 10;
  bool fresh = false;             // discard what earlier runs left
  const std::atomic<bool>& stop;  // set by anybody, at any moment
  bool locks = true;              // false: the user keeps runs apart
  std::uint64_t memory_limit = std::numeric_limits<std::uint64_t>::max();  // bytes
};

}  // namespace nimsweep
