// 32 bytes at a time. Compiled for AVX2; called only where the machine has it.
#include "solve/side_by_side_loops.hpp"

#if defined(__AVX2__)
#include "solve/avx2_lanes.hpp"
#endif

namespace nimsweep::solve_detail {

SolveSideBySide* side_by_side_for_avx2() {
#if defined(__AVX2__)
  if (__builtin_cpu_supports("avx2")) return SideBySideLoops<Avx2Lanes>::solve;
#endif
  return nullptr;
}

}  // namespace nimsweep::solve_detail
