// A set of values 0..n-1: what a claim allows a position to have.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "nimsweep/model/seat.hpp"

namespace nimsweep {

class ValueSet {
 public:
  static constexpr int kMostValues = 32;  // more than there are players anywhere else

  constexpr ValueSet() = default;

  // A single value is a set, too.
  constexpr ValueSet(int value) noexcept { insert(value); }  // NOLINT(google-explicit-constructor)

  // The inverse of bits().
  static constexpr ValueSet from_bits(std::uint32_t bits) noexcept {
    ValueSet set;
    set.bits_ = bits;
    return set;
  }

  constexpr void insert(int value) noexcept {
    assert(0 <= value && value < kMostValues);
    bits_ |= std::uint32_t{1} << value;
  }

  constexpr bool contains(int value) const noexcept {
    return 0 <= value && value < kMostValues && (bits_ >> value & 1) != 0;
  }

  constexpr int size() const noexcept { return std::popcount(bits_); }
  constexpr std::uint32_t bits() const noexcept { return bits_; }

  std::vector<int> values() const {  // ascending
    std::vector<int> values;
    for (int value = 0; value < kMostValues; ++value)
      if (contains(value)) values.push_back(value);
    return values;
  }

  friend constexpr auto operator<=>(const ValueSet&, const ValueSet&) = default;

 private:
  std::uint32_t bits_ = 0;
};

static_assert(kMaxPlayers <= ValueSet::kMostValues);

}  // namespace nimsweep
