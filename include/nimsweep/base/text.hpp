// Numbers and lists as text. Parsing is strict: digits only, no sign, no blanks, no overflow.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nimsweep/base/uint128.hpp"

namespace nimsweep {

// The number that `text` spells, if all of it is a number and at most `max`.
std::optional<Uint128> parse_number(std::string_view text, Uint128 max);

// The first and the last number of "3" or "3..6", in order and at most `max`.
std::optional<std::pair<Uint128, Uint128>> parse_range(std::string_view text, Uint128 max);

// Decimal digits: 1234567.
std::string to_decimal(Uint128 number);

// Decimal digits for people to read: 1,234,567.
std::string to_grouped_decimal(Uint128 number);

// "640 B", "1.2 MB", "3.4 TB".
std::string describe_bytes(std::uint64_t bytes);

// Without blanks at its ends.
std::string_view trimmed(std::string_view text);

// The parts of `text` between separators, with surrounding blanks removed; "" has one part, "".
std::vector<std::string_view> split(std::string_view text, char separator);

// The words of `text`, separated by any number of blanks; "" has none.
std::vector<std::string_view> words(std::string_view text);

// `text` made fit for a message: control characters become '?', and text longer than `longest`
// bytes is cut, but not within a UTF-8 character.
std::string one_line(std::string_view text, std::size_t longest = 500);

// `text` with some characters written in another way, as in escaped(text, {{'&', "&amp;"}}).
std::string escaped(std::string_view text,
                    std::initializer_list<std::pair<char, std::string_view>> ways);

// The offset of the first byte that is not part of a valid UTF-8 character, if any.
std::optional<std::size_t> find_invalid_utf8(std::string_view text);

// A short one_line() in single quotes.
std::string in_quotes(std::string_view text);

// Up to five of the names that `word` may have been meant for, the nearest first: names that
// contain it, and names that differ in few letters. Upper and lower case are alike.
std::vector<std::string> near_matches(std::string_view word, const std::vector<std::string>& names);

// "; did you mean moore or nim?", or nothing if there are no near matches.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& names);

// The same, but "; expected one of: .." with all names if there are no near matches.
std::string expected_names(std::string_view word, const std::vector<std::string>& names);

}  // namespace nimsweep
