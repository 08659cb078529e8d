#include "nimsweep/games/ruleset.hpp"

#include <utility>

namespace nimsweep {

Position Ruleset::start(std::vector<Counters> piles, Counters passes) const {
  return {.piles = std::move(piles), .state = {}, .passes = passes};
}

void Ruleset::visit_options(const Position& position, Seat player, OptionVisitor visit) const {
  Position scratch = position;
  bool has_move = false;
  bool wants_more = true;
  visit_moves(scratch, player, [&](const Position& option) {
    has_move = true;
    return wants_more = visit(option);
  });
  if (has_move && wants_more && position.passes > 0) {
    scratch = position;
    --scratch.passes;
    visit(scratch);
  }
}

}  // namespace nimsweep
