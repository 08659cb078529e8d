// Which bytes are the same in two rows, sixteen or more at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nimsweep::store_detail {

inline constexpr std::size_t kWindowBytes = 32;
inline constexpr std::size_t kRun = 6;

struct EqualBytes {
  // Bit k of `bits` is whether a[k] == b[k]; those beyond `length` are 0. Returns how many are set.
  std::size_t (*mark)(const std::uint8_t* a, const std::uint8_t* b, std::size_t length,
                      std::uint64_t* bits);
  // Each of `distances` has a window. Its bit k is whether here[k] is the byte that distance before
  // it; 0 from bit `length` on. Returns where in any of them kRun bits in a row begin.
  std::uint32_t (*look_back)(const std::uint8_t* here, std::size_t length,
                             const std::size_t* distances, std::size_t count,
                             std::uint32_t* windows);
};

// For this machine; and by name, for tests.
const EqualBytes& best_equal_bytes();
const EqualBytes& equal_bytes_anywhere();
const EqualBytes* equal_bytes_for_avx2();  // null if the machine has no AVX2

}  // namespace nimsweep::store_detail
