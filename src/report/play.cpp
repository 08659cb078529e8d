#include "report/play.hpp"

#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep::report_detail {

namespace {

constexpr std::uint64_t kMostTurns = 40;

// A verdict for every number of players has that of its matrix where it was found wrong.
AllianceMatrix matrix_of(const Json& game, const Json& place) {
  const auto text = game.at("matrix").get<std::string>();
  if (!place.contains("players")) return parse_matrix(text, game.at("players").get<int>());
  const int players = place.at("players").get<int>();
  if (place.contains("r")) return AllianceMatrix::shifted(players, place.at("r").get<int>());
  return parse_matrix(text, players);
}

Question question_of(const Json& game, const Json& place) {
  std::shared_ptr<const Ruleset> ruleset = make_ruleset(game.at("game").get<std::string>());
  const AllianceMatrix matrix = matrix_of(game, place);
  ruleset->check_players(matrix.players());
  const auto passes = game.contains("passes") ? game.at("passes").get<Counters>() : 0;
  return {.ruleset = ruleset,
          .matrix = matrix,
          .start = ruleset->start(place.at("piles").get<std::vector<Counters>>(), passes),
          .first = place.at("first").get<Seat>()};
}

Json solved(const Question& question) {
  const auto solver = make_solver(*question.ruleset, question.matrix);
  const BestPlay play = solver->best_play(question.start, question.first, kMostTurns);
  if (play.outcome.winner == kNobody || !play.is_followed) return nullptr;
  Json turns = Json::array();
  for (const auto& [player, position] : play.turns)
    turns.push_back(turn_json(player, position, question.start.passes));
  return {{"winner", play.outcome.winner},
          {"moves", play.outcome.moves},
          {"left_out", play.left_out},
          {"turns", std::move(turns)}};
}

}  // namespace

Json play_json(const Json& game, const Json& place) {
  try {
    return solved(question_of(game, place));
  } catch (const Error&) {  // it is shown without a play
    return nullptr;
  }
}

}  // namespace nimsweep::report_detail
