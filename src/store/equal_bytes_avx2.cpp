// 32 bytes at a time. Compiled for AVX2; called only where the machine has it.
#include "store/equal_bytes.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace nimsweep::store_detail {

#if defined(__AVX2__)
namespace {

std::uint32_t equal_at(const std::uint8_t* a, const std::uint8_t* b) {
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(
      _mm256_cmpeq_epi8(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(a)),
                        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(b)))));
}

// The last window overlaps the one before it; what is known from there is shifted out.
std::uint64_t last_at(const std::uint8_t* a, const std::uint8_t* b, std::size_t length,
                      std::size_t from) {
  if (from >= length) return 0;
  if (from + kWindowBytes <= length) return equal_at(a + from, b + from);
  return equal_at(a + length - kWindowBytes, b + length - kWindowBytes) >>
         (from + kWindowBytes - length);
}

std::size_t mark(const std::uint8_t* a, const std::uint8_t* b, std::size_t length,
                 std::uint64_t* bits) {
  if (length < kWindowBytes) return equal_bytes_anywhere().mark(a, b, length, bits);
  std::size_t count = 0;
  std::size_t k = 0;
  for (; k + 2 * kWindowBytes <= length; k += 2 * kWindowBytes) {
    const std::uint64_t here =
        equal_at(a + k, b + k) | std::uint64_t{equal_at(a + k + kWindowBytes, b + k + kWindowBytes)}
                                     << kWindowBytes;
    bits[k / 64] = here;
    count += static_cast<std::size_t>(_mm_popcnt_u64(here));
  }
  if (k == length) return count;
  bits[k / 64] = last_at(a, b, length, k) | last_at(a, b, length, k + kWindowBytes) << kWindowBytes;
  return count + static_cast<std::size_t>(_mm_popcnt_u64(bits[k / 64]));
}

std::uint32_t look_back(const std::uint8_t* here, std::size_t length, const std::size_t* distances,
                        std::size_t count, std::uint32_t* windows) {
  static_assert(kRun == 6);
  const std::uint32_t wanted =
      length >= kWindowBytes ? ~std::uint32_t{0} : (std::uint32_t{1} << length) - 1;
  std::uint32_t runs = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::uint32_t equal = equal_at(here, here - distances[k]) & wanted;
    windows[k] = equal;
    const std::uint32_t two = equal & equal >> 1;
    runs |= two & two >> 2 & two >> 4;
  }
  return runs;
}

constexpr EqualBytes kAvx2{mark, look_back};

}  // namespace
#endif

const EqualBytes* equal_bytes_for_avx2() {
#if defined(__AVX2__)
  if (__builtin_cpu_supports("avx2")) return &kAvx2;
#endif
  return nullptr;
}

}  // namespace nimsweep::store_detail
