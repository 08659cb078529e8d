// The games by name. A game is one file in src/games that defines its entry, and one line in
// src/games/CMakeLists.txt that names the file.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "nimsweep/games/ruleset.hpp"

namespace nimsweep {

struct Game {
  std::string_view name;           // "moore"
  std::string_view argument = {};  // what follows the colon, for people: "K"; empty if nothing does
  std::string_view summary;        // one line
  std::string_view example_argument = {};  // an argument that works, if it takes one,
  std::string_view example_piles;          // and piles to play it with: "3,2,2"
  // Makes the ruleset from its argument: "2" of "moore:2", "" if there is none. Throws Error(input)
  // for an argument it cannot use; a game with nothing after the colon is never given one.
  std::unique_ptr<Ruleset> (*make)(std::string_view argument);
};

// Game::make of a game with nothing after the colon.
template <class Rules>
std::unique_ptr<Ruleset> make_game(std::string_view) {
  return std::make_unique<Rules>();
}

// Every game, in alphabetical order.
std::span<const Game> games();

// The ruleset of "last-nim" or "moore:2". Throws Error(input) for a game that is not registered.
std::unique_ptr<Ruleset> make_ruleset(std::string_view text);

// The 2 of "moore:2"; nothing if the game has no such number.
std::optional<int> number_of_game(std::string_view text);

}  // namespace nimsweep
