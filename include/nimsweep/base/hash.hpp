// Mixes words into a hash, for tables of positions and states. Not safe against adversaries.
#pragma once

#include <cstdint>

namespace nimsweep {

// Multiply-and-fold: every bit of both words reaches every bit of the result.
constexpr std::uint64_t mix(std::uint64_t hash, std::uint64_t word) noexcept {
  std::uint64_t h = (hash ^ word) + 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
  h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
  return h ^ h >> 32;
}

}  // namespace nimsweep
