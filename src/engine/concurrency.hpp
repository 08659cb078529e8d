// How much runs at once, and in what order results come out.
#pragma once

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "engine/pipeline.hpp"

#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

namespace nimsweep::engine_detail {

inline int thread_count(int wanted) {
  return wanted > 0 ? wanted : tbb::info::default_concurrency();
}

// Enough that no thread waits for the writer, few enough to need little memory.
inline std::size_t units_under_way(int threads) {
  return 2 * static_cast<std::size_t>(threads) + 2;
}

// TBB orders its tasks in a library that is not instrumented, so the thread sanitizer cannot see
// that order. Where one task continues the work of another, both say so. Only sanitized builds
// contain this.
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
  [[maybe_unused]] char address_ = 0;
};

// Takes when constructed, gives when destroyed.
class HandoverGuard {
 public:
  explicit HandoverGuard(Handover& handover) : handover_(handover) { handover_.take(); }
  ~HandoverGuard() { handover_.give(); }
  HandoverGuard(const HandoverGuard&) = delete;
  HandoverGuard& operator=(const HandoverGuard&) = delete;

 private:
  Handover& handover_;
};

// Calls `work` in an arena of this many threads, even if there are fewer cores.
template <class Work>
void with_threads(int threads, Work work) {
  const tbb::global_control more_than_cores(tbb::global_control::max_allowed_parallelism,
                                            static_cast<std::size_t>(threads));
  tbb::task_arena(threads).execute(std::move(work));
}

// The state that the stages of one run_in_order share.
template <class Item, class Next, class Work, class Finish>
class OrderedRun {
 public:
  OrderedRun(std::size_t under_way, Next& next, Work& work, Finish& finish)
      : next_(next), work_(work), finish_(finish), slots_(under_way) {
    generator_.give();
    finisher_.give();
  }
  ~OrderedRun() {
    generator_.take();
    finisher_.take();
  }
  OrderedRun(const OrderedRun&) = delete;
  OrderedRun& operator=(const OrderedRun&) = delete;

  void run() {
    run_pipeline(slots_.size(),
                 {.state = this,
                  .generate = [](void* run) -> void* { return self(run).generate(); },
                  .work = [](void* run, void* slot) { self(run).work(*as_slot(slot)); },
                  .finish = [](void* run, void* slot) { self(run).finish(*as_slot(slot)); }});
  }

 private:
  struct Slot {
    std::optional<Item> item;
    Handover handover = {};
    Slot() = default;
    ~Slot() { handover.take(); }
  };

  static OrderedRun& self(void* run) { return *static_cast<OrderedRun*>(run); }
  static Slot* as_slot(void* slot) { return static_cast<Slot*>(slot); }

  // Every stage takes its turn before it reads anything.
  Slot* generate() {
    const HandoverGuard mine(generator_);
    Slot& slot = slots_[handed_out_++ % slots_.size()];
    const HandoverGuard turn(slot.handover);
    slot.item = next_();
    return slot.item ? &slot : nullptr;
  }
  void work(Slot& slot) {
    const HandoverGuard turn(slot.handover);
    work_(*slot.item);
  }
  void finish(Slot& slot) {
    const HandoverGuard mine(finisher_);
    const HandoverGuard turn(slot.handover);
    finish_(*slot.item);
    slot.item.reset();
  }

  Next& next_;
  Work& work_;
  Finish& finish_;
  // Items leave in the order in which they entered, so a slot is free when its turn comes again.
  std::vector<Slot> slots_;
  std::size_t handed_out_ = 0;
  Handover generator_;
  Handover finisher_;
};

// A pipeline of three stages: `next() -> std::optional<Item>` hands out items until there are none,
// `work(Item&)` is called for many items at once, and `finish(Item&)` gets them in the order in
// which they were handed out. `next` and `finish` are each called by one thread at a time. An
// exception ends the run.
template <class Item, class Next, class Work, class Finish>
void run_in_order(int threads, Next next, Work work, Finish finish) {
  OrderedRun<Item, Next, Work, Finish>(units_under_way(threads), next, work, finish).run();
}

// Calls work(0) to work(count - 1), many at once, with the threads of the arena. (What TBB's own
// parallel loops do in headers looks like a race to the thread sanitizer.)
template <class Work>
void for_each_below(std::uint64_t count, Work work) {
  std::uint64_t next = 0;
  run_in_order<std::uint64_t>(
      tbb::this_task_arena::max_concurrency(),
      [&] { return next < count ? std::optional(next++) : std::nullopt; },
      [&](std::uint64_t number) { work(number); }, [](std::uint64_t) {});
}

}  // namespace nimsweep::engine_detail
