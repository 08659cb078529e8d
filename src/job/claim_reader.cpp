#include "job/claim_reader.hpp"

#include <fmt/format.h>

#include "nimsweep/base/text.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep::job_detail {

namespace {

ClaimText::Case read_case(const YamlReader& entry) {
  ClaimText::Case read;
  bool has_value = false;
  entry.read_map({"when", "value", "not"}, [&](std::string_view key, const YamlReader& value) {
    if (key == "when") {
      read.when = value.text();
      return;
    }
    if (has_value) throw value.error("expected either 'value' or 'not'");
    has_value = true;
    read.value = value.text();
    read.is_other = key == "not";
  });
  if (!has_value) throw entry.error("key 'value' is missing");
  return read;
}

struct Entry {
  ClaimText text;
  std::optional<std::string> game;
  std::optional<Counters> max = std::nullopt;
  bool names_matrix = false;
  std::vector<int> players = {};
  std::vector<int> pile_counts = {};
  bool known_wrong = false;
};

void read_keys(const YamlReader& entry, Entry& read) {
  ClaimText& text = read.text;
  entry.read_map({"name", "source", "game", "matrix", "given", "cases", "max", "players", "piles",
                  "known_wrong"},
                 [&](std::string_view key, const YamlReader& value) {
                   if (key == "name") text.name = value.line();
                   if (key == "source") text.source = value.text();
                   if (key == "game") read.game = value.text();
                   if (key == "matrix") {
                     read.names_matrix = true;
                     text.matrix = value.text() == "any" ? "" : value.text();
                   }
                   if (key == "given") text.given = value.text();
                   if (key == "max") read.max = read_max(value);
                   if (key == "players")
                     read.players = value.sorted_numbers(kMinPlayers, kMaxPlayers);
                   if (key == "piles")
                     read.pile_counts = value.sorted_numbers(1, kMostPilesOfClaims);
                   if (key == "known_wrong") read.known_wrong = value.is_true();
                   if (key != "cases") return;
                   for (const YamlReader& line : value.list())
                     text.cases.push_back(read_case(line));
                   if (text.cases.empty()) throw value.error("expected at least one case");
                 });
  if (text.name.empty()) throw entry.error("key 'name' is missing");
}

// A claim of the registry, perhaps for another matrix.
Claim registered(const ClaimText& text, bool names_matrix) {
  Claim claim = find_claim(text.name);
  if (!text.given.empty() || !text.source.empty())
    throw Error(ErrorKind::input, fmt::format("{} is a claim of the registry; expected only "
                                              "'game', 'matrix', 'max', 'players', 'piles' and "
                                              "'known_wrong' besides its name",
                                              in_quotes(text.name)));
  if (!text.matrix.empty()) check_claim_matrix(text.matrix);
  if (names_matrix) claim.matrix = canonical_matrix(text.matrix);
  return claim;
}

}  // namespace

std::optional<Counters> read_max(const YamlReader& value) {
  if (value.text() == "all") return std::nullopt;
  return value.number(1, kMaxPile);
}

ClaimSpec read_claim(const YamlReader& entry, const std::optional<std::string>& job_game) {
  Entry read{.text = {.name = {}, .cases = {}}, .game = job_game};
  if (entry.is_scalar())
    read.text.name = entry.line();
  else
    read_keys(entry, read);
  return entry.at_value([&] {
    if (read.game) read.text.game = *read.game;
    ClaimSpec spec{.place = entry.place(),
                   .claim = read.text.cases.empty() ? registered(read.text, read.names_matrix)
                                                    : make_claim(read.text),
                   .game = {},
                   .max_counters = read.max,
                   .names_matrix = read.names_matrix,
                   .players = read.players,
                   .pile_counts = read.pile_counts,
                   .known_wrong = read.known_wrong};
    spec.game = read.game.value_or(spec.claim.game);
    if (!spec.claim.is_about_game(spec.game))
      throw Error(ErrorKind::input, fmt::format("a claim about {}; expected one about {}",
                                                spec.claim.game, spec.game));
    return spec;
  });
}

}  // namespace nimsweep::job_detail
