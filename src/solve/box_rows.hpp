// The inner loops of BoxSolver: rows of positions that differ in the last pile only, one after
// another in memory, one byte each, for every player. A byte is a rank in some player's order of
// preference, 0 the best, so that the best of two options is the smaller byte.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nimsweep::solve_detail {

// Rows are worked on by this many bytes at a time. What lies beyond their ends is never looked at.
inline constexpr std::size_t kRowStep = 32;

// No option at all is worse than any.
inline constexpr std::uint8_t kNoOption = 255;

// A matrix, as tables to look ranks up in.
struct RankTables {
  int players = 0;
  std::uint8_t stuck[16] = {};          // P_i's rank of P_i
  std::uint8_t handed_on[16][16] = {};  // P_i's rank of the winner that has this one with P_{i+1}
  std::uint8_t value[16][16] = {};      // A[i][rank]
};

// Rows of all players, `stride` bytes apart.
struct PlayerRows {
  std::uint8_t* bytes = nullptr;
  std::size_t stride = 0;

  std::uint8_t* of(int player) const noexcept {
    return bytes + static_cast<std::size_t>(player) * stride;
  }
};

// A row to solve. In `ranks` is the best that each player can reach in other rows; in its place
// comes what each can reach by moving to this row's positions.
struct RowTask {
  PlayerRows ranks;
  std::size_t length = 0;   // a multiple of kRowStep
  std::size_t chained = 0;  // this many positions, from the first on, can also lower the last pile
  // Lowering it leads to what lies before this row, too: the best there, one byte per player.
  std::uint8_t* best = nullptr;
  PlayerRows lower;   // if wanted, by position: the best of lowering the last pile
  PlayerRows values;  // if wanted
};

struct RowKernels {
  void (*solve)(const RankTables& tables, const RowTask& row);
  // into = the smaller byte of a and b; either may be `into` itself.
  void (*best_of)(int players, PlayerRows into, PlayerRows a, PlayerRows b, std::size_t length);
};

// For this machine.
const RowKernels& row_kernels();

// Kernels by name, for tests: those that any machine can run, and those for AVX2, if it has that.
const RowKernels& portable_row_kernels();
const RowKernels* avx2_row_kernels();

}  // namespace nimsweep::solve_detail
