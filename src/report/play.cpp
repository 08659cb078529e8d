#include "report/play.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep::report_detail {

namespace {

constexpr std::uint64_t kMostTurns = 40;

Json turn_json(Seat player, const Position& position, Counters passes_at_start) {
  Json turn = {{"player", player}, {"piles", fmt::format("{}", fmt::join(position.piles, " "))}};
  if (!position.state.empty()) turn["state"] = fmt::format("{}", fmt::join(position.state, " "));
  if (passes_at_start > 0) turn["passes"] = position.passes;
  return turn;
}

Json solved(const ShownGame& game, std::span<const Counters> piles, Seat first) {
  const auto ruleset = make_ruleset(game.game);
  const AllianceMatrix matrix = parse_matrix(game.matrix, game.players);
  ruleset->check_players(matrix.players());
  const Position start = ruleset->start({piles.begin(), piles.end()}, game.passes);
  const auto solver = make_solver(*ruleset, matrix);
  const Outcome outcome = solver->outcome(start, first);
  if (outcome.winner == kNobody) return nullptr;
  Json turns = Json::array();
  std::uint64_t visited = 0;
  solver->best_line(start, first, [&](Seat player, const Position& position) {
    ++visited;
    if (visited < kMostTurns || visited == outcome.moves + 1)
      turns.push_back(turn_json(player, position, start.passes));
  });
  const std::uint64_t left_out = visited - turns.size();
  return {{"winner", outcome.winner},
          {"moves", outcome.moves},
          {"left_out", left_out},
          {"turns", std::move(turns)}};
}

}  // namespace

Json play_json(const ShownGame& game, std::span<const Counters> piles, Seat first) {
  try {
    return solved(game, piles, first);
  } catch (const Error&) {  // it is shown without a play
    return nullptr;
  }
}

}  // namespace nimsweep::report_detail
