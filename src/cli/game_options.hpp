// The options that say which game is played: read as text, then validated into what the solvers
// take.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "nimsweep/base/error.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

// As written on the command line.
struct MatrixOptions {
  std::optional<std::string> players;
  std::string matrix = "sam";
  std::string passes = "0";

  void add_to(CLI::App& command);

  // Throw Error(input) that names the option.
  AllianceMatrix parsed_matrix() const;
  int parsed_passes() const;
};

struct PositionOptions {
  MatrixOptions of_matrix;
  std::string game = "last-nim";
  std::string piles;
  std::string first = "0";

  void add_to(CLI::App& command);

  // Throw Error(input) that names the option.
  std::unique_ptr<Ruleset> parsed_game() const;
  Position parsed_start(const Ruleset& ruleset) const;
};

// One position of one game, with the player who moves first: all that solve and tree need to know.
struct Question {
  explicit Question(const PositionOptions& options);

  std::unique_ptr<Ruleset> ruleset;
  AllianceMatrix matrix;
  Position start;
  Seat first;
};

// What `parse` returns; an Error it throws is said to be at `option`.
template <class Parse>
auto at_option(std::string_view option, Parse parse) {
  try {
    return parse();
  } catch (const Error& error) {
    throw error.at(option);
  }
}

enum class Format { text, json, dot, svg };

struct FormatOptions {
  std::optional<std::string> format;
  bool json = false;

  // With `pictures`, --format; and --json in any case.
  void add_to(CLI::App& command, bool pictures);
  Format parsed() const;
};

// Throw Error(input) that names the option unless it is a whole number, or a seat.
std::uint64_t parse_whole_number(std::string_view option, std::string_view text, std::uint64_t min,
                                 std::uint64_t max);
Seat parse_seat(std::string_view option, std::string_view text, int players);

}  // namespace nimsweep
