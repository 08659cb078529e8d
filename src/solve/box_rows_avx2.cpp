// 32 bytes at a time, one instruction per table look-up. Compiled for AVX2; called only where the
// machine has it.
#include "solve/box_rows.hpp"
#include "solve/box_rows_loops.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace nimsweep::solve_detail {

#if defined(__AVX2__)

namespace {

struct Avx2Lanes {
  static constexpr std::size_t kWidth = 32;
  using Vector [[gnu::vector_size(32)]] = std::uint8_t;

  static Vector of(__m256i vector) { return reinterpret_cast<Vector>(vector); }
  static __m256i raw(Vector vector) { return reinterpret_cast<__m256i>(vector); }

  static Vector load(const std::uint8_t* from) {
    return of(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)));
  }
  static void store(std::uint8_t* to, Vector vector) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), raw(vector));
  }
  static Vector fill(std::uint8_t byte) { return of(_mm256_set1_epi8(static_cast<char>(byte))); }
  static Vector smaller(Vector a, Vector b) { return of(_mm256_min_epu8(raw(a), raw(b))); }
  static Vector less(Vector a, Vector b) {
    return ~of(_mm256_cmpeq_epi8(_mm256_max_epu8(raw(a), raw(b)), raw(a)));
  }
  static bool any(Vector vector) { return _mm256_testz_si256(raw(vector), raw(vector)) == 0; }
  static Vector lookup(const std::uint8_t* table, int, Vector index) {
    const __m256i both =
        _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
    return of(_mm256_shuffle_epi8(both, raw(index)));
  }
};

}  // namespace

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
