// Large tables of Last Nim: a chunk is a block of one matrix's table. It depends only on the first
// player, the machine's state after the prefix, and the place along the cut axis as long as that is
// not saturated. So each different block is filled and compressed once.
#include <exception>
#include <mutex>
#include <optional>
#include <set>
#include <span>

#include "engine/kept_chunks.hpp"
#include "engine/last_nim_tables.hpp"
#include "nimsweep/engine/stopwatch.hpp"

namespace nimsweep::engine_detail {

namespace {

// The chunks of one matrix.
class MatrixChunks {
 public:
  MatrixChunks(const ChunkLayout& layout, std::uint64_t matrix)
      : layout_(layout), matrix_(matrix) {}

  std::uint64_t matrix() const noexcept { return matrix_; }

  // Calls `table()` unless somebody has.
  template <class Table>
  void build(Table table) {
    std::call_once(built_, [&] {
      try {
        table_.emplace(table());
        places_ = table_->letters() / layout_.chunk[layout_.cut_axis] + 2;
      } catch (...) {  // for all who need it: left to call_once, each would try again
        failure_ = std::current_exception();
      }
    });
    if (failure_) std::rethrow_exception(failure_);
  }

  // At most this many, once it is built.
  std::uint64_t different_chunks() const noexcept {
    return static_cast<std::uint64_t>(table_->players()) *
           table_->states_after(layout_.cut_axis - kPileAxes) * places_;
  }

  // The chunk that begins at `origin`, once it is built; see KeptChunks::get.
  const EncodedChunk& chunk_at(const std::vector<std::uint64_t>& origin, ChunkEncoder& encoder,
                               std::deque<EncodedChunk>& own) {
    const std::size_t cut = layout_.cut_axis;
    const auto first = static_cast<Seat>(origin[kFirstAxis]);
    const auto state = table_->state_after(std::span(origin).subspan(kPileAxes, cut - kPileAxes));
    const std::uint64_t place = std::min(origin[cut] / layout_.chunk[cut], places_ - 1);
    const std::uint64_t key =
        (static_cast<std::uint64_t>(first) * table_->states() + state) * places_ + place;
    return chunks_.get(
        key, [&] { return make(first, state, place, encoder); }, own);
  }

 private:
  EncodedChunk make(Seat first, LastNimTable::StateId state, std::uint64_t place,
                    ChunkEncoder& encoder) const {
    const std::size_t cut = layout_.cut_axis;
    const std::uint64_t extent = layout_.chunk[cut];
    std::vector<std::uint8_t> values(static_cast<std::size_t>(layout_.chunk_bytes));
    table_->fill_block(first, state, cut - kPileAxes, place * extent, extent, values);
    return encoder.encode(values);
  }

  const ChunkLayout& layout_;
  std::uint64_t matrix_;
  std::once_flag built_;
  std::exception_ptr failure_;
  std::optional<LastNimTable> table_;
  std::uint64_t places_ = 0;  // along the cut axis that differ
  KeptChunks chunks_;
};

class MachineBlocks final : public LastNimTables {
 public:
  using LastNimTables::LastNimTables;

  Task begin(std::uint64_t unit) override {
    const std::uint64_t matrix = matrix_of(case_.chunks_of(unit).first);
    if (!current_ || current_->matrix() != matrix) current_ = blocks_of(matrix);
    return [this, unit, blocks = current_] { return make(unit, blocks); };
  }

  std::uint64_t memory(std::uint64_t cores, std::uint64_t units) const override {
    const std::uint64_t matrices =
        divided_up(chunks_under_way(units), case_.chunks_per_matrix()) + 1;
    const std::uint64_t kept = case_.chunks_per_matrix() * (case_.layout.chunk_bytes / 500 + 300);
    return cores * machine_bytes() +
           matrices * std::min<std::uint64_t>(kept, KeptChunks::kMaxBytes);
  }

  // Two matrices stand for all.
  CaseEstimate estimate() override {
    const CaseEstimate first = try_matrix(0);
    const CaseEstimate middle = try_matrix(case_.matrix_count / 2);
    const auto matrices = static_cast<double>(case_.matrix_count) / 2;
    return {.seconds = matrices * (first.seconds + middle.seconds),
            .bytes = matrices * (first.bytes + middle.bytes)};
  }

 private:
  std::uint64_t matrix_of(std::uint64_t number) const { return number / case_.chunks_per_matrix(); }

  std::shared_ptr<MatrixChunks> blocks_of(std::uint64_t matrix) const {
    return std::make_shared<MatrixChunks>(case_.layout, matrix);
  }

  // `blocks` are those of the unit's first matrix.
  MadeUnit make(std::uint64_t unit, std::shared_ptr<MatrixChunks> blocks) {
    MadeUnit made;
    const auto [from, to] = case_.chunks_of(unit);
    made.chunks.reserve(static_cast<std::size_t>(to - from));
    made.owners.push_back(blocks);
    std::vector<std::uint64_t> origin;
    for (std::uint64_t number = from; number < to; ++number) {
      if (is_stopped()) return made;
      if (blocks->matrix() != matrix_of(number))
        made.owners.push_back(blocks = blocks_of(matrix_of(number)));
      blocks->build([&] { return table_of(blocks->matrix()); });
      case_.layout.origin_of(number, origin);
      made.chunks.emplace_back(number, &blocks->chunk_at(origin, encoder(), made.own));
    }
    made.is_complete = true;
    return made;
  }

  // Some chunks, spread over the matrix's table, stand for all.
  CaseEstimate try_matrix(std::uint64_t matrix) {
    constexpr std::uint64_t kTrials = 8;
    const std::uint64_t chunks = case_.chunks_per_matrix();
    MatrixChunks blocks(case_.layout, matrix);
    const Stopwatch watch;
    blocks.build([&] { return table_of(matrix); });
    const double to_build = watch.seconds();
    std::deque<EncodedChunk> own;
    std::set<const EncodedChunk*> made;
    double bytes = 0;
    for (std::uint64_t k = 0; k < kTrials; ++k) {
      const std::uint64_t number = matrix * chunks + k * (chunks - 1) / (kTrials - 1);
      const EncodedChunk& chunk = blocks.chunk_at(case_.layout.origin_of(number), encoder(), own);
      made.insert(&chunk);
      bytes += static_cast<double>(chunk.bytes.size());
    }
    const double per_block = (watch.seconds() - to_build) / static_cast<double>(made.size());
    const auto different = static_cast<double>(std::min(chunks, blocks.different_chunks()));
    return {.seconds = to_build + different * per_block,
            .bytes = bytes / static_cast<double>(kTrials) * static_cast<double>(chunks)};
  }

  std::shared_ptr<MatrixChunks> current_;
};

}  // namespace

std::unique_ptr<UnitSource> make_machine_blocks(const Plan& plan, const PlanCase& plan_case,
                                                const std::atomic<bool>& stop) {
  return std::make_unique<MachineBlocks>(plan, plan_case, stop);
}

}  // namespace nimsweep::engine_detail
