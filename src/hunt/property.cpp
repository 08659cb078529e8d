#include "nimsweep/hunt/property.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

namespace {

using Type = Expression::Type;

constexpr std::array<PropertyWord, 8> kWords{
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
     {.name = "automatic",
      .syntax = "automatic",
      .summary = "its automaton was found and proved; for games other than Last Nim and Small Nim",
      .example = "not automatic"}}};

// In Small Nim, too: after huge piles, a pile of t may grow.
bool is_pile_independent(const PackedMachine& machine, std::uint64_t t) {
  PackedVector vector = machine.start();
  for (std::size_t piles = 0; piles <= machine.states; ++piles) {  // then vectors repeat
    vector = machine.after_pile(vector, t);
    if (machine.grown(vector) != vector) return false;
  }
  return true;
}

bool is_first_independent(const PackedMachine& machine) {
  const int n = machine.players;
  return std::ranges::all_of(machine.reached, [&](PackedVector vector) {
    for (Seat i = 1; i < n; ++i)
      if (winner_in(vector, i) != (winner_in(vector, 0) + i) % n) return false;
    return true;
  });
}

// Do piles of t counters or more always lead to `goal` in the end, which is never left? They do
// unless there is a cycle elsewhere. Depth first, with a stack of its own: machines may be deep.
bool always_reaches(const PackedMachine& machine, PackedVector goal, std::uint64_t t) {
  struct State {
    PackedVector vector;
    std::uint64_t most;  // counters of the next pile; n: any number

    std::uint64_t key() const { return vector * std::uint64_t{kMaxPackedPlayers + 1} + most; }
  };
  struct Visit {
    State from;
    PackedVector next;   // to be looked at
    std::uint64_t size;  // of the pile that leads there
  };
  const auto n = static_cast<std::uint64_t>(machine.players);
  std::unordered_map<std::uint64_t, bool> is_done;
  std::vector<Visit> path;
  const auto begin = [&](State state) {
    is_done[state.key()] = false;
    path.push_back({state, machine.after_pile(state.vector, t), std::min(t, n)});
  };
  begin({machine.start(), n});
  while (!path.empty()) {
    Visit& here = path.back();
    if (here.next != goal) {
      const State next{here.next, machine.is_descending ? here.size : n};
      const auto found = is_done.find(next.key());
      if (found == is_done.end()) {
        begin(next);
        continue;
      }
      if (!found->second) return false;  // a cycle: it is on the path
    }
    if (here.size < here.from.most) {
      here.next = machine.grown(here.next);
      ++here.size;
      continue;
    }
    is_done[here.from.key()] = true;
    path.pop_back();
  }
  return true;
}

bool always_wins(const PackedMachine& machine, std::optional<Seat> player, std::uint64_t t) {
  const int n = machine.players;
  const auto is_sure = [&](PackedVector vector) {
    return vector == packed_always(winner_in(vector, 0), n);
  };
  // Piles of t counters have to lead to a sure winner: then nothing changes any more.
  PackedVector vector = machine.start();
  for (std::size_t piles = 0; piles <= machine.states && !is_sure(vector); ++piles)
    vector = machine.after_pile(vector, t);
  if (!is_sure(vector) || (player && *player != winner_in(vector, 0))) return false;
  return always_reaches(machine, vector, t);
}

// A number of counters in an argument.
std::uint64_t counters_in(std::string_view name, std::string_view text) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  const auto number = parse_number(text, kMost);
  if (!number || *number == 0)
    throw Error(ErrorKind::input, fmt::format("{}: {}; expected a number of counters, 1 or more",
                                              name, text.empty() ? "nothing" : in_quotes(text)));
  return static_cast<std::uint64_t>(*number);
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
    case Kind::always_wins: {
      if (parts.size() != 2)
        refuse(
            "always_wins: expected a player and a number, as in always_wins(0, 2) or "
            "always_wins(any, 1)");
      Fact fact{.kind = kind, .counters = counters_in("always_wins", parts[1])};
      if (parts[0] == "any") return fact;
      const auto player = parse_number(parts[0], kMaxPlayers - 1);
      if (!player)
        refuse(fmt::format("always_wins: {}; expected a player's number, or any",
                           in_quotes(parts[0])));
      fact.player = static_cast<Seat>(*player);
      return fact;
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
  static constexpr std::array<std::pair<Kind, Type>, kWords.size()> kMeanings{
      {{Kind::states, Type::number},
       {Kind::letters, Type::number},
       {Kind::pile_independent, Type::condition},
       {Kind::first_independent, Type::condition},
       {Kind::always_wins, Type::condition},
       {Kind::same_values_as, Type::condition},
       {Kind::equal_rows, Type::condition},
       {Kind::automatic, Type::condition}}};
  std::vector<Fact> facts;
  const auto find =
      [&](std::string_view name,
          std::optional<std::string_view> argument) -> std::optional<Expression::Word> {
    const auto* found = std::ranges::find(kWords, name, &PropertyWord::name);
    if (found == kWords.end()) return std::nullopt;
    const auto& [kind, type] = kMeanings[static_cast<std::size_t>(found - kWords.begin())];
    facts.push_back(make_fact(kind, argument));
    return Expression::Word{type, static_cast<std::int64_t>(facts.size()) - 1};
  };
  std::string expected;
  for (const PropertyWord& word : kWords)
    expected += fmt::format("{}{}", expected.empty() ? "" : ", ", word.syntax);
  Expression expression =
      Expression::parse(text, Type::condition, {.expected = expected, .find = find});
  return {std::move(expression), std::move(facts)};
}

bool Property::asks_for_rows() const noexcept {
  return std::ranges::any_of(facts_,
                             [](const Fact& fact) { return fact.kind == Kind::equal_rows; });
}

bool Property::is_same_for_rotations() const noexcept {
  return std::ranges::none_of(facts_,
                              [](const Fact& fact) { return fact.player || !fact.has_equal_rows; });
}

bool Property::asks_for_growth() const noexcept {
  return std::ranges::any_of(facts_, [](const Fact& fact) {
    return fact.kind == Kind::pile_independent || fact.kind == Kind::always_wins ||
           fact.kind == Kind::same_values_as;
  });
}

void Property::check_names(int players) const {
  for (const Fact& fact : facts_) {
    if (fact.player && *fact.player >= players)
      throw Error(ErrorKind::input,
                  fmt::format("always_wins: there is no player {} of {}", *fact.player, players));
    if (fact.kind == Kind::same_values_as) static_cast<void>(parse_matrix(fact.matrix, players));
  }
}

void Property::check_words(bool reads_digits) const {
  for (const Fact& fact : facts_) {
    const bool is_about_piles = fact.kind == Kind::letters || fact.kind == Kind::always_wins;
    if (reads_digits && is_about_piles)
      throw Error(ErrorKind::input,
                  fmt::format("{} is about Last Nim and Small Nim",
                              fact.kind == Kind::letters ? "letters" : "always_wins"));
    if (!reads_digits && fact.kind == Kind::automatic)
      throw Error(ErrorKind::input,
                  "automatic is about other games; in Last Nim and Small Nim every matrix has a "
                  "machine");
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

PropertyCheck::PropertyCheck(const Property& property, int players, const DigitGame& game)
    : property_(property), players_(players) {
  property.check_words(true);
  property.check_names(players);
  for (const Property::Fact& fact : property.facts_) {
    auto& values = values_.emplace_back();
    if (fact.kind != Property::Kind::same_values_as) continue;
    values = find_values(game, parse_matrix(fact.matrix, players)).values;
    if (!values)
      throw Error(ErrorKind::input,
                  fmt::format("same_values_as({}): no automaton of that matrix was found, so its "
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

bool PropertyCheck::holds(const PackedMachine& machine, bool has_equal_rows) const {
  const auto value = [&](std::int64_t number) -> Int128 {
    const auto k = static_cast<std::size_t>(number);
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
      case Property::Kind::automatic:
        break;
    }
    return 0;
  };
  return is_true(property_.expression_.root(), value);
}

std::optional<bool> PropertyCheck::holds(const DigitFinding& found, bool has_equal_rows) const {
  const auto value = [&](std::int64_t number) -> Int128 {
    const auto k = static_cast<std::size_t>(number);
    const Property::Fact& fact = property_.facts_[k];
    switch (fact.kind) {
      case Property::Kind::states:
        return found.values->states();
      case Property::Kind::pile_independent:
        return found.values->is_pile_independent(fact.counters);
      case Property::Kind::first_independent:
        return found.values->is_first_independent();
      case Property::Kind::same_values_as:
        return *found.values == *values_[k];
      case Property::Kind::equal_rows:
        return has_equal_rows;
      case Property::Kind::automatic:
        return found.values.has_value();
      case Property::Kind::letters:
      case Property::Kind::always_wins:
        break;
    }
    return 0;
  };
  const Part whole = property_.expression_.root();
  return found.values ? is_true(whole, value) : is_known_true(whole, value);
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
