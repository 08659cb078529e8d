// Players sit in a circle, P_0 .. P_{n-1}, and move in that order.
#pragma once

namespace nimsweep {

using Seat = int;

inline constexpr int kMinPlayers = 2;
inline constexpr int kMaxPlayers = 16;

// The winner of a play that goes on forever.
inline constexpr Seat kNobody = -1;

constexpr Seat next_seat(Seat player, int players) noexcept {
  return player + 1 == players ? 0 : player + 1;
}

// The value, in tables, of a position that nobody wins.
inline constexpr int kNoValue = 255;

// The papers' value g of a position: how many seats after the first player the winner sits.
constexpr int value_of(Seat winner, Seat first, int players) noexcept {
  return winner == kNobody ? kNoValue : (winner - first + players) % players;
}

}  // namespace nimsweep
