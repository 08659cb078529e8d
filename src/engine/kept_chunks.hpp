// Chunks that occur more than once: each is made by whichever thread needs it first, and kept for
// the others as long as all that is kept stays within kMaxBytes.
#pragma once

#include <tbb/concurrent_unordered_map.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>

#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep::engine_detail {

class KeptChunks {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  // The chunk with this key, made by `make()` unless it is known. It lives as long as this does, or
  // is one more of the caller's `own`. Called by many threads.
  template <class Make>
  const EncodedChunk& get(std::uint64_t key, Make make, std::deque<EncodedChunk>& own) {
    const auto kept = slots_.find(key);
    if (kept == slots_.end() && bytes_.load(std::memory_order_relaxed) > kMaxBytes)
      return own.emplace_back(make());
    Slot& slot = kept != slots_.end() ? kept->second : slots_[key];
    std::call_once(slot.made, [&] {
      slot.chunk = make();
      bytes_ += sizeof(Slot) + slot.chunk.bytes.size();
    });
    return slot.chunk;
  }

 private:
  struct Slot {
    std::once_flag made;
    EncodedChunk chunk;
  };

  std::atomic<std::size_t> bytes_ = 0;
  tbb::concurrent_unordered_map<std::uint64_t, Slot> slots_;
};

}  // namespace nimsweep::engine_detail
