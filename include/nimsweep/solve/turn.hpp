// A position and the player to move: what solvers keep values of.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nimsweep/base/hash.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

struct Turn {
  Position position;
  Seat player = 0;

  friend bool operator==(const Turn&, const Turn&) = default;
};

struct TurnHash {
  std::size_t operator()(const Turn& turn) const noexcept {
    return mix(PositionHash{}(turn.position), static_cast<std::uint64_t>(turn.player));
  }
};

// About what a turn like this one costs in a hash table, with a small value.
inline std::uint64_t bytes_of_turn(const Position& position) noexcept {
  return 160 + (position.piles.size() + position.state.size()) * sizeof(Counters);
}

}  // namespace nimsweep
