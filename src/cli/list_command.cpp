// list: shows the names that other commands and jobs accept, and what one of them says.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/describe.hpp"
#include "cli/game_options.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/statement.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/hunt/property.hpp"
#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/records/records.hpp"

namespace nimsweep::cli {

namespace {

// Indented "label  text" lines. An entry without a label continues the one before.
using Entries = std::vector<std::pair<std::string, std::string>>;

std::string usage_of(const Game& game) {
  return fmt::format("{}{}{}", game.name, game.argument.empty() ? "" : ":", game.argument);
}

std::string example_of(const Game& game) {
  return game.argument.empty() ? std::string(game.name)
                               : fmt::format("{}:{}", game.name, game.example_argument);
}

// "moore:2" for "moore".
std::string example_of_game(const std::string& name) {
  for (const Game& game : games())
    if (game.name == name) return example_of(game);
  return name;
}

// ---- What `list NAME` says about each kind.

Entries about(const Game& game) {
  const std::string example = example_of(game);
  const auto ruleset = make_ruleset(example);
  int players = 3;
  try {
    ruleset->check_players(players);
  } catch (const Error&) {
    players = 2;
  }
  Entries entries = {{"rule", std::string(game.summary)}};
  if (!game.argument.empty())
    entries.emplace_back("argument", fmt::format("{}, as in {}", game.argument, example));
  if (players == 2) entries.emplace_back("players", "2");
  if (!ruleset->is_impartial()) entries.emplace_back("moves", "differ from player to player");
  if (ruleset->plays() == Ruleset::Plays::endless) entries.emplace_back("plays", "may never end");
  std::vector<std::string> claims;
  for (const Claim& claim : registered_claims())
    if (claim.is_about_game(example)) claims.push_back(claim.name);
  if (!claims.empty()) entries.emplace_back("claims", fmt::format("{}", fmt::join(claims, ", ")));
  entries.emplace_back("example", fmt::format("nimsweep solve --game {} --players {} --piles {}",
                                              example, players, game.example_piles));
  return entries;
}

Entries about(const MatrixFamily& family) {
  const AllianceMatrix matrix = parse_matrix(family.example, 3);
  Entries entries = {{"meaning", std::string(family.summary)}};
  if (names_family(family.syntax))
    entries.emplace_back("e.g.",
                         fmt::format("{} for three players: {}", family.example, to_text(matrix)));
  entries.emplace_back("example",
                       fmt::format("nimsweep solve --players 3 --matrix {} --piles 1,2,2",
                                   shell_word(family.example)));
  return entries;
}

// Games other than Last Nim are looked at position by position, here only at a few.
std::string_view bounds_for(const Claim& claim) {
  return claim.game == "last-nim" ? "" : " --piles 1..2 --max 3";
}

// The claim as options of verify, to change it.
std::string as_options(const Claim& claim) {
  std::string line = "nimsweep verify";
  const auto add = [&](std::string_view option, const std::string& text) {
    line += fmt::format(" {} {}", option, shell_word(text));
  };
  if (claim.game != "last-nim") add("--game", example_of_game(claim.game));
  if (!claim.matrix.empty()) add("--matrix", claim.matrix);
  line += bounds_for(claim);
  if (claim.given) add("--given", claim.given->text());
  for (const Claim::Case& claim_case : claim.cases) {
    if (claim_case.when) add("--when", claim_case.when->text());
    add(fmt::format("--{}", word_of(claim_case.kind)), claim_case.text());
  }
  return line;
}

// One line for each case, with the conditions below one another.
void add_cases(std::string label, const std::vector<CaseStatement>& cases, Entries& entries) {
  std::size_t width = 0;
  for (const CaseStatement& line : cases) width = std::max(width, line.value.size());
  for (const CaseStatement& line : cases) {
    const bool is_only = cases.size() == 1 && line.condition.empty();
    entries.emplace_back(
        std::exchange(label, ""),
        is_only ? line.value
                : fmt::format("{:{}}  {}{}", line.value, width,
                              line.condition.empty() ? "otherwise" : "if ", line.condition));
  }
}

Entries about(const Claim& claim) {
  Entries entries = {{"game", claim.game}, {"matrix", matrix_in_mathematics(claim.matrix)}};
  if (claim.given) entries.emplace_back("for", in_mathematics(*claim.given));
  if (claim.recurrence) {
    entries.emplace_back("start", start_of(*claim.recurrence));
    add_cases("each pile", steps_of(*claim.recurrence), entries);
  }
  add_cases("says", cases_of(claim), entries);
  std::string label = "where";
  for (const std::string& letter : letters_of(claim))
    entries.emplace_back(std::exchange(label, ""), letter);
  entries.emplace_back("source", claim.source);
  std::string example = "nimsweep verify --claim " + shell_word(claim.name);
  if (const std::string game = example_of_game(claim.game); game != claim.game)
    example += " --game " + game;
  example += bounds_for(claim);
  entries.emplace_back("example", example);
  if (!claim.recurrence) entries.emplace_back("in options", as_options(claim));
  return entries;
}

Entries about(const PropertyWord& word) {
  return {{"meaning", std::string(word.summary)},
          {"example",
           fmt::format("hunt: [{{name: a hunt, where: \"{}\"}}]  # in a job", word.example)}};
}

// ---- One thing that has a name.

struct Item {
  std::string name;
  std::string heading;
  std::function<Entries()> entries;
  std::function<Record()> record;
};

std::vector<Item> items() {
  std::vector<Item> all;
  for (const Game& game : games())
    all.push_back({std::string(game.name), fmt::format("{}, a game", usage_of(game)),
                   [&game] { return about(game); }, [&game] { return game_record(game); }});
  for (const MatrixFamily& family : matrix_families())
    all.push_back(
        {std::string(family.name()),
         fmt::format("{}{}, {}", names_family(family.syntax) ? "" : "rows such as ", family.syntax,
                     family.syntax == family.name() ? "an alliance matrix" : "alliance matrices"),
         [&family] { return about(family); }, [&family] { return family_record(family); }});
  for (const Claim& claim : registered_claims())
    all.push_back({claim.name, fmt::format("{}, a claim", claim.name),
                   [&claim] { return about(claim); }, [&claim] { return claim_record(claim); }});
  for (const PropertyWord& word : property_words())
    all.push_back({std::string(word.name), fmt::format("{}, a property for hunts", word.syntax),
                   [&word] { return about(word); }, [&word] { return property_record(word); }});
  return all;
}

// The items of this name: a game and a claim may share one. An argument may follow, as in moore:2.
std::vector<Item> items_named(const std::string& name) {
  const std::string canonical = canonical_matrix(name);
  std::vector<Item> found;
  std::vector<std::string> names;
  for (Item& item : items()) {
    names.push_back(item.name);
    const auto is_it = [&](std::string_view text) {
      return text == item.name || text.substr(0, text.find_first_of(":(")) == item.name;
    };
    if (is_it(name) || is_it(canonical)) found.push_back(std::move(item));
  }
  if (found.empty()) {
    const std::string near = did_you_mean(name, names);
    throw Error(ErrorKind::input,
                fmt::format("{} is not a game, matrix, claim or property{}", in_quotes(name),
                            near.empty() ? "; see nimsweep list" : near));
  }
  return found;
}

std::string text_of(const Item& item) {
  std::string text = item.heading + "\n\n";
  for (const auto& [label, content] : item.entries())
    text += fmt::format("  {:12}{}\n", label, content);
  return text;
}

// ---- Everything.

// At most about 110 characters.
std::string line_of(std::string_view name, std::size_t width, std::string_view text) {
  constexpr std::size_t kLongest = 110;
  const std::size_t room = kLongest - 2 - std::max(width, name.size());
  return fmt::format("  {:{}}{}\n", name, width, one_line(text, room - 2));
}

void print_all(Output& output) {
  constexpr std::size_t kWidth = 26;
  output.write("games (--game)\n");
  for (const Game& game : games()) output.write(line_of(usage_of(game), kWidth, game.summary));
  output.write("\nalliance matrices (--matrix)\n");
  for (const MatrixFamily& family : matrix_families())
    output.write(line_of(family.syntax, kWidth, family.summary));
  output.write(
      "\nclaims (--claim): the value g of n players and N piles x_1 .. x_N, mod n; d = N - n\n");
  for (const Claim& claim : registered_claims())
    output.write(line_of(claim.name, kWidth - 2, statement_of(claim)));
  output.write("\nproperties (where: in hunts)\n");
  for (const PropertyWord& word : property_words())
    output.write(line_of(word.syntax, kWidth, word.summary));
  output.write("\nnimsweep list NAME says more about one of them.\n");
}

struct ListOptions {
  explicit ListOptions(const Arguments& given)
      : format(format_of(given)),
        items(given.has("name") ? items_named(given.text("name")) : std::vector<Item>{}) {}

  Format format;
  std::vector<Item> items;  // none: everything
};

void list(const ListOptions& options, Session& session) {
  const bool is_text = options.format == Format::text;
  if (options.items.empty() && is_text) return print_all(session.output);
  std::string_view gap;
  for (const Item& item : options.items.empty() ? items() : options.items) {
    if (is_text)
      session.output.write(fmt::format("{}{}", std::exchange(gap, "\n"), text_of(item)));
    else
      session.output.write(item.record());
  }
}

}  // namespace

Command list_command() {
  OptionOutline name = argument("name", "NAME", "Show only this, and all that is known about it");
  name.is_required = false;
  return make_command({.name = "list",
                       .summary = "Lists games, alliance matrices, claims and properties",
                       .options = {name, json_option()},
                       .footer = "Example:\n  nimsweep list\n  nimsweep list shifted-3.4"},
                      list);
}

}  // namespace nimsweep::cli
