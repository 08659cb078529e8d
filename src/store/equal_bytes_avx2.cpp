// 32 bytes at a time. Compiled for AVX2; called only where the machine has it.
#include "store/equal_bytes.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

#include <bit>
#endif

namespace nimsweep::store_detail {

#if defined(__AVX2__)
namespace {

__m256i equal_at(const std::uint8_t* a, const std::uint8_t* b) {
  return _mm256_cmpeq_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(a)),
                           _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b)));
}

// The last vector overlaps the one before it; what was counted there is shifted out.
std::size_t count_equal(const std::uint8_t* a, const std::uint8_t* b, std::size_t length) {
  constexpr std::size_t kWidth = 32;
  if (length < kWidth) return count_equal_anywhere(a, b, length);
  std::size_t count = 0;
  std::size_t k = 0;
  while (k + kWidth <= length) {
    __m256i counts = _mm256_setzero_si256();  // of each place mod 32, at most 255
    for (int step = 0; step < 255 && k + kWidth <= length; ++step, k += kWidth)
      counts = _mm256_sub_epi8(counts, equal_at(a + k, b + k));
    const __m256i sums = _mm256_sad_epu8(counts, _mm256_setzero_si256());
    const __m128i halves =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    count += static_cast<std::size_t>(_mm_cvtsi128_si64(halves)) +
             static_cast<std::size_t>(_mm_extract_epi64(halves, 1));
  }
  if (k == length) return count;
  const auto last = static_cast<std::uint32_t>(
      _mm256_movemask_epi8(equal_at(a + length - kWidth, b + length - kWidth)));
  return count + static_cast<std::size_t>(std::popcount(last >> (kWidth - (length - k))));
}

}  // namespace
#endif

CountEqual* count_equal_for_avx2() {
#if defined(__AVX2__)
  if (__builtin_cpu_supports("avx2")) return count_equal;
#endif
  return nullptr;
}

}  // namespace nimsweep::store_detail
