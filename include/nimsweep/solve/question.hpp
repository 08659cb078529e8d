// One position of one game, with the player who moves first.
#pragma once

#include <memory>

#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

struct Question {
  std::shared_ptr<const Ruleset> ruleset;
  AllianceMatrix matrix;
  Position start;
  Seat first = 0;
};

}  // namespace nimsweep
