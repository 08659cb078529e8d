// The manual page. Commands, options, examples, games and matrices come from the program; only the
// rest is written here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <sstream>
#include <string>
#include <string_view>

#include "cli/exit_status.hpp"
#include "cli/generated_files.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep::cli {

namespace {

constexpr std::string_view kDescription =
    R"(`nimsweep` answers single positions, draws the tree of plays, builds the finite
machine behind Last Nim or Small Nim, runs jobs that sweep whole spaces of positions and
matrices into HDF5 tables, and proves or disproves claims for piles of every size.

Players P_0 .. P_{n-1} sit in a circle and move in turn.
A player who cannot move is stuck, and by convention the stuck player is the winner.
Row i of the alliance matrix is P_i's order of preference over winners, as seat offsets:
`0 2 1` for P_1 of three means that P_1 wants P_1 to win, else P_0, else P_2.
All players play for the best winner they can get.
The value of a position is how many seats after the first player the winner sits.

Results go to standard output, progress and messages to standard error.
With `--json` results are JSON Lines: one object per line, with a "type".

`nimsweep-mpi` has the same commands.
Under `mpirun` its processes share the work of `run`; they need a common file system.)";

// Escapes what roff would interpret. Hyphens become minus signs, so that options can be copied.
std::string in_roff(std::string_view text) {
  return escaped(text,
                 {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'^', "\\(ha"}, {'~', "\\(ti"}});
}

// A line of text in which `typed` is bold.
std::string prose(std::string_view text) {
  std::string result = text.starts_with('.') ? "\\&" : "";
  bool is_typed = false;
  for (const char c : in_roff(text))
    if (c == '`')
      result += (is_typed = !is_typed) ? "\\fB" : "\\fR";
    else
      result += c;
  return result;
}

// Registry texts start in lower case and have no full stop.
std::string sentence(std::string_view text) {
  std::string result = prose(text) + ".";
  result.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(result.front())));
  return result;
}

std::string bold(std::string_view text) {
  return prose(fmt::format("`{}`", text));
}

std::string italic(std::string_view text) {
  return fmt::format("\\fI{}\\fR", prose(text));
}

// Empty lines separate paragraphs; indented lines are examples.
std::string paragraphs(std::string_view text) {
  std::string result;
  bool is_example = false;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    if (is_example != line.starts_with("  ")) {
      is_example = !is_example;
      result += is_example ? ".RS 4\n.EX\n" : ".EE\n.RE\n";
    }
    if (line.empty())
      result += ".PP\n";
    else
      result += prose(line.substr(is_example ? 2 : 0)) + "\n";
  }
  return result + (is_example ? ".EE\n.RE\n" : "");
}

// "--players N", "-h, --help", "JOB".
std::string heading(const OptionOutline& option) {
  if (option.is_positional()) return italic(option.type);
  std::string result;
  for (const std::string& name : option.names) result += (result.empty() ? "" : ", ") + bold(name);
  return result + (option.type.empty() ? "" : " " + italic(option.type));
}

std::string entry(std::string_view term, std::string_view text) {
  return fmt::format(".TP\n{}\n{}\n", term, text);
}

std::string entry(const OptionOutline& option) {
  std::string text = option.summary + ".";
  if (!option.default_value.empty()) text += fmt::format(" Default: `{}`.", option.default_value);
  if (option.is_required && !option.is_positional()) text += " Required.";
  if (!option.excludes.empty())
    text += fmt::format(" Not with `{}`.", fmt::join(option.excludes, "`, `"));
  return entry(heading(option), prose(text));
}

// "nimsweep run [OPTION]... JOB", with the required options.
std::string synopsis(const ProgramOutline& program, const CommandOutline& command) {
  std::string required;
  std::string positionals;
  for (const OptionOutline& option : command.options)
    if (option.is_positional())
      positionals += " " + heading(option) + (option.repeats ? "..." : "");
    else if (option.is_required)
      required += " " + heading(option);
  return fmt::format("{}{} [{}]...{}\n", bold(program.name + " " + command.name), required,
                     italic("OPTION"), positionals);
}

// Leaves out --help, which the program's own options include.
std::string command_section(const ProgramOutline& program, const CommandOutline& command) {
  std::string result = fmt::format(".SS {}\n{}.\n", command.name, prose(command.summary));
  for (const OptionOutline& option : command.options)
    if (std::ranges::find(program.options, option.names, &OptionOutline::names) ==
        program.options.end())
      result += entry(option);
  return result + (command.footer.empty() ? "" : ".PP\n" + paragraphs(command.footer));
}

std::string games_section() {
  std::string result = ".SH GAMES\nFor \\fB\\-\\-game\\fR and the \\fBgame\\fR of a job:\n";
  for (const Game& game : games())
    result += entry(bold(game.name) + (game.argument.empty() ? "" : ":" + italic(game.argument)),
                    sentence(game.summary));
  return result;
}

std::string matrices_section() {
  std::string result = ".SH ALLIANCE MATRICES\nFor \\fB\\-\\-matrix\\fR:\n";
  for (const MatrixFamily& family : matrix_families())
    result += entry(bold(family.syntax), sentence(family.summary));
  return result;
}

std::string exit_status_section() {
  std::string result = ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : kExitStatuses)
    result += entry(bold(fmt::format("{}", static_cast<int>(code))), sentence(meaning));
  return result;
}

std::string files_section() {
  return ".SH FILES\n" +
         entry(italic("FILE") + bold(".parts"),
               prose("Work in progress on a table, hunt results or verdicts, from which `run` "
                     "continues; "
                     "later the shards that hold the values of a merged table. A file under its "
                     "own name is complete.")) +
         entry(bold("share/doc/nimsweep/jobs/*.yaml"),
               prose("Example jobs, below the folder where nimsweep is installed."));
}

}  // namespace

std::string man_page(const ProgramOutline& program) {
  // The summary begins with the program's name, which NAME already has.
  const std::string summary = program.summary.substr(program.name.size() + 2);
  std::string page = fmt::format(
      ".TH NIMSWEEP 1 \"\" \"nimsweep {}\" \"User Commands\"\n"
      ".SH NAME\nnimsweep, nimsweep\\-mpi \\- {}\n.SH SYNOPSIS\n.nf\n",
      NIMSWEEP_VERSION, prose(summary));
  for (const CommandOutline& command : program.commands) page += synopsis(program, command);
  page += ".fi\n.SH DESCRIPTION\n" + paragraphs(kDescription) + ".SH OPTIONS\n";
  for (const OptionOutline& option : program.options) page += entry(option);
  page += ".SH COMMANDS\n";
  for (const CommandOutline& command : program.commands) page += command_section(program, command);
  page += games_section() + matrices_section() + exit_status_section() + ".SH ENVIRONMENT\n" +
          entry(bold("NO_COLOR"), prose("If set and not empty, output has no colours.")) +
          entry(bold("PATH"), prose("Is searched for `dot`, which draws SVG.")) + files_section() +
          ".SH SEE ALSO\n\\fBdot\\fR(1), \\fBh5dump\\fR(1), \\fBmpirun\\fR(1)\n";
  return page;
}

}  // namespace nimsweep::cli
