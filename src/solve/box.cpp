#include "nimsweep/solve/box.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <new>

#include "nimsweep/base/error.hpp"
#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/generic_box.hpp"
#include "nimsweep/solve/memo.hpp"

namespace nimsweep {

Box::Box(std::span<const Counters> bounds, int players, std::pmr::memory_resource* memory)
    : strides_(bounds.size()), extents_(bounds.begin(), bounds.end()) {
  for (Counters& extent : extents_) ++extent;
  for (std::size_t j = bounds.size(); j-- > 0;) {
    strides_[j] = positions_;
    positions_ *= static_cast<std::size_t>(extents_[j]);
  }
  const std::size_t bytes = positions_ * static_cast<std::size_t>(players);
  values_ = {static_cast<std::uint8_t*>(memory->allocate(bytes, 1)), GiveBack{memory, bytes}};
}

void Box::solve(IsStopped is_stopped) {
  const Grid blocks = grid();
  for (std::size_t row = 0; row < blocks.rows; ++row)
    for (std::size_t column = 0; column < blocks.columns; ++column) {
      go_on_unless(is_stopped);
      solve_block(row, column);
    }
}

void Box::copy(Seat first, std::span<const Counters> prefix, Counters from, Counters to,
               std::uint8_t* out) const noexcept {
  const std::uint8_t* values =
      values_.get() + static_cast<std::size_t>(first) * positions_ + place_of(prefix);
  copy_from(values, prefix.size(), from, to, out);
}

void Box::copy(Seat first, std::uint8_t* out) const noexcept {
  copy(first, {}, 0, extents_.front(), out);
}

void Box::copy_from(const std::uint8_t* values, std::size_t axis, Counters from, Counters to,
                    std::uint8_t*& out) const noexcept {
  const std::size_t stride = strides_[axis];
  values += from * stride;
  const auto count = static_cast<std::size_t>(to - from);
  if (axis + 1 < strides_.size()) {
    for (std::size_t k = 0; k < count; ++k)
      copy_from(values + k * stride, axis + 1, 0, extents_[axis + 1], out);
  } else if (stride == 1) {
    std::memcpy(out, values, count);
    out += count;
  } else {
    for (std::size_t k = 0; k < count; ++k) *out++ = values[k * stride];
  }
}

std::vector<Counters> Box::piles_at(std::size_t place) const {
  std::vector<Counters> piles(extents_.size());
  for (std::size_t j = 0; j < piles.size(); ++j) piles[j] = place / strides_[j] % extents_[j];
  return piles;
}

std::unique_ptr<Box> make_box(const Ruleset& ruleset, const AllianceMatrix& matrix,
                              std::span<const Counters> bounds, Counters passes,
                              std::pmr::memory_resource* memory) {
  ruleset.check_players(matrix.players());
  static_cast<void>(ruleset.start({bounds.begin(), bounds.end()}, passes));
  const auto fail = [&] {
    throw Error(ErrorKind::input,
                fmt::format("the box of {} does not fit in memory; expected fewer or smaller piles",
                            ruleset.name()));
  };
  if (box_bytes(ruleset, matrix.players(), bounds, passes) >
      Uint128{std::numeric_limits<std::size_t>::max() / 2})
    fail();
  try {
    const MoveShape shape = ruleset.move_shape();
    if (BoxSolver::pays(shape, bounds))
      return std::make_unique<BoxSolver>(shape, matrix, bounds, passes, memory);
    if (ruleset.plays() == Ruleset::Plays::in_order)
      return std::make_unique<GenericBox>(ruleset, matrix, bounds, passes, memory);
    return std::make_unique<StartsBox>(ruleset, matrix, bounds, passes, memory);
  } catch (const std::bad_alloc&) {
    fail();
    throw;  // not reached
  }
}

Uint128 box_bytes(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                  Counters passes) {
  const MoveShape shape = ruleset.move_shape();
  if (BoxSolver::pays(shape, bounds)) return BoxSolver::bytes(shape, players, bounds, passes);
  const Uint128 in_order = GenericBox::bytes(ruleset, players, bounds, passes);
  if (ruleset.plays() == Ruleset::Plays::in_order || in_order == kUint128Max) return in_order;
  return in_order + MemoBudget{}.bytes;
}

}  // namespace nimsweep
