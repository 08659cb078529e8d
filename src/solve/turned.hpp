// Columns of bytes as rows.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace nimsweep::solve_detail {

// 16 bytes of each of 16 rows, from `begin` on, become columns of rows that are `stride` bytes
// apart.
inline void turn_16(const std::uint8_t* const from[16], std::size_t begin, std::uint8_t* to,
                    std::size_t stride) {
#if defined(__SSE2__)
  // Interleaving the rows of the two halves four times brings byte (r, c) to (c, r).
  __m128i rows[16];
  for (int r = 0; r < 16; ++r)
    rows[r] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from[r] + begin));
  for (int round = 0; round < 4; ++round) {
    __m128i next[16];
    for (std::size_t r = 0; r < 8; ++r) {
      next[2 * r] = _mm_unpacklo_epi8(rows[r], rows[r + 8]);
      next[2 * r + 1] = _mm_unpackhi_epi8(rows[r], rows[r + 8]);
    }
    for (int r = 0; r < 16; ++r) rows[r] = next[r];
  }
  for (int r = 0; r < 16; ++r)
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to + static_cast<std::size_t>(r) * stride),
                     rows[r]);
#else
  for (std::size_t r = 0; r < 16; ++r)
    for (std::size_t c = 0; c < 16; ++c) to[c * stride + r] = from[r][begin + c];
#endif
}

}  // namespace nimsweep::solve_detail
