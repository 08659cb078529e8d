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

// A pipeline hands each unit from stage to stage, and runs a serial stage for one unit after
// another. The thread sanitizer cannot see that, because TBB does it in a library that is not
// instrumented; so every stage says so. Only sanitized builds have any of this.
class StageOrder {
 public:
  // What came before the pipeline is known to its stages, and what they did to what comes after.
  void begin() { release(&generator_), release(&writer_); }
  void end() { acquire(&generator_), acquire(&writer_); }

  void enter_generator() { acquire(&generator_); }
  void leave_generator(void* unit) { release(&generator_), release(unit); }
  static void reuse(void* unit) { acquire(unit); }
  static void enter_maker(void* unit) { acquire(unit); }
  static void leave_maker(void* unit) { release(unit); }
  void enter_writer(void* unit) { acquire(&writer_), acquire(unit); }
  void leave_writer(void* unit) { release(&writer_), release(unit); }

 private:
  static void acquire([[maybe_unused]] void* what) {
#if defined(__SANITIZE_THREAD__)
    __tsan_acquire(what);
#endif
  }
  static void release([[maybe_unused]] void* what) {
#if defined(__SANITIZE_THREAD__)
    __tsan_release(what);
#endif
  }

  char generator_ = 0;  // of these, only the address matters
  char writer_ = 0;
};

}  // namespace nimsweep
