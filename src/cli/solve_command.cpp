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
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/grundy.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep::cli {

namespace {

// The default of --max-line. JSON has the whole line, up to about a million pile sizes.
std::uint64_t default_max_line(const Question& question, Format format) {
  if (format == Format::text) return 30;
  return std::max<std::uint64_t>(2,
                                 1'000'000 / std::max<std::size_t>(1, question.start.piles.size()));
}

struct SolveOptions {
  explicit SolveOptions(const Arguments& given)
      : format(format_of(given)),
        question(question_of(given)),
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

void print_text(Output& output, const Question& question, const BestPlay& play) {
  const Outcome& outcome = play.outcome;
  const int players = question.matrix.players();
  output.write(outcome.winner == kNobody
                   ? "nobody wins: play never ends\n\n"
                   : fmt::format("P_{} wins, value {}\n\n", outcome.winner,
                                 value_of(outcome.winner, question.first, players)));
  output.write(fmt::format("game    {}, {} players, P_{} moves first\n", question.ruleset->name(),
                           players, question.first));
  output.write(fmt::format("matrix  {}\n", to_text(question.matrix)));
  output.write(
      fmt::format("piles   {}\n", describe_position(question.start, question.start.passes)));
  if (outcome.winner == kNobody) return;
  output.write(fmt::format("\nbest play, {}\n", counted(outcome.moves, "move")));
  for (std::size_t i = 0; i < play.turns.size(); ++i) {
    const auto& [player, position] = play.turns[i];
    const bool is_final = i + 1 == play.turns.size();
    if (is_final && play.left_out > 0)
      output.write(
          fmt::format("  ..    {} (--max-line shows more)\n", counted(play.left_out, "position")));
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
  output.write(grundy_record(*ruleset, start, value));
}

void solve(const SolveOptions& options, Output& output) {
  const Question& question = options.question;
  const auto solver = make_solver(*question.ruleset, question.matrix);
  const BestPlay play = best_play(*solver, question.start, question.first, options.max_line);
  if (options.format == Format::json)
    write_solution_record(question, play, output);
  else
    print_text(output, question, play);
}

}  // namespace

Command solve_command() {
  CommandOutline outline{
      .name = "solve",
      .summary = "Solves one position: value, winner and best line of play",
      .options =
          joined({position_options(),
                  {json_option(),
                   option("--max-line", "N",
                          "Positions of the line to print at most (default: 30; with --json, about "
                          "a million pile sizes)"),
                   flag("--grundy", "Print the Grundy value instead; needs no matrix")}}),
      .footer =
          "The line is a shortest best play.\n\nExample:\n"
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
