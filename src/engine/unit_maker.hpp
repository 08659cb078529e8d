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
#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/grundy_box.hpp"
#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep::engine_detail {

// The chunks of one unit in order, and what owns them.
struct MadeUnit {
  std::uint64_t unit = 0;
  std::size_t case_number = 0;
  bool is_complete = false;
  std::vector<std::pair<std::uint64_t, const EncodedChunk*>> chunks;
  std::vector<std::shared_ptr<MatrixBlocks>> blocks;
  std::deque<EncodedChunk> own;
};

// A unit on its way to being made. Units of one large table share its blocks, or its box.
struct UnitTask {
  std::uint64_t unit = 0;
  std::shared_ptr<MatrixBlocks> blocks = {};
  std::shared_ptr<const Box> box = {};
  std::shared_ptr<const GrundyBox> grundy = {};
};

// Do several units of a case of boxes share one?
bool shares_box(const PlanCase& plan_case);

class UnitMaker {
 public:
  // Stops soon after `stop` is set.
  UnitMaker(const Plan& plan, const std::atomic<bool>& stop) : plan_(plan), stop_(stop) {}

  // Called in the order of units, by one thread at a time. A large box is solved here, with the
  // help of all threads: in a task, those that wait for it could not help.
  UnitTask begin(std::uint64_t unit);

  // Called by many threads. Incomplete if stopped.
  MadeUnit make(const UnitTask& task);

 private:
  void make_of_blocks(const PlanCase& plan_case, const UnitTask& task, MadeUnit& made);
  void make_of_boxes(const PlanCase& plan_case, const UnitTask& task, MadeUnit& made);
  void make_of_grundy(const PlanCase& plan_case, const UnitTask& task, MadeUnit& made);
  std::shared_ptr<const GrundyBox> solved_grundy(std::size_t case_number);
  std::unique_ptr<Box> box_of(const PlanCase& plan_case, std::uint64_t matrix) const;
  std::unique_ptr<Box> solved_box(const PlanCase& plan_case, std::uint64_t matrix) const;
  std::uint8_t* begin_chunk(const ChunkLayout& layout);
  void end_chunk(std::uint64_t number, MadeUnit& made);
  template <class Solved>
  bool make_stacked(const PlanCase& plan_case, std::uint64_t number, MadeUnit& made, Solved solved);
  template <class Table>
  void make_players(const PlanCase& plan_case, const Table& table, std::uint64_t number,
                    MadeUnit& made);
  void make_part(const PlanCase& plan_case, const Box& box, std::uint64_t number, MadeUnit& made);

  struct Buffers {
    ChunkEncoder encoder;
    std::vector<std::uint8_t> values;
    std::vector<std::uint16_t> wide_values;
  };

  const Plan& plan_;
  const std::atomic<bool>& stop_;
  std::size_t current_case_ = 0;
  std::shared_ptr<MatrixBlocks> current_;
  std::shared_ptr<const Box> current_box_;
  std::shared_ptr<const GrundyBox> current_grundy_;
  std::uint64_t current_matrix_ = 0;
  tbb::enumerable_thread_specific<Buffers> buffers_;
};

}  // namespace nimsweep::engine_detail
