// Plays that a report shows, found by the solvers when it is made.
#pragma once

#include <span>

#include "nimsweep/report/section.hpp"

namespace nimsweep::report_detail {

// {"winner":..,"moves":..,"turns":[{"player":..,"piles":"1 2 2"},..]}, "state" and "passes" as in
// the lines of `solve`; the last turn is the final position, and "left_out" counts those before it
// that are not there. Null if nobody wins, or if the position is too large to be solved.
Json play_json(const ShownGame& game, std::span<const Counters> piles, Seat first);

}  // namespace nimsweep::report_detail
