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
  // 32 bytes of each of 16 rows, from `begin` on, become columns of rows that are `stride` bytes
  // apart: turned.hpp, in both halves of a vector at once.
  static void turn(const std::uint8_t* const from[16], std::size_t begin, std::uint8_t* to,
                   std::size_t stride) {
    __m256i rows[16];
    for (int r = 0; r < 16; ++r) rows[r] = raw(load(from[r] + begin));
    for (int round = 0; round < 4; ++round) {
      __m256i next[16];
      for (std::size_t r = 0; r < 8; ++r) {
        next[2 * r] = _mm256_unpacklo_epi8(rows[r], rows[r + 8]);
        next[2 * r + 1] = _mm256_unpackhi_epi8(rows[r], rows[r + 8]);
      }
      for (int r = 0; r < 16; ++r) rows[r] = next[r];
    }
    for (std::size_t r = 0; r < 16; ++r) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + r * stride),
                       _mm256_castsi256_si128(rows[r]));
      _mm_storeu_si128(reinterpret_cast<__m128i*>(to + (16 + r) * stride),
                       _mm256_extracti128_si256(rows[r], 1));
    }
  }
  static Vector lookup(const std::uint8_t* table, int, Vector index) {
    const __m256i both =
        _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table)));
    return of(_mm256_shuffle_epi8(both, raw(index)));
  }
};

}  // namespace nimsweep::solve_detail
