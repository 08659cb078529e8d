// Phrases that several commands print.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "cli/game_options.hpp"
#include "cli/output.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {
struct UnitRange;
}

namespace nimsweep::cli {

// "1 node", "14 nodes", "1,024 nodes".
std::string counted(std::uint64_t count, std::string_view noun);

// "3..7", or "3" if it is one unit.
std::string describe_units(UnitRange units);

// "1 2 2"; a long row is cut to its first piles and those up to the last nonempty one.
std::string describe_piles(std::span<const Counters> piles);

// Piles, the ruleset's other state, and the passes left if the game began with any.
std::string describe_position(const Position& position, Counters passes_at_start);

// Quoted for a shell, if it has to be.
std::string shell_word(std::string_view text);

// Eight colours that colour-blind readers can tell apart (Okabe and Ito's, grey for black); the
// ninth seat starts over.
std::string_view seat_colour(Seat seat);

// "1.2 G", "340 M".
std::string describe_rate(double per_second);

// "0.8 s", "2 min", "3.5 h".
std::string describe_seconds(double seconds);

}  // namespace nimsweep::cli
