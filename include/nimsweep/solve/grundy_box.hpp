// The Grundy values of all starts in a box [0..b_1] x .. x [0..b_N]. Each position is solved
// once, in order, from the options below it. If a game is the sum of its piles, only single piles
// are solved so; a Nim pile, whose value is its size, needs no solving.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/solve/position_index.hpp"

namespace nimsweep {

class GrundyBox {
 public:
  static constexpr Counters kLargestValue = 65535;

  // Throws Error(input) if the game is not impartial, or its plays do not keep to their order.
  static void check_ruleset(const Ruleset& ruleset);

  // Throws Error(input) if the box is known to have larger values than kLargestValue.
  static void check_bounds(const Ruleset& ruleset, std::span<const Counters> bounds);

  // The ruleset has to outlive it, and passes both checks.
  GrundyBox(const Ruleset& ruleset, std::span<const Counters> bounds, Counters passes);

  // A box is solved in blocks, one after another. Throws Error(input) if a value is too large.
  std::size_t blocks() const noexcept { return is_nim_ ? 0 : index_.blocks(); }
  void solve_block(std::size_t number);
  void solve();

  // Once it is solved: the values of the starts with piles that begin with `prefix`, have `from` ..
  // `to` - 1 counters in the pile after it, and any number in the others. Row-major.
  void copy(std::span<const Counters> prefix, Counters from, Counters to,
            std::uint16_t* out) const noexcept;

  // The bytes it needs; kUint128Max means that many or more.
  static Uint128 bytes(const Ruleset& ruleset, std::span<const Counters> bounds, Counters passes);

 private:
  std::uint16_t value_at(std::size_t place, const Position& position);
  void copy_sums(const std::uint16_t* values, std::span<const Counters> prefix, Counters from,
                 Counters to, std::uint16_t* out) const noexcept;

  const Ruleset& ruleset_;
  std::vector<std::size_t> radices_;  // of the piles
  bool is_sum_;                       // then what follows is for a single pile
  bool is_nim_;
  PositionIndex index_;
  std::unique_ptr<std::uint16_t[]> values_;  // by place
  std::vector<std::uint16_t> starts_;        // of the starts; empty if these are all
  std::vector<std::size_t> seen_;            // by value: 1 + the last place with such an option
};

}  // namespace nimsweep
