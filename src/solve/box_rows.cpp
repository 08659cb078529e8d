// 16 bytes at a time.
#include "solve/box_rows.hpp"

#include "solve/box_rows_loops.hpp"
#include "solve/portable_lanes.hpp"

namespace nimsweep::solve_detail {

const RowKernels& portable_row_kernels() {
  using Loops = RowLoops<PortableLanes>;
  static constexpr RowKernels kKernels{.solve = Loops::solve, .best_of = Loops::best_of};
  return kKernels;
}

const RowKernels& row_kernels() {
  static const RowKernels& kBest =
      avx2_row_kernels() != nullptr ? *avx2_row_kernels() : portable_row_kernels();
  return kBest;
}

}  // namespace nimsweep::solve_detail
