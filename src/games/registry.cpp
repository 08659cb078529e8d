#include "nimsweep/games/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

// game_list.inc is made by CMake: NIMSWEEP_GAME(last_nim), one line per game.
#define NIMSWEEP_GAME(file) Game file##_game();
#include "game_list.inc"
#undef NIMSWEEP_GAME

std::span<const Game> games() {
  static const std::vector<Game> kGames = [] {
    std::vector<Game> all = {
#define NIMSWEEP_GAME(file) file##_game(),
#include "game_list.inc"
#undef NIMSWEEP_GAME
    };
    std::sort(all.begin(), all.end(), [](const Game& a, const Game& b) { return a.name < b.name; });
    return all;
  }();
  return kGames;
}

std::unique_ptr<Ruleset> make_ruleset(std::string_view text) {
  const auto colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const bool has_argument = colon != std::string_view::npos;
  for (const Game& game : games()) {
    if (game.name != name) continue;
    if (has_argument && game.argument.empty())
      throw Error(ErrorKind::input,
                  fmt::format("{}; expected {} without an argument", in_quotes(text), name));
    return game.make(has_argument ? text.substr(colon + 1) : std::string_view{});
  }

  std::vector<std::string> known;
  for (const Game& game : games()) known.emplace_back(game.name);
  throw Error(ErrorKind::input,
              fmt::format("unknown game {}{}", in_quotes(name), expected_names(name, known)));
}

std::optional<int> number_of_game(std::string_view text) {
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto number = parse_number(text.substr(colon + 1), std::numeric_limits<int>::max());
  if (!number) return std::nullopt;
  return static_cast<int>(*number);
}

}  // namespace nimsweep
