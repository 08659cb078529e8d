#include "solve/box_layout.hpp"

#include <algorithm>
#include <bit>
#include <variant>

#include "nimsweep/base/uint128.hpp"

namespace nimsweep::solve_detail {

namespace {

// Blocks: enough along both axes to keep some cores busy, each long enough to be worth handing on
// and short enough to stop soon after. Parts of rows are slow to write, so they are long.
constexpr std::size_t kColumnsWanted = 8;
constexpr std::size_t kRowsWanted = 32;
constexpr std::size_t kShortestColumn = 256;
constexpr std::size_t kLongestColumn = 4096;
constexpr std::size_t kMostWork = std::size_t{1} << 25;  // bytes brought forward

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
bool leaves_rows_whole(const BoxMoves& moves, const std::vector<Extent>& extents) {
  if (extents.size() < 3 || moves.diagonal) return false;
  return !moves.steps.empty() || 4 * count_sets(extents.size(), 1, moves.most) <= extents[1];
}

}  // namespace

BoxMoves::BoxMoves(const MoveShape& shape, std::span<const Counters> bounds) {
  if (const auto* some = std::get_if<LowerSome>(&shape))
    most = static_cast<std::size_t>(some->most);
  if (const auto* neighbours = std::get_if<LowerNeighbours>(&shape)) {
    circle = bounds.size();
    most = window = std::min(neighbours->window, circle);
  }
  // With a pile that is always empty they are never lowered together.
  diagonal = std::holds_alternative<LowerTogether>(shape) && bounds.size() > 1 &&
             std::find(bounds.begin(), bounds.end(), 0) == bounds.end();
  smallest = std::holds_alternative<LowerSmallest>(shape);
  if (const auto* by = std::get_if<LowerBy>(&shape)) steps = by->steps;
}

bool BoxMoves::allows(std::uint64_t piles) const noexcept {
  if (static_cast<std::size_t>(std::popcount(piles)) > most) return false;
  bool in_one_window = window == 0;
  for (std::size_t begin = 0; begin < circle && !in_one_window; ++begin) {
    std::uint64_t neighbours = 0;
    for (std::size_t k = 0; k < window; ++k) neighbours |= std::uint64_t{1} << (begin + k) % circle;
    in_one_window = (piles & ~neighbours) == 0;
  }
  return in_one_window;
}

BoxLayout::BoxLayout(const MoveShape& shape, const AllianceMatrix& matrix,
                     std::span<const Counters> bounds, Counters passes_left)
    : moves(shape, bounds), tables(tables_of(matrix)), passes(passes_left), axes(axes_of(bounds)) {
  players = static_cast<std::size_t>(matrix.players());
  for (const std::size_t axis : axes) extents.push_back(static_cast<std::size_t>(bounds[axis]) + 1);
  last = extents.size() - 1;
  length = extents[last];
  stride = padded_row(length);
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
void BoxLayout::list_sets() {
  if (!moves.steps.empty()) return;
  std::vector<std::vector<std::size_t>> by_axis(last + 1);  // sets that begin there
  std::vector<std::uint64_t> piles;                         // of each, as bits
  const auto bit_of = [&](std::size_t axis) { return std::uint64_t{1} << axes[axis]; };
  for (std::size_t a = last; a-- > 0;) {
    const auto add = [&](Set set, std::uint64_t others) {
      if (!moves.allows(bit_of(a) | others)) return;
      by_axis[a].push_back(sets.size());
      sets.push_back(set);
      piles.push_back(bit_of(a) | others);
    };
    add({.first = a, .rest = {}}, 0);
    add({.first = a, .rest = {}, .rest_is_last = true}, bit_of(last));
    for (std::size_t b = a + 1; b < last; ++b)
      for (const std::size_t rest : by_axis[b]) add({.first = a, .rest = rest}, piles[rest]);
  }
  wants_lower =
      std::any_of(sets.begin(), sets.end(), [](const Set& set) { return set.rest_is_last; });
}

void BoxLayout::cut() {
  const std::size_t along = whole_rows ? extents[1] : length;
  column_length =
      whole_rows ? (along + kColumnsWanted - 1) / kColumnsWanted
                 : std::clamp(padded_row(along / kColumnsWanted), kShortestColumn, kLongestColumn);
  columns = (along + column_length - 1) / column_length;
  if (last == 0) return;
  const std::size_t rows_of_column = whole_rows ? column_length * rows_after[1] : rows_after[0];
  const std::size_t work = rows_of_column * (whole_rows ? length : column_length) * players *
                           (static_cast<std::size_t>(passes) + 1) *
                           (sets.size() + moves.steps.size() * last + 2);
  planes_per_block = std::clamp<std::size_t>(extents[0] / kRowsWanted, 1,
                                             std::max<std::size_t>(1, kMostWork / work));
  block_rows = (extents[0] + planes_per_block - 1) / planes_per_block;
}

bool BoxLayout::pays(const MoveShape& shape, std::span<const Counters> bounds) {
  constexpr Uint128 kSetsPerPosition = 64;
  if (bounds.empty()) return false;  // no row
  const BoxMoves moves(shape, bounds);
  const auto axes = axes_of(bounds);
  Uint128 sets = 0;
  for (std::size_t a = 0; moves.steps.empty() && a + 1 < axes.size(); ++a)
    sets += count_sets(axes.size(), a, moves.most);
  return sets <= kSetsPerPosition * (Uint128{bounds[axes.back()]} + 1);
}

Uint128 BoxLayout::bytes(const MoveShape& shape, int players, std::span<const Counters> bounds,
                         Counters passes) {
  constexpr auto times = saturating_multiply;
  constexpr auto plus = saturating_add;
  const BoxMoves moves(shape, bounds);
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

}  // namespace nimsweep::solve_detail
