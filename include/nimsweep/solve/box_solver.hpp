// Boxes of the games in which a move lowers piles, one or several, to any smaller size or by some
// numbers (see MoveShape), by running bests: options along a line need no scan.
//
// Let H(y, i) be P_i's rank of the winner after a move to y; the smaller the better. For a set S of
// piles let B_S(x, i) be the smallest H(y, i) with y_j < x_j for j in S and y_j = x_j elsewhere.
// Then B_{a+R}(x) is the smaller of B_{a+R}(x - e_a) and B_R(x - e_a), where B_{} = H. So with a
// the first pile of S, one plane of bytes over the piles after a holds B_S, and is brought forward
// as x_a grows. Each number of passes left is a game of its own, with one more option: the same
// position with one pass less.
//
// Rows along the last pile are solved as vectors (src/solve/box_rows.hpp). Piles may be taken in
// any order, so the longest axis is made the last (src/solve/box_layout.hpp).
#pragma once

#include "nimsweep/solve/box.hpp"

namespace nimsweep {

namespace solve_detail {
struct BoxLayout;
}

class BoxSolver final : public Box {
 public:
  // Is it for games of this shape?
  static bool solves(const MoveShape& shape);

  // Is that also worth it? With very many piles that may be lowered together, and short rows, it is
  // not.
  static bool pays(const MoveShape& shape, std::span<const Counters> bounds);

  BoxSolver(const MoveShape& shape, const AllianceMatrix& matrix, std::span<const Counters> bounds,
            Counters passes, std::pmr::memory_resource* memory = std::pmr::get_default_resource());
  ~BoxSolver() override;

  Grid grid() const noexcept override;
  void solve_block(std::size_t row, std::size_t column) override;

  // The bytes it needs, values included; kUint128Max means that many or more.
  static Uint128 bytes(const MoveShape& shape, int players, std::span<const Counters> bounds,
                       Counters passes);

 private:
  class Block;

  std::unique_ptr<solve_detail::BoxLayout> layout_;
};

}  // namespace nimsweep
