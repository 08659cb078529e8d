// The Last Nim machine of a matrix, made for walks over very many matrices. An outcome vector has
// three bits per seat, for up to eight players. Every state but the start comes from another one by
// one of two steps:
//
//     handed_on   a further pile of one counter:       v_1(i) = w(i+1)
//     grown       one more counter on the last pile:   v_{t+1}(i) = the one P_i prefers of
//                                                      v_t(i) and v_t(i+1)
//
// What v_t grows into does not depend on where it comes from. So the states are the start, and the
// closure under both steps of what the start is handed on as: a state costs two steps, not one for
// each pile size.
//
// Small Nim is Last Nim with piles in descending order. Its steps are the same, but a pile grows
// only up to the size of the one before; so there a state is a vector and the size of the last
// pile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "nimsweep/model/seat.hpp"

namespace nimsweep {

inline constexpr int kMaxPackedPlayers = 8;

using PackedVector = std::uint32_t;

// Whom P_i prefers of a and b: entry a + 8 b. A walk that has not decided it has kUndecided there.
struct alignas(64) Choices {
  static constexpr std::uint8_t kUndecided = 0x80;

  std::array<std::uint8_t, 64> preferred = {};

  void set(Seat a, Seat b, std::uint8_t winner) noexcept {
    preferred[static_cast<std::size_t>(a) + 8 * static_cast<std::size_t>(b)] = winner;
  }
};

// The vector of the end position: whoever is stuck wins.
constexpr PackedVector packed_end(int players) noexcept {
  PackedVector vector = 0;
  for (Seat i = 0; i < players; ++i) vector |= static_cast<PackedVector>(i) << 3 * i;
  return vector;
}

// The vector in which P_i wins whoever moves first.
constexpr PackedVector packed_always(Seat winner, int players) noexcept {
  PackedVector vector = 0;
  for (Seat i = 0; i < players; ++i) vector |= static_cast<PackedVector>(winner) << 3 * i;
  return vector;
}

constexpr Seat winner_in(PackedVector vector, Seat first) noexcept {
  return static_cast<Seat>(vector >> 3 * first & 7);
}

constexpr PackedVector handed_on(PackedVector vector, int players) noexcept {
  return vector >> 3 | (vector & 7) << 3 * (players - 1);
}

// All that a walk knows of one machine. It points into the walk's memory.
struct PackedMachine {
  int players = 0;
  std::span<const PackedVector> reached;  // by one pile or more, in no particular order
  std::span<const PackedVector> growing;  // those of them whose last pile may be larger
  std::size_t states = 0;                 // the start included
  int letters = 1;                        // from this size on all piles are alike
  bool is_descending = false;             // Small Nim: no pile is larger than the one before
  std::span<const Choices> rows;

  PackedVector start() const noexcept { return packed_end(players); }

  PackedVector grown(PackedVector vector) const noexcept {
    const std::uint64_t twice = vector | std::uint64_t{vector} << 3 * players;
    PackedVector result = 0;
    for (Seat i = 0; i < players; ++i)
      result |= static_cast<PackedVector>(
                    rows[static_cast<std::size_t>(i)].preferred[twice >> 3 * i & 63])
                << 3 * i;
    return result;
  }

  // The prefix `vector`, and one more pile of `counters`; not empty.
  PackedVector after_pile(PackedVector vector, std::uint64_t counters) const noexcept {
    vector = handed_on(vector, players);
    for (std::uint64_t size = 1; size < counters; ++size) {
      const PackedVector next = grown(vector);
      if (next == vector) break;
      vector = next;
    }
    return vector;
  }
};

}  // namespace nimsweep
