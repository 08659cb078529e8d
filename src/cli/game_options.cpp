#include "cli/game_options.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"

namespace nimsweep {

namespace {

constexpr std::size_t kLargestFile = std::size_t{256} << 20;

std::string contents_of(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  std::string text;
  std::array<char, 1 << 16> buffer;
  std::size_t count = 0;
  if (file)
    while ((count = std::fread(buffer.data(), 1, buffer.size(), file.get())) > 0) {
      text.append(buffer.data(), count);
      if (text.size() > kLargestFile)
        throw Error(ErrorKind::input, fmt::format("{} is too large; expected at most {} MiB",
                                                  in_quotes(path), kLargestFile >> 20));
    }
  if (!file || std::ferror(file.get()) != 0)
    throw Error(ErrorKind::io, fmt::format("cannot read {}: {}", in_quotes(path),
                                           std::generic_category().message(errno)));
  return text;
}

// The piles themselves, or after an @ the name of a file that holds them.
std::string piles_text(const std::string& option) {
  return option.starts_with('@') ? contents_of(option.substr(1)) : option;
}

AllianceMatrix matrix_for(const Ruleset& ruleset, const MatrixOptions& options) {
  AllianceMatrix matrix = options.parsed_matrix();
  at_option("--players", [&] { ruleset.check_players(matrix.players()); });
  return matrix;
}

}  // namespace

std::uint64_t parse_whole_number(std::string_view option, std::string_view text, std::uint64_t min,
                                 std::uint64_t max) {
  const auto number = parse_number(text, max);
  if (!number || *number < min)
    throw Error(ErrorKind::input, fmt::format("{}: {}; expected a whole number from {} to {}",
                                              option, in_quotes(text), min, max));
  return static_cast<std::uint64_t>(*number);
}

Seat parse_seat(std::string_view option, std::string_view text, int players) {
  return static_cast<Seat>(
      parse_whole_number(option, text, 0, static_cast<std::uint64_t>(players) - 1));
}

void MatrixOptions::add_to(CLI::App& command) {
  command
      .add_option("--players", players,
                  "Number of players, 2 to 16; rows of a matrix say it themselves")
      ->type_name("N");
  command
      .add_option("--matrix", matrix,
                  "Alliance matrix: sam, ssam:R, index:K, or rows such as \"0 1 / 1 0\"")
      ->type_name("M")
      ->capture_default_str();
  command.add_option("--passes", passes, "Passes that the players share")
      ->type_name("K")
      ->capture_default_str();
}

AllianceMatrix MatrixOptions::parsed_matrix() const {
  std::optional<int> count;
  if (players)
    count = static_cast<int>(parse_whole_number("--players", *players, kMinPlayers, kMaxPlayers));
  else if (names_family(matrix))
    throw Error(ErrorKind::usage,
                fmt::format("--players is missing; the matrix {} fits any number of players",
                            in_quotes(matrix)));
  return at_option("--matrix", [&] { return parse_matrix(matrix, count); });
}

int MatrixOptions::parsed_passes() const {
  return static_cast<int>(parse_whole_number("--passes", passes, 0, LastNimMachine::kMaxPasses));
}

void PositionOptions::add_to(CLI::App& command) {
  command.add_option("--game", game, "The game, one of those that `nimsweep list` shows")
      ->type_name("NAME[:ARG]")
      ->capture_default_str();
  of_matrix.add_to(command);
  command
      .add_option("--piles", piles, "Pile sizes, first pile first; @FILE reads them from a file")
      ->type_name("X,X,..")
      ->required();
  command.add_option("--first", first, "The seat of the player who moves first")
      ->type_name("I")
      ->capture_default_str();
}

std::unique_ptr<Ruleset> PositionOptions::parsed_game() const {
  return at_option("--game", [&] { return make_ruleset(game); });
}

Position PositionOptions::parsed_start(const Ruleset& ruleset) const {
  const auto passes = static_cast<Counters>(of_matrix.parsed_passes());
  auto counters = at_option("--piles", [&] {
    auto parsed = parse_piles(piles_text(piles));
    ruleset.check_piles(parsed);
    return parsed;
  });
  return at_option("--passes", [&] { return ruleset.start(std::move(counters), passes); });
}

Question::Question(const PositionOptions& options)
    : ruleset(options.parsed_game()),
      matrix(matrix_for(*ruleset, options.of_matrix)),
      start(options.parsed_start(*ruleset)),
      first(parse_seat("--first", options.first, matrix.players())) {}

void FormatOptions::add_to(CLI::App& command, bool pictures) {
  if (pictures)
    command
        .add_option("--format", format,
                    "The form of the output (default: text); Graphviz draws svg")
        ->type_name("text|json|dot|svg");
  command.add_flag("--json", json, "One line of JSON instead of text");
}

Format FormatOptions::parsed() const {
  constexpr std::pair<std::string_view, Format> kFormats[] = {
      {"text", Format::text}, {"json", Format::json}, {"dot", Format::dot}, {"svg", Format::svg}};
  for (const auto& [name, known] : kFormats) {
    if (format.value_or("text") != name) continue;
    if (json && format && known != Format::json)
      throw Error(ErrorKind::usage,
                  fmt::format("--json and --format {}; expected one of them", name));
    return json ? Format::json : known;
  }
  throw Error(ErrorKind::usage,
              fmt::format("--format: {}; expected text, json, dot or svg", in_quotes(*format)));
}

}  // namespace nimsweep
