// The play that a page shows beside a position.
#pragma once

#include "nimsweep/records/json.hpp"

namespace nimsweep::report_detail {

// `game` has a record's "game", "matrix", "players" and "passes", `place` its "piles" and "first".
// Null if nobody wins, or the position is not one of the game.
Json play_json(const Json& game, const Json& place);

}  // namespace nimsweep::report_detail
