// The options that say which game is played, and in which form the answer is printed.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "cli/command.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/solve/question.hpp"

namespace nimsweep::cli {

// --players, --matrix and --passes.
OptionOutlines matrix_options();

// Throw Error(input) that names the option.
AllianceMatrix matrix_of(const Arguments& given);
int passes_of(const Arguments& given);

// --game, those of the matrix, --piles and --first.
OptionOutlines position_options();

std::unique_ptr<Ruleset> ruleset_of(const Arguments& given);
Position start_of(const Arguments& given, const Ruleset& ruleset);

// All that solve and tree need to know.
Question question_of(const Arguments& given);

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

// --json; of pictures also --format.
OptionOutline json_option();
OptionOutlines picture_options();
Format format_of(const Arguments& given);

OptionOutline threads_option();
int threads_of(const Arguments& given);  // 0: as many as there are cores

OptionOutline quiet_option();

// Throw Error(input) that names the option unless it is a whole number, or a seat.
std::uint64_t parse_whole_number(std::string_view option, std::string_view text, std::uint64_t min,
                                 std::uint64_t max);
Seat parse_seat(std::string_view option, std::string_view text, int players);

// Lists put together.
OptionOutlines joined(std::initializer_list<OptionOutlines> lists);

}  // namespace nimsweep::cli
