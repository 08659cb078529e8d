#include "store/equal_bytes.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nimsweep::store_detail {

std::size_t count_equal_anywhere(const std::uint8_t* a, const std::uint8_t* b, std::size_t length) {
  std::size_t count = 0;
  std::size_t k = 0;
#if defined(__SSE2__)
  while (k + 16 <= length) {
    __m128i counts = _mm_setzero_si128();  // of each place mod 16, at most 255
    for (int step = 0; step < 255 && k + 16 <= length; ++step, k += 16)
      counts = _mm_sub_epi8(
          counts, _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a + k)),
                                 _mm_loadu_si128(reinterpret_cast<const __m128i*>(b + k))));
    const __m128i sums = _mm_sad_epu8(counts, _mm_setzero_si128());
    count += static_cast<std::size_t>(_mm_cvtsi128_si64(sums)) +
             static_cast<std::size_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(sums, sums)));
  }
#endif
  for (; k < length; ++k) count += a[k] == b[k] ? 1 : 0;
  return count;
}

CountEqual* best_count_equal() {
  return count_equal_for_avx2() != nullptr ? count_equal_for_avx2() : count_equal_anywhere;
}

}  // namespace nimsweep::store_detail
