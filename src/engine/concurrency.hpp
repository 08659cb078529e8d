// How much goes on at a time.
#pragma once

#include <tbb/info.h>

#include <cstddef>

namespace nimsweep {

inline int thread_count(int wanted) {
  return wanted > 0 ? wanted : tbb::info::default_concurrency();
}

// Enough that nobody waits for the writer, few enough to be small.
inline std::size_t units_under_way(int threads) {
  return 2 * static_cast<std::size_t>(threads) + 2;
}

}  // namespace nimsweep
