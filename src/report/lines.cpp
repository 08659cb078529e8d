#include <fmt/format.h>

#include <initializer_list>
#include <istream>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/families/row_family.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/report/section.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "report/digit_machines.hpp"
#include "report/members.hpp"

namespace nimsweep {

using namespace report_detail;

namespace {

// Claims and published values that are known to be wrong are expected to fail.
void keep_known_wrong(const Members& line, Json& record) {
  if (line.has("known_wrong") && line.boolean("known_wrong")) record["known_wrong"] = true;
}

// Some members of an object, as they are; it may hold others. They are checked first: what is not
// may be nested deeper than anything can copy.
Json members_of(const Json& object, std::initializer_list<const char*> names) {
  Json json = Json::object();
  for (const char* name : names)
    if (const auto found = object.find(name); found != object.end()) json[name] = *found;
  return json;
}

// Verdicts may be for every number of players.
bool is_for_all_players(const Json& record) {
  const auto players = record.find("players");
  return players != record.end() && *players == "all";
}

void check_game(const Members& line, bool is_for_all = false) {
  if (!is_for_all) line.small("players", kMaxPlayers);
  line.text("game");
  line.text("matrix");
  if (line.has("passes")) line.number("passes", LastNimMachine::kMaxPasses);
}

// A game and a matrix as the program writes them itself: a page shows them in commands, and a file
// may hold anything.
void rewrite_game(Json& record) {
  record["game"] = make_ruleset(record["game"].get<std::string>())->name();
  const auto text = record["matrix"].get<std::string>();
  if (is_for_all_players(record)) {
    if (record["game"] != "last-nim" || record["piles"] != "all" || record.contains("passes"))
      throw Error(ErrorKind::input,
                  "'players': for all of them, expected last-nim without passes, and all piles");
    record["matrix"] = RowFamily::parse(text).text();
    return;
  }
  const AllianceMatrix matrix = parse_matrix(text, record["players"].get<int>());
  record["matrix"] = describe_matrix(matrix);
}

// Returns the number of players, which is the place's own if the verdict has no other.
int check_place(const Members& place, std::optional<int> players) {
  place.piles("piles");
  if (!players) {
    players = place.small("players", ValueSet::kMostValues);
    if (*players < kMinPlayers) throw Error(ErrorKind::input, "'players': expected at least 2");
    if (place.has("r")) place.small("r", *players - 1);
  }
  place.small("first", *players - 1);
  return *players;
}

Json checked_counterexample(const Json& json, std::optional<int> of_verdict) {
  const Members example(json);
  const int players = check_place(example, of_verdict);
  example.values(example.has("expected_not") ? "expected_not" : "expected", players - 1);
  example.small_or_null("found");
  return members_of(json, {"players", "r", "piles", "first",
                           example.has("expected_not") ? "expected_not" : "expected", "found"});
}

Json checked_error(const Json& json, std::optional<int> players) {
  const Members error(json);
  check_place(error, players);
  error.text("reason");
  return members_of(json, {"players", "r", "piles", "first", "reason"});
}

Json checked_verdict(const Json& line) {
  const Members members(line);
  members.text("claim");
  const bool is_for_all = is_for_all_players(line);
  check_game(members, is_for_all);
  const auto players = is_for_all ? std::nullopt : std::optional(members.small("players"));
  members.pile_count("piles");
  members.text("scope");
  if (members.has("bound")) members.number("bound", kMaxCounters);
  for (const char* name : {"checked", "disagreements", "errors"}) members.digits(name);
  members.boolean("holds");
  for (const char* name : {"note", "table"})
    if (members.has(name)) members.text(name);
  Json record =
      members_of(line, {"type", "claim", "game", "matrix", "players", "piles", "scope", "bound",
                        "checked", "disagreements", "holds", "errors", "passes", "note", "table"});
  rewrite_game(record);
  record["counterexamples"] = Json::array();
  for (const Json& example : members.list("counterexamples"))
    record["counterexamples"].push_back(checked_counterexample(example, players));
  if (members.has("first_error"))
    record["first_error"] = checked_error(members.any("first_error"), players);
  keep_known_wrong(members, record);
  return record;
}

Json checked_unchecked(const Json& line) {
  const Members members(line);
  members.text("claim");
  check_game(members, is_for_all_players(line));
  members.pile_count("piles");
  members.text("reason");
  Json record =
      members_of(line, {"type", "claim", "game", "matrix", "players", "piles", "reason", "passes"});
  rewrite_game(record);
  keep_known_wrong(members, record);
  return record;
}

// Earlier versions left the position out.
Json checked_row(const Json& line) {
  const Members members(line);
  members.text("id");
  members.boolean("agrees");
  Json record = members_of(line, {"type", "id", "agrees"});
  for (const char* name : {"expected", "found"}) {
    const Members statement(members.any(name));
    statement.small_or_null("value");
    statement.small_or_null("winner");
    record[name] = members_of(members.any(name), {"value", "winner"});
  }
  keep_known_wrong(members, record);
  if (!members.has("game")) return record;
  check_game(members);
  check_place(members, members.small("players"));
  record.update(members_of(line, {"game", "matrix", "players", "piles", "first", "passes"}));
  rewrite_game(record);
  return record;
}

// A hunt counts shares of matrices; a line has whole matrices.
Shares shares(Uint128 matrices) {
  if (matrices > std::numeric_limits<Shares>::max() / kWholeShare)
    throw Error(ErrorKind::input, "more matrices than can be counted");
  return static_cast<Shares>(matrices) * kWholeShare;
}

std::vector<Shares> histogram_of(const Json& json) {
  constexpr std::uint64_t kMostBars = 1 << 20;
  std::vector<Shares> histogram;
  const Members bars(json);
  for (const auto& [value, matrices] : json.items()) {
    const auto bar = parse_number(value, kMostBars);
    if (!bar) throw Error(ErrorKind::input, fmt::format("{} in a histogram", in_quotes(value)));
    const auto place = static_cast<std::size_t>(*bar);
    if (histogram.size() <= place) histogram.resize(place + 1);
    histogram[place] = shares(bars.count(value.c_str()));
  }
  return histogram;
}

Hit hit_of(const Json& json, const StoredHunt& hunt) {
  const Members from(json);
  const bool is_open = hunt.is_search() && !from.has("states");
  return {.index = from.count("index", AllianceMatrix::count(hunt.players) - 1),
          .orbit = static_cast<std::uint32_t>(from.small("orbit")),
          .states = is_open ? 0 : static_cast<std::uint32_t>(from.small("states")),
          .letters = is_open || hunt.reads_digits()
                         ? 0
                         : static_cast<std::uint32_t>(from.small("letters")),
          .alike = from.has("alike") ? from.count("alike", kUint128Max) : 1,
          .blocks =
              is_open ? from.numbers("blocks", "a list of numbers") : std::vector<std::uint64_t>()};
}

// To the last hit. The first that has facts names them.
void add_facts(const Json& facts, StoredHunt& hunt) {
  if (!facts.is_object()) throw Error(ErrorKind::input, "'facts'; expected a map of numbers");
  if (hunt.facts.empty())
    for (const auto& [fact, value] : facts.items()) hunt.facts.push_back(fact);
  const Members members(facts);
  for (const std::string& fact : hunt.facts)
    hunt.result.kept.back().facts.push_back(
        static_cast<std::uint64_t>(members.small(fact.c_str())));
}

StoredHunt hunt_of(const Members& line) {
  StoredHunt hunt{.name = line.text("name"),
                  .game = line.has("game") ? make_ruleset(line.text("game"))->name() : "last-nim",
                  .players = line.small("players", AllianceMatrix::kMaxIndexedPlayers),
                  .places = line.has("piles") ? line.small("piles", DigitMachine::kMaxPiles) : 0,
                  .max_piles = line.has("max_piles") ? line.small("max_piles") : 0,
                  .passes = line.has("passes") ? line.small("passes") : 0,
                  .has_behaviours = line.has("behaviours"),
                  .result = {}};
  check_players(hunt.players);
  HuntResult& result = hunt.result;
  result.total = shares(line.count("total"));
  result.hits = shares(line.count("hits"));
  if (hunt.has_behaviours) {
    result.behaviours = shares(line.count("behaviours"));
    result.behaviours_up_to_rotation = shares(line.count("behaviours_up_to_rotation"));
  }
  const Members histograms(line.any("histograms"));
  result.states = histogram_of(histograms.any("states"));
  if (line.has("hit_histograms")) {
    const Members of_hits(line.any("hit_histograms"));
    result.hit_states = histogram_of(of_hits.any("states"));
    if (!hunt.reads_digits()) result.hit_letters = histogram_of(of_hits.any("letters"));
  }
  if (hunt.is_search()) result.open = shares(line.count("open"));
  if (!hunt.reads_digits()) result.letters = histogram_of(histograms.any("letters"));
  for (const Json& hit : line.list("kept")) {
    result.kept.push_back(hit_of(hit, hunt));
    if (Members(hit).has("facts")) add_facts(Members(hit).any("facts"), hunt);
  }
  hunt.shows_orbits = hunt.left_out() != line.count("left_out");  // what else would it count
  return hunt;
}

Json checked_cases(const Json& list) {
  static constexpr std::array<const char*, 3> kResults = {"value", "not", "winner"};
  Json cases = Json::array();
  for (const Json& json : list) {
    const Members claim_case(json);
    const auto kind =
        std::ranges::find_if(kResults, [&](const char* name) { return claim_case.has(name); });
    claim_case.text(kind == kResults.end() ? "value" : *kind);
    if (claim_case.has("when")) claim_case.text("when");
    cases.push_back(members_of(json, {"when", "value", "not", "winner"}));
  }
  return cases;
}

Json checked_mined(const Json& line) {
  const Members members(line);
  const Members claim(members.any("claim"));
  members.text("name");
  for (const char* name : {"fitted", "checked", "proved"}) members.digits(name);
  for (const char* name : {"name", "matrix"}) claim.text(name);
  if (claim.has("given")) claim.text("given");
  if (members.has("for_all_players")) members.boolean("for_all_players");
  Json record =
      members_of(line, {"type", "name", "fitted", "checked", "proved", "for_all_players"});
  record["claim"] = members_of(members.any("claim"), {"name", "matrix", "given"});
  if (claim.has("each")) {
    record["claim"]["start"] = claim.text("start");
    record["claim"]["each"] = checked_cases(claim.list("each"));
  }
  record["claim"]["cases"] = checked_cases(claim.list("cases"));
  return record;
}

Json checked_mining(const Json& line) {
  const Members members(line);
  members.text("name");
  members.small("claims");
  for (const char* name : {"cases", "covered"}) members.digits(name);
  return members_of(line, {"type", "name", "claims", "cases", "covered"});
}

Json checked_table(const Json& line) {
  const Members members(line);
  for (const char* name : {"file", "signature"}) members.text(name);
  for (const char* name : {"positions", "values", "bytes", "peak_memory_bytes"})
    members.digits(name);
  if (!members.any("seconds").is_number())
    throw Error(ErrorKind::input, "'seconds': expected a number");
  return members_of(line, {"type", "file", "positions", "values", "bytes", "peak_memory_bytes",
                           "signature", "seconds"});
}

// False if lines of this type are not shown.
bool take(const Json& line, Section& section) {
  const Members members(line);
  const std::string type = members.text("type");
  if (type == "verdict")
    section.verdicts.add(checked_verdict(line));
  else if (type == "unchecked")
    section.verdicts.add(checked_unchecked(line));
  else if (type == "row")
    section.rows.push_back(checked_row(line));
  else if (type == "hunt")
    section.hunts.push_back(hunt_of(members));
  else if (type == "mined")
    section.mined.push_back(checked_mined(line));
  else if (type == "mining")
    section.mining.push_back(checked_mining(line));
  else if (type == "digit_machine")
    section.machines.push_back(checked_digit_machine(line));
  else if (type == "table")
    section.tables.push_back(checked_table(line));
  else
    return false;
  return true;
}

// A discarded value if the text is not JSON. Our records are five levels deep; copying what is
// nested without limit would take a stack without limit.
Json parse_line(const std::string& text) {
  static constexpr int kDeepest = 64;
  const auto check_depth = [](int depth, Json::parse_event_t, Json&) {
    if (depth > kDeepest)
      throw Error(ErrorKind::input,
                  fmt::format("nested more than {} levels deep; expected a line as `nimsweep run "
                              "--json` prints it",
                              kDeepest));
    return true;
  };
  return Json::parse(text, check_depth, false);
}

}  // namespace

Section section_of_lines(std::istream& lines, const std::string& source) {
  Section section{.title = source, .source = source, .kind = "lines"};
  std::map<std::string, std::uint64_t> others;
  std::uint64_t number = 0;
  for (std::string text; std::getline(lines, text);) {
    ++number;
    if (words(text).empty()) continue;
    try {
      const Json line = parse_line(text);
      if (line.is_discarded() && lines.eof() && !section.is_empty()) {  // the run was killed
        section.remarks.push_back(fmt::format("line {}, the last, is cut off", number));
        break;
      }
      if (line.is_discarded())
        throw Error(ErrorKind::input,
                    "this is not JSON; expected a line as `nimsweep run --json` prints it");
      if (!take(line, section)) ++others[line["type"].get<std::string>()];
    } catch (const Error& error) {
      throw error.at(fmt::format("{}:{}", source, number));
    }
  }
  for (const auto& [type, count] : others)
    section.remarks.push_back(fmt::format("{} line{} of type {} not shown",
                                          to_grouped_decimal(count), count == 1 ? "" : "s",
                                          in_quotes(type) + (count == 1 ? " is" : " are")));
  return section;
}

}  // namespace nimsweep
