// The chunks of one matrix's large table. Each is a block that depends only on the first player,
// the machine's state after the prefix, and the place along the cut axis as long as that is not
// saturated; so each different block is filled and compressed once, by whichever thread needs it
// first.
#pragma once

#include <tbb/concurrent_unordered_map.h>

#include <cstdint>
#include <mutex>
#include <vector>

#include "nimsweep/job/plan.hpp"
#include "nimsweep/solve/last_nim_table.hpp"
#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep {

class MatrixBlocks {
 public:
  MatrixBlocks(const PlanCase& of_case, int passes, std::uint64_t matrix);

  std::uint64_t matrix() const noexcept { return matrix_; }

  // The chunk that begins at `origin`, which lies in this matrix. Lives as long as this does.
  const EncodedChunk& chunk_at(const std::vector<std::uint64_t>& origin, ChunkEncoder& encoder);

 private:
  struct Slot {
    std::once_flag made;
    EncodedChunk chunk;
  };

  const ChunkLayout& layout_;
  std::uint64_t matrix_;
  LastNimTable table_;
  std::uint64_t places_;  // along the cut axis that differ
  tbb::concurrent_unordered_map<std::uint64_t, Slot> slots_;
};

}  // namespace nimsweep
