// 32 bytes at a time. Compiled for AVX2; called only where the machine has it.
#include "store/adler32.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

#include <algorithm>
#endif

namespace nimsweep::store_detail {

#if defined(__AVX2__)
namespace {

constexpr std::size_t kAtOnce = 32;
constexpr std::uint64_t kPrime = 65'521;
// Until then no 32-bit number overflows; sums of sums, of eight bytes each, are the largest.
constexpr std::size_t kMostSteps = 1024;
static_assert(std::size_t{8} * 255 * (kMostSteps * kMostSteps / 2) < std::size_t{1} << 32);

std::uint64_t total(__m256i numbers) {
  alignas(32) std::uint32_t parts[8];
  _mm256_store_si256(reinterpret_cast<__m256i*>(parts), numbers);
  std::uint64_t sum = 0;
  for (const std::uint32_t part : parts) sum += part;
  return sum;
}

// `low` is one more than the sum of all bytes, `high` the sum of what `low` is after each of them.
// So a byte counts in `high` as often as there are bytes from it on: within its 32 by a weight, and
// 32 times for each step that follows.
std::uint32_t adler32(const std::uint8_t* bytes, std::size_t count) {
  const __m256i weights =
      _mm256_setr_epi8(32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14,
                       13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1);
  const __m256i zero = _mm256_setzero_si256();
  std::uint64_t low = 1;
  std::uint64_t high = 0;
  while (count >= kAtOnce) {
    const std::size_t steps = std::min(count / kAtOnce, kMostSteps);
    __m256i sum = zero;
    __m256i sum_of_sums = zero;  // before each step
    __m256i weighted = zero;
    for (std::size_t step = 0; step < steps; ++step, bytes += kAtOnce) {
      const __m256i here = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
      sum_of_sums = _mm256_add_epi32(sum_of_sums, sum);
      sum = _mm256_add_epi32(sum, _mm256_sad_epu8(here, zero));
      weighted = _mm256_add_epi32(
          weighted, _mm256_madd_epi16(_mm256_maddubs_epi16(here, weights), _mm256_set1_epi16(1)));
    }
    high += kAtOnce * (steps * low + total(sum_of_sums)) + total(weighted);
    low += total(sum);
    low %= kPrime;
    high %= kPrime;
    count -= steps * kAtOnce;
  }
  for (; count > 0; --count) {
    low += *bytes++;
    high += low;
  }
  return static_cast<std::uint32_t>(high % kPrime << 16 | low % kPrime);
}

}  // namespace
#endif

Adler32* adler32_for_avx2() {
#if defined(__AVX2__)
  if (__builtin_cpu_supports("avx2")) return adler32;
#endif
  return nullptr;
}

}  // namespace nimsweep::store_detail
