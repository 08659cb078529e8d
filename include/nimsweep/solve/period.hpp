// One pile that is lowered by given numbers only: the outcome of a size depends on the few sizes
// before it, as many as the largest of the numbers. So once as many outcomes in a row repeat, all
// that follow do, and the outcomes are periodic from there on. That is a proof for every size.
#pragma once

#include <optional>

#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

// Sizes x and x + length have the same outcomes if x >= from; both are the smallest such numbers.
struct Period {
  Counters from = 0;
  Counters length = 1;

  friend bool operator==(const Period&, const Period&) = default;
};

inline constexpr Counters kMostPeriodSizes = 1'000'000;

// For each number of passes up to `passes`. Nothing if it is not found among so many sizes.
std::optional<Period> find_period(const LowerBy& moves, const AllianceMatrix& matrix,
                                  Counters passes, Counters most_sizes = kMostPeriodSizes);

// Of a game with so many piles; nothing unless it is one pile that is lowered by given numbers.
std::optional<Period> find_period(const Ruleset& ruleset, const AllianceMatrix& matrix, int piles,
                                  Counters passes);

}  // namespace nimsweep
