#include "job/claim_reader.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "nimsweep/base/text.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep::job_detail {

namespace {

// "0", or a list as "[0, n - 1]".
std::string read_values(const YamlReader& value) {
  if (value.is_scalar()) return value.text();
  std::vector<std::string> entries;
  for (const YamlReader& entry : value.list()) entries.push_back(entry.text());
  if (entries.empty()) throw value.error("expected at least one value");
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

std::optional<CaseKind> kind_named(std::string_view key) {
  for (const CaseKind kind : {CaseKind::value, CaseKind::other, CaseKind::winner})
    if (key == word_of(kind)) return kind;
  return std::nullopt;
}

// An entry of `cases`, or a step: an entry of `each`, which has one value.
ClaimText::Case read_case(const YamlReader& entry, bool is_step) {
  std::vector<std::string_view> known = {"when", "value"};
  if (!is_step) known.insert(known.end(), {"not", "winner"});
  ClaimText::Case read;
  bool has_value = false;
  entry.read_map(known, [&](std::string_view key, const YamlReader& value) {
    if (key == "when") {
      read.when = value.text();
      return;
    }
    if (has_value) throw value.error("expected one of 'value', 'not' and 'winner'");
    has_value = true;
    read.value = is_step ? value.text() : read_values(value);
    read.kind = *kind_named(key);
  });
  if (!has_value) throw entry.error("key 'value' is missing");
  return read;
}

void read_cases(const YamlReader& value, bool are_steps, std::vector<ClaimText::Case>& out) {
  for (const YamlReader& line : value.list()) out.push_back(read_case(line, are_steps));
  if (out.empty()) throw value.error("expected at least one case");
}

struct ClaimEntry {
  ClaimText text;
  std::optional<std::string> game;
  std::optional<Counters> max = std::nullopt;
  bool names_matrix = false;
  std::vector<int> players = {};
  std::vector<int> pile_counts = {};
  bool known_wrong = false;
};

// What a claim says: its cases, or with `value:` or the like a single one, and its recurrence.
// Returns whether the key belongs to that.
bool read_statement(std::string_view key, const YamlReader& value, ClaimText& text) {
  const auto kind = kind_named(key);
  if (key == "cases" || kind) {
    if (!text.cases.empty())
      throw value.error("expected one of 'cases', 'value', 'not' and 'winner'");
    if (kind)
      text.cases.push_back({.value = read_values(value), .kind = *kind});
    else
      read_cases(value, false, text.cases);
    return true;
  }
  if (key != "start" && key != "each" && key != "range") return false;
  if (!text.recurrence) text.recurrence = ClaimText::Recurrence{};
  if (key == "start") text.recurrence->start = value.text();
  if (key == "each") read_cases(value, true, text.recurrence->each);
  if (key == "range") text.recurrence->range = static_cast<int>(value.number(1, Claim::kMaxRange));
  return true;
}

void read_keys(const YamlReader& entry, ClaimEntry& read) {
  ClaimText& text = read.text;
  entry.read_map({"name", "source", "game", "matrix", "given", "cases", "value", "not", "winner",
                  "start", "each", "range", "max", "players", "piles", "known_wrong"},
                 [&](std::string_view key, const YamlReader& value) {
                   if (read_statement(key, value, text)) return;
                   if (key == "name") text.name = value.line();
                   if (key == "source") text.source = value.text();
                   if (key == "game") read.game = value.text();
                   if (key == "matrix") {
                     read.names_matrix = true;
                     text.matrix = value.text() == "any" ? "" : value.text();
                   }
                   if (key == "given") text.given = value.text();
                   if (key == "max") read.max = read_max(value);
                   if (key == "players") read.players = read_player_counts(value);
                   if (key == "piles") read.pile_counts = read_pile_counts(value);
                   if (key == "known_wrong") read.known_wrong = value.is_true();
                 });
  if (text.name.empty()) throw entry.error("key 'name' is missing");
  if (!text.recurrence) return;
  if (text.recurrence->each.empty()) throw entry.error("key 'each' is missing");
  if (text.cases.empty()) text.cases.push_back({.value = "v"});
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

std::vector<int> read_player_counts(const YamlReader& value) {
  if (value.is_scalar() && value.text() == "all") return {kAllPlayers};
  return value.sorted_numbers(kMinPlayers, kMaxPlayers);
}

std::vector<int> read_pile_counts(const YamlReader& value) {
  if (value.is_scalar() && value.text() == "all") return {kAllPiles};
  return value.sorted_numbers(1, kMostPilesOfClaims);
}

std::optional<Counters> read_max(const YamlReader& value) {
  if (value.text() == "all") return std::nullopt;
  return value.number(1, kMaxPile);
}

ClaimSpec read_claim(const YamlReader& entry, const std::optional<std::string>& job_game) {
  ClaimEntry read{.text = {.name = {}, .cases = {}}, .game = job_game};
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
