// The matrices of a random sample, by their rows. The numbers come from hashing (seed, number, row,
// place), so that any matrix of the sample can be made alone, or many at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep::job_detail {

// The rows of matrices `number`, `number` + 1, .. of the sample, one after another.
void sample_rows(int players, std::uint64_t seed, std::uint64_t number, std::size_t matrices,
                 AllianceMatrix::PackedRow* out);

// The same from a hash of the seed; by name, for tests.
using SampleRows = void(int players, std::uint64_t of_sample, std::uint64_t number,
                        std::size_t matrices, AllianceMatrix::PackedRow* out);
SampleRows sample_rows_anywhere;
SampleRows* sample_rows_for_avx2();  // null if the machine has no AVX2

// All entries in order.
inline constexpr AllianceMatrix::PackedRow kRowInOrder = 0xfedc'ba98'7654'3210;
constexpr AllianceMatrix::PackedRow row_in_order(int players) {
  return kRowInOrder & (players == 16 ? ~AllianceMatrix::PackedRow{0}
                                      : (AllianceMatrix::PackedRow{1} << 4 * players) - 1);
}

}  // namespace nimsweep::job_detail
