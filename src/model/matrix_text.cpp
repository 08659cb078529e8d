#include "nimsweep/model/matrix_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/matrix_formula.hpp"
#include "nimsweep/model/teams.hpp"

namespace nimsweep {

namespace {

constexpr MatrixFamily kFamilies[] = {
    {"sam", "standard: all players prefer themselves, then the others in the order of play", "sam",
     false},
    {"ssam:R", "shifted by R = 0..n-1: each player prefers the one R seats on, then in order",
     "ssam:1", false},
    {"reverse", "all players prefer themselves, then the others against the order of play",
     "reverse", false},
    {"formula:E",
     "row i has E mod n at place j = 0..n-1; E is made of i, j, n, integers, + - * mod",
     "formula:(2*j + i) mod n", false},
    {"teams:T/T", "players prefer themselves, then their team, then the rest, in order of play",
     "teams:0,2/1", true},
    {"teams:shared:T/T", "all of a team prefer its members as listed, then the rest in order",
     "teams:shared:2,0/1", true},
    {"equal:ROW", "the same row for every player", "equal:0,2,1", true},
    {"index:K", "number K of the (n!)^n matrices in lexicographic order, n <= 8", "index:77",
     false},
    {"\"0 1 2 / 1 2 0 / 2 0 1\"", "rows: each player's order of preference, as seat offsets",
     "0 1 2 / 1 2 0 / 2 0 1", true},
};

// What follows the name and its colon.
std::string_view argument_of(std::string_view text) {
  const std::size_t colon = text.find(':');
  return colon == std::string_view::npos ? std::string_view{} : text.substr(colon + 1);
}

// That of a canonical text, rows being the last; none if there is no such family.
const MatrixFamily* family_of(std::string_view text) {
  if (!names_family(text)) return std::end(kFamilies) - 1;
  for (const MatrixFamily& family : kFamilies) {
    const std::size_t colon = family.syntax.find(':');
    if (colon == std::string_view::npos ? text == family.syntax
                                        : text.starts_with(family.syntax.substr(0, colon + 1)))
      return &family;
  }
  return nullptr;
}

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

// Offsets or seats with blanks between them. `place` says in messages where they stand.
std::vector<int> parse_entries(std::string_view text, const std::string& place) {
  std::vector<int> entries;
  for (const std::string_view entry : words(text)) {
    constexpr int kLargest = 999;  // out of any range, but short enough to print
    const auto number = parse_number(entry, kLargest);
    if (!number)
      throw Error(ErrorKind::input,
                  fmt::format("{}, entry {} is {}; expected a whole number below {}", place,
                              entries.size() + 1, in_quotes(entry), kMaxPlayers));
    entries.push_back(static_cast<int>(*number));
  }
  return entries;
}

// The lists between slashes.
std::vector<std::vector<int>> parse_lists(std::string_view text, std::string_view name) {
  std::vector<std::vector<int>> lists;
  for (const std::string_view list : split(text, '/'))
    lists.push_back(parse_entries(list, fmt::format("{} {}", name, lists.size() + 1)));
  return lists;
}

std::string with_blanks_for_commas(std::string_view text) {
  std::string blanks(text);
  std::ranges::replace(blanks, ',', ' ');
  return blanks;
}

AllianceMatrix parse_rows(std::string_view text, std::optional<int> players) {
  const auto rows = parse_lists(text, "row");
  if (players && rows.size() != static_cast<std::size_t>(*players))
    throw Error(ErrorKind::input,
                fmt::format("{} row{} for {} players; expected one row per player", rows.size(),
                            rows.size() == 1 ? "" : "s", *players));
  return AllianceMatrix::from_rows(rows);
}

// Returns what `parse` returns; its errors begin with the name of the family.
template <class Parse>
auto named(std::string_view name, const Parse& parse) {
  try {
    return parse();
  } catch (const Error& error) {
    throw Error(ErrorKind::input, fmt::format("{}: {}", name, error.what()));
  }
}

MatrixFormula parse_formula(std::string_view text) {
  return named("formula", [&] { return MatrixFormula::parse(text); });
}

// The argument of equal:ROW.
AllianceMatrix parse_equal_rows(std::string_view text, std::optional<int> players) {
  const auto row = parse_entries(with_blanks_for_commas(text), "the row");
  if (players && row.size() != static_cast<std::size_t>(*players))
    throw Error(ErrorKind::input,
                fmt::format("a row of {} for {} players; expected one entry per player", row.size(),
                            *players));
  return AllianceMatrix::from_equal_rows(row);
}

// The argument of teams:T/T or teams:ORDER:T/T.
AllianceMatrix parse_teams(std::string_view text, std::optional<int> players) {
  TeamOrder order = TeamOrder::self;
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    order = named("teams", [&] { return team_order_named(trimmed(text.substr(0, colon))); });
    text = text.substr(colon + 1);
  }
  return matrix_of_teams(parse_lists(with_blanks_for_commas(text), "team"), order, players);
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
              fmt::format("{} is not a matrix; expected {}", in_quotes(text), matrix_forms()));
}

// A family that fits any number of players.
AllianceMatrix parse_family(std::string_view text, int players) {
  check_players(players);
  const std::string_view name = family_of(text)->name();
  if (name == "sam") return AllianceMatrix::standard(players);
  if (name == "reverse") return MatrixFormula::parse("-j").matrix(players);
  if (name == "formula") return parse_formula(argument_of(text)).matrix(players);
  if (name == "ssam")
    return AllianceMatrix::shifted(
        players, static_cast<int>(parse_argument(text, name, static_cast<unsigned>(players))));
  return AllianceMatrix::from_index(players,
                                    parse_argument(text, name, AllianceMatrix::count(players)));
}

bool fits(std::string_view text, int players) {
  try {
    static_cast<void>(parse_matrix(text, players));
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace

std::string_view MatrixFamily::name() const noexcept {
  return names_family(syntax) ? syntax.substr(0, syntax.find(':')) : "rows";
}

std::span<const MatrixFamily> matrix_families() {
  return kFamilies;
}

std::string matrix_forms() {
  std::string forms;
  for (const MatrixFamily& family : kFamilies)
    if (family.name() != "rows") forms += fmt::format("{}, ", family.syntax);
  return forms + "or rows such as \"0 1 / 1 0\"";
}

bool names_family(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) != 0;
}

bool needs_players(std::string_view text) {
  const MatrixFamily* const family = family_of(canonical_matrix(text));
  return family != nullptr && !family->says_players;
}

bool has_equal_rows(std::string_view written) {
  const std::string text = canonical_matrix(written);
  const MatrixFamily* const family = family_of(text);
  if (family == nullptr) return false;
  if (family->name() == "formula") return !parse_formula(argument_of(text)).uses_i();
  constexpr std::string_view kEqual[] = {"sam", "ssam", "reverse", "equal"};
  return std::ranges::find(kEqual, family->name()) != std::end(kEqual);
}

std::string canonical_matrix(std::string_view written) {
  const std::string_view text = trimmed(written);
  if (!names_family(text))
    return text.starts_with('[') ? without_brackets(text) : std::string(text);
  const std::size_t end = std::min(text.find_first_of(":^"), text.size());
  std::string name(text.substr(0, end));
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  if (end == text.size()) return name;
  const char separator = name == "ssam" ? ':' : text[end];
  return fmt::format("{}{}{}", name, separator, fmt::join(words(text.substr(end + 1)), " "));
}

void check_family(std::string_view text) {
  if (family_of(canonical_matrix(text)) == nullptr) refuse(text);
}

void check_matrix(std::string_view text) {
  if (!needs_players(text)) return static_cast<void>(parse_matrix(text, std::nullopt));
  const bool has_index = family_of(canonical_matrix(text))->name() == "index";
  const int most = has_index ? AllianceMatrix::kMaxIndexedPlayers : kMaxPlayers;
  for (int players = kMinPlayers; players < most; ++players)
    if (fits(text, players)) return;
  static_cast<void>(parse_matrix(text, most));
}

AllianceMatrix parse_matrix(std::string_view written, std::optional<int> players) {
  check_family(written);
  const std::string text = canonical_matrix(written);
  const std::string_view name = family_of(text)->name();
  if (name == "teams") return parse_teams(argument_of(text), players);
  if (name == "equal") return parse_equal_rows(argument_of(text), players);
  if (name == "rows") {
    if (words(text).empty() || text.starts_with('[')) refuse(written);
    return parse_rows(text, players);
  }
  if (!players)
    throw Error(ErrorKind::input,
                fmt::format("{} fits any number of players; expected that number as well",
                            in_quotes(written)));
  return parse_family(text, *players);
}

std::string to_text(const AllianceMatrix& matrix) {
  std::string text;
  for (const auto& row : matrix.rows())
    text += fmt::format("{}{}", text.empty() ? "" : " / ", fmt::join(row, " "));
  return text;
}

}  // namespace nimsweep
