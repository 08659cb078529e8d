// machine: the finite machine behind a game under one matrix. For Last Nim and Small Nim it reads
// pile sizes, for any number of piles; for other games the binary digits of a given number of
// piles.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "cli/machine_table.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/pile_order.hpp"
#include "nimsweep/exports/labels.hpp"
#include "nimsweep/exports/machine_diagram.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/solve/descending_machine.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/moore_machine.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep::cli {

namespace {

using StateId = PrefixMachine::StateId;

struct MachineOptions {
  explicit MachineOptions(const Arguments& given)
      : format(format_of(given, kMachineFormats)),
        ruleset(ruleset_of(given)),
        last_nim(matrix_of(given), passes_of(given)),
        order(pile_order_of(*ruleset)),
        max_states(given.number("--max-states", 1, std::numeric_limits<StateId>::max() / 4)) {
    if (given.has("--first"))
      first = parse_seat("--first", given.text("--first"), last_nim.players());
    if (given.has("--pile-count"))
      pile_count = given.int_number("--pile-count", 1, DigitMachine::kMaxPiles);
    if (!ruleset->has_size_machine() && !pile_count)
      throw Error(ErrorKind::usage,
                  fmt::format("--pile-count is missing; {} is an automaton over the digits of a "
                              "given number of piles",
                              ruleset->name()));
    if (pile_count && first && format == Format::json)
      throw Error(ErrorKind::usage,
                  "--first with --pile-count; expected one of them: the JSON of an automaton over "
                  "digits is for all first players");
    if (format == Format::walnut && !first)
      throw Error(ErrorKind::usage,
                  "--first is missing; in the format of Walnut a state has one output, who wins "
                  "when this player moves first");
  }

  Format format;
  std::unique_ptr<Ruleset> ruleset;
  LastNimMachine last_nim;  // of the matrix, with its passes
  PileOrder order;          // in which piles are read: descending in Small Nim
  std::optional<Seat> first;
  std::optional<int> pile_count;
  std::uint64_t max_states;
};

// In any format but JSON.
void print(const MachineDiagram& diagram, Format format, Output& output) {
  switch (format) {
    case Format::text:
      return print_table(diagram, output);
    case Format::dot:
      return output.write(dot_of(diagram));
    case Format::svg:
      return output.write(drawn([&] { return svg_of(diagram); }));
    case Format::tikz:
      return output.write(drawn([&] { return tikz_of(diagram); }));
    case Format::hoa:
      return output.write(hoa_of(diagram));
    case Format::walnut:
      return output.write(walnut_of(diagram));
    case Format::json:
      break;  // it has records of its own
  }
}

template <class Machine>
void show_reachable_machine(const MachineOptions& options, const Machine& reachable,
                            Output& output) {
  if (options.format == Format::json)
    return write_machine_record(options.last_nim, reachable, minimal_sizes_of(reachable), output);
  print(diagram_of(options.last_nim, reachable), options.format, output);
  if (options.format != Format::text) return;
  output.write("\nstates of the minimal machine, by first player (--first I shows it)\n ");
  for (Seat i = 0; const std::size_t size : minimal_sizes_of(reachable)) {
    output.write(fmt::format("{} P_{}: {}", i > 0 ? "," : "", i, size));
    ++i;
  }
  output.write("\n");
}

void show_minimal_machine(const MachineOptions& options, const MooreMachine& minimal, Seat first,
                          Output& output) {
  if (options.format == Format::json)
    return write_minimal_machine_record(options.ruleset->name(), options.last_nim, minimal, first,
                                        output);
  print(diagram_of(options.last_nim, options.order, minimal, first), options.format, output);
}

template <class Machine>
void show(const MachineOptions& options, const Machine& reachable, Output& output) {
  if (options.first)
    show_minimal_machine(options, MooreMachine(reachable, *options.first), *options.first, output);
  else
    show_reachable_machine(options, reachable, output);
}

void show_digit_machine(const MachineOptions& options, Output& output) {
  const AllianceMatrix& matrix = options.last_nim.matrix();
  const auto passes = static_cast<Counters>(options.last_nim.passes());
  const auto found = at_option("--pile-count", [&] {
    return find_digit_machine(*options.ruleset, matrix, *options.pile_count, passes);
  });
  if (const auto* none = std::get_if<NoMachine>(&found))
    throw no_machine_error(*options.ruleset, matrix, *options.pile_count, *none);
  const auto& proved = std::get<ProvedMachine>(found);
  if (proved.machine.size() > options.max_states)
    throw Error(ErrorKind::input,
                fmt::format("--max-states: the automaton has {} states; expected at most {}",
                            to_grouped_decimal(proved.machine.size()),
                            to_grouped_decimal(options.max_states)));
  if (options.format == Format::json)
    return write_digit_machine_record(*options.ruleset, matrix, passes, proved, output);
  print(options.first ? diagram_of(*options.ruleset, matrix, passes, proved, *options.first)
                      : diagram_of(*options.ruleset, matrix, passes, proved),
        options.format, output);
}

void machine(const MachineOptions& options, Session& session) {
  if (options.pile_count) return show_digit_machine(options, session.output);
  const std::size_t most = options.max_states;
  PrefixMachine last_nim =
      at_option("--max-states", [&] { return PrefixMachine(options.last_nim, most); });
  if (options.order == PileOrder::any) return show(options, last_nim, session.output);
  show(options,
       at_option("--max-states", [&] { return DescendingMachine(std::move(last_nim), most); }),
       session.output);
}

}  // namespace

Command machine_command() {
  return make_command(
      {.name = "machine",
       .summary = "Shows the finite machine of a game under a matrix",
       .options = joined(
           {{option("--game", "NAME", "Any game whose moves have a shape; see list", "last-nim")},
            matrix_options(),
            {option("--pile-count", "N",
                    "Show the automaton over the digits of N piles; required except for last-nim "
                    "and small-nim"),
             option("--first", "I", "Show the minimal machine for this first player")},
            picture_options(kMachineFormats),
            {option("--max-states", "N", "Refuse a machine with more states",
                    std::to_string(PrefixMachine::kDefaultMaxStates))}}),
       .footer =
           "Last Nim: states are outcome vectors of rows of piles; letters are pile sizes. The "
           "minimal machine\ntells who wins when the player of --first moves first.\n\n"
           "Small Nim is Last Nim with its piles in descending order. There, a state is an "
           "outcome vector\nand the size of the last pile, and no later pile is larger.\n\n"
           "Other games: an automaton that reads the binary digits of all piles at once, most "
           "significant\nfirst. It is learned from small positions, and proved for every pile "
           "size.\n\n"
           "tikz is a picture for LaTeX, hoa the Hanoi Omega-Automata format, walnut an automaton "
           "with output\nfor Walnut, which needs --first.\n\n"
           "Example:\n"
           "  nimsweep machine --players 3 --matrix ssam:1 --first 0\n"
           "  nimsweep machine --game small-nim --players 3 --matrix ssam:1\n"
           "  nimsweep machine --game nim --players 3 --matrix ssam:1 --pile-count 2\n"
           "  nimsweep machine --game nim --players 3 --pile-count 2 --first 0 --format walnut"},
      machine);
}

}  // namespace nimsweep::cli
