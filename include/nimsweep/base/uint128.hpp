// 128-bit numbers: matrix indices, numbers of nodes, what claims compute with.
#pragma once

namespace nimsweep {

__extension__ using Uint128 = unsigned __int128;
__extension__ using Int128 = __int128;
inline constexpr Uint128 kUint128Max = ~Uint128{0};

// a + b, or the largest number there is if that is too large.
constexpr Uint128 saturating_add(Uint128 a, Uint128 b) noexcept {
  return a > kUint128Max - b ? kUint128Max : a + b;
}

}  // namespace nimsweep
