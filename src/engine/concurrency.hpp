// How much goes on at a time.
#pragma once

#include <tbb/info.h>

#include <cstddef>

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace nimsweep {

inline int thread_count(int wanted) {
  return wanted > 0 ? wanted : tbb::info::default_concurrency();
}

// Enough that nobody waits for the writer, few enough to be small.
inline std::size_t units_under_way(int threads) {
  return 2 * static_cast<std::size_t>(threads) + 2;
}

// TBB orders what its tasks do, but in a library that is not instrumented, so that the thread
// sanitizer cannot see it. Where one task goes on with what another has left, both say so; only
// sanitized builds have any of this.
class Handover {
 public:
  void give() {
#if defined(__SANITIZE_THREAD__)
    __tsan_release(this);
#endif
  }
  void take() {
#if defined(__SANITIZE_THREAD__)
    __tsan_acquire(this);
#endif
  }

 private:
  char address_ = 0;
};

}  // namespace nimsweep
