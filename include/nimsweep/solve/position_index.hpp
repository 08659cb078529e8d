// The positions of all plays that start in a box of piles, numbered in their order: the digits of a
// position's place are its piles, its state and its passes. It is for games whose plays keep to
// that order: options have smaller places than the position.
//
// Not every state goes with all piles, and a ruleset need not know what to do with one that does
// not: if there are states, the positions that plays come to are marked first, from the last place
// down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/base/uint128.hpp"
#include "nimsweep/games/ruleset.hpp"

namespace nimsweep {

// The digits of a number, the last one least.
std::vector<Counters> digits_of(std::size_t number, std::span<const std::size_t> radices);

// Adds one to the number.
void count_on(std::vector<Counters>& digits, std::span<const std::size_t> radices);

// How many options a play of these piles has at its start, for P_0; `most` if there are more.
std::uint64_t options_at_start(const Ruleset& ruleset, std::span<const Counters> piles,
                               Counters passes, std::uint64_t most);

class PositionIndex {
 public:
  // The ruleset has to outlive it.
  PositionIndex(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                Counters passes);

  std::size_t places() const noexcept { return places_; }
  std::size_t place_of(const Position& position) const noexcept;
  Position at(std::size_t place) const;

  // Places are gone through in blocks of some milliseconds: the more options there are, the fewer
  // places. The first blocks may visit nothing, as they only mark.
  std::size_t blocks() const noexcept { return (has_state() ? 2 : 1) * blocks_of_places(); }

  // Visits the positions of a block, all options before. Each block once, one after another.
  using Visitor = FunctionRef<void(std::size_t place, const Position&)>;
  void visit_block(std::size_t number, Visitor visit);

  // Does a play of these piles start here?
  bool is_start(const Position& position) const;

  // Is every position a start?
  bool has_starts_only() const noexcept { return !has_state() && passes_ == 0; }

  // kUint128Max means that many or more.
  static Uint128 places(const Ruleset& ruleset, std::span<const Counters> bounds, Counters passes);

 private:
  std::size_t blocks_of_places() const noexcept { return (places_ + block_ - 1) / block_; }
  void mark_options(std::size_t place);
  bool has_state() const noexcept { return radices_.size() > piles_ + 1; }

  const Ruleset& ruleset_;
  int turns_;  // players whose moves are different
  Counters passes_;
  std::size_t piles_;
  std::vector<std::size_t> radices_;
  std::size_t places_ = 1;
  std::size_t places_per_start_ = 1;  // with the same piles
  std::size_t block_ = 1;
  std::vector<bool> reachable_;  // only with states
};

}  // namespace nimsweep
