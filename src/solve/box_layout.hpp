// How BoxSolver lays a box out: which axes there are, how they are cut into blocks, and what blocks
// leave for others. See nimsweep/solve/box_solver.hpp for B_S and H.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "solve/box_rows.hpp"

namespace nimsweep::solve_detail {

// The length of a row in memory: whole steps.
inline std::size_t padded_row(std::size_t length) {
  return (length + kRowStep - 1) / kRowStep * kRowStep;
}

// The shape of a game's moves, boiled down to what a row needs.
struct BoxMoves {
  BoxMoves(const MoveShape& shape, std::span<const Counters> bounds);

  std::size_t most = 1;           // piles lowered at a time,
  std::size_t window = 0;         // all among this many neighbours in a circle; 0: any
  std::size_t circle = 0;         // of this many piles
  bool diagonal = false;          // all piles together
  bool smallest = false;          // only a smallest pile
  std::vector<Counters> steps{};  // only by these; then nothing runs along a line

  // May these be lowered together? A bit for each pile.
  bool allows(std::uint64_t piles) const noexcept;
};

struct BoxLayout {
  // A set S = {first} + R of piles that may be lowered together. The last pile alone is not one of
  // them: it is lowered along the row.
  struct Set {
    std::size_t first = 0;
    std::optional<std::size_t> rest;  // R, if it is one of these
    bool rest_is_last = false;        // R is the last pile alone; otherwise, without `rest`, empty
  };

  BoxLayout(const MoveShape& shape, const AllianceMatrix& matrix, std::span<const Counters> bounds,
            Counters passes_left);

  // Is B_S handed on from block to block?
  bool is_shared(const Set& set) const { return set.first == 0 || (set.first == 1 && whole_rows); }

  // Are there so few sets for the length of a row that they are worth it?
  static bool pays(const MoveShape& shape, std::span<const Counters> bounds);

  // The bytes it needs, values included; kUint128Max means that many or more.
  static Uint128 bytes(const MoveShape& shape, int players, std::span<const Counters> bounds,
                       Counters passes);

  BoxMoves moves;
  RankTables tables;
  Counters passes;
  std::size_t players = 0;
  std::vector<std::size_t> axes;        // the piles that matter, in the order of all below
  std::vector<std::size_t> extents;     // of the axes
  std::size_t last = 0;                 // axis
  std::size_t length = 0;               // of the last axis
  std::size_t stride = 0;               // of rows in memory
  std::vector<std::size_t> rows_after;  // entry a: rows of the axes after a
  std::size_t rows = 1;
  std::vector<Set> sets;
  bool wants_lower = false;  // does a set hold the last pile and others?
  bool whole_rows = false;   // columns are cut along the second axis
  std::size_t column_length = 0;
  std::size_t columns = 1;
  std::size_t planes_per_block = 1;  // along the first axis
  std::size_t block_rows = 1;

  // For each set whose B_S is handed on: that, by passes, row of its plane and player; and first by
  // the place along the first axis if the set begins with the second.
  std::vector<std::unique_ptr<std::uint8_t[]>> planes;
  // The best of H along the diagonal up to a position, of this and the last plane, by passes, row
  // and player; and the same for the last position of each column's rows.
  std::unique_ptr<std::uint8_t[]> diagonals;
  std::unique_ptr<std::uint8_t[]> diagonal_ends;
  // H by passes, row and player, for steps.
  std::unique_ptr<std::uint8_t[]> handed;
  // The best of H in each row as far as it is solved, by row, passes and player.
  std::unique_ptr<std::uint8_t[]> chain_ends;

 private:
  void list_sets();
  void cut();
};

}  // namespace nimsweep::solve_detail
