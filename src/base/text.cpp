#include "nimsweep/base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utf8.h>

#include <algorithm>
#include <numeric>

namespace nimsweep {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower)
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return lower;
}

// How many letters have to be inserted, deleted, replaced, or swapped with the next one
// (Damerau and Levenshtein's distance, without edits between swapped letters).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::move(last);
    last = std::move(row);
  }
  return last.back();
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

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
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

std::string escaped(std::string_view text,
                    std::initializer_list<std::pair<char, std::string_view>> ways) {
  std::string result;
  for (const char c : text) {
    const auto* const way = std::ranges::find(ways, c, &std::pair<char, std::string_view>::first);
    if (way == ways.end())
      result += c;
    else
      result += way->second;
  }
  return result;
}

std::string in_quotes(std::string_view text) {
  return fmt::format("'{}'", one_line(text, 40));
}

std::vector<std::string> near_matches(std::string_view word,
                                      const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 5;
  constexpr std::size_t kLongest = 100;
  if (word.empty() || word.size() > kLongest) return {};
  const std::string wanted = in_lower_case(word);
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& name : names) {
    const std::string known = in_lower_case(name);
    const std::size_t edits = distance(wanted, known);
    const bool contains = wanted.size() >= 2 && known.find(wanted) != std::string::npos;
    if (contains || edits <= (std::max(wanted.size(), known.size()) + 2) / 4)
      near.emplace_back(contains ? std::min<std::size_t>(edits, 1) : edits, name);
  }
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> found;
  for (auto& [edits, name] : near)
    if (found.size() < kMost && std::ranges::find(found, name) == found.end())
      found.push_back(std::move(name));
  return found;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& names) {
  const auto near = near_matches(word, names);
  std::string text;
  for (std::size_t k = 0; k < near.size(); ++k)
    text += (k == 0 ? "" : k + 1 == near.size() ? " or " : ", ") + near[k];
  return text.empty() ? "" : fmt::format("; did you mean {}?", text);
}

std::string expected_names(std::string_view word, const std::vector<std::string>& names) {
  const std::string near = did_you_mean(word, names);
  return near.empty() ? fmt::format("; expected one of: {}", fmt::join(names, ", ")) : near;
}

std::optional<std::size_t> find_invalid_utf8(std::string_view text) {
  const auto found = utf8::find_invalid(text.begin(), text.end());
  if (found == text.end()) return std::nullopt;
  return static_cast<std::size_t>(found - text.begin());
}

}  // namespace nimsweep
