// A position of any of the games: piles of counters, what else the ruleset keeps (a cap, flags, a
// token; most keep nothing), and the passes that are left. Positions are ordered lexicographically
// in this order of members, and every option of a position comes before it (see games/ruleset.hpp).
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

// Reads "1,2,2". Throws Error(input) that names the pile.
std::vector<Counters> parse_piles(std::string_view text);

}  // namespace nimsweep
