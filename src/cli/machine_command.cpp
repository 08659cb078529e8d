// machine: the reachable machine of a matrix under Last Nim or Small Nim, or its minimal machine
// for one first player.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "cli/graphviz.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/descending_machine.hpp"
#include "nimsweep/solve/moore_machine.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep::cli {

namespace {

using StateId = PrefixMachine::StateId;

// The games that are finite machines.
struct MachineGame {
  std::string name;
  std::string title;
  bool is_descending;  // Small Nim: piles are read in descending order
};

MachineGame game_of(const Arguments& given) {
  const auto ruleset = ruleset_of(given);
  const MoveShape shape = ruleset->move_shape();
  if (std::holds_alternative<LowerLast>(shape))
    return {.name = ruleset->name(), .title = "Last Nim", .is_descending = false};
  if (std::holds_alternative<LowerSmallest>(shape))
    return {.name = ruleset->name(), .title = "Small Nim", .is_descending = true};
  throw Error(ErrorKind::usage,
              fmt::format("--game: {}; expected last-nim or small-nim, which are finite machines",
                          ruleset->name()));
}

struct MachineOptions {
  explicit MachineOptions(const Arguments& given)
      : format(format_of(given)),
        game(game_of(given)),
        last_nim(matrix_of(given), passes_of(given)),
        max_states(given.number("--max-states", 1, std::numeric_limits<StateId>::max() / 4)) {
    if (given.has("--first"))
      first = parse_seat("--first", given.text("--first"), last_nim.players());
  }

  Format format;
  MachineGame game;
  LastNimMachine last_nim;
  std::optional<Seat> first;
  std::uint64_t max_states;
};

std::vector<Seat> winners_of(OutcomeVector vector, int players) {
  std::vector<Seat> winners;
  winners.reserve(static_cast<std::size_t>(players));
  for (Seat i = 0; i < players; ++i) winners.push_back(vector[i]);
  return winners;
}

// What every format shows, for a reachable machine and for a minimal one.
struct Diagram {
  MachineGame game;
  std::string title = {};
  std::string meaning = {};                     // of the outputs
  std::vector<std::string> outputs = {};        // one per state
  std::vector<std::vector<Seat>> winners = {};  // the same as seats; a state's rows joined
  std::vector<std::vector<StateId>> next = {};
  std::size_t letters = 1;
  std::size_t columns = 1;  // per row of winners
};

template <class Machine>
Diagram diagram_of(const MachineOptions& options, const Machine& reachable) {
  Diagram diagram{.game = options.game};
  diagram.title = fmt::format("{} and {}", counted(reachable.size(), "state"),
                              counted(reachable.letters(), "letter"));
  diagram.meaning = "who wins when P_0, P_1, .. moves first";
  const int passes = options.last_nim.passes();
  if (passes > 0) diagram.meaning += fmt::format(", with {} down to 0 passes left", passes);
  diagram.letters = reachable.letters();
  diagram.columns = static_cast<std::size_t>(reachable.players());
  for (StateId id = 0; id < reachable.size(); ++id) {
    std::string text;
    std::vector<Seat>& all = diagram.winners.emplace_back();
    const auto state = reachable.state(id);
    for (std::size_t k = state.size(); k-- > 0;) {
      const auto winners = winners_of(state[k], reachable.players());
      text += fmt::format("{}{}", fmt::join(winners, " "), k > 0 ? " | " : "");
      all.insert(all.end(), winners.begin(), winners.end());
    }
    diagram.outputs.push_back(std::move(text));
    const auto next = reachable.next(id);
    diagram.next.emplace_back(next.begin(), next.end());
  }
  return diagram;
}

Diagram diagram_of(const MachineOptions& options, const MooreMachine& minimal, Seat first) {
  Diagram diagram{.game = options.game};
  diagram.title =
      fmt::format("minimal when P_{} moves first: {} and {}", first,
                  counted(minimal.size(), "state"), counted(minimal.letters(), "letter"));
  diagram.meaning = "who wins";
  diagram.letters = minimal.letters();
  for (StateId id = 0; id < minimal.size(); ++id) {
    diagram.outputs.push_back(fmt::format("P_{}", minimal.winner(id)));
    diagram.winners.push_back({minimal.winner(id)});
    const auto next = minimal.next(id);
    diagram.next.emplace_back(next.begin(), next.end());
  }
  return diagram;
}

std::string letter_name(std::size_t letter, std::size_t letters) {
  return fmt::format("{}{}", letter, letter == letters ? "+" : "");
}

std::string passes_text(int passes) {
  return passes == 0 ? "" : fmt::format(", {} pass{}", passes, passes == 1 ? "" : "es");
}

void print_legend(Output& output, const LastNimMachine& machine, const Diagram& diagram) {
  output.write(fmt::format("{} machine of {}{}\n", diagram.game.name, to_text(machine.matrix()),
                           passes_text(machine.passes())));
  output.write(fmt::format("{}\n\n", diagram.title));
  output.write("state    state 0 is the start\n");
  output.write(fmt::format("winners  {}\n", diagram.meaning));
  output.write(
      fmt::format("1..{}+    the state after one more pile of that size, {}+ for {} or more\n",
                  diagram.letters, diagram.letters, diagram.letters));
  if (diagram.game.is_descending)
    output.write(
        "         piles are read in descending order: a row ends with the size of the last pile\n");
  output.write("\n");
}

void print_states(Output& output, const Diagram& diagram) {
  constexpr std::size_t kMostRows = 60;
  const std::size_t shown = std::min(diagram.outputs.size(), kMostRows);
  std::size_t width = std::string_view("winners").size();
  for (std::size_t id = 0; id < shown; ++id) width = std::max(width, diagram.outputs[id].size());
  const std::size_t cell =
      std::max<std::size_t>(4, std::to_string(diagram.outputs.size()).size() + 2);
  output.write(fmt::format("state  {:{}}", "winners", width));
  for (std::size_t letter = 1; letter <= diagram.letters; ++letter)
    output.write(fmt::format("{:>{}}", letter_name(letter, diagram.letters), cell));
  output.write("\n");
  for (std::size_t id = 0; id < shown; ++id) {
    output.write(fmt::format("{:>5}  {:{}}", id, diagram.outputs[id], width));
    for (const StateId next : diagram.next[id]) output.write(fmt::format("{:>{}}", next, cell));
    output.write("\n");
  }
  if (shown < diagram.outputs.size())
    output.write(fmt::format("   ..  {} (--json lists them all)\n",
                             counted(diagram.outputs.size() - shown, "more state")));
}

void print_text(Output& output, const LastNimMachine& machine, const Diagram& diagram) {
  print_legend(output, machine, diagram);
  print_states(output, diagram);
}

// What a state is called: its number, and in Small Nim the size of its last pile.
std::string name_of(const Diagram& diagram, std::size_t id) {
  if (id == 0) return "0: start";
  if (!diagram.game.is_descending) return std::to_string(id);
  return fmt::format("{}: after {}", id, letter_name(diagram.next[id].size(), diagram.letters));
}

// A table: the state's name, and its winners in their colours below.
std::string label_of(const Diagram& diagram, std::size_t id) {
  std::string rows;
  const auto& winners = diagram.winners[id];
  for (std::size_t k = 0; k < winners.size(); ++k)
    rows += fmt::format("{}<TD BGCOLOR=\"{}\">P_{}</TD>{}", k % diagram.columns == 0 ? "<TR>" : "",
                        seat_colour(winners[k]), winners[k],
                        k % diagram.columns == diagram.columns - 1 ? "</TR>" : "");
  return fmt::format(
      "<TABLE BORDER=\"{}\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"4\" BGCOLOR=\"white\">"
      "<TR><TD COLSPAN=\"{}\">{}</TD></TR>{}</TABLE>",
      id == 0 ? 3 : 1, diagram.columns, name_of(diagram, id), rows);
}

Caption caption_of(const LastNimMachine& machine, const Diagram& diagram) {
  Caption caption{
      .title = fmt::format("{} machine, {} players{}", diagram.game.title, machine.players(),
                           passes_text(machine.passes())),
      .facts = matrix_lines(machine.matrix()),
      .legend = {fmt::format("a state: its number, {}and {}",
                             diagram.game.is_descending ? "the size of the last pile, " : "",
                             diagram.meaning),
                 fmt::format("an arrow: one more pile of that size{1}; {0}+ is {0} or more",
                             diagram.letters,
                             diagram.game.is_descending ? ", not larger than the last" : "")}};
  caption.facts.push_back(diagram.title);
  return caption;
}

std::string dot_of(const LastNimMachine& machine, const Diagram& diagram) {
  std::string dot = dot_beginning(caption_of(machine, diagram)) +
                    "  rankdir=LR;\n"
                    "  node [shape=plain, fontname=\"sans-serif\"];\n"
                    "  edge [fontname=\"sans-serif\"];\n";
  for (std::size_t id = 0; id < diagram.outputs.size(); ++id) {
    dot += fmt::format("  s{} [label=<{}>];\n", id, label_of(diagram, id));
    // One arrow per run of letters that lead to the same state.
    const auto& next = diagram.next[id];
    for (std::size_t from = 0; from < next.size();) {
      std::size_t to = from;
      while (to + 1 < next.size() && next[to + 1] == next[from]) ++to;
      const std::string last = letter_name(to + 1, diagram.letters);
      dot += fmt::format("  s{} -> s{} [label=\"{}\"];\n", id, next[from],
                         from == to            ? last
                         : last.ends_with('+') ? letter_name(from + 1, from + 1)
                                               : fmt::format("{}-{}", from + 1, last));
      from = to + 1;
    }
  }
  return dot + "}\n";
}

template <class Machine>
std::vector<std::size_t> minimal_sizes_of(const Machine& reachable) {
  std::vector<std::size_t> sizes;
  sizes.reserve(static_cast<std::size_t>(reachable.players()));
  for (Seat first = 0; first < reachable.players(); ++first)
    sizes.push_back(MooreMachine(reachable, first).size());
  return sizes;
}

void print_picture(Output& output, const LastNimMachine& machine, const Diagram& diagram,
                   Format format) {
  constexpr std::size_t kMostDrawn = 250;  // 700 states took Graphviz 80 seconds
  if (format == Format::svg && diagram.outputs.size() > kMostDrawn)
    throw Error(
        ErrorKind::input,
        fmt::format(
            "{} are too many to draw; expected at most {} for svg (--format dot has them all)",
            counted(diagram.outputs.size(), "state"), kMostDrawn));
  const std::string dot = dot_of(machine, diagram);
  output.write(format == Format::svg ? svg_of_dot(dot) : dot);
}

template <class Machine>
void show_reachable_machine(const MachineOptions& options, const Machine& reachable,
                            Output& output) {
  const LastNimMachine& machine = options.last_nim;
  if (options.format == Format::dot || options.format == Format::svg)
    return print_picture(output, machine, diagram_of(options, reachable), options.format);
  const auto minimal_sizes = minimal_sizes_of(reachable);
  if (options.format == Format::json)
    return write_machine_record(machine, reachable, minimal_sizes, output);
  print_text(output, machine, diagram_of(options, reachable));
  output.write("\nstates of the minimal machine, by first player (--first I shows it)\n ");
  for (std::size_t i = 0; i < minimal_sizes.size(); ++i)
    output.write(fmt::format("{} P_{}: {}", i > 0 ? "," : "", i, minimal_sizes[i]));
  output.write("\n");
}

void show_minimal_machine(const MachineOptions& options, const MooreMachine& minimal, Seat first,
                          Output& output) {
  const LastNimMachine& machine = options.last_nim;
  switch (options.format) {
    case Format::text:
      return print_text(output, machine, diagram_of(options, minimal, first));
    case Format::json:
      return write_minimal_machine_record(options.game.name, machine, minimal, first, output);
    case Format::dot:
    case Format::svg:
      return print_picture(output, machine, diagram_of(options, minimal, first), options.format);
  }
}

template <class Machine>
void show(const MachineOptions& options, const Machine& reachable, Output& output) {
  if (options.first)
    show_minimal_machine(options, MooreMachine(reachable, *options.first), *options.first, output);
  else
    show_reachable_machine(options, reachable, output);
}

void machine(const MachineOptions& options, Session& session) {
  const std::size_t most = options.max_states;
  PrefixMachine last_nim =
      at_option("--max-states", [&] { return PrefixMachine(options.last_nim, most); });
  if (!options.game.is_descending) return show(options, last_nim, session.output);
  show(options,
       at_option("--max-states", [&] { return DescendingMachine(std::move(last_nim), most); }),
       session.output);
}

}  // namespace

Command machine_command() {
  return make_command(
      {.name = "machine",
       .summary = "Shows the machine of a matrix under Last Nim or Small Nim",
       .options =
           joined({{option("--game", "NAME", "last-nim or small-nim", "last-nim")},
                   matrix_options(),
                   {option("--first", "I", "Show the minimal machine for this first player")},
                   picture_options(),
                   {option("--max-states", "N", "Refuse a machine with more states",
                           std::to_string(PrefixMachine::kDefaultMaxStates))}}),
       .footer = "States are outcome vectors of rows of piles; letters are pile sizes. The minimal "
                 "machine tells\nwho wins when the player of --first moves first.\n\n"
                 "Small Nim is Last Nim with its piles in descending order. There, a state is an "
                 "outcome vector\nand the size of the last pile, and no later pile is larger.\n\n"
                 "Example:\n"
                 "  nimsweep machine --players 3 --matrix ssam:1 --first 0\n"
                 "  nimsweep machine --game small-nim --players 3 --matrix ssam:1"},
      machine);
}

}  // namespace nimsweep::cli
