// Compiled for AVX2; called only where the machine has it. Neighbours are joined three times: bytes
// to pairs of up to 14 bits, these to fours of up to 28, these to eights of up to 56.
#include "store/value_words.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace nimsweep::store_detail {

#if defined(__AVX2__)
namespace {

constexpr std::size_t kAtOnce = 32;

__m256i twice(const std::uint8_t* table) {
  return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(table)));
}

class Joiner {
 public:
  explicit Joiner(const ValueWords& words)
      : bits_(twice(words.bits)), counts_(twice(words.counts)) {
    alignas(16) std::uint8_t powers[16];
    for (std::size_t k = 0; k < 16; ++k)
      powers[k] = static_cast<std::uint8_t>(1u << words.counts[k]);
    powers_ = twice(powers);
  }

  // A second word moves up by the length of the first: a product with a power of two, or a shift.
  void join(const std::uint8_t* from, std::uint64_t* bits, std::uint64_t* counts) const {
    const __m256i values = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    const __m256i factors = _mm256_or_si256(
        _mm256_slli_epi16(_mm256_shuffle_epi8(powers_, values), 8), _mm256_set1_epi16(1));
    const __m256i pairs = _mm256_maddubs_epi16(factors, _mm256_shuffle_epi8(bits_, values));
    const __m256i pair_counts =
        _mm256_maddubs_epi16(_mm256_shuffle_epi8(counts_, values), _mm256_set1_epi8(1));
    const __m256i low_16 = _mm256_set1_epi32(0xffff);
    const __m256i fours = _mm256_or_si256(
        _mm256_and_si256(pairs, low_16),
        _mm256_sllv_epi32(_mm256_srli_epi32(pairs, 16), _mm256_and_si256(pair_counts, low_16)));
    const __m256i four_counts = _mm256_madd_epi16(pair_counts, _mm256_set1_epi16(1));
    const __m256i low_32 = _mm256_set1_epi64x(0xffff'ffff);
    const __m256i first_counts = _mm256_and_si256(four_counts, low_32);
    _mm256_store_si256(
        reinterpret_cast<__m256i*>(bits),
        _mm256_or_si256(_mm256_and_si256(fours, low_32),
                        _mm256_sllv_epi64(_mm256_srli_epi64(fours, 32), first_counts)));
    _mm256_store_si256(reinterpret_cast<__m256i*>(counts),
                       _mm256_add_epi64(first_counts, _mm256_srli_epi64(four_counts, 32)));
  }

 private:
  __m256i bits_;
  __m256i counts_;
  __m256i powers_;
};

void join_words(const std::uint8_t* values, std::size_t count, const ValueWords& words,
                Eights& out) {
  const Joiner joiner(words);
  for (std::size_t place = 0; place < count; place += kAtOnce)
    joiner.join(values + place, out.bits + place / 8, out.counts + place / 8);
}

}  // namespace
#endif

JoinWords* join_words_for_avx2() {
#if defined(__AVX2__)
  if (__builtin_cpu_supports("avx2")) return join_words;
#endif
  return nullptr;
}

}  // namespace nimsweep::store_detail
