// Vectors of 32 bytes, one instruction per table look-up. For files that are compiled for AVX2,
// whose functions are called only where the machine has it.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

namespace nimsweep::solve_detail {

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

}  // namespace nimsweep::solve_detail
