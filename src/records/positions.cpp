// Records about single positions, their plays, and the machines behind them.
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/records/json.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/descending_machine.hpp"
#include "nimsweep/solve/game_tree.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "nimsweep/solve/moore_machine.hpp"
#include "nimsweep/solve/prefix_machine.hpp"
#include "records/long_record.hpp"

namespace nimsweep {

using records_detail::write_long;

namespace {

Json question_json(std::string_view type, const Question& question) {
  return {{"type", type},
          {"game", question.ruleset->name()},
          {"players", question.matrix.players()},
          {"matrix", matrix_json(question.matrix)},
          {"piles", question.start.piles},
          {"passes", question.start.passes},
          {"first", question.first}};
}

Json machine_json(std::string_view type, std::string_view game, const LastNimMachine& machine) {
  return {{"type", type},
          {"game", game},
          {"players", machine.players()},
          {"matrix", matrix_json(machine.matrix())},
          {"passes", machine.passes()}};
}

Json winners_json(OutcomeVector vector, int players) {
  Json winners = Json::array();
  for (Seat i = 0; i < players; ++i) winners.push_back(vector[i]);
  return winners;
}

// A reachable machine, but for its states.
template <class Machine>
Json reachable_json(std::string_view game, const LastNimMachine& machine, const Machine& reachable,
                    const std::vector<std::size_t>& minimal_sizes) {
  Json json = machine_json("machine", game, machine);
  json["letters"] = reachable.letters();
  json["minimal_states"] = minimal_sizes;
  return json;
}

Json state_json(std::span<const OutcomeVector> state, int players) {
  Json entry = {{"winners", winners_json(state.back(), players)}};
  if (state.size() > 1)
    for (const OutcomeVector vector : state)
      entry["winners_by_passes"].push_back(winners_json(vector, players));
  return entry;
}

// As an entry of a line, but with the winner instead of the player to move.
Json move_json(const Question& question, const Move& move) {
  Json json = turn_json(0, move.position, question.start.passes);
  json.erase("player");
  json["winner"] = nullptr;
  json["value"] = nullptr;
  if (move.winner != kNobody) {
    json["winner"] = move.winner;
    json["value"] = value_of(move.winner, question.first, question.matrix.players());
  }
  json["best"] = move.is_best;
  return json;
}

}  // namespace

Json matrix_json(const AllianceMatrix& matrix) {
  return matrix.rows();
}

Json turn_json(Seat player, const Position& position, Counters passes_at_start) {
  Json turn = {{"player", player}, {"piles", position.piles}};
  if (!position.state.empty()) turn["state"] = position.state;
  if (passes_at_start > 0) turn["passes"] = position.passes;
  return turn;
}

void write_solution_record(const Question& question, const BestPlay& play,
                           const SolutionDetails& details, RecordSink write) {
  const int players = question.matrix.players();
  Json json = question_json("solution", question);
  for (const char* key : {"value", "winner", "moves"}) json[key] = nullptr;
  if (play.outcome.winner != kNobody) {
    json["value"] = value_of(play.outcome.winner, question.first, players);
    json["winner"] = play.outcome.winner;
    if (play.is_followed) json["moves"] = play.outcome.moves;
  }
  json["line_complete"] = play.is_followed && play.left_out == 0;
  if (play.proof)
    json["automaton"] = {{"states", play.proof->states},
                         {"combinations", play.proof->combinations}};
  if (details.moves) json["options_complete"] = details.moves->is_complete;
  const auto turn = [&](std::size_t k) {
    return turn_json(play.turns[k].first, play.turns[k].second, question.start.passes);
  };
  const auto option = [&](std::size_t k) { return move_json(question, details.moves->moves[k]); };
  const auto role = [&](std::size_t k) {
    const PileRole& pile = (*details.roles)[k];
    return Json{{"pile", pile.pile + 1},
                {"winners", winners_json(pile.winners, players)},
                {"matters", pile.matters}};
  };
  std::vector<records_detail::LongArray> arrays = {{"line", play.turns.size(), turn}};
  if (details.moves) arrays.push_back({"options", details.moves->moves.size(), option});
  if (details.roles) arrays.push_back({"why", details.roles->size(), role});
  write_long(json, arrays, write);
}

Record grundy_record(const Ruleset& ruleset, const Position& start, Counters value) {
  Json json = {{"type", "grundy"}, {"game", ruleset.name()}, {"piles", start.piles}};
  if (start.passes > 0) json["passes"] = start.passes;
  json["grundy"] = value;
  return Record(std::move(json));
}

void write_tree_record(const Question& question, const GameTree& tree, RecordSink write) {
  Json json = question_json("tree", question);
  json["winner"] = tree.nodes.front().outcome.winner;
  json["node_count"] = tree.nodes.size();
  json["play_count"] = tree.plays;
  write_long(
      json, "nodes", tree.nodes.size(),
      [&](std::size_t k) {
        const TreeNode& node = tree.nodes[k];
        Json entry = turn_json(node.player, node.position, question.start.passes);
        entry["parent"] = node.parent == TreeNode::kNoParent ? Json(nullptr) : Json(node.parent);
        entry["winner"] = node.outcome.winner;
        entry["best"] = node.is_best;
        entry["line"] = node.on_line;
        return entry;
      },
      write);
}

void write_machine_record(const LastNimMachine& machine, const PrefixMachine& reachable,
                          const std::vector<std::size_t>& minimal_sizes, RecordSink write) {
  const auto state = [&](std::size_t k) {
    const auto id = static_cast<PrefixMachine::StateId>(k);
    Json entry = state_json(reachable.state(id), machine.players());
    entry["next"] = reachable.next(id);
    return entry;
  };
  write_long(reachable_json("last-nim", machine, reachable, minimal_sizes), "states",
             reachable.size(), state, write);
}

void write_machine_record(const LastNimMachine& machine, const DescendingMachine& reachable,
                          const std::vector<std::size_t>& minimal_sizes, RecordSink write) {
  const auto state = [&](std::size_t k) {
    const auto id = static_cast<DescendingMachine::StateId>(k);
    Json entry = state_json(reachable.state(id), machine.players());
    entry["last"] = reachable.last(id);
    entry["next"] = reachable.next(id);
    return entry;
  };
  write_long(reachable_json("small-nim", machine, reachable, minimal_sizes), "states",
             reachable.size(), state, write);
}

void write_minimal_machine_record(std::string_view game, const LastNimMachine& machine,
                                  const MooreMachine& minimal, Seat first, RecordSink write) {
  Json json = machine_json("minimal_machine", game, machine);
  json["first"] = first;
  json["letters"] = minimal.letters();
  write_long(
      json, "states", minimal.size(),
      [&](std::size_t k) {
        const auto id = static_cast<MooreMachine::StateId>(k);
        return Json{{"winner", minimal.winner(id)}, {"next", minimal.next(id)}};
      },
      write);
}

void write_digit_machine_record(const Ruleset& ruleset, const AllianceMatrix& matrix,
                                Counters passes, const ProvedMachine& proved, RecordSink write) {
  const DigitMachine& machine = proved.machine;
  const int players = machine.players();
  Json json = {{"type", "digit_machine"},
               {"game", ruleset.name()},
               {"players", players},
               {"matrix", matrix_json(matrix)},
               {"piles", machine.piles()},
               {"passes", passes},
               {"base", 2},
               {"combinations", proved.combinations}};
  if (const auto& period = proved.period)
    json["period"] = {{"from", period->from}, {"length", period->length}};
  write_long(
      json, "states", machine.size(),
      [&](std::size_t k) {
        const auto id = static_cast<DigitMachine::StateId>(k);
        const auto modes = machine.outcomes(id);
        Json entry = {{"winners", winners_json(modes.back(), players)}};
        if (modes.size() > 1) {
          Json& all =
              entry[has_zero_moves(ruleset) ? "winners_by_zero_moves" : "winners_by_passes"];
          for (const OutcomeVector vector : modes) all.push_back(winners_json(vector, players));
        }
        entry["next"] = machine.next(id);
        return entry;
      },
      write);
}

}  // namespace nimsweep
