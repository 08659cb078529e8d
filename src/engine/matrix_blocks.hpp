// The chunks of one matrix's large table. Each is a block that depends only on the first player,
// the machine's state after the prefix, and the place along the cut axis as long as that is not
// saturated; so each different block is filled and compressed once, by whichever thread needs it
// first, and kept for the others as long as all that is kept stays within kMaxKeptBytes.
#pragma once

#include <tbb/concurrent_unordered_map.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "nimsweep/job/plan.hpp"
#include "nimsweep/solve/last_nim_table.hpp"
#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep::engine_detail {

// The table of one matrix of a case. What is too large is told with the case and the matrix.
LastNimTable table_of(const PlanCase& plan_case, int passes, std::uint64_t matrix);

class MatrixBlocks {
 public:
  static constexpr std::size_t kPileAxes = 2;  // after the matrix and the first player
  static constexpr std::size_t kMaxKeptBytes = std::size_t{256} << 20;

  MatrixBlocks(const PlanCase& plan_case, int passes, std::uint64_t matrix);

  std::uint64_t matrix() const noexcept { return matrix_; }

  // Builds the machine, if that is not done yet.
  void build();

  // At most so many, once it is built.
  std::uint64_t different_chunks() const noexcept {
    return static_cast<std::uint64_t>(table_->players()) *
           table_->states_after(layout_.cut_axis - kPileAxes) * places_;
  }

  // The chunk that begins at `origin`, which lies in this matrix. It lives as long as this does, or
  // is one more of the caller's `own`. Called by many threads.
  const EncodedChunk& chunk_at(const std::vector<std::uint64_t>& origin, ChunkEncoder& encoder,
                               std::deque<EncodedChunk>& own);

 private:
  struct Slot {
    std::once_flag made;
    EncodedChunk chunk;
  };

  EncodedChunk make(Seat first, LastNimTable::StateId state, std::uint64_t place,
                    ChunkEncoder& encoder) const;

  const PlanCase& case_;
  const ChunkLayout& layout_;
  int passes_;
  std::uint64_t matrix_;
  std::once_flag built_;
  std::exception_ptr failure_;
  std::optional<LastNimTable> table_;
  std::uint64_t places_ = 0;  // along the cut axis that differ
  std::atomic<std::size_t> kept_bytes_ = 0;
  tbb::concurrent_unordered_map<std::uint64_t, Slot> slots_;
};

}  // namespace nimsweep::engine_detail
