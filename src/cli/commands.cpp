#include "cli/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "cli/exit_status.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/hunt/property.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep::cli {

namespace {

std::vector<KnownValue> known_games() {
  std::vector<KnownValue> values;
  for (const Game& game : games())
    values.push_back(
        {std::string(game.name) + (game.argument.empty() ? "" : ":"), std::string(game.summary)});
  return values;
}

std::vector<KnownValue> known_matrices() {
  std::vector<KnownValue> values;
  for (const MatrixFamily& family : matrix_families()) {
    if (!names_family(family.syntax)) continue;          // rows have no name
    const std::size_t colon = family.syntax.rfind(':');  // teams:shared:
    values.push_back(
        {std::string(family.syntax.substr(0, colon)) + (colon == std::string_view::npos ? "" : ":"),
         std::string(family.summary)});
  }
  return values;
}

std::vector<KnownValue> known_claims() {
  std::vector<KnownValue> values = {{"all", "every registered claim"}};
  for (const Claim& claim : registered_claims()) values.push_back({claim.name, claim.source});
  return values;
}

// All that `list` knows. A game and a claim may share a name.
std::vector<KnownValue> known_names() {
  std::vector<KnownValue> values;
  std::set<std::string> seen;
  const auto add = [&](std::string_view name, std::string_view summary) {
    if (seen.emplace(name).second) values.push_back({std::string(name), std::string(summary)});
  };
  for (const Game& game : games()) add(game.name, game.summary);
  for (const MatrixFamily& family : matrix_families()) add(family.name(), family.summary);
  for (const Claim& claim : registered_claims()) add(claim.name, claim.source);
  for (const PropertyWord& word : property_words()) add(word.name, word.summary);
  return values;
}

std::vector<KnownValue> known_values(std::string_view name, std::string_view type) {
  if (name == "--game") return known_games();
  if (name == "--matrix") return known_matrices();
  if (name == "--claim") return known_claims();
  if (name == "name") return known_names();
  std::vector<KnownValue> values;
  if (type.find('|') != std::string_view::npos)
    for (const std::string_view word : split(type, '|')) values.push_back({std::string(word)});
  return values;
}

// Outlines give an exclusion for one of the two options; this adds it to the other.
void exclude_both_ways(OptionOutlines& options) {
  for (const OptionOutline& option : OptionOutlines(options))
    for (OptionOutline& other : options)
      if (std::ranges::find(option.excludes, other.names.back()) != option.excludes.end())
        other.excludes.push_back(option.names.back());
  for (OptionOutline& option : options) std::ranges::sort(option.excludes);
}

CommandOutline completed(CommandOutline outline, const OptionOutline& help) {
  exclude_both_ways(outline.options);
  outline.options.insert(outline.options.begin(), help);
  return outline;
}

std::string footer() {
  std::string text = "Each command has its own --help with an example.\n\nExit codes:";
  for (const auto& [code, meaning] : kExitStatuses)
    text += fmt::format("\n    {:3}  {}", static_cast<int>(code), meaning);
  return text;
}

}  // namespace

std::vector<Command> commands() {
  return {solve_command(),  tree_command(),  machine_command(), plan_command(), run_command(),
          status_command(), merge_command(), verify_command(),  get_command(),  inspect_command(),
          report_command(), list_command(),  generate_command()};
}

ProgramOutline program_outline(std::span<const Command> commands) {
  const OptionOutline help{.names = {"-h", "--help"},
                           .summary = "Print this help message and exit"};
  ProgramOutline program{
      .name = "nimsweep",
      .summary = "nimsweep: n-player Nim games under any alliance matrix",
      .options = {help, flag("--version", "Display program version information and exit")},
      .commands = {},
      .footer = footer()};
  for (const Command& command : commands)
    program.commands.push_back(completed(command.outline, help));
  return program;
}

void add_known_values(ProgramOutline& program) {
  for (CommandOutline& command : program.commands)
    for (OptionOutline& option : command.options)
      option.values = known_values(option.names.back(), option.type);
}

}  // namespace nimsweep::cli
