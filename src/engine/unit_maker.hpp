// Makes the chunks of a work unit, on any thread.
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "engine/matrix_blocks.hpp"
#include "nimsweep/job/plan.hpp"
#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep {

// The chunks of one unit in order, and what owns them.
struct MadeUnit {
  std::uint64_t unit = 0;
  std::size_t of_case = 0;
  bool is_complete = false;
  std::vector<std::pair<std::uint64_t, const EncodedChunk*>> chunks;
  std::vector<std::shared_ptr<MatrixBlocks>> blocks;
  std::deque<EncodedChunk> own;
};

// A unit on its way to being made. Units of one large table share its blocks.
struct UnitTask {
  std::uint64_t unit = 0;
  std::shared_ptr<MatrixBlocks> blocks;
};

class UnitMaker {
 public:
  // Stops soon after `stop` is set.
  UnitMaker(const Plan& plan, const std::atomic<bool>& stop) : plan_(plan), stop_(stop) {}

  // Called in the order of units, by one thread at a time.
  UnitTask begin(std::uint64_t unit);

  // Called by many threads. Incomplete if stopped.
  MadeUnit make(const UnitTask& task);

 private:
  void make_stacked(const PlanCase& of_case, std::uint64_t number, MadeUnit& made);
  void make_players(const PlanCase& of_case, const LastNimTable& table, std::uint64_t number,
                    MadeUnit& made);

  struct Buffers {
    ChunkEncoder encoder;
    std::vector<std::uint8_t> values;
  };

  const Plan& plan_;
  const std::atomic<bool>& stop_;
  std::size_t current_case_ = 0;
  std::shared_ptr<MatrixBlocks> current_;
  tbb::enumerable_thread_specific<Buffers> buffers_;
};

}  // namespace nimsweep
