// A position of any game: piles of counters, other state of the ruleset (a cap, flags, a token;
// most have none), and the passes left. Positions are ordered lexicographically by these members,
// in this order; every option of a position comes before it (see games/ruleset.hpp).
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace nimsweep {

using Counters = std::uint64_t;
inline constexpr Counters kMaxCounters = std::numeric_limits<Counters>::max();

struct Position {
  std::vector<Counters> piles;
  std::vector<Counters> state = {};
  Counters passes = 0;

  friend auto operator<=>(const Position&, const Position&) = default;
};

struct PositionHash {
  std::size_t operator()(const Position& position) const noexcept;
};

// Parses "1,2,2". Throws Error(input), naming the pile.
std::vector<Counters> parse_piles(std::string_view text);

}  // namespace nimsweep
