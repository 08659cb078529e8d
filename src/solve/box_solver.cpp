#include "nimsweep/solve/box_solver.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>
#include <utility>
#include <variant>

#include "solve/box_layout.hpp"
#include "solve/box_rows.hpp"

namespace nimsweep {

using namespace solve_detail;

// One block while it is solved.
class BoxSolver::Block {
 public:
  Block(BoxSolver& box, std::size_t column)
      : layout_(*box.layout_),
        kernels_(row_kernels()),
        values_(box.values_.get()),
        positions_(box.positions_),
        column_(column),
        begin_(layout_.whole_rows ? 0 : column * layout_.column_length),
        length_(layout_.whole_rows ? layout_.length
                                   : std::min(layout_.column_length, layout_.length - begin_)),
        padded_(padded_row(length_)),
        layers_(static_cast<std::size_t>(layout_.passes) + 1),
        piles_(layout_.extents.size(), 0),
        rows_in_planes_(layout_.extents.size(), 0) {
    for (const Counters step : layout_.moves.steps)
      if (step < layout_.length) longest_step_ = static_cast<std::size_t>(step);
    allocate();
  }

  // All rows of one plane along the first axis.
  void solve_plane(std::size_t place) {
    const std::size_t rows = layout_.last > 0 ? layout_.rows_after[0] : 1;
    std::fill(piles_.begin(), piles_.end(), 0);
    if (layout_.last > 0) piles_[0] = place;
    std::size_t row = 0;
    std::size_t end = rows;
    if (layout_.whole_rows) {
      piles_[1] = column_ * layout_.column_length;
      row = piles_[1] * layout_.rows_after[1];
      end = std::min(row + layout_.column_length * layout_.rows_after[1], rows);
    }
    for (; row < end; ++row) {
      row_ = place * rows + row;
      for (std::size_t a = layout_.last, sum = 0; a-- > 0; sum += piles_[a] * layout_.rows_after[a])
        rows_in_planes_[a] = sum;
      for (std::size_t pass = 0; pass < layers_; ++pass) solve_row(pass);
      for (std::size_t a = layout_.last; a-- > 1;) {
        if (++piles_[a] < layout_.extents[a]) break;
        piles_[a] = 0;
      }
    }
  }

 private:
  // One piece of memory for all rows and planes of the block.
  void allocate() {
    const std::size_t row_bytes = layout_.players * padded_;
    const std::size_t window_stride = longest_step_ + padded_;
    const auto plane_bytes = [&](const BoxLayout::Set& set) {
      return layout_.is_shared(set) ? 0 : layers_ * layout_.rows_after[set.first] * row_bytes;
    };
    std::size_t bytes = 5 * row_bytes + layout_.players * window_stride;
    for (const BoxLayout::Set& set : layout_.sets) bytes += plane_bytes(set);
    bytes_ = std::make_unique_for_overwrite<std::uint8_t[]>(bytes);
    std::uint8_t* next = bytes_.get();
    const auto take = [&](std::size_t count) { return std::exchange(next, next + count); };
    for (PlayerRows* rows : {&ranks_, &before_, &lower_, &diagonal_, &found_})
      *rows = {take(row_bytes), padded_};
    for (const BoxLayout::Set& set : layout_.sets)
      planes_.push_back(layout_.is_shared(set) ? nullptr : take(plane_bytes(set)));
    window_ = {take(layout_.players * window_stride), window_stride};
  }

  // What the other rows offer is gathered, the row is solved along its length, and what it offers
  // in turn is brought forward.
  void solve_row(std::size_t pass) {
    has_ranks_ = false;
    const std::size_t chained = gather_moves(pass);
    const bool on_diagonal = layout_.moves.diagonal && gather_diagonal(pass);
    if (pass > 0) offer(before_);  // what a pass leads to
    const std::size_t stuck = stuck_positions();
    set_stuck(stuck);

    const bool is_wanted = pass + 1 == layers_;
    const PlayerRows values{values_ + row_ * layout_.length + begin_, positions_};
    if (layout_.moves.steps.empty()) {
      const bool in_place = length_ == padded_;  // or the next row would be written to
      const PlayerRows into = in_place ? values : found_;
      walk_chain(chained, pass, is_wanted ? into : PlayerRows{});
      bring_forward(pass);
      if (is_wanted && !in_place) copy_found(values);
    } else {
      walk_steps(stuck, pass);
      if (is_wanted) copy_found(values);
    }
    if (layout_.moves.diagonal) bring_diagonal_forward(pass, on_diagonal);
    std::swap(ranks_, before_);
  }

  // Returns how many positions can lower the last pile.
  std::size_t gather_moves(std::size_t pass) {
    if (layout_.moves.smallest) return gather_smallest(pass);
    if (layout_.moves.steps.empty())
      gather_sets(pass);
    else
      gather_steps(pass);
    return length_;
  }

  // The first `stuck` positions have no move, and where nobody can move nobody passes: so this
  // comes after all options.
  void set_stuck(std::size_t stuck) const {
    if (!has_ranks_) std::memset(ranks_.bytes, kNoOption, layout_.players * padded_);
    for (int i = 0; stuck > 0 && i < layout_.tables.players; ++i)
      std::memset(ranks_.of(i), layout_.tables.stuck[static_cast<std::size_t>(i)], stuck);
  }

  // Lowers the last pile to any size, along the row.
  void walk_chain(std::size_t chained, std::size_t pass, PlayerRows values) const {
    std::uint8_t* best = layout_.chain_ends.get() + (row_ * layers_ + pass) * layout_.players;
    if (begin_ == 0) std::memset(best, kNoOption, layout_.players);
    kernels_.solve(layout_.tables, {.ranks = ranks_,
                                    .length = padded_,
                                    .chained = chained,
                                    .best = best,
                                    .lower = layout_.wants_lower ? lower_ : PlayerRows{},
                                    .values = values});
  }

  void copy_found(PlayerRows values) const {
    for (int i = 0; i < layout_.tables.players; ++i)
      std::memcpy(values.of(i), found_.of(i), length_);
  }

  // More options of this row.
  void offer(PlayerRows options) {
    if (has_ranks_)
      kernels_.best_of(layout_.tables.players, ranks_, ranks_, options, padded_);
    else
      copy(ranks_, options);
    has_ranks_ = true;
  }

  void copy(PlayerRows into, PlayerRows from) const {
    for (int i = 0; i < layout_.tables.players; ++i) std::memcpy(into.of(i), from.of(i), padded_);
  }

  // B_S of this row, for a set that begins with an axis along which there is something below.
  PlayerRows plane_of(std::size_t set, std::size_t pass) const {
    const std::size_t first = layout_.sets[set].first;
    const std::size_t rows = layout_.rows_after[first];
    std::size_t row = pass * rows + rows_in_planes_[first];
    if (layout_.is_shared(layout_.sets[set])) {
      if (first == 1) row += piles_[0] * layers_ * rows;
      return {layout_.planes[set].get() + row * layout_.players * layout_.stride + begin_,
              layout_.stride};
    }
    return {planes_[set] + row * layout_.players * padded_, padded_};
  }

  bool has_options(std::size_t set) const { return piles_[layout_.sets[set].first] > 0; }

  void gather_sets(std::size_t pass) {
    for (std::size_t set = 0; set < layout_.sets.size(); ++set)
      if (has_options(set)) offer(plane_of(set, pass));
  }

  // Lowers the last pile where it is a smallest one, and another where that is smaller; among equal
  // piles any will do. Returns how many positions can lower the last.
  std::size_t gather_smallest(std::size_t pass) {
    std::optional<std::size_t> smallest;
    for (std::size_t set = 0; set < layout_.sets.size(); ++set)
      if (has_options(set) &&
          (!smallest || piles_[layout_.sets[set].first] < piles_[layout_.sets[*smallest].first]))
        smallest = set;
    if (!smallest) return length_;
    offer(plane_of(*smallest, pass));
    const std::size_t size = piles_[layout_.sets[*smallest].first];
    const std::size_t from = begin_ == 0 ? 1 : 0;
    const std::size_t to = std::min(size + 1 - std::min(size + 1, begin_), length_);
    for (int i = 0; from < to && i < layout_.tables.players; ++i)
      std::memset(ranks_.of(i) + from, kNoOption, to - from);
    return to;
  }

  // B_S of the next place along the first axis of S.
  void bring_forward(std::size_t pass) {
    const int n = layout_.tables.players;
    // Sets that begin earlier need what these are before.
    for (std::size_t set = layout_.sets.size(); set-- > 0;) {
      const BoxLayout::Set& here = layout_.sets[set];
      const PlayerRows plane = plane_of(set, pass);
      const bool is_first = !has_options(set);
      if (here.rest && !has_options(*here.rest)) {
        if (is_first)
          for (int i = 0; i < n; ++i) std::memset(plane.of(i), kNoOption, padded_);
        continue;
      }
      const PlayerRows rest = here.rest           ? plane_of(*here.rest, pass)
                              : here.rest_is_last ? lower_
                                                  : ranks_;
      if (is_first)
        copy(plane, rest);
      else
        kernels_.best_of(n, plane, plane, rest, padded_);
    }
  }

  // The row one step down the diagonal.
  std::size_t row_below() const {
    std::size_t row = row_;
    for (std::size_t a = 0; a < layout_.last; ++a) row -= layout_.rows_after[a];
    return row;
  }

  PlayerRows diagonal_of(std::size_t row, std::size_t pass) const {
    const std::size_t place = row / layout_.rows_after[0] % 2;
    const std::size_t at =
        (place * layers_ + pass) * layout_.rows_after[0] + row % layout_.rows_after[0];
    return {layout_.diagonals.get() + at * layout_.players * layout_.stride + begin_,
            layout_.stride};
  }

  std::uint8_t* diagonal_end_of(std::size_t column, std::size_t row, std::size_t pass) const {
    return layout_.diagonal_ends.get() +
           ((column * layout_.rows + row) * layers_ + pass) * layout_.players;
  }

  // Is there anything below?
  bool gather_diagonal(std::size_t pass) {
    for (std::size_t a = 0; a < layout_.last; ++a)
      if (piles_[a] == 0) return false;
    const std::size_t below = row_below();
    const PlayerRows row = diagonal_of(below, pass);
    const std::uint8_t* ends = column_ > 0 ? diagonal_end_of(column_ - 1, below, pass) : nullptr;
    for (int i = 0; i < layout_.tables.players; ++i) {
      diagonal_.of(i)[0] = ends != nullptr ? ends[i] : kNoOption;
      std::memcpy(diagonal_.of(i) + 1, row.of(i), padded_ - 1);
    }
    offer(diagonal_);
    return true;
  }

  void bring_diagonal_forward(std::size_t pass, bool on_diagonal) {
    const int n = layout_.tables.players;
    const PlayerRows row = diagonal_of(row_, pass);
    std::uint8_t* ends = diagonal_end_of(column_, row_, pass);
    if (on_diagonal)
      kernels_.best_of(n, row, ranks_, diagonal_, padded_);
    else
      copy(row, ranks_);
    for (int i = 0; i < n; ++i) ends[i] = row.of(i)[length_ - 1];
  }

  PlayerRows handed_of(std::size_t row, std::size_t pass) const {
    return {layout_.handed.get() + (pass * layout_.rows + row) * layout_.players * layout_.stride,
            layout_.stride};
  }

  void gather_steps(std::size_t pass) {
    for (std::size_t a = 0; a < layout_.last; ++a)
      for (const Counters step : layout_.moves.steps) {
        if (step > piles_[a]) break;
        const auto below =
            handed_of(row_ - static_cast<std::size_t>(step) * layout_.rows_after[a], pass);
        offer({below.bytes + begin_, below.stride});
      }
  }

  // Steps along the row, one position after another: the next one may need the one before.
  void walk_steps(std::size_t stuck, std::size_t pass) {
    const RankTables& tables = layout_.tables;
    const int n = tables.players;
    const PlayerRows handed = handed_of(row_, pass);
    const std::size_t behind = std::min(longest_step_, begin_);
    for (int i = 0; i < n; ++i) std::memcpy(window_.of(i), handed.of(i) + begin_ - behind, behind);
    for (std::size_t x = 0; x < length_; ++x) {
      const std::size_t here = behind + x;
      std::uint8_t best[kMaxPlayers];
      for (int i = 0; i < n; ++i) best[i] = ranks_.of(i)[x];
      if (x >= stuck)
        for (const Counters step : layout_.moves.steps) {
          if (step > here) break;
          for (int i = 0; i < n; ++i)
            best[i] = std::min(best[i], window_.of(i)[here - static_cast<std::size_t>(step)]);
        }
      for (int i = 0; i < n; ++i) {
        const Seat next = next_seat(i, n);
        window_.of(i)[here] = tables.handed_on[i][best[next]];
        found_.of(i)[x] = tables.value[i][best[i]];
      }
    }
    for (int i = 0; i < n; ++i) {
      std::memcpy(ranks_.of(i), window_.of(i) + behind, length_);
      std::memcpy(handed.of(i) + begin_, ranks_.of(i), length_);
    }
  }

  // How many positions of this row, from its beginning, have no move.
  std::size_t stuck_positions() const {
    const Counters least = layout_.moves.steps.empty() ? 1 : layout_.moves.steps.front();
    for (std::size_t a = 0; a < layout_.last; ++a)
      if (piles_[a] >= least) return 0;
    return std::min<std::size_t>(least - std::min<Counters>(least, begin_), length_);
  }

  BoxLayout& layout_;
  const RowKernels& kernels_;
  std::uint8_t* values_;
  std::size_t positions_;
  std::size_t column_;
  std::size_t begin_;   // of the column, along the last axis
  std::size_t length_;  // of the column
  std::size_t padded_;
  std::size_t layers_;  // passes left: 0 and up
  std::vector<std::size_t> piles_;
  std::vector<std::size_t> rows_in_planes_;  // entry a: this row's place among those after axis a
  std::size_t row_ = 0;
  std::size_t longest_step_ = 0;

  std::unique_ptr<std::uint8_t[]> bytes_;  // of all that follows
  bool has_ranks_ = false;
  PlayerRows ranks_;   // of the row being solved; then its H
  PlayerRows before_;  // the same row's H, with one pass less
  PlayerRows lower_;
  PlayerRows diagonal_;
  PlayerRows found_;  // values
  PlayerRows window_;
  std::vector<std::uint8_t*> planes_;  // of sets whose B_S is not handed on
};

bool BoxSolver::solves(const MoveShape& shape) {
  return std::holds_alternative<LowerSome>(shape) || std::holds_alternative<LowerTogether>(shape) ||
         std::holds_alternative<LowerBy>(shape) || std::holds_alternative<LowerSmallest>(shape) ||
         std::holds_alternative<LowerNeighbours>(shape);
}

bool BoxSolver::pays(const MoveShape& shape, std::span<const Counters> bounds) {
  return solves(shape) && BoxLayout::pays(shape, bounds);
}

BoxSolver::BoxSolver(const MoveShape& shape, const AllianceMatrix& matrix,
                     std::span<const Counters> bounds, Counters passes,
                     std::pmr::memory_resource* memory)
    : Box(bounds, matrix.players(), memory),
      layout_(std::make_unique<BoxLayout>(shape, matrix, bounds, passes)) {
  assert(solves(shape));
  std::size_t stride = 1;
  for (std::size_t a = layout_->axes.size(); a-- > 0; stride *= layout_->extents[a])
    strides_[layout_->axes[a]] = stride;
}

BoxSolver::~BoxSolver() = default;

Box::Grid BoxSolver::grid() const noexcept {
  return {layout_->block_rows, layout_->columns};
}

void BoxSolver::solve_block(std::size_t row, std::size_t column) {
  Block block(*this, column);
  const std::size_t planes = layout_->last > 0 ? layout_->extents[0] : 1;
  const std::size_t end = std::min((row + 1) * layout_->planes_per_block, planes);
  for (std::size_t place = row * layout_->planes_per_block; place < end; ++place)
    block.solve_plane(place);
}

Uint128 BoxSolver::bytes(const MoveShape& shape, int players, std::span<const Counters> bounds,
                         Counters passes) {
  return BoxLayout::bytes(shape, players, bounds, passes);
}

}  // namespace nimsweep
