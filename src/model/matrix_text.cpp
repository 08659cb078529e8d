#include "nimsweep/model/matrix_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

constexpr MatrixFamily kFamilies[] = {
    {"sam", "standard: all players prefer themselves, then the others in the order of play", "sam"},
    {"ssam:R", "shifted by R = 0..n-1: each player prefers the one R seats on, then in order",
     "ssam:1"},
    {"index:K", "number K of the (n!)^n matrices in lexicographic order, n <= 8", "index:77"},
    {"\"0 1 2 / 1 2 0 / 2 0 1\"", "rows: each player's order of preference, as seat offsets",
     "0 1 2 / 1 2 0 / 2 0 1"},
};

// "[[0, 1], [1, 0]]" as "0 1 / 1 0". A text with other brackets stays as it is.
std::string without_brackets(std::string_view text) {
  std::string rows;
  int depth = 0;
  for (const char c : text) {
    if (c == '[') {
      if (++depth > 2) return std::string(text);
    } else if (c == ']') {
      if (--depth < 0) return std::string(text);
      rows += ' ';
    } else if (c == ',' && depth > 0) {
      rows += depth == 1 ? " / " : " ";
    } else if (depth == 2 || words(std::string_view(&c, 1)).empty()) {
      rows += c;
    } else {
      return std::string(text);  // something outside of the rows
    }
  }
  return depth == 0 ? fmt::format("{}", fmt::join(words(rows), " ")) : std::string(text);
}

std::vector<std::vector<int>> parse_rows(std::string_view text) {
  std::vector<std::vector<int>> rows;
  for (const std::string_view row_text : split(text, '/')) {
    std::vector<int> row;
    for (const std::string_view entry : words(row_text)) {
      constexpr int kLargest = 999;  // out of any range, but short enough to print
      const auto offset = parse_number(entry, kLargest);
      if (!offset)
        throw Error(ErrorKind::input,
                    fmt::format("row {}, entry {} is {}; expected a whole number below {}",
                                rows.size() + 1, row.size() + 1, in_quotes(entry), kMaxPlayers));
      row.push_back(static_cast<int>(*offset));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

// The K of "family:K", which must be less than `count`.
Uint128 parse_argument(std::string_view text, std::string_view family, Uint128 count) {
  const auto number = parse_number(text.substr(family.size() + 1), count - 1);
  if (!number)
    throw Error(ErrorKind::input, fmt::format("{}; expected {}:0 to {}:{}", in_quotes(text), family,
                                              family, to_decimal(count - 1)));
  return *number;
}

[[noreturn]] void refuse(std::string_view text) {
  throw Error(ErrorKind::input,
              fmt::format("{} is not a matrix; expected sam, ssam:R, index:K, or rows such as "
                          "\"0 1 / 1 0\"",
                          in_quotes(text)));
}

AllianceMatrix parse_family(std::string_view text, int players) {
  check_players(players);
  if (text == "sam") return AllianceMatrix::standard(players);
  if (text.starts_with("ssam:"))
    return AllianceMatrix::shifted(
        players, static_cast<int>(parse_argument(text, "ssam", static_cast<unsigned>(players))));
  return AllianceMatrix::from_index(players,
                                    parse_argument(text, "index", AllianceMatrix::count(players)));
}

}  // namespace

std::string_view MatrixFamily::name() const noexcept {
  return names_family(syntax) ? syntax.substr(0, syntax.find(':')) : "rows";
}

std::span<const MatrixFamily> matrix_families() {
  return kFamilies;
}

bool names_family(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
}

std::string canonical_matrix(std::string_view written) {
  const std::string_view text = trimmed(written);
  if (!names_family(text))
    return text.starts_with('[') ? without_brackets(text) : std::string(text);
  std::string name(text);
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (name.starts_with("ssam^")) name[4] = ':';
  return name;
}

void check_family(std::string_view text) {
  const std::string name = canonical_matrix(text);
  if (!names_family(name)) return;
  const bool is_known = std::ranges::any_of(kFamilies, [&](const MatrixFamily& family) {
    const auto colon = family.syntax.find(':');
    return colon == std::string_view::npos ? name == family.syntax
                                           : name.starts_with(family.syntax.substr(0, colon + 1));
  });
  if (!is_known) refuse(text);
}

AllianceMatrix parse_matrix(std::string_view written, std::optional<int> players) {
  const std::string text = canonical_matrix(written);
  if (names_family(text)) {
    check_family(written);
    if (!players)
      throw Error(ErrorKind::input,
                  fmt::format("{} fits any number of players; expected that number as well",
                              in_quotes(written)));
    return parse_family(text, *players);
  }
  if (words(text).empty() || text.starts_with('[')) refuse(written);
  const auto rows = parse_rows(text);
  if (players && rows.size() != static_cast<std::size_t>(*players))
    throw Error(ErrorKind::input,
                fmt::format("{} row{} for {} players; expected one row per player", rows.size(),
                            rows.size() == 1 ? "" : "s", *players));
  return AllianceMatrix::from_rows(rows);
}

std::string to_text(const AllianceMatrix& matrix) {
  std::string text;
  for (Seat i = 0; i < matrix.players(); ++i) {
    if (i > 0) text += " / ";
    for (int j = 0; j < matrix.players(); ++j)
      text += fmt::format("{}{}", j > 0 ? " " : "", matrix.offset(i, j));
  }
  return text;
}

}  // namespace nimsweep
