#include "store/equal_bytes.hpp"

#include <algorithm>
#include <bit>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace nimsweep::store_detail {

namespace {

std::size_t mark(const std::uint8_t* a, const std::uint8_t* b, std::size_t length,
                 std::uint64_t* bits) {
  std::size_t k = 0;
  std::fill_n(bits, (length + 63) / 64, 0);
#if defined(__SSE2__)
  for (; k + 16 <= length; k += 16) {
    const __m128i same = _mm_cmpeq_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a + k)),
                                        _mm_loadu_si128(reinterpret_cast<const __m128i*>(b + k)));
    bits[k / 64] |= std::uint64_t{static_cast<std::uint16_t>(_mm_movemask_epi8(same))} << k % 64;
  }
#endif
  for (; k < length; ++k) bits[k / 64] |= std::uint64_t{a[k] == b[k] ? 1U : 0U} << k % 64;
  std::size_t count = 0;
  for (std::size_t word = 0; word < (length + 63) / 64; ++word)
    count += static_cast<std::size_t>(std::popcount(bits[word]));
  return count;
}

std::uint32_t look_back(const std::uint8_t* here, std::size_t length, const std::size_t* distances,
                        std::size_t count, std::uint32_t* windows) {
  std::uint32_t runs = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::uint64_t equal = 0;
    mark(here, here - distances[k], std::min(length, kWindowBytes), &equal);
    windows[k] = static_cast<std::uint32_t>(equal);
    std::uint32_t run = windows[k];
    for (std::size_t bit = 1; bit < kRun; ++bit) run &= windows[k] >> bit;
    runs |= run;
  }
  return runs;
}

}  // namespace

const EqualBytes& equal_bytes_anywhere() {
  static constexpr EqualBytes kAnywhere{mark, look_back};
  return kAnywhere;
}

const EqualBytes& best_equal_bytes() {
  return equal_bytes_for_avx2() != nullptr ? *equal_bytes_for_avx2() : equal_bytes_anywhere();
}

}  // namespace nimsweep::store_detail
