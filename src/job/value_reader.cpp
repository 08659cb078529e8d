#include "job/value_reader.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "job/matrix_reader.hpp"
#include "nimsweep/games/registry.hpp"

namespace nimsweep::job_detail {

namespace {

// The keys of an entry. What depends on other keys is read once all are known.
struct ValueEntry {
  std::string id = {};
  std::optional<int> players = {};
  std::vector<Counters> piles = {};
  bool known_wrong = false;
  std::optional<YamlReader> game = {}, matrix = {}, first = {}, value = {}, winner = {};
};

ValueEntry read_value_keys(const YamlReader& entry) {
  ValueEntry read;
  entry.read_map(
      {"id", "game", "players", "matrix", "piles", "first", "value", "winner", "known_wrong"},
      [&](std::string_view key, const YamlReader& value) {
        if (key == "id") read.id = value.line();
        if (key == "game") read.game = value;
        if (key == "players")
          read.players = static_cast<int>(value.number(kMinPlayers, kMaxPlayers));
        if (key == "matrix") read.matrix = value;
        if (key == "first") read.first = value;
        if (key == "value") read.value = value;
        if (key == "winner") read.winner = value;
        if (key == "known_wrong") read.known_wrong = value.is_true();
        if (key != "piles") return;
        for (const YamlReader& pile : value.list())
          read.piles.push_back(pile.number(0, kMaxCounters));
      });
  if (read.id.empty()) throw entry.error("key 'id' is missing");
  if (read.piles.empty()) throw entry.error("key 'piles' is missing, or has no pile");
  if (!read.value && !read.winner) throw entry.error("expected 'value', 'winner', or both");
  return read;
}

}  // namespace

ValueSpec read_value(const YamlReader& entry, const std::string& job_game) {
  ValueEntry read = read_value_keys(entry);
  const auto own_game = [&] { return make_ruleset(read.game->text())->name(); };
  ValueSpec row{.place = entry.place(),
                .id = read.id,
                .game = read.game ? read.game->at_value(own_game) : job_game,
                .matrix = read_one_matrix(entry, read.matrix, read.players),
                .piles = std::move(read.piles),
                .known_wrong = read.known_wrong};
  const auto seat = [&](const YamlReader& value) {
    return static_cast<int>(value.number(0, static_cast<unsigned>(row.matrix.players()) - 1));
  };
  if (read.first) row.first = seat(*read.first);
  if (read.value) row.value = seat(*read.value);
  if (read.winner) row.winner = seat(*read.winner);
  return row;
}

}  // namespace nimsweep::job_detail
