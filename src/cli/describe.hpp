// The words that several commands share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep::cli {

// "1 node", "14 nodes", "1,024 nodes".
std::string counted(std::uint64_t count, std::string_view noun);

// "1 2 2"; of very many piles the first ones and those around the last that is not empty.
std::string describe_piles(std::span<const Counters> piles);

// Piles, what else the ruleset keeps, and in a game that began with passes how many are left.
std::string describe_position(const Position& position, Counters passes_at_start);

// Eight colours that colour-blind readers tell apart (Okabe and Ito's, grey for black), then the
// same again.
std::string_view seat_colour(Seat seat);

// "1.2 G", "340 M".
std::string describe_rate(double a_second);

// "0.8 s", "2 min", "3.5 h".
std::string describe_seconds(double seconds);

}  // namespace nimsweep::cli
