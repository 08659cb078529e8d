#include "nimsweep/games/ruleset.hpp"

#include <fmt/format.h>

#include <utility>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

Position Ruleset::start(std::vector<Counters> piles, Counters passes) const {
  check_piles(piles);
  std::vector<Counters> state = start_state(piles);
  if (passes > 0 && !state.empty())
    throw Error(ErrorKind::input,
                fmt::format("{} {}; expected none: in {} a position is more than its piles", passes,
                            passes == 1 ? "pass" : "passes", name_));
  return {.piles = std::move(piles), .state = std::move(state), .passes = passes};
}

void Ruleset::check_players(int) const {}

void Ruleset::check_piles(std::span<const Counters>) const {}

std::vector<Counters> Ruleset::state_bounds(std::span<const Counters>) const {
  return {};
}

std::vector<Counters> Ruleset::start_state(std::span<const Counters>) const {
  return {};
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
