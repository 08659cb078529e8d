// The inner loop of SideBySide: positions one after another, each for kSideBySide matrices, one
// byte each. The high half of a byte is the rank of an outcome for some player, 0 the best, so that
// the best of two options is the smaller byte; the low half may be the value.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nimsweep::solve_detail {

inline constexpr std::size_t kSideBySide = 32;
inline constexpr std::uint32_t kNoPlace = 0xffff'ffff;

// A position. What a player can reach from it is the best of its options from `from` to `to`, and
// of what can be reached from `before`, whose options are options here, too.
struct PlaceStep {
  std::uint32_t before = kNoPlace;
  std::uint32_t from = 0;
  std::uint32_t to = 0;

  bool has_options() const { return before != kNoPlace || from < to; }
};

// What the loop looks up, a byte for each matrix: by player i, and by the rank r that the winner
// has for P_i.
using BytesByRank = std::uint8_t[16][kSideBySide];
struct LookUps {
  alignas(kSideBySide) BytesByRank value[16];  // A[i][r]
  // The outcome as SideBySideTask has it: for rank 0 as it is, for others by xor with that.
  alignas(kSideBySide) BytesByRank outcome[16];
  alignas(kSideBySide) std::uint8_t stuck[16][kSideBySide];  // in the high half, P_i's own rank
};

struct SideBySideTask {
  int players = 0;
  std::size_t matrices = 0;             // at most kSideBySide
  const std::uint64_t* rows = nullptr;  // of each matrix, packed
  std::size_t places = 0;
  bool is_impartial = false;                      // all players have the same steps
  const PlaceStep* const* steps = nullptr;        // for each player
  const std::uint32_t* const* options = nullptr;  // for each player: places
  // Which vector of `values` holds which byte of a matrix's table.
  std::size_t cells = 0;
  const std::uint32_t* value_of_cell = nullptr;
  std::uint8_t* out = nullptr;  // the tables, one matrix after another

  // Space to work in: vectors of kSideBySide bytes, by place and player to move. The outcome (high
  // its rank for the player before, low its value), the best option, and the value alone.
  LookUps* look_ups = nullptr;
  std::uint8_t* outcomes = nullptr;
  std::uint8_t* best = nullptr;
  std::uint8_t* values = nullptr;
};

using SolveSideBySide = void(const SideBySideTask& task);

// For this machine; and by name, for tests.
SolveSideBySide* best_side_by_side();
SolveSideBySide solve_side_by_side_anywhere;
SolveSideBySide* side_by_side_for_avx2();  // null if the machine has no AVX2

}  // namespace nimsweep::solve_detail
