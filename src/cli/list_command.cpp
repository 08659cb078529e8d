// list: shows the names that other commands accept.
#include <fmt/format.h>

#include <string>

#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep::cli {

namespace {

std::string usage_of(const Game& game) {
  return fmt::format("{}{}{}", game.name, game.argument.empty() ? "" : ":", game.argument);
}

void print_text(Output& output) {
  output.write("games (--game)\n");
  for (const Game& game : games())
    output.write(fmt::format("  {:26}{}\n", usage_of(game), game.summary));
  output.write("\nalliance matrices (--matrix)\n");
  for (const MatrixFamily& family : matrix_families())
    output.write(fmt::format("  {:26}{}\n", family.syntax, family.summary));
  output.write("\nclaims (--claim)\n");
  for (const Claim& claim : registered_claims())
    output.write(fmt::format("  {:26}{}, {}\n", claim.name, claim.matrix, claim.source));
}

void print_json(Output& output) {
  for (const Game& game : games()) output.write(game_record(game));
  for (const MatrixFamily& family : matrix_families()) output.write(family_record(family));
  for (const Claim& claim : registered_claims()) output.write(claim_record(claim));
}

struct ListOptions {
  explicit ListOptions(const Arguments& given) : format(format_of(given)) {}

  Format format;
};

void list(const ListOptions& options, Session& session) {
  if (options.format == Format::json)
    print_json(session.output);
  else
    print_text(session.output);
}

}  // namespace

Command list_command() {
  return make_command({.name = "list",
                       .summary = "Lists games, alliance matrices and claims",
                       .options = {json_option()},
                       .footer = "Example:\n  nimsweep list"},
                      list);
}

}  // namespace nimsweep::cli
