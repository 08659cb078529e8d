// Trials on a smaller box, where the box of a case is too large for one.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/solve/position_index.hpp"

namespace nimsweep::engine_detail {

constexpr std::uint64_t kMostCountedOptions = 1 << 20;

// Bounds for which `size_of` is small enough for a trial.
template <class SizeOf>
std::vector<Counters> trial_bounds(std::vector<Counters> bounds, SizeOf size_of) {
  constexpr std::uint64_t kMostValues = 1 << 20;
  while (size_of(bounds) > kMostValues) {
    Counters& largest = *std::max_element(bounds.begin(), bounds.end());
    if (largest == 0) break;
    largest /= 2;
  }
  return bounds;
}

// The cost of looking at every option of every position, in values solved.
inline Uint128 looking(const Ruleset& ruleset, const std::vector<Counters>& bounds,
                       Counters passes) {
  constexpr Uint128 kOptionsPerValue = 16;  // seen in the time of one value
  const auto places = PositionIndex::places(ruleset, bounds, passes);
  const Uint128 options = options_at_start(ruleset, bounds, passes, kMostCountedOptions) + 1;
  return saturating_multiply(places, options) / kOptionsPerValue;
}

// How many times more options a position has than in the trial.
inline double growth(const Ruleset& ruleset, const std::vector<Counters>& trial,
                     const std::vector<Counters>& bounds, Counters passes) {
  const auto options = [&](const std::vector<Counters>& piles) {
    return 1.0 + static_cast<double>(options_at_start(ruleset, piles, passes, kMostCountedOptions));
  };
  return options(bounds) / options(trial);
}

}  // namespace nimsweep::engine_detail
