// Looks for the digit machine of a game: solves a small box, guesses a machine from it, and checks
// the guess for every pile size. Where it is wrong the next one looks deeper, or at a larger box.
#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/base/is_stopped.hpp"
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/digits/move_relation.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"

namespace nimsweep {

// A machine that says who wins with piles of every size. That is proved.
struct ProvedMachine {
  DigitMachine machine;
  std::size_t combinations;  // in the proof
  int digits;                // of the piles of the box it was learned from
  int depth;                 // of its signatures
};

// No machine was found within the limits.
struct NoMachine {
  std::string reason;
  // How many different blocks of side 4 there are in boxes of side 4, 8, 16, .., as far as they
  // were solved. If there is a machine, their number is bounded.
  std::vector<std::size_t> blocks = {};
};

struct DigitSearchLimits {
  std::size_t positions = std::size_t{1} << 22;  // of a box, in all modes
  // Looked at in a box, where options are looked at one by one: some seconds.
  std::size_t options = std::size_t{1} << 28;
};

// For exactly `piles` piles, empty ones included. Throws Error(input) if the game cannot be played
// with so many players or piles, and Error(interrupted) soon after it is stopped.
std::variant<ProvedMachine, NoMachine> find_digit_machine(const Ruleset& ruleset,
                                                          const AllianceMatrix& matrix, int piles,
                                                          Counters passes,
                                                          DigitSearchLimits limits = {},
                                                          IsStopped is_stopped = &never_stopped);

}  // namespace nimsweep
