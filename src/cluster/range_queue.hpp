// Hands out ranges of units: large ones first, so that asking costs little, and smaller ones at the
// end, so that all processes finish at about the same time. None is very small, because a table has
// one shard per range: there are about twelve per process. Units that are much work each are handed
// out one by one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "nimsweep/cluster/communicator.hpp"

namespace nimsweep::cluster_detail {

class RangeQueue {
 public:
  explicit RangeQueue(int processes) : processes_(static_cast<std::uint64_t>(processes)) {}

  // The next of `units` units of kind `work`. Thread-safe.
  std::optional<UnitRange> next(std::size_t work, std::uint64_t units, Handout handout) {
    const std::lock_guard lock(mutex_);
    if (work >= next_.size()) next_.resize(work + 1);
    std::uint64_t& next = next_[work];
    if (next >= units) return std::nullopt;
    const std::uint64_t left = units - next;
    const std::uint64_t count =
        handout == Handout::one_by_one
            ? 1
            : std::max({std::uint64_t{1}, left / (4 * processes_), units / (32 * processes_)});
    const UnitRange range{next, next + std::min(count, left)};
    next = range.to;
    return range;
  }

 private:
  std::uint64_t processes_;
  std::mutex mutex_;
  std::vector<std::uint64_t> next_;  // by kind of work
};

}  // namespace nimsweep::cluster_detail
