#include "job/value_reader.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "job/matrix_reader.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep::job_detail {

ValueSpec read_value(const YamlReader& entry, const std::string& job_game) {
  std::optional<int> players;
  std::optional<YamlReader> game;
  std::optional<YamlReader> matrix;
  std::optional<YamlReader> first;
  std::optional<YamlReader> expected;
  std::optional<YamlReader> winner;
  std::string id;
  std::vector<Counters> piles;
  entry.read_map({"id", "game", "players", "matrix", "piles", "first", "value", "winner"},
                 [&](std::string_view key, const YamlReader& value) {
                   if (key == "id") id = value.line();
                   if (key == "game") game = value;
                   if (key == "players")
                     players = static_cast<int>(value.number(kMinPlayers, kMaxPlayers));
                   if (key == "matrix") matrix = value;
                   if (key == "first") first = value;
                   if (key == "value") expected = value;
                   if (key == "winner") winner = value;
                   if (key != "piles") return;
                   for (const YamlReader& pile : value.list())
                     piles.push_back(pile.number(0, kMaxCounters));
                 });
  if (id.empty()) throw entry.error("key 'id' is missing");
  if (piles.empty()) throw entry.error("key 'piles' is missing, or has no pile");
  if (!expected && !winner) throw entry.error("expected 'value', 'winner', or both");
  const YamlReader& place = matrix ? *matrix : entry;
  ValueSpec row{
      .place = entry.place(),
      .id = id,
      .game = game ? game->at_value([&] { return make_ruleset(game->text())->name(); }) : job_game,
      .matrix = matrix && matrix->is_list() ? read_rows(*matrix) : place.at_value([&] {
        return parse_matrix(matrix ? matrix->text() : "sam", players);
      }),
      .piles = std::move(piles)};
  if (players && *players != row.matrix.players())
    throw place.error(
        fmt::format("a matrix of {} players; expected {}", row.matrix.players(), *players));
  const auto seat = [&](const YamlReader& value) {
    return static_cast<int>(value.number(0, static_cast<unsigned>(row.matrix.players()) - 1));
  };
  if (first) row.first = seat(*first);
  if (expected) row.value = seat(*expected);
  if (winner) row.winner = seat(*winner);
  return row;
}

}  // namespace nimsweep::job_detail
