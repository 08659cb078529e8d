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

namespace nimsweep::cli {

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

// The piles, or the contents of FILE for @FILE.
std::string piles_text(const std::string& option) {
  return option.starts_with('@') ? contents_of(option.substr(1)) : option;
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

OptionOutlines joined(std::initializer_list<OptionOutlines> lists) {
  OptionOutlines all;
  for (const OptionOutlines& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

OptionOutlines matrix_options() {
  return {
      option("--players", "N", "Number of players, 2 to 16; may be left out if --matrix says it"),
      option("--matrix", "M", "Alliance matrix: " + matrix_forms(), "sam"),
      option("--passes", "K", "Passes, shared by all players", "0")};
}

AllianceMatrix matrix_of(const Arguments& given) {
  const std::string& matrix = given.text("--matrix");
  at_option("--matrix", [&] { check_family(matrix); });
  std::optional<int> count;
  if (given.has("--players"))
    count = given.int_number("--players", kMinPlayers, kMaxPlayers);
  else if (needs_players(matrix))
    throw Error(ErrorKind::usage,
                fmt::format("--players is missing; the matrix {} fits any number of players",
                            in_quotes(matrix)));
  return at_option("--matrix", [&] { return parse_matrix(matrix, count); });
}

int passes_of(const Arguments& given) {
  return given.int_number("--passes", 0, LastNimMachine::kMaxPasses);
}

OptionOutlines position_options() {
  return joined(
      {{option("--game", "NAME[:ARG]", "The game; `nimsweep list` shows all of them", "last-nim")},
       matrix_options(),
       {required_option("--piles", "X,X,..",
                        "Pile sizes, first pile first; @FILE reads them from a file"),
        option("--first", "I", "The seat of the player who moves first", "0")}});
}

std::unique_ptr<Ruleset> ruleset_of(const Arguments& given) {
  return at_option("--game", [&] { return make_ruleset(given.text("--game")); });
}

Position start_of(const Arguments& given, const Ruleset& ruleset) {
  const auto passes = static_cast<Counters>(passes_of(given));
  auto counters = at_option("--piles", [&] {
    auto parsed = parse_piles(piles_text(given.text("--piles")));
    ruleset.check_piles(parsed);
    return parsed;
  });
  return at_option("--passes", [&] { return ruleset.start(std::move(counters), passes); });
}

Question question_of(const Arguments& given) {
  std::shared_ptr<const Ruleset> ruleset = ruleset_of(given);
  const AllianceMatrix matrix = matrix_of(given);
  at_option("--players", [&] { ruleset->check_players(matrix.players()); });
  return {.ruleset = ruleset,
          .matrix = matrix,
          .start = start_of(given, *ruleset),
          .first = parse_seat("--first", given.text("--first"), matrix.players())};
}

OptionOutline json_option() {
  return flag("--json", "Print JSON Lines instead of text");
}

std::string_view name_of(Format format) {
  constexpr std::array<std::string_view, kMachineFormats.size()> kNames = {
      "text", "json", "dot", "svg", "tikz", "hoa", "walnut"};
  return kNames[static_cast<std::size_t>(format)];
}

OptionOutlines picture_options(std::span<const Format> formats) {
  std::string names;
  for (const Format format : formats)
    names += fmt::format("{}{}", names.empty() ? "" : "|", name_of(format));
  return {option("--format", names, "The output format (default: text); svg needs Graphviz"),
          json_option()};
}

Format format_of(const Arguments& given, std::span<const Format> formats) {
  const bool json = given.has("--json");
  if (!given.knows("--format") || !given.has("--format")) return json ? Format::json : Format::text;
  const std::string& wanted = given.text("--format");
  std::string known;
  for (std::size_t k = 0; k < formats.size(); ++k) {
    const std::string_view name = name_of(formats[k]);
    known += fmt::format("{}{}", k == 0 ? "" : k + 1 == formats.size() ? " or " : ", ", name);
    if (wanted != name) continue;
    if (json && formats[k] != Format::json)
      throw Error(ErrorKind::usage,
                  fmt::format("--json and --format {}; expected one of them", name));
    return formats[k];
  }
  throw Error(ErrorKind::usage, fmt::format("--format: {}; expected {}", in_quotes(wanted), known));
}

OptionOutline threads_option() {
  return option("--threads", "T", "Number of threads (default: one per core)");
}

int threads_of(const Arguments& given) {
  return !given.text("--threads").empty() ? given.int_number("--threads", 1, 1024) : 0;
}

OptionOutline all_option() {
  return flag("--all", "Print a line for each verdict, not one for each claim and matrix");
}

OptionOutline quiet_option() {
  return flag("--quiet", "Print no progress and no remarks");
}

}  // namespace nimsweep::cli
