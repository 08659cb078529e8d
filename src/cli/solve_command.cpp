// solve: one position, with its value, its winner and the best line of play; or its Grundy value.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/grundy.hpp"
#include "nimsweep/solve/move_list.hpp"
#include "nimsweep/solve/pile_roles.hpp"
#include "nimsweep/solve/solver.hpp"

namespace nimsweep::cli {

namespace {

// The default of --max-line. JSON has the whole line, up to about a million pile sizes.
std::uint64_t default_max_line(const Question& question, Format format) {
  if (format == Format::text) return 30;
  return std::max<std::uint64_t>(2,
                                 1'000'000 / std::max<std::size_t>(1, question.start.piles.size()));
}

// Enough to look at; positions of many piles are long.
std::size_t max_moves(const Question& question) {
  return std::clamp<std::size_t>(1'000'000 / std::max<std::size_t>(1, question.start.piles.size()),
                                 16, 1000);
}

struct SolveOptions {
  explicit SolveOptions(const Arguments& given)
      : format(format_of(given)),
        question(question_of(given)),
        moves(given.has("--moves")),
        why(given.has("--why")),
        max_line(given.has("--max-line")
                     ? given.number("--max-line", 2, std::numeric_limits<std::uint64_t>::max())
                     : default_max_line(question, format)) {
    if (why && !question.ruleset->has_size_machine())
      throw Error(ErrorKind::usage, fmt::format("--why with {}; expected last-nim or small-nim, "
                                                "where piles are played one after the other",
                                                question.ruleset->name()));
  }

  Format format;
  Question question;
  bool moves;
  bool why;
  std::uint64_t max_line;
};

struct GrundyOptions {
  explicit GrundyOptions(const Arguments& given)
      : format(format_of(given)), ruleset(ruleset_of(given)), start(start_of(given, *ruleset)) {}

  Format format;
  std::unique_ptr<Ruleset> ruleset;
  Position start;
};

std::string winner_text(const Question& question, Seat winner) {
  if (winner == kNobody) return "nobody wins";
  return fmt::format("P_{} wins, value {}", winner,
                     value_of(winner, question.first, question.matrix.players()));
}

void print_text(Output& output, const Question& question, const BestPlay& play) {
  const Outcome& outcome = play.outcome;
  const int players = question.matrix.players();
  output.write(fmt::format("{}{}\n\n", winner_text(question, outcome.winner),
                           outcome.winner == kNobody ? ": play never ends" : ""));
  output.write(fmt::format("game    {}, {} players, P_{} moves first\n", question.ruleset->name(),
                           players, question.first));
  output.write(fmt::format("matrix  {}\n", to_text(question.matrix)));
  output.write(
      fmt::format("piles   {}\n", describe_position(question.start, question.start.passes)));
  if (play.proof)
    output.write(fmt::format("proof   an automaton of {} over binary digits, for every pile size\n",
                             counted(play.proof->states, "state")));
  if (outcome.winner == kNobody) return;
  output.write(fmt::format(
      "\n{}, {}\n", play.proof ? "a best play" : "best play",
      play.is_followed ? counted(outcome.moves, "move")
                       : fmt::format("more than {} moves", play.turns.size() + play.left_out - 1)));
  for (std::size_t i = 0; i < play.turns.size(); ++i) {
    const auto& [player, position] = play.turns[i];
    const bool is_final = play.is_followed && i + 1 == play.turns.size();
    if (is_final && play.left_out > 0)
      output.write(
          fmt::format("  ..    {} (--max-line shows more)\n", counted(play.left_out, "position")));
    output.write(fmt::format("  {:6}{}{}\n", fmt::format("P_{}", player),
                             describe_position(position, question.start.passes),
                             is_final ? "  no move left: the winner" : ""));
  }
  if (!play.is_followed) output.write("  ..    too long to follow to its end\n");
}

void print_moves(Output& output, const Question& question, const MoveList& list) {
  if (list.moves.empty()) return output.write(fmt::format("\nP_{} has no move\n", question.first));
  output.write(
      list.is_complete
          ? fmt::format("\n{} of P_{}; * marks the best\n", counted(list.moves.size(), "move"),
                        question.first)
          : fmt::format("\nP_{} has too many moves to list; here is one for each winner, * "
                        "marks the best\n",
                        question.first));
  for (const Move& move : list.moves)
    output.write(fmt::format("  {} {}  -> {}\n", move.is_best ? "*" : " ",
                             describe_position(move.position, question.start.passes),
                             winner_text(question, move.winner)));
}

// The first piles and the last one, as many as positions of the line.
void print_roles(Output& output, const SolveOptions& options, const std::vector<PileRole>& roles) {
  const Question& question = options.question;
  const auto& piles = question.start.piles;
  const auto count =
      static_cast<std::uint64_t>(std::ranges::count(roles, true, &PileRole::matters));
  output.write(fmt::format("\nwhy: {} of {} {} matter{}\n", to_grouped_decimal(count),
                           to_grouped_decimal(piles.size()), piles.size() == 1 ? "pile" : "piles",
                           count == 0   ? ": no other size of one pile changes the winner"
                           : count == 1 ? "s: another size of it changes the winner"
                                        : ": another size of one of them changes the winner"));
  const int players = question.matrix.players();
  const std::size_t width = std::max<std::size_t>(
      std::to_string(*std::max_element(piles.begin(), piles.end())).size(), 8);
  output.write(
      fmt::format("winners: who wins the piles up to this one when P_0, P_1, .. moves first\n"
                  "  pile  {:>{}}  winners\n",
                  "counters", width));
  const auto shown =
      static_cast<std::size_t>(std::min<std::uint64_t>(options.max_line, roles.size()));
  for (std::size_t k = 0; k < shown; ++k) {
    const bool is_cut = shown < roles.size() && k + 1 == shown;
    const std::size_t j = is_cut ? roles.size() - 1 : k;
    if (is_cut)
      output.write(fmt::format("{:>6}  {} (--max-line shows more)\n", "..",
                               counted(roles.size() - shown, "pile")));
    std::string winners = fmt::format("{}", roles[j].winners[0]);
    for (Seat i = 1; i < players; ++i) winners += fmt::format(" {}", roles[j].winners[i]);
    if (roles[j].matters) winners = fmt::format("{:7}  matters", winners);
    const std::size_t pile = roles[j].pile;
    output.write(fmt::format("{:>6}  {:>{}}  {}\n", pile + 1, piles[pile], width, winners));
  }
}

void print_grundy(const GrundyOptions& options, Output& output) {
  const auto& ruleset = options.ruleset;
  const Position& start = options.start;
  const Counters value = at_option("--grundy", [&] { return grundy_of_start(*ruleset, start); });
  if (options.format == Format::text)
    return output.write(fmt::format("Grundy value {}\n\ngame    {}\npiles   {}\n", value,
                                    ruleset->name(), describe_position(start, start.passes)));
  output.write(grundy_record(*ruleset, start, value));
}

void solve(const SolveOptions& options, Output& output) {
  const Question& question = options.question;
  const auto solver = make_solver(*question.ruleset, question.matrix);
  const BestPlay play = solver->best_play(question.start, question.first, options.max_line);
  SolutionDetails details;
  if (options.moves) details.moves = list_moves(*solver, question, max_moves(question));
  if (options.why) details.roles = pile_roles(question);
  if (options.format == Format::json) return write_solution_record(question, play, details, output);
  print_text(output, question, play);
  if (details.moves) print_moves(output, question, *details.moves);
  if (details.roles) print_roles(output, options, *details.roles);
}

}  // namespace

Command solve_command() {
  CommandOutline outline{
      .name = "solve",
      .summary = "Solves one position: value, winner and best line of play",
      .options =
          joined({position_options(),
                  {flag("--moves",
                        "Show every move with the winner that it leads to, or if there "
                        "are too many, one for each winner"),
                   flag("--why",
                        "Last Nim, and Small Nim in descending order: show the state after each "
                        "pile, and the piles that matter"),
                   json_option(),
                   option("--max-line", "N",
                          "Positions of the line to print at most (default: 30; with --json, about "
                          "a million pile sizes)"),
                   flag("--grundy", "Print the Grundy value instead; needs no matrix")}}),
      .footer =
          "The line is a shortest best play. Where a position does not fit in memory, an automaton "
          "over "
          "the\nbinary digits of its piles is learned and proved, if the game has one; then the "
          "line "
          "is a best play.\n\nExample:\n"
          "  nimsweep solve --matrix \"0 2 1 / 0 1 2 / 0 2 1\" --piles 1,2,2\n"
          "  nimsweep solve --players 3 --piles 1,2,2 --moves --why\n"
          "  nimsweep solve --game small-nim --players 3 --piles 1000000000000,5,7 --why\n"
          "  nimsweep solve --game nim --players 3 --matrix ssam:1 "
          "--piles 123456789012345678,98765432109876543"};
  outline.options.back().excludes = {"--players",  "--matrix", "--first",
                                     "--max-line", "--moves",  "--why"};
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
