// Large tables of games whose values an automaton over binary digits gives: a chunk is a block, and
// there are about as many different blocks as the automaton has states. So each is filled and
// compressed once.
//
// The automaton is looked for, and proved, when the first unit of its matrix begins. Where none is
// found, all cores solve the matrix's box, and the blocks are cut from that.
#include <fmt/format.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <variant>

#include "engine/box_source.hpp"
#include "engine/concurrency.hpp"
#include "engine/kept_chunks.hpp"
#include "engine/solve_box.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/stopwatch.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/digit_table.hpp"

namespace nimsweep::engine_detail {

namespace {

// The values of one matrix.
struct MatrixBlocks {
  std::uint64_t matrix = 0;
  std::optional<DigitTable> digits = {};
  std::unique_ptr<Box> box = {};  // instead
  KeptChunks chunks = {};
};

class DigitBlocks final : public BoxSource {
 public:
  // Boxes that need more memory are refused.
  DigitBlocks(const Plan& plan, const PlanCase& plan_case, const std::atomic<bool>& stop,
              std::uint64_t memory_limit)
      : BoxSource(plan, plan_case, stop), memory_limit_(memory_limit) {}

  Task begin(std::uint64_t unit) override {
    const auto [from, to] = case_.chunks_of(unit);
    std::vector<std::shared_ptr<MatrixBlocks>> blocks;
    for (std::uint64_t matrix = matrix_of(from); matrix <= matrix_of(to - 1); ++matrix) {
      if (!current_ || current_->matrix != matrix) current_ = blocks_of(matrix);
      if (!current_) return [] { return MadeUnit(); };
      blocks.push_back(current_);
    }
    return [this, unit, blocks = std::move(blocks)] { return make(unit, blocks); };
  }

  // Includes room for boxes, unless every matrix of a sample has an automaton. For small boxes of
  // many matrices the room is always included.
  std::uint64_t memory(std::uint64_t, std::uint64_t units) const override {
    const std::uint64_t matrices =
        divided_up(chunks_under_way(units), case_.chunks_per_matrix()) + 1;
    const std::uint64_t kept = case_.chunks_per_matrix() * (case_.layout.chunk_bytes / 500 + 300);
    const std::uint64_t bytes = matrices * std::min<std::uint64_t>(kept, KeptChunks::kMaxBytes);
    if (!some_need_boxes()) return bytes;
    return std::min(kMostBytes, bytes + memory_of(matrices + 1, units));
  }

  // Estimated from a few matrices, each for an equal share.
  CaseEstimate estimate() override {
    constexpr std::uint64_t kMostTried = 8;
    const std::uint64_t tried = std::min(case_.matrix_count, kMostTried);
    const double share = 1 / static_cast<double>(tried);
    const auto matrices = share * static_cast<double>(case_.matrix_count);
    std::optional<CaseEstimate> of_boxes;  // for the whole case
    CaseEstimate sum;
    for (std::uint64_t k = 0; k < tried; ++k) {
      const std::uint64_t matrix = (2 * k + 1) * case_.matrix_count / (2 * tried);
      const Stopwatch watch;
      if (const auto digits = digits_of(matrix)) {
        const double to_find = watch.seconds();
        const CaseEstimate blocks = try_blocks(matrix, *digits);
        sum.seconds += matrices * (to_find + blocks.seconds);
        sum.bytes += matrices * blocks.bytes;
      } else {
        sum.seconds += matrices * watch.seconds();
        if (!of_boxes) of_boxes = BoxSource::estimate();
        sum.seconds += share * of_boxes->seconds;
        sum.seconds_alone += share * of_boxes->seconds_alone;
        sum.bytes += share * of_boxes->bytes;
      }
    }
    return sum;
  }

 private:
  std::uint64_t matrix_of(std::uint64_t number) const { return number / case_.chunks_per_matrix(); }

  std::optional<DigitTable> digits_of(std::uint64_t matrix) const {
    try {
      const auto found = find_digit_machine(*plan_.ruleset, case_.matrices[matrix],
                                            static_cast<int>(case_.bounds.size()), passes(), {},
                                            [this] { return is_stopped(); });
      if (const auto* proved = std::get_if<ProvedMachine>(&found))
        return DigitTable(proved->machine, case_.bounds,
                          std::span(case_.layout.chunk).subspan(kPileAxes));
      return std::nullopt;
    } catch (const Error& error) {
      throw at_matrix(error, matrix);
    }
  }

  // Nothing if stopped.
  std::shared_ptr<MatrixBlocks> blocks_of(std::uint64_t matrix) const {
    auto blocks = std::make_shared<MatrixBlocks>();
    blocks->matrix = matrix;
    try {
      blocks->digits = digits_of(matrix);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::interrupted) return nullptr;
      throw;
    }
    if (blocks->digits) return blocks;
    check_room_for_box(matrix);
    blocks->box = box_of(matrix);
    return solve_box(*blocks->box, stop_) ? blocks : nullptr;
  }

  // Units of the matrix before it may still be under way, and that may have a box, too.
  void check_room_for_box(std::uint64_t matrix) const {
    const Uint128 bytes = 2 * bytes_of_box();
    if (bytes <= memory_limit_) return;
    throw at_matrix(
        Error(ErrorKind::input,
              fmt::format(
                  "no automaton over digits was found, and boxes take {}; expected at most "
                  "{} of memory, with smaller bounds",
                  describe_bytes(static_cast<std::uint64_t>(std::min<Uint128>(bytes, kMostBytes))),
                  describe_bytes(memory_limit_))),
        matrix);
  }

  // A guess from a sample of matrices; for small boxes of many matrices simply yes.
  bool some_need_boxes() const {
    constexpr std::uint64_t kSmallBox = std::uint64_t{256} << 20;
    constexpr std::uint64_t kFewMatrices = 64;
    if (bytes_of_box() <= kSmallBox && case_.matrix_count > kFewMatrices) return true;
    std::call_once(looked_at_some_, [&] {
      const std::uint64_t looked_at = std::min(case_.matrix_count, kFewMatrices);
      std::atomic<bool> some = false;
      // Otherwise a thread that waits may take up other work, which asks the same.
      tbb::this_task_arena::isolate([&] {
        for_each_below(looked_at, [&](std::uint64_t k) {
          if (!some && !digits_of(k * case_.matrix_count / looked_at)) some = true;
        });
      });
      some_need_boxes_ = some;
    });
    return some_need_boxes_;
  }

  MadeUnit make(std::uint64_t unit, const std::vector<std::shared_ptr<MatrixBlocks>>& blocks) {
    MadeUnit made;
    made.owners.assign(blocks.begin(), blocks.end());
    const auto [from, to] = case_.chunks_of(unit);
    made.chunks.reserve(static_cast<std::size_t>(to - from));
    std::vector<std::uint64_t> origin;
    for (std::uint64_t number = from; number < to; ++number) {
      if (is_stopped()) return made;
      MatrixBlocks& here = *blocks[static_cast<std::size_t>(matrix_of(number) - matrix_of(from))];
      case_.layout.origin_of(number, origin);
      if (here.box)
        add_chunk(number, made, [&](std::uint8_t* out) { copy_block(*here.box, origin, out); });
      else
        made.chunks.emplace_back(number, &chunk_at(origin, here, made.own));
    }
    made.is_complete = true;
    return made;
  }

  const EncodedChunk& chunk_at(const std::vector<std::uint64_t>& origin, MatrixBlocks& here,
                               std::deque<EncodedChunk>& own) {
    const auto block = here.digits->block_at(static_cast<Seat>(origin[kFirstAxis]),
                                             std::span(origin).subspan(kPileAxes));
    return here.chunks.get(
        block, [&] { return encoded(*here.digits, block); }, own);
  }

  EncodedChunk encoded(const DigitTable& digits, DigitTable::BlockId block) {
    std::vector<std::uint8_t> values(digits.block_bytes());
    digits.fill(block, values);
    return encoder().encode(values);
  }

  // Row by row; beyond the bounds are zeros.
  void copy_block(const Box& box, const std::vector<std::uint64_t>& origin,
                  std::uint8_t* out) const {
    const std::span dims = std::span(case_.layout.dims).subspan(kPileAxes);
    const std::span extents = std::span(case_.layout.chunk).subspan(kPileAxes);
    const std::span begin = std::span(origin).subspan(kPileAxes);
    const std::size_t last = dims.size() - 1;
    const Counters end = std::min(begin[last] + extents[last], dims[last]);
    std::vector<Counters> prefix(begin.begin(), begin.end() - 1);
    for (;; out += extents[last]) {
      const bool is_inside = std::ranges::equal(prefix, dims.first(last), std::less());
      if (is_inside) box.copy(static_cast<Seat>(origin[kFirstAxis]), prefix, begin[last], end, out);
      std::size_t j = last;
      while (j > 0 && prefix[j - 1] + 1 == begin[j - 1] + extents[j - 1]) {
        prefix[j - 1] = begin[j - 1];
        --j;
      }
      if (j == 0) return;
      ++prefix[j - 1];
    }
  }

  // Blocks at some places, spread over the matrix's table, tell how many different ones there are;
  // and some of these, how long one takes.
  CaseEstimate try_blocks(std::uint64_t matrix, const DigitTable& digits) {
    constexpr std::uint64_t kPlaces = 4096;
    constexpr std::size_t kTrials = 8;
    const std::uint64_t chunks = case_.chunks_per_matrix();
    const std::uint64_t places = std::min(chunks, kPlaces);
    std::set<DigitTable::BlockId> different;
    for (std::uint64_t k = 0; k < places; ++k) {
      const auto number =
          matrix * chunks + static_cast<std::uint64_t>(Uint128{k} * chunks / places);
      const auto origin = case_.layout.origin_of(number);
      different.insert(digits.block_at(static_cast<Seat>(origin[kFirstAxis]),
                                       std::span(origin).subspan(kPileAxes)));
    }
    const Stopwatch watch;
    std::size_t made = 0;
    double bytes = 0;
    for (const DigitTable::BlockId block : different) {
      bytes += static_cast<double>(encoded(digits, block).bytes.size());
      if (++made == kTrials) break;
    }
    const auto tried = static_cast<double>(made);
    return {.seconds = watch.seconds() / tried * static_cast<double>(different.size()),
            .bytes = bytes / tried * static_cast<double>(chunks)};
  }

  std::uint64_t memory_limit_;
  std::shared_ptr<MatrixBlocks> current_;
  mutable std::once_flag looked_at_some_;
  mutable bool some_need_boxes_ = false;
};

}  // namespace

std::unique_ptr<UnitSource> make_digit_blocks(const Plan& plan, const PlanCase& plan_case,
                                              const std::atomic<bool>& stop,
                                              std::uint64_t memory_limit) {
  return std::make_unique<DigitBlocks>(plan, plan_case, stop, memory_limit);
}

}  // namespace nimsweep::engine_detail
