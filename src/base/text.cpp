#include "nimsweep/base/text.hpp"

#include <fmt/format.h>
#include <utf8.h>

#include <algorithm>

namespace nimsweep {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace

std::optional<Uint128> parse_number(std::string_view text, Uint128 max) {
  if (text.empty()) return std::nullopt;
  Uint128 number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    const auto digit = static_cast<unsigned>(c - '0');
    if (digit > max || number > (max - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  return number;
}

std::optional<std::pair<Uint128, Uint128>> parse_range(std::string_view text, Uint128 max) {
  const auto dots = text.find("..");
  const auto from = parse_number(text.substr(0, dots), max);
  const auto to = dots == std::string_view::npos ? from : parse_number(text.substr(dots + 2), max);
  if (!from || !to || *from > *to) return std::nullopt;
  return std::pair{*from, *to};
}

std::string to_decimal(Uint128 number) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(number % 10)));
    number /= 10;
  } while (number != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string to_grouped_decimal(Uint128 number) {
  std::string digits = to_decimal(number);
  for (std::size_t left = digits.size(); left > 3;) {
    left -= 3;
    digits.insert(left, 1, ',');
  }
  return digits;
}

std::string describe_bytes(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  auto number = static_cast<double>(bytes);
  std::string_view unit;
  for (const std::string_view next : {"kB", "MB", "GB", "TB", "PB", "EB"}) {
    number /= 1000;
    unit = next;
    if (number < 999.5) break;
  }
  return fmt::format("{:.{}f} {}", number, number < 9.95 ? 1 : 0, unit);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const auto end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> found;
  for (;;) {
    const auto begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return found;
    text.remove_prefix(begin);
    const auto end = std::min(text.find_first_of(kBlanks), text.size());
    found.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::string one_line(std::string_view text, std::size_t longest) {
  const bool is_long = text.size() > longest;
  if (is_long) {
    const auto continues = [&](std::size_t k) { return (text[k] & 0xc0) == 0x80; };
    while (longest > 0 && continues(longest)) --longest;
    text = text.substr(0, longest);
  }
  std::string shown(text);
  std::replace_if(
      shown.begin(), shown.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
  return is_long ? shown + ".." : shown;
}

std::string in_quotes(std::string_view text) {
  return fmt::format("'{}'", one_line(text, 40));
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  const auto found = utf8::find_invalid(text.begin(), text.end());
  if (found == text.end()) return std::nullopt;
  return static_cast<std::size_t>(found - text.begin());
}

}  // namespace nimsweep
