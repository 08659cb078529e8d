// How diagrams of machines tell winners.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

// "who wins when P_0, P_1, .. moves first", and with how many passes left.
std::string winners_meaning(int passes);

// ", 2 passes"; nothing without.
std::string passes_text(int passes);

// One row for each mode, the last mode first; and these as text: "0 1 2 | 1 1 2".
std::vector<std::vector<Seat>> winners_of_modes(std::span<const OutcomeVector> modes, int players);
std::string winners_text(const std::vector<std::vector<Seat>>& winners);

}  // namespace nimsweep
