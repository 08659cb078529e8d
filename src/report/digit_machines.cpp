#include "report/digit_machines.hpp"

#include <fmt/ranges.h>

#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/digits/rule_check.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "report/members.hpp"

namespace nimsweep::report_detail {

namespace {

constexpr int kMostStates = 1'000'000;

// Rows of numbers, as the program writes a matrix.
std::string matrix_of(const Members& line, int players) {
  std::string rows;
  for (const Json& row : line.list("matrix")) {
    if (!rows.empty()) rows += "/";
    for (const int offset :
         Members::numbers_in(row, "matrix", static_cast<std::size_t>(players), players - 1))
      rows += fmt::format(" {} ", offset);
  }
  return describe_matrix(parse_matrix(rows, players));
}

Json checked_states(const Members& line, int players, int piles) {
  const Json& states = line.list("states");
  if (states.empty() || states.size() > kMostStates)
    throw Error(ErrorKind::input, fmt::format("'states': expected 1 to {} states", kMostStates));
  Json checked = Json::array();
  for (const Json& json : states) {
    const Members state(json);
    const auto last = static_cast<int>(states.size()) - 1;
    checked.push_back(
        {{"winners", state.numbers("winners", static_cast<std::size_t>(players), players - 1)},
         {"next", state.numbers("next", std::size_t{1} << piles, last)}});
  }
  if (checked[0]["next"][0] != 0)
    throw Error(ErrorKind::input, "'states': zeros must lead from the first state to itself");
  return checked;
}

void add_winners(const Json& list, const char* name, int players,
                 std::vector<OutcomeVector>& outcomes) {
  OutcomeVector vector;
  const auto winners =
      Members::numbers_in(list, name, static_cast<std::size_t>(players), players - 1);
  for (Seat i = 0; i < players; ++i) vector.set(i, winners[static_cast<std::size_t>(i)]);
  outcomes.push_back(vector);
}

// The automaton with the winners in every mode, of a record whose other members were checked.
DigitMachine machine_of(const Json& line, const Json& record, const Ruleset& ruleset,
                        std::size_t modes) {
  const int players = record["players"].get<int>();
  std::vector<OutcomeVector> outcomes;
  std::vector<DigitMachine::StateId> next;
  const char* name = has_zero_moves(ruleset) ? "winners_by_zero_moves" : "winners_by_passes";
  for (const Json& json : line["states"]) {
    for (const Json& to : json["next"]) next.push_back(to.get<DigitMachine::StateId>());
    if (modes > 1) {
      const Json& all = Members(json).list(name);
      if (all.size() != modes || all.back() != json["winners"])
        throw Error(
            ErrorKind::input,
            fmt::format("'{}': expected {} vectors, the last as in 'winners'", name, modes));
      for (const Json& winners : all) add_winners(winners, name, players, outcomes);
    } else {
      add_winners(json["winners"], "winners", players, outcomes);
    }
  }
  return {players, record["piles"].get<int>(), modes, std::move(outcomes), std::move(next)};
}

// An automaton of a pile whose outcomes have a period is compared with them.
void add_period(const DigitMachine& machine, const Ruleset& ruleset, const AllianceMatrix& matrix,
                Json& record) {
  const auto found =
      find_digit_machine(ruleset, matrix, machine.piles(), record["passes"].get<Counters>());
  if (const auto* none = std::get_if<NoMachine>(&found))
    throw Error(ErrorKind::input, none->reason);
  const auto& proved = std::get<ProvedMachine>(found);
  if (minimal(machine) != proved.machine)
    throw Error(ErrorKind::input, "the automaton breaks the rule of the game");
  record["combinations"] = proved.combinations;
  record["period"] = {{"from", proved.period->from}, {"length", proved.period->length}};
}

void add_combinations(const DigitMachine& machine, const MoveRelation& relation,
                      const AllianceMatrix& matrix, Json& record) {
  const auto answer = check_rule(machine, relation, matrix);
  if (const auto* fails = std::get_if<RuleFails>(&answer))
    throw Error(ErrorKind::input,
                fmt::format("the automaton breaks the rule of the game at piles {}",
                            fmt::join(fails->piles, " ")));
  if (const auto* unknown = std::get_if<RuleUnknown>(&answer))
    throw Error(ErrorKind::input, unknown->reason);
  record["combinations"] = std::get<RuleHolds>(answer).combinations;
}

// Proves again that the automaton says who wins.
void add_proof(const Json& line, Json& record) {
  const auto ruleset = make_ruleset(record["game"].get<std::string>());
  const AllianceMatrix matrix =
      parse_matrix(record["matrix"].get<std::string>(), record["players"].get<int>());
  const int piles = record["piles"].get<int>();
  const auto passes = record["passes"].get<Counters>();
  ruleset->check_players(matrix.players());
  static_cast<void>(
      ruleset->start(std::vector<Counters>(static_cast<std::size_t>(piles), 1), passes));
  const std::string reason = why_no_digit_machine(*ruleset, piles, passes);
  if (!reason.empty()) throw Error(ErrorKind::input, reason);
  if (steps_of_one_pile(*ruleset, piles))
    return add_period(machine_of(line, record, *ruleset, passes + 1), *ruleset, matrix, record);
  const auto relation =
      std::get<MoveRelation>(MoveRelation::of(ruleset->move_shape(), piles, passes));
  add_combinations(machine_of(line, record, *ruleset, relation.modes()), relation, matrix, record);
}

// Game, players, piles, matrix, passes.
using Key = std::tuple<std::string, int, int, std::string, Counters>;

Key key_of(const Json& record) {
  return {record.at("game").get<std::string>(), record.at("players").get<int>(),
          record.at("piles").get<int>(), record.at("matrix").get<std::string>(),
          record.contains("passes") ? record.at("passes").get<Counters>() : 0};
}

// Last Nim and Small Nim have machines of their own.
bool is_about_digits(const Json& verdict) {
  return verdict.contains("scope") && verdict["scope"] == "all pile sizes" &&
         verdict["piles"].is_number() && verdict["game"] != "last-nim" &&
         verdict["game"] != "small-nim";
}

std::optional<Json> find(const Key& key) {
  const auto& [game, players, piles, text, passes] = key;
  const auto ruleset = make_ruleset(game);
  const AllianceMatrix matrix = parse_matrix(text, players);
  const auto found = find_digit_machine(*ruleset, matrix, piles, passes);
  const auto* proved = std::get_if<ProvedMachine>(&found);
  if (proved == nullptr) return std::nullopt;
  std::string line;
  write_digit_machine_record(*ruleset, matrix, passes, *proved,
                             [&](std::string_view part) { line += part; });
  return checked_digit_machine(Json::parse(line));
}

}  // namespace

Json checked_digit_machine(const Json& line) {
  const Members members(line);
  const int players = members.small("players", kMaxPlayers);
  check_players(players);
  const int piles = members.small("piles", DigitMachine::kMaxPiles);
  if (piles == 0) throw Error(ErrorKind::input, "'piles': expected 1 or more");
  if (members.small("base") != 2) throw Error(ErrorKind::input, "'base': expected 2");
  Json record = {{"game", make_ruleset(members.text("game"))->name()},
                 {"players", players},
                 {"matrix", matrix_of(members, players)},
                 {"piles", piles},
                 {"passes", members.number("passes", LastNimMachine::kMaxPasses)},
                 {"states", checked_states(members, players, piles)}};
  add_proof(line, record);
  return record;
}

DigitMachines digit_machines_of(const VerdictList& verdicts, const std::vector<Json>& known,
                                std::size_t most, const std::atomic<bool>& stop) {
  std::set<Key> seen;
  for (const Json& machine : known) seen.insert(key_of(machine));
  std::set<Key> wanted;
  std::size_t left_out = 0;
  for (const auto* list : {&verdicts.failing(), &verdicts.others()})
    for (const Json& verdict : *list) {
      if (!is_about_digits(verdict) || !seen.insert(key_of(verdict)).second) continue;
      if (wanted.size() < most)
        wanted.insert(key_of(verdict));
      else
        ++left_out;
    }
  DigitMachines machines{.found = {}, .left_out = left_out};
  for (const Key& key : wanted) {
    if (stop) break;
    try {
      if (auto machine = find(key)) machines.found.push_back(std::move(*machine));
    } catch (const Error&) {  // a line may say anything of a game
      continue;
    }
  }
  return machines;
}

}  // namespace nimsweep::report_detail
