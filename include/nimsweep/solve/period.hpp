// One pile that is lowered by given numbers only: the outcome of a size depends on the few sizes
// before it, as many as the largest of the numbers. So once as many outcomes in a row repeat, all
// that follow do, and the outcomes are periodic from there on. That is a proof for every size.
#pragma once

#include <optional>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

// Sizes x and x + length have the same outcomes if x >= from; both are the smallest such numbers.
struct Period {
  Counters from = 0;
  Counters length = 1;

  friend bool operator==(const Period&, const Period&) = default;
};

struct PeriodicOutcomes {
  Period period;
  std::size_t modes = 1;                // one for each number of passes left
  std::vector<OutcomeVector> outcomes;  // of the sizes before from + length, in each mode
};

// The numbers that lower the pile of a game with one pile; nothing in other games.
std::optional<LowerBy> steps_of_one_pile(const Ruleset& ruleset, int piles);

inline constexpr Counters kMostPeriodSizes = Counters{1} << 22;

// For each number of passes up to `passes`. Nothing if it is not found among `most_sizes` sizes.
// Throws Error(interrupted) soon after it is stopped.
std::optional<PeriodicOutcomes> find_period(const LowerBy& moves, const AllianceMatrix& matrix,
                                            Counters passes, Counters most_sizes = kMostPeriodSizes,
                                            IsStopped is_stopped = &never_stopped);

// The smallest machine over the digits of a size that says the same of every size: it knows the
// size, or the size beyond `from` modulo the length.
DigitMachine to_digit_machine(const PeriodicOutcomes& periodic, int players);

}  // namespace nimsweep
