// The values of one matrix at every position of a box [0..b_1] x .. x [0..b_N]; kNoValue where
// nobody wins. A box is solved in blocks, which its user may hand to several threads; it has
// none itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/base/uint128.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

// Returns bytes to the memory resource they came from.
struct GiveBack {
  std::pmr::memory_resource* memory = nullptr;
  std::size_t bytes = 0;

  void operator()(std::uint8_t* values) const { memory->deallocate(values, bytes, 1); }
};

class Box {
 public:
  virtual ~Box() = default;
  Box(const Box&) = delete;
  Box& operator=(const Box&) = delete;

  // Blocks lie in a grid. Each is solved once, after the one above it and the one to its left;
  // blocks that are ready may be solved at the same time.
  struct Grid {
    std::size_t rows = 1;
    std::size_t columns = 1;
  };
  virtual Grid grid() const noexcept = 0;
  virtual void solve_block(std::size_t row, std::size_t column) = 0;

  // All blocks, one after another. Throws Error(interrupted).
  void solve(IsStopped is_stopped = &never_stopped);

  // Once it is solved: the values for one first player of the positions that begin with `prefix`,
  // have `from` .. `to` - 1 counters in the pile after it, and any number in the others. Row-major.
  void copy(Seat first, std::span<const Counters> prefix, Counters from, Counters to,
            std::uint8_t* out) const noexcept;

  // The value of every position, for one first player.
  std::size_t positions() const noexcept { return positions_; }
  void copy(Seat first, std::uint8_t* out) const noexcept;

  // One by one. Positions are numbered by their places, in an order that is the box's own.
  std::size_t place_of(std::span<const Counters> piles) const noexcept {
    std::size_t place = 0;
    for (std::size_t j = 0; j < piles.size(); ++j) place += piles[j] * strides_[j];
    return place;
  }
  std::vector<Counters> piles_at(std::size_t place) const;
  int value(std::size_t place, Seat first) const noexcept {
    return values_[static_cast<std::size_t>(first) * positions_ + place];
  }

  // All of them as they lie in memory: by first player, then by place. The place of a position is
  // the sum of its piles times these strides.
  const std::uint8_t* values() const noexcept { return values_.get(); }
  std::span<const std::size_t> strides() const noexcept { return strides_; }

 protected:
  Box(std::span<const Counters> bounds, int players, std::pmr::memory_resource* memory);

  // Row-major unless a solver prefers another order.
  std::vector<std::size_t> strides_;
  std::size_t positions_ = 1;
  std::unique_ptr<std::uint8_t[], GiveBack> values_;

 private:
  void copy_from(const std::uint8_t* values, std::size_t axis, Counters from, Counters to,
                 std::uint8_t*& out) const noexcept;

  std::vector<Counters> extents_;
};

// The fastest box for the ruleset. Its values are allocated from `memory`; ruleset and memory must
// outlive it. Throws Error(input) if the game cannot be played with this many players or with such
// piles.
std::unique_ptr<Box> make_box(const Ruleset& ruleset, const AllianceMatrix& matrix,
                              std::span<const Counters> bounds, Counters passes,
                              std::pmr::memory_resource* memory = std::pmr::get_default_resource());

// The bytes that this box needs; kUint128Max means that many or more.
Uint128 box_bytes(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                  Counters passes);

}  // namespace nimsweep
