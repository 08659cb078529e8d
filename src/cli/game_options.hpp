// Options that choose the game and the form of the answer.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
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

// Throw an Error(input) that names the option.
AllianceMatrix matrix_of(const Arguments& given);
int passes_of(const Arguments& given);

// --game, the matrix options, --piles and --first.
OptionOutlines position_options();

std::unique_ptr<Ruleset> ruleset_of(const Arguments& given);
Position start_of(const Arguments& given, const Ruleset& ruleset);

// The question that solve and tree answer.
Question question_of(const Arguments& given);

// Calls `parse`; an Error that it throws gets `option` as its place.
template <class Parse>
auto at_option(std::string_view option, Parse parse) {
  try {
    return parse();
  } catch (const Error& error) {
    throw error.at(option);
  }
}

enum class Format { text, json, dot, svg, tikz, hoa, walnut };

inline constexpr std::array kGraphFormats = {Format::text, Format::json, Format::dot, Format::svg};
inline constexpr std::array kMachineFormats = {Format::text,  Format::json, Format::dot,
                                               Format::svg,   Format::tikz, Format::hoa,
                                               Format::walnut};

std::string_view name_of(Format format);

// --json; commands that draw pictures also have --format.
OptionOutline json_option();
OptionOutlines picture_options(std::span<const Format> formats);
Format format_of(const Arguments& given, std::span<const Format> formats = {});

// Calls `draw`; an Error that it throws also says what needs no drawing.
template <class Draw>
std::string drawn(Draw draw) {
  try {
    return draw();
  } catch (const Error& error) {
    throw Error(error.kind(), std::string(error.what()) + "; --format dot needs no drawing");
  }
}

OptionOutline threads_option();
int threads_of(const Arguments& given);  // 0: one per core

OptionOutline all_option();
OptionOutline quiet_option();

// Throw an Error(input) that names the option unless the text is a whole number or a seat.
std::uint64_t parse_whole_number(std::string_view option, std::string_view text, std::uint64_t min,
                                 std::uint64_t max);
Seat parse_seat(std::string_view option, std::string_view text, int players);

OptionOutlines joined(std::initializer_list<OptionOutlines> lists);

}  // namespace nimsweep::cli
