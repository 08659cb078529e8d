// Where the work units of a case come from. The plan decides which kind of table a case is; each
// kind is one class in one file, which knows how to make a unit, how much memory that takes, and
// how to estimate the whole case from a trial. A new kind is a new file, and a line in
// make_unit_source.
#pragma once

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "nimsweep/job/plan.hpp"
#include "nimsweep/store/chunk_codec.hpp"

namespace nimsweep::engine_detail {

// The chunks of one unit in order, and what owns them.
struct MadeUnit {
  bool is_complete = false;
  std::vector<std::pair<std::uint64_t, const EncodedChunk*>> chunks = {};
  std::deque<EncodedChunk> own = {};
  std::vector<std::shared_ptr<const void>> owners = {};  // of the other chunks
  // The entries of its matrices, if they were made; the file has them, too.
  std::vector<std::uint8_t> matrices = {};
};

// Stands for this many bytes or more.
inline constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 62;

// A whole case.
struct CaseEstimate {
  double seconds = 0;        // of one core, which others can help
  double seconds_alone = 0;  // which others cannot help with
  double bytes = 0;          // of the chunks
};

class UnitSource {
 public:
  // Stops soon after `stop` is set. All three have to outlive it.
  UnitSource(const Plan& plan, const PlanCase& plan_case, const std::atomic<bool>& stop);
  virtual ~UnitSource() = default;
  UnitSource(const UnitSource&) = delete;
  UnitSource& operator=(const UnitSource&) = delete;

  // Makes a unit, on any thread; incomplete if stopped. Valid as long as its source.
  using Task = std::function<MadeUnit()>;

  // Called in the order of units, by one thread at a time. What several units share is begun here.
  virtual Task begin(std::uint64_t unit) = 0;

  // An upper bound in bytes, with this many cores and units under way.
  virtual std::uint64_t memory(std::uint64_t cores, std::uint64_t units) const = 0;

  // Takes as long as making some chunks.
  virtual CaseEstimate estimate() = 0;

 protected:
  bool is_stopped() const noexcept { return stop_.load(std::memory_order_relaxed); }
  Counters passes() const { return static_cast<Counters>(plan_.job.passes); }

  // The error, with the case and the matrix in its message.
  Error at_matrix(const Error& error, std::uint64_t matrix) const;

  std::uint64_t chunks_under_way(std::uint64_t units) const {
    return std::min(units * case_.chunks_per_unit, case_.layout.chunks);
  }

  ChunkEncoder& encoder() { return buffers_.local().encoder; }

  // Encodes what `fill(first byte)` writes over zeros.
  template <class Fill>
  void add_chunk(std::uint64_t number, MadeUnit& made, Fill fill) {
    add_filled_chunk(number, made, [&](std::span<std::uint8_t> out) {
      std::ranges::fill(out, std::uint8_t{0});
      fill(out.data());
    });
  }

  // Encodes what `fill(bytes)` writes to all of them.
  template <class Fill>
  void add_filled_chunk(std::uint64_t number, MadeUnit& made, Fill fill) {
    Buffers& buffers = buffers_.local();
    buffers.values.resize(static_cast<std::size_t>(case_.layout.chunk_bytes));
    fill(std::span(buffers.values));
    made.own.push_back(encoded(buffers, number));
    made.chunks.emplace_back(number, &made.own.back());
  }

  // Whole tables of consecutive matrices; beyond the last one are zeros. `table_of(matrix)` points
  // to nothing if stopped; `copy(table, first, out)` writes the values of one first player and
  // returns the byte after them.
  template <class TableOf, class Copy>
  bool add_stack(std::uint64_t number, MadeUnit& made, TableOf table_of, Copy copy) {
    const std::uint64_t begin = number * case_.layout.chunk[kMatrixAxis];
    const std::uint64_t end = std::min(begin + case_.layout.chunk[kMatrixAxis], case_.matrix_count);
    bool is_whole = true;
    add_chunk(number, made, [&](std::uint8_t* out) {
      for (std::uint64_t matrix = begin; is_whole && matrix < end; ++matrix) {
        const auto table = table_of(matrix);
        is_whole = static_cast<bool>(table);
        for (Seat first = 0; is_whole && first < case_.players; ++first)
          out = copy(*table, first, out);
      }
    });
    return is_whole;
  }

  // Some first players of one matrix, with all their positions.
  template <class Table, class Copy>
  void add_players(std::uint64_t number, MadeUnit& made, const Table& table, Copy copy) {
    const std::uint64_t begin = case_.layout.origin_of(number)[kFirstAxis];
    const std::uint64_t end =
        std::min(begin + case_.layout.chunk[kFirstAxis], case_.layout.dims[kFirstAxis]);
    add_chunk(number, made, [&](std::uint8_t* out) {
      for (std::uint64_t first = begin; first < end; ++first)
        out = copy(table, static_cast<Seat>(first), out);
    });
  }

  // One unit, from the middle, stands for all.
  CaseEstimate try_unit();

  const Plan& plan_;
  const PlanCase& case_;
  const std::atomic<bool>& stop_;

 private:
  struct Buffers {
    ChunkEncoder encoder;
    std::vector<std::uint8_t> values;
  };

  // The chunk with these values.
  EncodedChunk encoded(Buffers& buffers, std::uint64_t number) const;

  // How chunks repeat that hold many small tables, of all matrices in order and of others.
  StackShape in_order_;
  StackShape in_any_order_;
  tbb::enumerable_thread_specific<Buffers> buffers_;
};

// One function for each kind, in the file of that kind.
using MakeUnitSource = std::unique_ptr<UnitSource>(const Plan& plan, const PlanCase& plan_case,
                                                   const std::atomic<bool>& stop);
MakeUnitSource make_machine_tables, make_machine_blocks, make_boxes, make_shared_boxes,
    make_side_by_side_tables, make_grundy_tables;

// This one learns only from its matrices what it needs, and refuses what takes more memory.
std::unique_ptr<UnitSource> make_digit_blocks(const Plan& plan, const PlanCase& plan_case,
                                              const std::atomic<bool>& stop,
                                              std::uint64_t memory_limit);

// Makes the source for the case's kind.
std::unique_ptr<UnitSource> make_unit_source(const Plan& plan, const PlanCase& plan_case,
                                             const std::atomic<bool>& stop,
                                             std::uint64_t memory_limit = kMostBytes);

}  // namespace nimsweep::engine_detail
