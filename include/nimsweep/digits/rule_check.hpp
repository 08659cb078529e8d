// Whether a machine says who wins, for piles of every size. A function that satisfies the rule of
// the game at every position is the outcome, since plays end; and the rule can be checked at all
// positions at once. The machine walks along the digits of a position, and beside it go all the
// states that it may be in on the position's options. There are finitely many combinations of a
// state and such a set; in each of them the outcome must be the best of the options', or, where
// there are none, the players themselves.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/digits/move_relation.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

inline constexpr std::size_t kMostCombinations = 1'000'000;

// P_i likes `better` to win more than `worse`.
struct Preference {
  Seat player = 0;
  Seat better = 0;
  Seat worse = 0;

  friend bool operator==(const Preference&, const Preference&) = default;
};

// The rule holds everywhere; so it does for all matrices with these preferences, which are all that
// was asked for. They come in the order of the first positions that ask.
struct RuleHolds {
  std::size_t combinations = 0;
  std::vector<Preference> asked = {};
};

// A position where it does not. Combinations are tried in the order of their first positions, and
// options come before a position, so this is the first position that the machine gets wrong.
struct RuleFails {
  std::vector<Counters> piles;
  Mode mode = 0;
  Seat player = 0;    // who moves there
  Seat expected = 0;  // by the rule
};

struct RuleUnknown {
  std::string reason;
};

// Throws Error(interrupted) soon after it is stopped.
std::variant<RuleHolds, RuleFails, RuleUnknown> check_rule(
    const DigitMachine& machine, const MoveRelation& relation, const AllianceMatrix& matrix,
    std::size_t max_combinations = kMostCombinations, IsStopped is_stopped = &never_stopped);

}  // namespace nimsweep
