#include "nimsweep/hunt/property.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>

#include "hunt/machine_facts.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

using namespace hunt_detail;

namespace {

using Type = Expression::Type;

constexpr std::uint64_t kLongestPeriod = 1000;

constexpr std::array<PropertyWord, 12> kWords{
    {{.name = "states",
      .syntax = "states",
      .summary = "the number of states of the machine, including the start",
      .example = "states == n"},
     {.name = "letters",
      .syntax = "letters",
      .summary = "the pile size from which on all piles are alike",
      .example = "letters == 2"},
     {.name = "pile_independent",
      .syntax = "pile_independent(t)",
      .summary = "for piles of t or more counters, only their number and the first player matter",
      .example = "pile_independent(2) and not equal_rows"},
     {.name = "first_independent",
      .syntax = "first_independent",
      .summary = "values do not depend on the first player",
      .example = "first_independent and not equal_rows"},
     {.name = "always_wins",
      .syntax = "always_wins(i, t)",
      .summary = "P_i, or with any somebody, wins all rows of enough piles of t or more counters",
      .example = "always_wins(any, 2)"},
     {.name = "same_values_as",
      .syntax = "same_values_as(M)",
      .summary = "all values are those of the matrix M",
      .example = "same_values_as(ssam:1)"},
     {.name = "equal_rows",
      .syntax = "equal_rows",
      .summary = "all rows of the matrix are equal",
      .example = "equal_rows and states > n"},
     {.name = "value",
      .syntax = "value(x, ..)",
      .summary = "the value of these piles if P_0 moves first",
      .example = "value(1, 2, 2) == 0"},
     {.name = "wins",
      .syntax = "wins(i, x, ..)",
      .summary = "P_i, or with any somebody, wins these piles, whoever moves first",
      .example = "wins(any, 1, 2, 2)"},
     {.name = "teams_win",
      .syntax = "teams_win([i, ..], t)",
      .summary = "one of these players wins all rows of enough piles of t or more counters",
      .example = "teams_win([0, 2], 2)"},
     {.name = "period",
      .syntax = "period(k)",
      .summary = "k more counters on a large pile change nothing; not in Last Nim and Small Nim",
      .example = "period(7)"},
     {.name = "automatic",
      .syntax = "automatic",
      .summary = "its automaton was found and proved; for games other than Last Nim and Small Nim",
      .example = "not automatic"}}};

// A number of counters in an argument.
std::uint64_t counters_in(std::string_view name, std::string_view text, std::uint64_t least = 1) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto number = parse_number(text, kMost);
  if (!number && !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos)
    throw Error(ErrorKind::input,
                fmt::format("{}: {}; expected at most {} counters", name, in_quotes(text), kMost));
  if (!number || static_cast<std::uint64_t>(*number) < least)
    throw Error(ErrorKind::input, fmt::format("{}: {}; expected a number of counters{}", name,
                                              text.empty() ? "nothing" : in_quotes(text),
                                              least > 0 ? fmt::format(", {} or more", least) : ""));
  return static_cast<std::uint64_t>(*number);
}

std::vector<Counters> piles_in(std::string_view name, std::span<const std::string_view> parts) {
  std::vector<Counters> piles;
  for (const std::string_view part : parts) piles.push_back(counters_in(name, part, 0));
  return piles;
}

// A player in an argument; nothing: any.
std::optional<Seat> player_in(std::string_view name, std::string_view text) {
  if (text == "any") return std::nullopt;
  const auto player = parse_number(text, kMaxPlayers - 1);
  if (!player)
    throw Error(ErrorKind::input,
                fmt::format("{}: {}; expected a player's number, or any", name, in_quotes(text)));
  return static_cast<Seat>(*player);
}

// "[0, 2], 2": the players, and what follows.
std::pair<Seats, std::string_view> team_in(std::string_view text) {
  const Error wrong(ErrorKind::input,
                    "teams_win: expected players in brackets and a number, as in "
                    "teams_win([0, 2], 2)");
  const std::size_t begin = text.find('[');
  const std::size_t end = text.find(']');
  const std::size_t comma = end == std::string_view::npos ? end : text.find(',', end);
  if (begin == std::string_view::npos || comma == std::string_view::npos || end < begin ||
      !words(text.substr(0, begin)).empty() ||
      !words(text.substr(end + 1, comma - end - 1)).empty())
    throw wrong;
  Seats team = 0;
  for (const std::string_view part : split(text.substr(begin + 1, end - begin - 1), ',')) {
    const auto player = parse_number(part, kMaxPlayers - 1);
    if (!player) throw wrong;
    team |= Seats{1} << *player;
  }
  return {team, trimmed(text.substr(comma + 1))};
}

}  // namespace

std::span<const PropertyWord> property_words() {
  return kWords;
}

Property::Fact Property::make_fact(Kind kind, std::optional<std::string_view> argument) {
  const auto refuse = [&](std::string_view message) {
    throw Error(ErrorKind::input, std::string(message));
  };
  const auto parts = argument ? split(*argument, ',') : std::vector<std::string_view>();
  switch (kind) {
    case Kind::states:
    case Kind::letters:
    case Kind::first_independent:
    case Kind::equal_rows:
    case Kind::automatic:
      if (argument) refuse("an argument; expected none");
      return {.kind = kind};
    case Kind::pile_independent:
      if (parts.size() != 1)
        refuse("pile_independent: expected a number of counters, as in pile_independent(2)");
      return {.kind = kind, .counters = counters_in("pile_independent", parts[0])};
    case Kind::always_wins:
      if (parts.size() != 2)
        refuse(
            "always_wins: expected a player and a number, as in always_wins(0, 2) or "
            "always_wins(any, 1)");
      return {.kind = kind,
              .player = player_in("always_wins", parts[0]),
              .counters = counters_in("always_wins", parts[1])};
    case Kind::value:
      if (parts.empty()) refuse("value: expected pile sizes, as in value(1, 2, 2)");
      return {.kind = kind, .piles = piles_in("value", parts)};
    case Kind::wins:
      if (parts.size() < 2)
        refuse("wins: expected a player and pile sizes, as in wins(0, 1, 2) or wins(any, 1, 2)");
      return {.kind = kind,
              .player = player_in("wins", parts[0]),
              .piles = piles_in("wins", std::span(parts).subspan(1))};
    case Kind::teams_win: {
      const auto [team, counters] = team_in(argument.value_or(""));
      return {.kind = kind, .counters = counters_in("teams_win", counters), .team = team};
    }
    case Kind::period: {
      const auto length = parts.size() == 1 ? parse_number(parts[0], kLongestPeriod) : std::nullopt;
      if (!length || *length == 0)
        refuse(fmt::format("period: expected a number from 1 to {}, as in period(7)",
                           to_grouped_decimal(kLongestPeriod)));
      return {.kind = kind, .counters = static_cast<std::uint64_t>(*length)};
    }
    case Kind::same_values_as:
      if (!argument || words(*argument).empty())
        refuse("same_values_as: expected a matrix, as in same_values_as(ssam:1)");
      check_claim_matrix(canonical_matrix(*argument));
      return {.kind = kind,
              .matrix = canonical_matrix(*argument),
              .has_equal_rows = has_equal_rows(*argument)};
  }
  return {.kind = kind};
}

Property Property::parse(std::string_view text) {
  std::vector<Fact> facts;
  const auto find =
      [&](std::string_view name,
          std::optional<std::string_view> argument) -> std::optional<Expression::Word> {
    const auto* found = std::ranges::find(kWords, name, &PropertyWord::name);
    if (found == kWords.end()) return std::nullopt;
    const auto kind = static_cast<Kind>(found - kWords.begin());
    const bool is_number = kind == Kind::states || kind == Kind::letters || kind == Kind::value;
    facts.push_back(make_fact(kind, argument));
    facts.back().text = std::string(name);
    if (argument) facts.back().text += fmt::format("({})", fmt::join(words(*argument), " "));
    return Expression::Word{is_number ? Type::number : Type::condition,
                            static_cast<std::int64_t>(facts.size()) - 1};
  };
  std::string expected;
  for (const PropertyWord& word : kWords)
    expected += fmt::format("{}{}", expected.empty() ? "" : ", ", word.syntax);
  Expression expression =
      Expression::parse(text, Type::condition, {.expected = expected, .find = find});
  return {std::move(expression), std::move(facts)};
}

std::vector<std::size_t> Property::different_facts() const {
  std::vector<std::size_t> different;
  for (std::size_t k = 0; k < facts_.size(); ++k)
    if (std::ranges::none_of(
            different, [&](std::size_t other) { return facts_[other].text == facts_[k].text; }))
      different.push_back(k);
  return different;
}

std::vector<std::string> Property::facts() const {
  std::vector<std::string> texts;
  for (const std::size_t k : different_facts()) texts.push_back(facts_[k].text);
  return texts;
}

std::string_view Property::word_of(Kind kind) {
  return kWords[static_cast<std::size_t>(kind)].name;
}

bool Property::asks_for_rows() const noexcept {
  return std::ranges::any_of(facts_,
                             [](const Fact& fact) { return fact.kind == Kind::equal_rows; });
}

bool Property::is_same_for_rotations() const noexcept {
  return std::ranges::none_of(facts_, [](const Fact& fact) {
    return fact.player || !fact.has_equal_rows || fact.kind == Kind::value ||
           fact.kind == Kind::teams_win;
  });
}

bool Property::asks_for_growth() const noexcept {
  return std::ranges::any_of(facts_, [](const Fact& fact) {
    return fact.kind == Kind::pile_independent || fact.kind == Kind::always_wins ||
           fact.kind == Kind::same_values_as || fact.kind == Kind::value ||
           fact.kind == Kind::wins || fact.kind == Kind::teams_win;
  });
}

void Property::check_names(int players) const {
  for (const Fact& fact : facts_) {
    const Seat last =
        fact.team != 0 ? static_cast<Seat>(std::bit_width(fact.team)) - 1 : fact.player.value_or(0);
    if (last >= players)
      throw Error(ErrorKind::input, fmt::format("{}: there is no player {} of {}",
                                                word_of(fact.kind), last, players));
    if (fact.kind == Kind::same_values_as) static_cast<void>(parse_matrix(fact.matrix, players));
  }
}

void Property::check_words(bool reads_digits) const {
  for (const Fact& fact : facts_) {
    const bool is_about_piles = fact.kind == Kind::letters || fact.kind == Kind::always_wins;
    if (reads_digits && is_about_piles)
      throw Error(ErrorKind::input,
                  fmt::format("{} is about Last Nim and Small Nim", word_of(fact.kind)));
    if (!reads_digits && fact.kind == Kind::automatic)
      throw Error(ErrorKind::input,
                  "automatic is about other games; in Last Nim and Small Nim every matrix has a "
                  "machine");
    if (!reads_digits && fact.kind == Kind::period)
      throw Error(ErrorKind::input,
                  "period is about other games; in Last Nim and Small Nim large piles are alike");
    if (!reads_digits && std::ranges::find(fact.piles, Counters{0}) != fact.piles.end())
      throw Error(ErrorKind::input,
                  fmt::format("{}: an empty pile; expected 1 counter or more in Last Nim and "
                              "Small Nim",
                              word_of(fact.kind)));
  }
}

PropertyCheck::PropertyCheck(const Property& property, int players, WalkedGame game)
    : property_(property), players_(players) {
  property.check_words(false);
  property.check_names(players);
  for (const Property::Fact& fact : property.facts_) {
    auto& growths = growths_.emplace_back();
    if (fact.kind != Property::Kind::same_values_as) continue;
    std::vector<Rank> ranks = RankSpace::of(players).ranks_of(parse_matrix(fact.matrix, players));
    const auto walk = walk_matrices(
        players, 0, 1, [&](std::uint64_t) { return ranks; }, game);
    walk->walk(0, [&](const Piece& piece) {
      for (const PackedVector vector : piece.machine.growing)
        growths.emplace_back(vector, piece.machine.grown(vector));
    });
  }
}

PropertyCheck::PropertyCheck(const Property& property, int players, const SearchedGame& game)
    : property_(property), players_(players) {
  const auto* digits = std::get_if<DigitGame>(&game);
  property.check_words(digits != nullptr);
  property.check_names(players);
  for (const Property::Fact& fact : property.facts_) {
    auto& values = values_.emplace_back();
    if (digits != nullptr && !fact.piles.empty() &&
        fact.piles.size() != static_cast<std::size_t>(digits->places))
      throw Error(ErrorKind::input,
                  fmt::format("{}: {} piles; expected {}, empty ones included, as positions of the "
                              "job have",
                              Property::word_of(fact.kind), fact.piles.size(), digits->places));
    if (fact.kind != Property::Kind::same_values_as) continue;
    values = find_values(game, parse_matrix(fact.matrix, players)).values;
    if (!values)
      throw Error(ErrorKind::input,
                  fmt::format("same_values_as({}): no machine of that matrix was found, so its "
                              "values are not known",
                              fact.matrix));
  }
  using Op = Expression::Op;
  for (const Expression::Node& node : property.expression_.nodes()) {
    bool asks = false;
    if (node.op == Op::fact) {
      const Property::Kind kind = property.facts_[static_cast<std::size_t>(node.integer)].kind;
      asks = kind != Property::Kind::automatic && kind != Property::Kind::equal_rows;
    } else if (node.op != Op::integer && node.op != Op::n) {
      const bool has_one_operand = node.op == Op::negate || node.op == Op::opposite;
      asks = asks_for_values_[node.left] || (!has_one_operand && asks_for_values_[node.right]);
    }
    asks_for_values_.push_back(asks);
  }
}

Int128 PropertyCheck::value_of(std::size_t k, const PackedMachine& machine,
                               bool has_equal_rows) const {
  const Property::Fact& fact = property_.facts_[k];
  switch (fact.kind) {
    case Property::Kind::states:
      return machine.states;
    case Property::Kind::letters:
      return machine.letters;
    case Property::Kind::pile_independent:
      return is_pile_independent(machine, fact.counters);
    case Property::Kind::first_independent:
      return is_first_independent(machine);
    case Property::Kind::always_wins:
      return always_wins(machine, fact.player, fact.counters);
    case Property::Kind::same_values_as:
      // Machines are the same if all that grows in one grows into the same in the other.
      return std::ranges::all_of(growths_[k], [&](const Growth& growth) {
        return machine.grown(growth.first) == growth.second;
      });
    case Property::Kind::equal_rows:
      return has_equal_rows;
    case Property::Kind::value:
      return winner_in(outcomes_of(machine, fact.piles), 0);  // P_0 moves first
    case Property::Kind::wins: {
      const PackedVector outcomes = outcomes_of(machine, fact.piles);
      const Seat winner = fact.player.value_or(winner_in(outcomes, 0));
      return outcomes == packed_always(winner, players_);
    }
    case Property::Kind::teams_win:
      return teams_win(machine, fact.team, fact.counters);
    case Property::Kind::period:
    case Property::Kind::automatic:
      break;
  }
  return 0;
}

bool PropertyCheck::holds(const PackedMachine& machine, bool has_equal_rows) const {
  const auto value = [&](std::int64_t fact) {
    return value_of(static_cast<std::size_t>(fact), machine, has_equal_rows);
  };
  return is_true(property_.expression_.root(), value);
}

Int128 PropertyCheck::value_of(std::size_t k, const Finding& found, bool has_equal_rows) const {
  const Property::Fact& fact = property_.facts_[k];
  if (fact.kind == Property::Kind::equal_rows) return has_equal_rows;
  if (fact.kind == Property::Kind::automatic) return found.values.has_value();
  if (fact.kind == Property::Kind::same_values_as) return found.values == values_[k];
  return std::visit([&](const auto& values) { return value_of(fact, values); }, *found.values);
}

// What only one kind of machine knows is not asked of the other: see check_words.
template <class Values>
Int128 PropertyCheck::value_of(const Property::Fact& fact, const Values& values) {
  switch (fact.kind) {
    case Property::Kind::states:
      return values.states();
    case Property::Kind::letters:
      if constexpr (requires { values.letters(); }) return values.letters();
      break;
    case Property::Kind::pile_independent:
      return values.is_pile_independent(fact.counters);
    case Property::Kind::first_independent:
      return values.is_first_independent();
    case Property::Kind::always_wins:
      if constexpr (requires { values.always_wins(fact.player, fact.counters); })
        return values.always_wins(fact.player, fact.counters);
      break;
    case Property::Kind::value:
      return values.at(fact.piles)[0];
    case Property::Kind::wins:
      return values.wins(fact.player, fact.piles);
    case Property::Kind::teams_win:
      return values.teams_win(fact.team, fact.counters);
    case Property::Kind::period:
      if constexpr (requires { values.has_period(fact.counters); })
        return values.has_period(fact.counters);
      break;
    case Property::Kind::same_values_as:
    case Property::Kind::equal_rows:
    case Property::Kind::automatic:
      break;
  }
  return 0;
}

std::optional<bool> PropertyCheck::holds(const Finding& found, bool has_equal_rows) const {
  const auto value = [&](std::int64_t fact) {
    return value_of(static_cast<std::size_t>(fact), found, has_equal_rows);
  };
  const Part whole = property_.expression_.root();
  return found.values ? is_true(whole, value) : is_known_true(whole, value);
}

template <class Known>
std::vector<std::uint64_t> PropertyCheck::values_of_facts(const Known& known,
                                                          bool has_equal_rows) const {
  std::vector<std::uint64_t> values;
  for (const std::size_t k : property_.different_facts())
    values.push_back(static_cast<std::uint64_t>(value_of(k, known, has_equal_rows)));
  return values;
}

std::vector<std::uint64_t> PropertyCheck::facts(const PackedMachine& machine,
                                                bool has_equal_rows) const {
  return values_of_facts(machine, has_equal_rows);
}

std::vector<std::uint64_t> PropertyCheck::facts(const Finding& found, bool has_equal_rows) const {
  return values_of_facts(found, has_equal_rows);
}

bool PropertyCheck::is_true(Part part, const Facts& facts) const {
  const Evaluation result =
      property_.expression_.evaluate(part, {.parameters = {.n = players_}, .facts = &facts});
  if (result.fault != Fault::none)
    throw Error(ErrorKind::input, describe(result.fault, result.column));
  return result.value != 0;
}

// Where the values are not known.
std::optional<bool> PropertyCheck::is_known_true(Part part, const Facts& facts) const {
  using Op = Expression::Op;
  if (!asks_for_values_[part]) return is_true(part, facts);
  const Expression::Node& node = property_.expression_.node(part);
  if (node.op == Op::opposite) {
    const auto operand = is_known_true(node.left, facts);
    return operand ? std::optional(!*operand) : std::nullopt;
  }
  if (node.op != Op::both && node.op != Op::either) return std::nullopt;
  const auto left = is_known_true(node.left, facts);
  const auto right = is_known_true(node.right, facts);
  const bool decisive = node.op == Op::either;  // one such operand is enough
  if (left == decisive || right == decisive) return decisive;
  return left && right ? std::optional(!decisive) : std::nullopt;
}

}  // namespace nimsweep
