// Four matrices at a time, one 64-bit number of each. Compiled for AVX2; called only where the
// machine has it. AVX2 multiplies only 32 bits by 32, and does not divide, so both are put
// together from such products.
#include "job/sample_rows.hpp"

#if defined(__AVX2__)
#include <immintrin.h>

#include <bit>
#include <iterator>
#include <utility>
#endif

namespace nimsweep::job_detail {

#if defined(__AVX2__)
namespace {

using PackedRow = AllianceMatrix::PackedRow;

constexpr std::size_t kMatrices = 4;

__m256i all(std::uint64_t number) {
  return _mm256_set1_epi64x(static_cast<long long>(number));
}

// The step of base/hash.hpp, for four: (h ^ h >> 32) times its constant.
[[gnu::always_inline]] inline __m256i fold_and_multiply(__m256i h) {
  const __m256i low = all(0x6659fd93u);
  const __m256i high = all(0xd6e8feb8u);
  const __m256i upper = _mm256_srli_epi64(h, 32);
  const __m256i folded = _mm256_xor_si256(h, upper);
  const __m256i crossed =
      _mm256_add_epi64(_mm256_mul_epu32(folded, high), _mm256_mul_epu32(upper, low));
  return _mm256_add_epi64(_mm256_mul_epu32(folded, low), _mm256_slli_epi64(crossed, 32));
}
[[gnu::always_inline]] inline __m256i mix_four(__m256i hash, __m256i word) {
  const __m256i h = _mm256_add_epi64(_mm256_xor_si256(hash, word), all(0x9e3779b97f4a7c15u));
  const __m256i twice = fold_and_multiply(fold_and_multiply(h));
  return _mm256_xor_si256(twice, _mm256_srli_epi64(twice, 32));
}

// A smaller number with the same remainder: the bits from `low_bits` on count 2^low_bits mod the
// divisor times.
template <std::uint64_t kDivisor, int kLowBits>
[[gnu::always_inline]] inline __m256i reduced(__m256i numbers) {
  constexpr std::uint64_t kFrom = std::uint64_t{1} << kLowBits;
  return _mm256_add_epi64(
      _mm256_and_si256(numbers, all(kFrom - 1)),
      _mm256_mul_epu32(_mm256_srli_epi64(numbers, kLowBits), all(kFrom % kDivisor)));
}

// Of a number below 2^22, the quotient begins at bit 26 of the product with 2^26 / divisor, rounded
// up: what is too much in that product is at most the number times the divisor over 2^26, below 1.
template <std::uint64_t kDivisor>
[[gnu::always_inline]] inline __m256i remainders(__m256i numbers) {
  static_assert(kDivisor <= 16);
  if constexpr (std::has_single_bit(kDivisor)) return _mm256_and_si256(numbers, all(kDivisor - 1));
  __m256i small;
  if constexpr (256 % kDivisor == 1)
    small = _mm256_sad_epu8(numbers, _mm256_setzero_si256());  // the sum of the bytes
  else
    small = reduced<kDivisor, 18>(reduced<kDivisor, 32>(numbers));  // below 2^36, below 2^22
  const __m256i quotients =
      _mm256_srli_epi64(_mm256_mul_epu32(small, all((std::uint64_t{1} << 26) / kDivisor + 1)), 26);
  return _mm256_sub_epi64(small, _mm256_mul_epu32(quotients, all(kDivisor)));
}

// Swaps place kPlace with one that does not come after it.
template <int kPlace>
[[gnu::always_inline]] inline void swap_place(__m256i of_row, __m256i& row) {
  const __m256i other = _mm256_slli_epi64(remainders<kPlace + 1>(mix_four(of_row, all(kPlace))), 2);
  const __m256i difference = _mm256_and_si256(
      _mm256_xor_si256(_mm256_srli_epi64(row, 4 * kPlace), _mm256_srlv_epi64(row, other)), all(15));
  row = _mm256_xor_si256(row, _mm256_xor_si256(_mm256_slli_epi64(difference, 4 * kPlace),
                                               _mm256_sllv_epi64(difference, other)));
}

template <int kPlayers, int... kPlaces>
[[gnu::always_inline]] inline __m256i sample_row(__m256i of_row,
                                                 std::integer_sequence<int, kPlaces...>) {
  __m256i row = all(row_in_order(kPlayers));
  (swap_place<kPlayers - 1 - kPlaces>(of_row, row), ...);
  return row;
}

template <int kPlayers>
void sample_rows_of(std::uint64_t of_sample, std::uint64_t number, std::size_t matrices,
                    PackedRow* out) {
  for (std::size_t m = 0; m + kMatrices <= matrices; m += kMatrices) {
    const __m256i of_matrix =
        mix_four(all(of_sample), _mm256_add_epi64(all(number + m), _mm256_setr_epi64x(0, 1, 2, 3)));
    for (std::size_t i = 0; i < kPlayers; ++i) {
      PackedRow rows[kMatrices];
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(rows),
                          sample_row<kPlayers>(mix_four(of_matrix, all(i)),
                                               std::make_integer_sequence<int, kPlayers - 1>()));
      for (std::size_t k = 0; k < kMatrices; ++k) out[(m + k) * kPlayers + i] = rows[k];
    }
  }
}

// For the numbers of players for which there may be many small tables.
constexpr decltype(&sample_rows_of<2>) kSamplers[] = {
    &sample_rows_of<2>, &sample_rows_of<3>, &sample_rows_of<4>, &sample_rows_of<5>,
    &sample_rows_of<6>, &sample_rows_of<7>, &sample_rows_of<8>};

void sample_rows_by_four(int players, std::uint64_t of_sample, std::uint64_t number,
                         std::size_t matrices, PackedRow* out) {
  std::size_t done = 0;
  if (const auto k = static_cast<std::size_t>(players) - 2; k < std::size(kSamplers)) {
    kSamplers[k](of_sample, number, matrices, out);
    done = matrices - matrices % kMatrices;
  }
  sample_rows_anywhere(players, of_sample, number + done, matrices - done,
                       out + done * static_cast<std::size_t>(players));
}

}  // namespace
#endif

SampleRows* sample_rows_for_avx2() {
#if defined(__AVX2__)
  if (__builtin_cpu_supports("avx2")) return sample_rows_by_four;
#endif
  return nullptr;
}

}  // namespace nimsweep::job_detail
