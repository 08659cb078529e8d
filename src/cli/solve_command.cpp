// solve: one position, with its value, its winner and the best line of play; or its Grundy value.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/grundy.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep::cli {

namespace {

// How many positions of the line are printed unless the user says otherwise. JSON has them all, up
// to about a million numbers.
std::uint64_t default_max_line(const Question& question, Format format) {
  if (format == Format::text) return 30;
  return std::max<std::uint64_t>(2,
                                 1'000'000 / std::max<std::size_t>(1, question.start.piles.size()));
}

struct SolveOptions {
  explicit SolveOptions(const Arguments& given)
      : format(format_of(given)),
        question(given),
        max_line(given.has("--max-line")
                     ? given.number("--max-line", 2, std::numeric_limits<std::uint64_t>::max())
                     : default_max_line(question, format)) {}

  Format format;
  Question question;
  std::uint64_t max_line;
};

struct GrundyOptions {
  explicit GrundyOptions(const Arguments& given)
      : format(format_of(given)), ruleset(ruleset_of(given)), start(start_of(given, *ruleset)) {}

  Format format;
  std::unique_ptr<Ruleset> ruleset;
  Position start;
};

// The beginning of a line of play and its final position; what lies between may be left out.
struct ShownLine {
  std::vector<std::pair<Seat, Position>> turns;
  std::uint64_t left_out = 0;
};

// At most `most` positions, but always the first and the final one.
ShownLine shown_line(Solver& solver, const Question& question, std::uint64_t positions,
                     std::uint64_t most) {
  ShownLine shown;
  std::uint64_t visited = 0;
  solver.best_line(question.start, question.first, [&](Seat player, const Position& position) {
    ++visited;
    if (visited == 1 || visited < most || visited == positions)
      shown.turns.emplace_back(player, position);
    else
      ++shown.left_out;
  });
  return shown;
}

void print_json(Output& output, const Question& question, Outcome outcome, const ShownLine& line) {
  Json json = question_json("solution", question);
  for (const char* key : {"value", "winner", "moves"}) json[key] = nullptr;
  if (outcome.winner != kNobody) {
    json["value"] = value_of(outcome.winner, question.first, question.matrix.players());
    json["winner"] = outcome.winner;
    json["moves"] = outcome.moves;
  }
  json["line_complete"] = line.left_out == 0;
  output.write_json(json, "line", line.turns.size(), [&](std::size_t i) {
    return turn_json(line.turns[i].first, line.turns[i].second, question.start.passes);
  });
}

void print_text(Output& output, const Question& question, Outcome outcome, const ShownLine& line) {
  const int players = question.matrix.players();
  output.write(outcome.winner == kNobody
                   ? "nobody wins: the play goes on for ever\n\n"
                   : fmt::format("P_{} wins, value {}\n\n", outcome.winner,
                                 value_of(outcome.winner, question.first, players)));
  output.write(fmt::format("game    {}, {} players, P_{} moves first\n", question.ruleset->name(),
                           players, question.first));
  output.write(fmt::format("matrix  {}\n", to_text(question.matrix)));
  output.write(
      fmt::format("piles   {}\n", describe_position(question.start, question.start.passes)));
  if (outcome.winner == kNobody) return;
  output.write(fmt::format("\nbest play, {}\n", counted(outcome.moves, "move")));
  for (std::size_t i = 0; i < line.turns.size(); ++i) {
    const auto& [player, position] = line.turns[i];
    const bool is_final = i + 1 == line.turns.size();
    if (is_final && line.left_out > 0)
      output.write(
          fmt::format("  ..    {} (--max-line shows more)\n", counted(line.left_out, "position")));
    output.write(fmt::format("  {:6}{}{}\n", fmt::format("P_{}", player),
                             describe_position(position, question.start.passes),
                             is_final ? "  no move left: the winner" : ""));
  }
}

void print_grundy(const GrundyOptions& options, Output& output) {
  const auto& ruleset = options.ruleset;
  const Position& start = options.start;
  const Counters value = at_option("--grundy", [&] {
    return ruleset->is_sum_with(start.passes) ? grundy_of_sum(*ruleset, start.piles)
                                              : grundy(*ruleset, start);
  });
  if (options.format == Format::text)
    return output.write(fmt::format("Grundy value {}\n\ngame    {}\npiles   {}\n", value,
                                    ruleset->name(), describe_position(start, start.passes)));
  Json json = {{"type", "grundy"}, {"game", ruleset->name()}, {"piles", start.piles}};
  if (start.passes > 0) json["passes"] = start.passes;
  json["grundy"] = value;
  output.write_json(json);
}

void solve(const SolveOptions& options, Output& output) {
  const Question& question = options.question;
  const auto solver = make_solver(*question.ruleset, question.matrix);
  const Outcome outcome = solver->outcome(question.start, question.first);
  const ShownLine line = shown_line(*solver, question, outcome.moves + 1, options.max_line);
  if (options.format == Format::json)
    print_json(output, question, outcome, line);
  else
    print_text(output, question, outcome, line);
}

}  // namespace

Command solve_command() {
  CommandOutline outline{
      .name = "solve",
      .summary = "One position: value, winner, and the best line of play",
      .options =
          joined({position_options(),
                  {json_option(),
                   option("--max-line", "N",
                          "Most positions of the line to print (default: 30; with --json, as many "
                          "as hold a million piles)"),
                   flag("--grundy", "The Grundy value instead, for which no matrix is needed")}}),
      .footer =
          "The line of play is as short as best play allows.\n\nExample:\n"
          "  nimsweep solve --matrix \"0 2 1 / 0 1 2 / 0 2 1\" --piles 1,2,2"};
  outline.options.back().excludes = {"--players", "--matrix", "--first", "--max-line"};
  const auto read = [](const Arguments& given) -> std::function<void(Session&)> {
    if (given.has("--grundy"))
      return [options = std::make_shared<GrundyOptions>(given)](Session& session) {
        print_grundy(*options, session.output);
      };
    return [options = std::make_shared<SolveOptions>(given)](Session& session) {
      solve(*options, session.output);
    };
  };
  return {std::move(outline), read};
}

}  // namespace nimsweep::cli
