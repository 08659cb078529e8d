#include "nimsweep/solve/box_solver.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

#include "solve/box_rows.hpp"

namespace nimsweep {

namespace {

// Blocks: enough along both axes to keep some cores busy, each long enough to be worth handing on
// and short enough to stop soon after. Parts of rows are slow to write, so they are long.
constexpr std::size_t kColumnsWanted = 8;
constexpr std::size_t kRowsWanted = 32;
constexpr std::size_t kShortestColumn = 256;
constexpr std::size_t kLongestColumn = 4096;
constexpr std::size_t kMostWork = std::size_t{1} << 25;  // bytes brought forward

std::size_t rounded_up(std::size_t length, std::size_t step) {
  return (length + step - 1) / step * step;
}

Uint128 times(Uint128 a, Uint128 b) {
  return b != 0 && a > kUint128Max / b ? kUint128Max : a * b;
}

Uint128 plus(Uint128 a, Uint128 b) {
  return a > kUint128Max - b ? kUint128Max : a + b;
}

RankTables tables_of(const AllianceMatrix& matrix) {
  RankTables tables;
  tables.players = matrix.players();
  const int n = matrix.players();
  for (Seat i = 0; i < n; ++i) {
    const auto row = static_cast<std::size_t>(i);
    const Seat next = next_seat(i, n);
    tables.stuck[row] = static_cast<std::uint8_t>(matrix.rank(i, i));
    for (int rank = 0; rank < n; ++rank) {
      const Seat winner = (next + matrix.offset(next, rank)) % n;
      const auto at = static_cast<std::size_t>(rank);
      tables.handed_on[row][at] = static_cast<std::uint8_t>(matrix.rank(i, winner));
      tables.value[row][at] = static_cast<std::uint8_t>(matrix.offset(i, rank));
    }
  }
  return tables;
}

// The shape, boiled down to what a row needs.
struct Moves {
  std::size_t most = 1;           // piles lowered at a time
  bool diagonal = false;          // all piles together
  bool smallest = false;          // only a smallest pile
  std::vector<Counters> steps{};  // only by these; then nothing runs along a line

  Moves(const MoveShape& shape, std::span<const Counters> bounds) {
    if (const auto* some = std::get_if<LowerSome>(&shape))
      most = static_cast<std::size_t>(some->most);
    // With a pile that is always empty they are never lowered together.
    diagonal = std::holds_alternative<LowerTogether>(shape) && bounds.size() > 1 &&
               std::find(bounds.begin(), bounds.end(), 0) == bounds.end();
    smallest = std::holds_alternative<LowerSmallest>(shape);
    if (const auto* by = std::get_if<LowerBy>(&shape)) steps = by->steps;
  }
};

// The axes that matter, the longest last and the second longest first: these are cut into blocks.
std::vector<std::size_t> axes_of(std::span<const Counters> bounds) {
  std::vector<std::size_t> axes;
  for (std::size_t j = 0; j < bounds.size(); ++j)
    if (bounds[j] > 0) axes.push_back(j);
  if (axes.empty()) axes.push_back(bounds.size() - 1);
  std::stable_sort(axes.begin(), axes.end(),
                   [&](std::size_t a, std::size_t b) { return bounds[a] < bounds[b]; });
  if (axes.size() > 2) std::rotate(axes.begin(), axes.end() - 2, axes.end() - 1);
  return axes;
}

// Sets of at most `most` of `axes` piles that begin with pile `first`, but for the last pile alone.
Uint128 count_sets(std::size_t axes, std::size_t first, std::size_t most) {
  const std::size_t others = axes - 1 - first;
  Uint128 sets = 0;
  Uint128 chosen = 1;  // `size` of the others
  for (std::size_t size = 0; size < most && size <= others; ++size) {
    sets += chosen;
    chosen = chosen * (others - size) / (size + 1);
  }
  return sets;
}

// Columns leave rows whole if they are cut along the second axis, and otherwise are cut along the
// last. For the former, B_S has to be kept for the sets that begin there, at each place along the
// first: not more than a quarter of what the values take.
template <class Extent>
bool leaves_rows_whole(const Moves& moves, const std::vector<Extent>& extents) {
  if (extents.size() < 3 || moves.diagonal) return false;
  return !moves.steps.empty() || 4 * count_sets(extents.size(), 1, moves.most) <= extents[1];
}

}  // namespace

bool BoxSolver::solves(const MoveShape& shape) {
  return !std::holds_alternative<OtherMoves>(shape) && !std::holds_alternative<LowerLast>(shape);
}

bool BoxSolver::pays(const MoveShape& shape, std::span<const Counters> bounds) {
  if (!solves(shape)) return false;
  constexpr Uint128 kSetsAPosition = 64;
  const Moves moves(shape, bounds);
  const auto axes = axes_of(bounds);
  Uint128 sets = 0;
  for (std::size_t a = 0; moves.steps.empty() && a + 1 < axes.size(); ++a)
    sets += count_sets(axes.size(), a, moves.most);
  return sets <= kSetsAPosition * (Uint128{bounds[axes.back()]} + 1);
}

// How the box is laid out, and what blocks leave for others.
struct BoxSolver::Plan {
  // A set S = {first} + R of piles that may be lowered together. The last pile alone is none of
  // these: it is lowered along the row.
  struct Set {
    std::size_t first = 0;
    std::optional<std::size_t> rest;  // R, if it is one of these
    bool rest_is_last = false;        // R is the last pile alone; otherwise, without `rest`, empty
  };

  Plan(const MoveShape& shape, const AllianceMatrix& matrix, std::span<const Counters> bounds,
       Counters passes_left)
      : moves(shape, bounds), tables(tables_of(matrix)), passes(passes_left) {
    players = static_cast<std::size_t>(matrix.players());
    for (const std::size_t axis : axes_of(bounds))
      extents.push_back(static_cast<std::size_t>(bounds[axis]) + 1);
    last = extents.size() - 1;
    length = extents[last];
    stride = rounded_up(length, kRowStep);
    rows_after.assign(extents.size(), 1);
    for (std::size_t a = last; a-- > 0;)
      rows_after[a] = a + 1 < last ? rows_after[a + 1] * extents[a + 1] : 1;
    if (last > 0) rows = rows_after[0] * extents[0];
    list_sets();
    whole_rows = leaves_rows_whole(moves, extents);
    cut();
    const std::size_t layers = static_cast<std::size_t>(passes) + 1;
    for (const Set& set : sets)
      planes.push_back(is_shared(set) ? std::make_unique_for_overwrite<std::uint8_t[]>(
                                            (set.first == 0 ? 1 : extents[0]) * layers *
                                            rows_after[set.first] * players * stride)
                                      : nullptr);
    if (moves.diagonal) {
      diagonals = std::make_unique_for_overwrite<std::uint8_t[]>(2 * layers * rows_after[0] *
                                                                 players * stride);
      diagonal_ends =
          std::make_unique_for_overwrite<std::uint8_t[]>(columns * rows * layers * players);
    }
    if (!moves.steps.empty())
      handed = std::make_unique_for_overwrite<std::uint8_t[]>(layers * rows * players * stride);
    chain_ends = std::make_unique_for_overwrite<std::uint8_t[]>(rows * layers * players);
  }

  // In an order in which a set comes after those that are left of it.
  void list_sets() {
    if (!moves.steps.empty()) return;
    std::vector<std::vector<std::size_t>> by_axis(last + 1);  // sets that begin there
    std::vector<std::size_t> sizes;
    for (std::size_t a = last; a-- > 0;) {
      const auto add = [&](Set set, std::size_t size) {
        if (size > moves.most) return;
        by_axis[a].push_back(sets.size());
        sets.push_back(set);
        sizes.push_back(size);
      };
      add({.first = a, .rest = {}}, 1);
      add({.first = a, .rest = {}, .rest_is_last = true}, 2);
      for (std::size_t b = a + 1; b < last; ++b)
        for (const std::size_t rest : by_axis[b]) add({.first = a, .rest = rest}, sizes[rest] + 1);
    }
    wants_lower =
        std::any_of(sets.begin(), sets.end(), [](const Set& set) { return set.rest_is_last; });
  }

  void cut() {
    const std::size_t along = whole_rows ? extents[1] : length;
    column_length = whole_rows ? (along + kColumnsWanted - 1) / kColumnsWanted
                               : std::clamp(rounded_up(along / kColumnsWanted, kRowStep),
                                            kShortestColumn, kLongestColumn);
    columns = (along + column_length - 1) / column_length;
    if (last == 0) return;
    const std::size_t rows_of_column = whole_rows ? column_length * rows_after[1] : rows_after[0];
    const std::size_t work = rows_of_column * (whole_rows ? length : column_length) * players *
                             (static_cast<std::size_t>(passes) + 1) *
                             (sets.size() + moves.steps.size() * last + 2);
    planes_a_block = std::clamp<std::size_t>(extents[0] / kRowsWanted, 1,
                                             std::max<std::size_t>(1, kMostWork / work));
    block_rows = (extents[0] + planes_a_block - 1) / planes_a_block;
  }

  // Is B_S handed on from block to block?
  bool is_shared(const Set& set) const { return set.first == 0 || (set.first == 1 && whole_rows); }

  Moves moves;
  RankTables tables;
  Counters passes;
  std::size_t players = 0;
  std::vector<std::size_t> extents;     // of the axes that matter
  std::size_t last = 0;                 // axis
  std::size_t length = 0;               // of the last axis
  std::size_t stride = 0;               // of rows in memory
  std::vector<std::size_t> rows_after;  // entry a: rows of the axes after a
  std::size_t rows = 1;
  std::vector<Set> sets;
  bool wants_lower = false;  // does a set hold the last pile and others?
  bool whole_rows = false;   // columns are cut along the second axis
  std::size_t column_length = 0;
  std::size_t columns = 1;
  std::size_t planes_a_block = 1;  // along the first axis
  std::size_t block_rows = 1;

  // For each set whose B_S is handed on: that, by passes, row of its plane and player; and first by
  // the place along the first axis if the set begins with the second.
  std::vector<std::unique_ptr<std::uint8_t[]>> planes;
  // The best of H along the diagonal up to a position, of this and the last plane, by passes, row
  // and player; and the same for the last position of each column's rows.
  std::unique_ptr<std::uint8_t[]> diagonals;
  std::unique_ptr<std::uint8_t[]> diagonal_ends;
  // H by passes, row and player, for steps.
  std::unique_ptr<std::uint8_t[]> handed;
  // The best of H in each row as far as it is solved, by row, passes and player.
  std::unique_ptr<std::uint8_t[]> chain_ends;
};

// One block while it is solved.
class BoxSolver::Block {
 public:
  Block(BoxSolver& box, std::size_t column)
      : plan_(*box.plan_),
        kernels_(row_kernels()),
        values_(box.values_.get()),
        positions_(box.positions_),
        column_(column),
        begin_(plan_.whole_rows ? 0 : column * plan_.column_length),
        length_(plan_.whole_rows ? plan_.length
                                 : std::min(plan_.column_length, plan_.length - begin_)),
        padded_(rounded_up(length_, kRowStep)),
        layers_(static_cast<std::size_t>(plan_.passes) + 1),
        piles_(plan_.extents.size(), 0),
        rows_in_planes_(plan_.extents.size(), 0) {
    const std::size_t row_bytes = plan_.players * padded_;
    std::size_t bytes = 5 * row_bytes;
    for (const Plan::Set& set : plan_.sets)
      if (!plan_.is_shared(set)) bytes += layers_ * plan_.rows_after[set.first] * row_bytes;
    for (const Counters step : plan_.moves.steps)
      if (step < plan_.length) longest_step_ = static_cast<std::size_t>(step);
    bytes += plan_.players * (longest_step_ + padded_);
    bytes_ = std::make_unique_for_overwrite<std::uint8_t[]>(bytes);
    std::uint8_t* next = bytes_.get();
    const auto take = [&](std::size_t count) { return std::exchange(next, next + count); };
    for (PlayerRows* rows : {&ranks_, &before_, &lower_, &diagonal_, &found_})
      *rows = {take(row_bytes), padded_};
    for (const Plan::Set& set : plan_.sets)
      planes_.push_back(
          plan_.is_shared(set) ? nullptr : take(layers_ * plan_.rows_after[set.first] * row_bytes));
    window_ = {take(plan_.players * (longest_step_ + padded_)), longest_step_ + padded_};
  }

  // All rows of one plane along the first axis.
  void solve_plane(std::size_t place) {
    const std::size_t rows = plan_.last > 0 ? plan_.rows_after[0] : 1;
    std::fill(piles_.begin(), piles_.end(), 0);
    if (plan_.last > 0) piles_[0] = place;
    std::size_t row = 0;
    std::size_t end = rows;
    if (plan_.whole_rows) {
      piles_[1] = column_ * plan_.column_length;
      row = piles_[1] * plan_.rows_after[1];
      end = std::min(row + plan_.column_length * plan_.rows_after[1], rows);
    }
    for (; row < end; ++row) {
      row_ = place * rows + row;
      for (std::size_t a = plan_.last, sum = 0; a-- > 0; sum += piles_[a] * plan_.rows_after[a])
        rows_in_planes_[a] = sum;
      for (std::size_t pass = 0; pass < layers_; ++pass) solve_row(pass);
      for (std::size_t a = plan_.last; a-- > 1;) {
        if (++piles_[a] < plan_.extents[a]) break;
        piles_[a] = 0;
      }
    }
  }

 private:
  void solve_row(std::size_t pass) {
    const int n = plan_.tables.players;
    has_ranks_ = false;
    std::size_t chained = length_;
    if (plan_.moves.smallest)
      chained = gather_smallest(pass);
    else if (plan_.moves.steps.empty())
      gather_sets(pass);
    else
      gather_steps(pass);
    const bool on_diagonal = plan_.moves.diagonal && gather_diagonal(pass);
    // What a pass leads to. Where nobody can move nobody passes: those ranks are set last.
    if (pass > 0) offer(before_);
    if (!has_ranks_) std::memset(ranks_.bytes, kNoOption, plan_.players * padded_);
    const std::size_t stuck = stuck_positions();
    for (int i = 0; stuck > 0 && i < n; ++i)
      std::memset(ranks_.of(i), plan_.tables.stuck[static_cast<std::size_t>(i)], stuck);

    const bool is_wanted = pass + 1 == layers_;
    const PlayerRows values{values_ + row_ * plan_.length + begin_, positions_};
    const bool in_place = length_ == padded_;  // or the next row would be written to
    if (plan_.moves.steps.empty()) {
      std::uint8_t* best = plan_.chain_ends.get() + (row_ * layers_ + pass) * plan_.players;
      if (begin_ == 0) std::memset(best, kNoOption, plan_.players);
      kernels_.solve(plan_.tables, {.ranks = ranks_,
                                    .length = padded_,
                                    .chained = chained,
                                    .best = best,
                                    .lower = plan_.wants_lower ? lower_ : PlayerRows{},
                                    .values = !is_wanted ? PlayerRows{}
                                              : in_place ? values
                                                         : found_});
      bring_forward(pass);
    } else {
      walk_steps(stuck, pass);
    }
    if (plan_.moves.diagonal) bring_diagonal_forward(pass, on_diagonal);
    if (is_wanted && !(in_place && plan_.moves.steps.empty()))
      for (int i = 0; i < n; ++i) std::memcpy(values.of(i), found_.of(i), length_);
    std::swap(ranks_, before_);
  }

  // More options of this row.
  void offer(PlayerRows options) {
    if (has_ranks_)
      kernels_.best_of(plan_.tables.players, ranks_, ranks_, options, padded_);
    else
      copy(ranks_, options);
    has_ranks_ = true;
  }

  void copy(PlayerRows into, PlayerRows from) const {
    for (int i = 0; i < plan_.tables.players; ++i) std::memcpy(into.of(i), from.of(i), padded_);
  }

  // B_S of this row, for a set that begins with an axis along which there is something below.
  PlayerRows plane_of(std::size_t set, std::size_t pass) const {
    const std::size_t first = plan_.sets[set].first;
    const std::size_t rows = plan_.rows_after[first];
    std::size_t row = pass * rows + rows_in_planes_[first];
    if (plan_.is_shared(plan_.sets[set])) {
      if (first == 1) row += piles_[0] * layers_ * rows;
      return {plan_.planes[set].get() + row * plan_.players * plan_.stride + begin_, plan_.stride};
    }
    return {planes_[set] + row * plan_.players * padded_, padded_};
  }

  bool has_options(std::size_t set) const { return piles_[plan_.sets[set].first] > 0; }

  void gather_sets(std::size_t pass) {
    for (std::size_t set = 0; set < plan_.sets.size(); ++set)
      if (has_options(set)) offer(plane_of(set, pass));
  }

  // Only the last pile where it is a smallest one, only another where that is smaller. Of equal
  // piles any will do. Says how many positions can lower the last.
  std::size_t gather_smallest(std::size_t pass) {
    std::optional<std::size_t> smallest;
    for (std::size_t set = 0; set < plan_.sets.size(); ++set)
      if (has_options(set) &&
          (!smallest || piles_[plan_.sets[set].first] < piles_[plan_.sets[*smallest].first]))
        smallest = set;
    if (!smallest) return length_;
    offer(plane_of(*smallest, pass));
    const std::size_t size = piles_[plan_.sets[*smallest].first];
    const std::size_t from = begin_ == 0 ? 1 : 0;
    const std::size_t to = std::min(size + 1 - std::min(size + 1, begin_), length_);
    for (int i = 0; from < to && i < plan_.tables.players; ++i)
      std::memset(ranks_.of(i) + from, kNoOption, to - from);
    return to;
  }

  // B_S of the next place along the first axis of S.
  void bring_forward(std::size_t pass) {
    const int n = plan_.tables.players;
    // Sets that begin earlier need what these are before.
    for (std::size_t set = plan_.sets.size(); set-- > 0;) {
      const Plan::Set& here = plan_.sets[set];
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
    for (std::size_t a = 0; a < plan_.last; ++a) row -= plan_.rows_after[a];
    return row;
  }

  PlayerRows diagonal_of(std::size_t row, std::size_t pass) const {
    const std::size_t place = row / plan_.rows_after[0] % 2;
    const std::size_t at =
        (place * layers_ + pass) * plan_.rows_after[0] + row % plan_.rows_after[0];
    return {plan_.diagonals.get() + at * plan_.players * plan_.stride + begin_, plan_.stride};
  }

  std::uint8_t* diagonal_end_of(std::size_t column, std::size_t row, std::size_t pass) const {
    return plan_.diagonal_ends.get() +
           ((column * plan_.rows + row) * layers_ + pass) * plan_.players;
  }

  // Is there anything below?
  bool gather_diagonal(std::size_t pass) {
    for (std::size_t a = 0; a < plan_.last; ++a)
      if (piles_[a] == 0) return false;
    const std::size_t below = row_below();
    const PlayerRows row = diagonal_of(below, pass);
    const std::uint8_t* ends = column_ > 0 ? diagonal_end_of(column_ - 1, below, pass) : nullptr;
    for (int i = 0; i < plan_.tables.players; ++i) {
      diagonal_.of(i)[0] = ends != nullptr ? ends[i] : kNoOption;
      std::memcpy(diagonal_.of(i) + 1, row.of(i), padded_ - 1);
    }
    offer(diagonal_);
    return true;
  }

  void bring_diagonal_forward(std::size_t pass, bool on_diagonal) {
    const int n = plan_.tables.players;
    const PlayerRows row = diagonal_of(row_, pass);
    std::uint8_t* ends = diagonal_end_of(column_, row_, pass);
    if (on_diagonal)
      kernels_.best_of(n, row, ranks_, diagonal_, padded_);
    else
      copy(row, ranks_);
    for (int i = 0; i < n; ++i) ends[i] = row.of(i)[length_ - 1];
  }

  PlayerRows handed_of(std::size_t row, std::size_t pass) const {
    return {plan_.handed.get() + (pass * plan_.rows + row) * plan_.players * plan_.stride,
            plan_.stride};
  }

  void gather_steps(std::size_t pass) {
    for (std::size_t a = 0; a < plan_.last; ++a)
      for (const Counters step : plan_.moves.steps) {
        if (step > piles_[a]) break;
        const auto below =
            handed_of(row_ - static_cast<std::size_t>(step) * plan_.rows_after[a], pass);
        offer({below.bytes + begin_, below.stride});
      }
  }

  // Steps along the row, one position after another: the next one may need the one before.
  void walk_steps(std::size_t stuck, std::size_t pass) {
    const RankTables& tables = plan_.tables;
    const int n = tables.players;
    const PlayerRows handed = handed_of(row_, pass);
    const std::size_t behind = std::min(longest_step_, begin_);
    for (int i = 0; i < n; ++i) std::memcpy(window_.of(i), handed.of(i) + begin_ - behind, behind);
    for (std::size_t x = 0; x < length_; ++x) {
      const std::size_t here = behind + x;
      std::uint8_t best[kMaxPlayers];
      for (int i = 0; i < n; ++i) best[i] = ranks_.of(i)[x];
      if (x >= stuck)
        for (const Counters step : plan_.moves.steps) {
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
    const Counters least = plan_.moves.steps.empty() ? 1 : plan_.moves.steps.front();
    for (std::size_t a = 0; a < plan_.last; ++a)
      if (piles_[a] >= least) return 0;
    return std::min<std::size_t>(least - std::min<Counters>(least, begin_), length_);
  }

  Plan& plan_;
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

BoxSolver::BoxSolver(const MoveShape& shape, const AllianceMatrix& matrix,
                     std::span<const Counters> bounds, Counters passes,
                     std::pmr::memory_resource* memory)
    : Box(bounds, matrix.players(), memory),
      plan_(std::make_unique<Plan>(shape, matrix, bounds, passes)) {
  assert(solves(shape));
  std::size_t stride = 1;
  const auto axes = axes_of(bounds);
  for (std::size_t a = axes.size(); a-- > 0; stride *= plan_->extents[a])
    strides_[axes[a]] = stride;
}

BoxSolver::~BoxSolver() = default;

Box::Grid BoxSolver::grid() const noexcept {
  return {plan_->block_rows, plan_->columns};
}

void BoxSolver::solve_block(std::size_t row, std::size_t column) {
  Block block(*this, column);
  const std::size_t planes = plan_->last > 0 ? plan_->extents[0] : 1;
  const std::size_t end = std::min((row + 1) * plan_->planes_a_block, planes);
  for (std::size_t place = row * plan_->planes_a_block; place < end; ++place)
    block.solve_plane(place);
}

Uint128 BoxSolver::bytes(const MoveShape& shape, int players, std::span<const Counters> bounds,
                         Counters passes) {
  const Moves moves(shape, bounds);
  std::vector<Uint128> extents;
  for (const std::size_t axis : axes_of(bounds)) extents.push_back(Uint128{bounds[axis]} + 1);
  const std::size_t last = extents.size() - 1;
  const Uint128 row = times(static_cast<Uint128>(players), extents[last] + kRowStep);
  const Uint128 layers = Uint128{passes} + 1;
  Uint128 all = times(row, 8);  // of blocks
  Uint128 rows = 1;             // of the axes after a
  for (std::size_t a = last; a-- > 0;) {
    Uint128 planes = moves.steps.empty() ? count_sets(extents.size(), a, moves.most) : 0;
    if (a == 1 && leaves_rows_whole(moves, extents)) planes = times(planes, extents[0]);
    all = plus(all,
               times(times(planes + (moves.diagonal && a == 0 ? 2 : 0), rows), times(layers, row)));
    rows = times(rows, extents[a]);
  }
  const Uint128 ends = times(times(rows, layers), static_cast<Uint128>(players));
  all = plus(all, times(ends, moves.diagonal ? 1 + extents[last] / kShortestColumn + 1 : 1));
  if (!moves.steps.empty()) all = plus(all, times(times(rows, layers), row));
  return plus(all, times(rows, times(static_cast<Uint128>(players), extents[last])));
}

}  // namespace nimsweep
