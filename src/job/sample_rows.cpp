#include "job/sample_rows.hpp"

#include <array>
#include <utility>

#include "nimsweep/base/hash.hpp"

namespace nimsweep::job_detail {

namespace {

using PackedRow = AllianceMatrix::PackedRow;

// Each row is a shuffle of its own.
template <std::size_t kPlayers>
void sample_matrix(std::uint64_t of_matrix, PackedRow* out) {
  for (std::size_t i = 0; i < kPlayers; ++i) {
    PackedRow row = row_in_order(kPlayers);
    const std::uint64_t of_row = mix(of_matrix, i);
    for (std::size_t j = kPlayers - 1; j > 0; --j) {
      const std::size_t k = mix(of_row, j) % (j + 1);
      const PackedRow difference = (row >> 4 * j ^ row >> 4 * k) & 15;
      row ^= difference << 4 * j ^ difference << 4 * k;
    }
    out[i] = row;
  }
}

// For each number of players, so that the compiler knows what it divides by.
template <std::size_t... kPlayers>
constexpr auto make_samplers(std::index_sequence<kPlayers...>) {
  return std::array{&sample_matrix<kPlayers + 2>...};
}
constexpr auto kSamplers = make_samplers(std::make_index_sequence<kMaxPlayers - 1>());

}  // namespace

void sample_rows_anywhere(int players, std::uint64_t of_sample, std::uint64_t number,
                          std::size_t matrices, PackedRow* out) {
  auto* const sample = kSamplers[static_cast<std::size_t>(players) - 2];
  for (std::size_t m = 0; m < matrices; ++m, out += players)
    sample(mix(of_sample, number + m), out);
}

void sample_rows(int players, std::uint64_t seed, std::uint64_t number, std::size_t matrices,
                 PackedRow* out) {
  static SampleRows* const kBest =
      sample_rows_for_avx2() != nullptr ? sample_rows_for_avx2() : &sample_rows_anywhere;
  kBest(players, mix(0, seed), number, matrices, out);
}

}  // namespace nimsweep::job_detail
