// The automata over binary digits that a page shows: those in the lines it is given, and those by
// which its claims were proved.
#pragma once

#include <atomic>
#include <vector>

#include "nimsweep/records/json.hpp"
#include "nimsweep/report/section.hpp"

namespace nimsweep::report_detail {

// A record of type digit_machine with the members that a page shows. The matrix is text, winners
// are those with all passes left, and what is said of the automaton is proved again. Throws
// Error(input) that names a member of the wrong form, or a position at which the automaton breaks
// the rule of the game.
Json checked_digit_machine(const Json& line);

struct DigitMachines {
  std::vector<Json> found;
  std::size_t left_out;  // not looked for
};

// The automata of verdicts for all pile sizes, found again, without those that are known. At most
// `most` are looked for, those of failing verdicts first. They are sorted by game, players and
// piles.
DigitMachines digit_machines_of(const VerdictList& verdicts, const std::vector<Json>& known,
                                std::size_t most, const std::atomic<bool>& stop);

}  // namespace nimsweep::report_detail
