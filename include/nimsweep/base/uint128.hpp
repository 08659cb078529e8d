// 128-bit numbers: matrix indices, node counts, the arithmetic of claims.
#pragma once

namespace nimsweep {

__extension__ using Uint128 = unsigned __int128;
__extension__ using Int128 = __int128;
inline constexpr Uint128 kUint128Max = ~Uint128{0};

// a + b, or the largest number on overflow.
constexpr Uint128 saturating_add(Uint128 a, Uint128 b) noexcept {
  return a > kUint128Max - b ? kUint128Max : a + b;
}

constexpr Uint128 saturating_multiply(Uint128 a, Uint128 b) noexcept {
  return b != 0 && a > kUint128Max / b ? kUint128Max : a * b;
}

constexpr Int128 magnitude(Int128 number) noexcept {
  return number < 0 ? -number : number;
}

// The quotient rounded down; the divisor is positive.
constexpr Int128 floor_quotient(Int128 number, Int128 divisor) noexcept {
  const Int128 quotient = number / divisor;
  return number % divisor < 0 ? quotient - 1 : quotient;
}

}  // namespace nimsweep
