// 32 bytes at a time. Compiled for AVX2; called only where the machine has it.
#include "solve/box_rows.hpp"
#include "solve/box_rows_loops.hpp"

#if defined(__AVX2__)
#include "solve/avx2_lanes.hpp"
#endif

namespace nimsweep::solve_detail {

#if defined(__AVX2__)

const RowKernels* avx2_row_kernels() {
  using Loops = RowLoops<Avx2Lanes>;
  static constexpr RowKernels kKernels{.solve = Loops::solve, .best_of = Loops::best_of};
  return __builtin_cpu_supports("avx2") ? &kKernels : nullptr;
}

#else

const RowKernels* avx2_row_kernels() {
  return nullptr;
}

#endif

}  // namespace nimsweep::solve_detail
