// The inner loop of SideBySide: positions one after another, each for kSideBySide matrices, one
// byte each. A byte is a rank in some player's order of preference, 0 the best, so that the best of
// two options is the smaller byte; or it is a value.
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

// For each player and each entry, a byte of each matrix. What P_i can reach has a rank r for P_i.
// Entries of `value` and `handed_on` other than the first are differences from it, by xor.
using BytesByEntry = std::uint8_t[16][kSideBySide];
struct SideBySideTables {
  alignas(kSideBySide) BytesByEntry value[16];      // A[i][r]
  alignas(kSideBySide) BytesByEntry rank[16];       // of an offset: its place in A[i]
  alignas(kSideBySide) BytesByEntry handed_on[16];  // the rank for P_{i-1} of what has rank r
};

struct SideBySideTask {
  int players = 0;
  std::size_t matrices = 0;             // at most kSideBySide
  const std::uint64_t* rows = nullptr;  // of each matrix, packed
  std::size_t places = 0;
  const PlaceStep* const* steps = nullptr;        // for each player
  const std::uint32_t* const* options = nullptr;  // for each player: places
  // Which vector of `values` holds which byte of a matrix's table.
  std::size_t cells = 0;
  const std::uint32_t* value_of_cell = nullptr;
  std::uint8_t* out = nullptr;  // the tables, one matrix after another

  // Space to work in: vectors of kSideBySide bytes, by place and player. What P_i thinks of P_{i+1}
  // to move there, the best that P_i can reach from there, and the value.
  SideBySideTables* tables = nullptr;
  std::uint8_t* handed_on = nullptr;
  std::uint8_t* best = nullptr;
  std::uint8_t* values = nullptr;
};

using SolveSideBySide = void(const SideBySideTask& task);

// For this machine; and by name, for tests.
SolveSideBySide* best_side_by_side();
SolveSideBySide solve_side_by_side_anywhere;
SolveSideBySide* side_by_side_for_avx2();  // null if it has not that

}  // namespace nimsweep::solve_detail
