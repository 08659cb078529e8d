// Looks for the digit machine of a game: solves a small box, guesses a machine from it, and checks
// the guess for every pile size. Where it is wrong the next one looks deeper, or at a larger box,
// and must be right at every position where an earlier one was wrong. One pile that is lowered by
// given numbers has a period, which is the proof; its machine follows from it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/digits/move_relation.hpp"
#include "nimsweep/digits/rule_check.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/solve/period.hpp"

namespace nimsweep {

// A machine that says who wins with piles of every size. That is proved.
struct ProvedMachine {
  DigitMachine machine;
  std::size_t combinations;  // that the proof looked at; of a period: pile sizes
  std::optional<Period> period = {};
  // What was asked of the matrix: the same is proved for all matrices with these preferences.
  // Nothing of a period: for this matrix only.
  std::optional<std::vector<Preference>> asked = {};
};

// No machine was found within the limits.
struct NoMachine {
  std::string reason;
  bool was_tried = false;  // it may be there beyond the limits
  // How many different blocks of side 4 there are in boxes of side 4, 8, 16, .., as far as they
  // were solved. If there is a machine, their number is bounded.
  std::vector<std::size_t> blocks = {};
};

struct DigitSearchLimits {
  std::size_t positions = std::size_t{1} << 22;  // of a box, in all modes; pile sizes for a period
  // Looked at in a box, where options are looked at one by one: some seconds.
  std::size_t options = std::size_t{1} << 28;
};

// Memory that a search takes at most, beside small things: values, outcomes and hashes of a box.
Uint128 digit_search_bytes(const DigitSearchLimits& limits, int players);

// Why nobody need look for a machine; empty if it may be worth it.
std::string why_no_digit_machine(const Ruleset& ruleset, int piles, Counters passes);

// For exactly `piles` piles, empty ones included. Throws Error(input) if the game cannot be played
// with this many players or piles, and Error(interrupted) soon after it is stopped.
std::variant<ProvedMachine, NoMachine> find_digit_machine(const Ruleset& ruleset,
                                                          const AllianceMatrix& matrix, int piles,
                                                          Counters passes,
                                                          DigitSearchLimits limits = {},
                                                          IsStopped is_stopped = &never_stopped);

}  // namespace nimsweep
