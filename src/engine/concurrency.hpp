// How much goes on at a time, and in what order it comes out.
#pragma once

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

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
  [[maybe_unused]] char address_ = 0;
};

// Takes at once, and gives in the end, however that comes about.
class Turn {
 public:
  explicit Turn(Handover& handover) : handover_(handover) { handover_.take(); }
  ~Turn() { handover_.give(); }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Handover& handover_;
};

// Calls `work` where so many threads help it, even if there are fewer cores.
template <class Work>
void with_threads(int threads, Work work) {
  const tbb::global_control more_than_cores(tbb::global_control::max_allowed_parallelism,
                                            static_cast<std::size_t>(threads));
  tbb::task_arena(threads).execute(std::move(work));
}

// Work that goes through three hands: `next() -> std::optional<Item>` hands it out until there is
// none, `work(Item&)` does it, many items at a time, and `finish(Item&)` takes it in the order in
// which it was handed out. `next` and `finish` are each called by one thread at a time. What
// `finish` throws ends it all.
template <class Item, class Next, class Work, class Finish>
void run_in_order(int threads, Next next, Work work, Finish finish) {
  struct Slot {
    std::optional<Item> item;
    Handover handover = {};
    Slot() = default;
    ~Slot() { handover.take(); }
  };
  // Items leave in the order in which they enter, so a slot is free again when its turn comes.
  std::vector<Slot> slots(units_under_way(threads));
  std::size_t handed_out = 0;
  Handover generator;
  Handover finisher;
  const auto generate = [&](tbb::flow_control& control) -> Slot* {
    const Turn mine(generator);
    Slot* slot = &slots[handed_out++ % slots.size()];
    const Turn turn(slot->handover);
    slot->item = next();
    if (!slot->item) control.stop();
    return slot;
  };
  const auto do_work = [&](Slot* slot) {
    const Turn turn(slot->handover);
    work(*slot->item);
    return slot;
  };
  const auto end = [&](Slot* slot) {
    const Turn mine(finisher);
    const Turn turn(slot->handover);
    finish(*slot->item);
    slot->item.reset();
  };
  struct Whole {  // begins with what the caller has left, and leaves all to him
    Handover& generator;
    Handover& finisher;
    Whole(Handover& first, Handover& last) : generator(first), finisher(last) {
      generator.give();
      finisher.give();
    }
    ~Whole() {
      generator.take();
      finisher.take();
    }
  };
  const Whole whole(generator, finisher);
  using tbb::filter_mode;
  tbb::parallel_pipeline(slots.size(),
                         tbb::make_filter<void, Slot*>(filter_mode::serial_in_order, generate) &
                             tbb::make_filter<Slot*, Slot*>(filter_mode::parallel, do_work) &
                             tbb::make_filter<Slot*, void>(filter_mode::serial_in_order, end));
}

}  // namespace nimsweep
