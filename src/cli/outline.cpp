#include "cli/outline.hpp"

#include <algorithm>
#include <string_view>

#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

namespace {

std::vector<KnownValue> known_games() {
  std::vector<KnownValue> values;
  for (const Game& game : games())
    values.push_back(
        {std::string(game.name) + (game.argument.empty() ? "" : ":"), std::string(game.summary)});
  return values;
}

// All but rows, which have no name.
std::vector<KnownValue> known_matrices() {
  std::vector<KnownValue> values;
  for (const MatrixFamily& family : matrix_families()) {
    if (!names_family(family.syntax)) continue;
    const std::size_t colon = family.syntax.find(':');
    values.push_back(
        {std::string(family.syntax.substr(0, colon)) + (colon == std::string_view::npos ? "" : ":"),
         std::string(family.summary)});
  }
  return values;
}

std::vector<KnownValue> known_claims() {
  std::vector<KnownValue> values = {{"all", "every claim of the registry"}};
  for (const Claim& claim : registered_claims()) values.push_back({claim.name, claim.source});
  return values;
}

std::vector<KnownValue> known_values(std::string_view name, std::string_view type) {
  if (name == "--game") return known_games();
  if (name == "--matrix") return known_matrices();
  if (name == "--claim") return known_claims();
  std::vector<KnownValue> values;
  if (type.find('|') != std::string_view::npos)
    for (const std::string_view word : split(type, '|')) values.push_back({std::string(word)});
  return values;
}

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(true)};
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

OptionOutline outline_of(const CLI::Option& option) {
  OptionOutline outline{.names = names_of(option),
                        .is_positional = option.get_positional(),
                        .type = option.get_items_expected_max() == 0 ? "" : option.get_type_name(),
                        .summary = option.get_description(),
                        .default_value = option.get_default_str(),
                        .is_required = option.get_required(),
                        .repeats = option.get_items_expected_max() > 1,
                        .excludes = {},
                        .values = {}};
  for (const CLI::Option* other : option.get_excludes())
    outline.excludes.push_back(other->get_name());
  std::ranges::sort(outline.excludes);  // CLI11 keeps them in the order of their addresses
  outline.values = known_values(outline.names.back(), outline.type);
  return outline;
}

std::vector<OptionOutline> options_of(const CLI::App& app) {
  std::vector<OptionOutline> options;
  for (const CLI::Option* option : app.get_options()) options.push_back(outline_of(*option));
  return options;
}

}  // namespace

ProgramOutline outline_of(const CLI::App& app) {
  ProgramOutline program{app.get_name(), app.get_description(), options_of(app), {}};
  for (const CLI::App* command : app.get_subcommands({}))
    program.commands.push_back({command->get_name(), command->get_description(),
                                options_of(*command), command->get_footer()});
  return program;
}

}  // namespace nimsweep
