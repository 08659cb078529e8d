#include "nimsweep/hunt/property.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>
#include <set>
#include <string>

#include "support/expect_error.hpp"
#include "support/hunting.hpp"

namespace nimsweep {
namespace {

using definition::Level;
using definition::Rows;
using definition::State;
using definition::Winners;

bool holds(const std::string& text, const std::vector<Rank>& ranks) {
  const int players = static_cast<int>(ranks.size());
  const PropertyCheck check(Property::parse(text), players);
  const bool has_equal_rows = std::ranges::adjacent_find(ranks, std::not_equal_to()) == ranks.end();
  bool result = false;
  test::with_machine(
      ranks, [&](const PackedMachine& machine) { result = check.holds(machine, has_equal_rows); });
  return result;
}

// The vectors of all positions of 0, 1, 2, .. piles, each of at least t counters. Those of k piles
// determine those of k + 1, so from some k on the sequence repeats.
struct Levels {
  std::vector<std::set<Winners>> levels;
  std::size_t repeats_from = 0;  // the last entry equals this one
};

Levels levels_of(definition::LastNim& game, int t) {
  Levels found;
  Level level{{game.winners({}), {}}};
  for (;;) {
    std::set<Winners> vectors;
    for (const auto& [winners, piles] : level) vectors.insert(winners);
    const auto same = std::ranges::find(found.levels, vectors);
    found.repeats_from = static_cast<std::size_t>(same - found.levels.begin());
    found.levels.push_back(vectors);
    if (found.repeats_from + 1 < found.levels.size()) return found;
    level = definition::next_level(game, level, t);
  }
}

bool is_pile_independent(const Levels& found) {
  return std::ranges::all_of(found.levels, [](const auto& level) { return level.size() == 1; });
}

bool always_wins(const Levels& found, int players, int player) {
  const Winners always(static_cast<std::size_t>(players), player);
  return std::ranges::all_of(found.levels.begin() + static_cast<int>(found.repeats_from),
                             found.levels.end(),
                             [&](const auto& level) { return level == std::set{always}; });
}

bool teams_win(const Levels& found, std::uint32_t team) {
  return std::ranges::all_of(found.levels.begin() + static_cast<int>(found.repeats_from),
                             found.levels.end(), [&](const auto& level) {
                               return std::ranges::all_of(level, [&](const Winners& winners) {
                                 return std::ranges::all_of(
                                     winners, [&](int i) { return (team >> i & 1) != 0; });
                               });
                             });
}

// "[0, 2]"
std::string team_text(std::uint32_t team) {
  std::string text;
  for (int i = 0; team >> i != 0; ++i)
    if ((team >> i & 1) != 0) text += fmt::format("{}{}", text.empty() ? "" : ", ", i);
  return fmt::format("[{}]", text);
}

bool is_first_independent(definition::LastNim& game) {
  const int n = game.players();
  for (const auto& level : levels_of(game, 1).levels)
    for (const Winners& winners : level)
      for (int i = 1; i < n; ++i)
        if (winners[static_cast<std::size_t>(i)] != (winners[0] + i) % n) return false;
  return true;
}

// Extends one row of piles for each pair of vectors.
bool have_same_values(const Rows& rows, const Rows& others) {
  definition::LastNim game(rows);
  definition::LastNim other(others);
  std::set<std::pair<Winners, Winners>> seen;
  std::vector<State> prefixes{{}};
  for (std::size_t k = 0; k < prefixes.size(); ++k)
    for (int size = 1; size <= game.players() + 1; ++size) {
      State piles = prefixes[k];
      piles.push_back(size);
      const Winners winners = game.winners(piles);
      if (winners != other.winners(piles)) return false;
      if (seen.insert({winners, winners}).second) prefixes.push_back(piles);
    }
  return true;
}

void expect_properties(const std::vector<Rank>& ranks) {
  SCOPED_TRACE(testing::PrintToString(ranks));
  const Rows rows = definition::rows_of(ranks);
  const int n = static_cast<int>(ranks.size());
  definition::LastNim game(rows);
  const auto explored = definition::explore(rows);
  EXPECT_TRUE(holds(fmt::format("states == {}", explored.states), ranks));
  EXPECT_FALSE(holds(fmt::format("states != {}", explored.states), ranks));
  EXPECT_TRUE(holds(fmt::format("letters == {}", explored.letters), ranks));
  EXPECT_EQ(holds("first_independent", ranks), is_first_independent(game));
  EXPECT_EQ(holds("equal_rows", ranks),
            std::ranges::all_of(rows, [&](const auto& row) { return row == rows[0]; }));
  for (int t = 1; t <= n + 2; ++t) {
    const Levels levels = levels_of(game, t);
    EXPECT_EQ(holds(fmt::format("pile_independent({})", t), ranks), is_pile_independent(levels))
        << t;
    bool any = false;
    for (int i = 0; i < n; ++i) {
      const bool expected = always_wins(levels, n, i);
      EXPECT_EQ(holds(fmt::format("always_wins({}, {})", i, t), ranks), expected) << i << " " << t;
      any = any || expected;
    }
    EXPECT_EQ(holds(fmt::format("always_wins(any, {})", t), ranks), any) << t;
    for (std::uint32_t team = 1; team < 1u << n; ++team)
      EXPECT_EQ(holds(fmt::format("teams_win({}, {})", team_text(team), t), ranks),
                teams_win(levels, team))
          << team << " " << t;
  }
}

TEST(Property, OfGivenPiles) {
  std::mt19937_64 random(9);
  for (int trial = 0; trial < 300; ++trial) {
    const int n = 2 + static_cast<int>(random() % 3);
    const auto ranks =
        definition::digits_of(random() % static_cast<std::uint64_t>(AllianceMatrix::count(n)), n);
    State piles;
    std::string text;
    for (std::uint64_t k = 1 + random() % 4; k > 0; --k) {
      piles.push_back(1 + static_cast<int>(random() % 5));
      text += fmt::format(", {}", piles.back());
    }
    definition::LastNim game(definition::rows_of(ranks));
    const Winners winners = game.winners(piles);
    SCOPED_TRACE(text);
    EXPECT_TRUE(holds(fmt::format("value({}) == {}", text.substr(2), winners[0]), ranks));
    bool any = false;
    for (int i = 0; i < n; ++i) {
      const bool wins = winners == Winners(static_cast<std::size_t>(n), i);
      EXPECT_EQ(holds(fmt::format("wins({}{})", i, text), ranks), wins);
      any = any || wins;
    }
    EXPECT_EQ(holds(fmt::format("wins(any{})", text), ranks), any);
  }
}

TEST(Property, RefusesWhatDoesNotBelongToAWord) {
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"teams_win([0, 2], 1, 5)", "teams_win: '1, 5'; expected a number of counters"},
           {"teams_win(0, 2)", "teams_win: expected players in brackets"},
           {"teams_win([], 2)", "teams_win: expected players in brackets"},
           {"wins(any)", "wins: expected a player and pile sizes"},
           {"value(1, x) == 0", "value: 'x'; expected a number of counters"},
           {"pile_independent(99999999999999999999)",
            "pile_independent: '99999999999999999999'; expected at most 9223372036854775807 "
            "counters"},
           {"period(0)", "period: expected a number from 1 to 1,000"}})
    EXPECT_ERROR(ErrorKind::input, message, Property::parse(text));
}

TEST(Property, ListsTheFactsThatItAsksFor) {
  const Property property =
      Property::parse("states > 4 and (pile_independent( 2 ) or states == 9) and wins(any, 1, 2)");
  EXPECT_EQ(property.facts(),
            (std::vector<std::string>{"states", "pile_independent(2)", "wins(any, 1, 2)"}));
  const PropertyCheck check(property, 3);
  test::with_machine(definition::digits_of(0, 3), [&](const PackedMachine& machine) {
    const auto facts = check.facts(machine, true);
    ASSERT_EQ(facts.size(), 3u);
    EXPECT_EQ(facts[0], machine.states);
  });
}

TEST(Property, OfAllMatricesOfTwoAndThreePlayers) {
  for (std::uint64_t index = 0; index < 4; ++index)
    expect_properties(definition::digits_of(index, 2));
  for (std::uint64_t index = 0; index < 216; ++index)
    expect_properties(definition::digits_of(index, 3));
}

TEST(Property, OfRandomMatricesOfMorePlayers) {
  std::mt19937_64 random(1);
  for (int k = 0; k < 25; ++k) expect_properties(definition::digits_of(random() % 331'776, 4));
  // More of the matrices with equal rows have some of these properties.
  for (int k = 0; k < 25; ++k) {
    auto ranks = definition::digits_of(random() % 331'776, 4);
    for (std::size_t i = 1; i < 4; ++i)
      if (random() % 2 == 0) ranks[i] = ranks[0];
    expect_properties(ranks);
  }
  for (int k = 0; k < 3; ++k)
    expect_properties(definition::digits_of(random() % 24'883'200'000, 5));
}

// Random matrices hardly ever have any of these. Some must, or the tests above say little.
TEST(Property, SomeMatricesHaveEach) {
  const auto count = [](const std::string& text) {
    int found = 0;
    for (std::uint64_t index = 0; index < 216; ++index)
      found += holds(text, definition::digits_of(index, 3)) ? 1 : 0;
    return found;
  };
  for (const char* text : {"pile_independent(2)", "first_independent", "always_wins(any, 2)",
                           "always_wins(0, 2)", "equal_rows"}) {
    EXPECT_GT(count(text), 0) << text;
    EXPECT_LT(count(text), 216) << text;
  }
  EXPECT_EQ(count("pile_independent(3)"), 216) << "piles of n counters are all alike";
  EXPECT_EQ(count("equal_rows"), 6);
  EXPECT_EQ(count("equal_rows and not first_independent"), 0);
}

TEST(Property, SameValues) {
  const auto text_of = [](const Rows& rows) {
    std::string text = "same_values_as(";
    for (const auto& row : rows)
      for (std::size_t k = 0; k < row.size(); ++k)
        text += fmt::format("{}{}", k > 0 ? " " : (&row == &rows[0] ? "" : " / "), row[k]);
    return text + ")";
  };
  for (std::uint64_t a = 0; a < 216; a += 7)
    for (std::uint64_t b = 0; b < 216; ++b) {
      const auto ranks = definition::digits_of(a, 3);
      const Rows others = definition::rows_of(definition::digits_of(b, 3));
      EXPECT_EQ(holds(text_of(others), ranks), have_same_values(definition::rows_of(ranks), others))
          << a << " " << b;
    }
  // For four players, some matrices share their values; most that differ in one row do not.
  std::mt19937_64 random(2);
  int same = 0;
  for (int k = 0; k < 300; ++k) {
    auto ranks = definition::digits_of(random() % 331'776, 4);
    const Rows others = definition::rows_of(ranks);
    ranks[random() % 4] ^= 1;
    const bool expected = have_same_values(definition::rows_of(ranks), others);
    EXPECT_EQ(holds(text_of(others), ranks), expected);
    same += expected ? 1 : 0;
  }
  EXPECT_GT(same, 5);
  EXPECT_LT(same, 295);
  EXPECT_TRUE(holds("same_values_as(sam)", {0, 0, 0}));
  EXPECT_TRUE(holds("same_values_as([[0,1,2],[0,1,2],[0,1,2]])", {0, 0, 0}));
  EXPECT_TRUE(holds("same_values_as(SSAM^1)", {3, 3, 3}));
  EXPECT_TRUE(holds("same_values_as(ssam:1)", {3, 3, 3}));
  EXPECT_FALSE(holds("same_values_as( ssam:1 )", {0, 0, 0}));
}

TEST(Property, OperatorsAndNumbers) {
  const std::vector<Rank> sam{0, 0, 0};
  const auto states = definition::explore(definition::rows_of(sam)).states;
  const std::string s = std::to_string(states);
  const std::vector<std::string> true_ones{"states == " + s,
                                           "n == 3",
                                           "not states < n",
                                           "equal_rows and states == " + s,
                                           "states == 0 or equal_rows",
                                           "not (states == 0) and (letters <= n)",
                                           "states * 2 - " + s + " == " + s,
                                           "states mod " + s + " == 0",
                                           "-states < 0",
                                           "not not equal_rows",
                                           "equal_rows or states mod 0 == 1",
                                           "letters>=1 and letters<=n"};
  for (const std::string& text : true_ones) EXPECT_TRUE(holds(text, sam)) << text;
  const std::vector<std::string> false_ones{
      "states > " + s, "not equal_rows", "equal_rows and states != " + s,
      "not equal_rows and states mod 0 == 1", "always_wins(any, 1) and not always_wins(any, 1)"};
  for (const std::string& text : false_ones) EXPECT_FALSE(holds(text, sam)) << text;
  EXPECT_ERROR(ErrorKind::input, "column 8: ", holds("states mod 0 == 1", sam));
  EXPECT_ERROR(ErrorKind::input,
               "column 26: ", holds("not equal_rows or states mod (n - 3) == 1", sam));
}

TEST(Property, KnowsWhatItAsksFor) {
  EXPECT_EQ(Property::parse(" states > 2 ").text(), " states > 2 ");
  EXPECT_TRUE(Property::parse("states > 2 or not equal_rows").asks_for_rows());
  EXPECT_FALSE(Property::parse("first_independent and letters > 2").asks_for_rows());
  EXPECT_FALSE(Property::parse("first_independent and letters > 2").asks_for_growth());
  for (const char* text : {"pile_independent(1)", "always_wins(any, 1)", "always_wins(0,1)",
                           "same_values_as(sam)", "states > 1 or not same_values_as(sam)"})
    EXPECT_TRUE(Property::parse(text).asks_for_growth()) << text;
}

TEST(Property, RefusesWhatIsNotAProperty) {
  const auto refused = [](const std::string& text, const std::string& message) {
    EXPECT_ERROR(ErrorKind::input, message, Property::parse(text));
  };
  refused("", "column 1: ");
  refused("states", "column 1: ");
  refused("states == equal_rows", "column 11: ");
  refused("equal_rows and letters", "column 16: ");
  refused("equal_rows equal_rows", "column 12: ");
  refused("state == 1", "column 1: 'state'; expected an integer, n, states, letters");
  refused("x[1] == 1", "column 1: 'x'");
  refused("N == 1", "column 1: 'N'");
  refused("first == 1", "column 1: 'first'");
  refused("states == d", "column 11: 'd'");
  refused("States == 1", "column 1: 'States'");
  refused("equal_rows()", "column 1: ");
  refused("not  states(1) == 2", "column 6: ");
  refused("1 == letters(", "column 14: ')' missing");
  refused("pile_independent", "column 1: pile_independent: expected a number of counters");
  refused("pile_independent()", "column 1: pile_independent: nothing");
  refused("pile_independent(0)", "column 1: pile_independent: '0'");
  refused("pile_independent(-1)", "column 1: pile_independent: '-1'");
  refused("pile_independent(x)", "column 1: pile_independent: 'x'");
  refused("pile_independent(1, 2)", "column 1: pile_independent: expected");
  refused("pile_independent(9223372036854775808)", "column 1: pile_independent: '9223372036854");
  refused("pile_independent 2", "column 1: pile_independent: expected");
  refused("always_wins", "column 1: always_wins: expected");
  refused("always_wins(0)", "column 1: always_wins: expected");
  refused("always_wins(0,)", "column 1: always_wins: nothing");
  refused("always_wins(,1)", "column 1: always_wins: ''");
  refused("always_wins(none, 1)", "column 1: always_wins: 'none'; expected a player's number");
  refused("always_wins(0, 1, 2)", "column 1: always_wins: expected");
  refused("always_wins(0, 0)", "column 1: always_wins: '0'");
  refused("always_wins(16, 1)", "column 1: always_wins: '16'");
  refused("always_wins(0, 1", "column 17: ')' missing");
  refused("states > 1 and same_values_as", "column 16: same_values_as: expected a matrix");
  refused("same_values_as( )", "column 1: same_values_as: expected a matrix");
  refused("same_values_as(0 1 / 1 1)", "column 1: ");
  refused("same_values_as(nobody)", "column 1: matrix: 'nobody' is not a matrix");
  refused("same_values_as(0, 1 / 1, 0)", "column 1: matrix: row 1, entry 1 is '0,'; expected");
  refused("same_values_as(formula:(2*j)",
          "column 29: ')' missing; expected one for '(' in column 15");
  refused("same_values_as(formula:2*j))", "column 28: ')'; expected the end of the text");
  refused("same_values_as(ssam:16)", "column 1: matrix: 'ssam:16'");
  refused("pile_independent(\n2\n) and pile_independent(\n)", "column 27: ");
  refused(std::string(20'000, '('), "column 10001: ");
}

TEST(Property, RefusesPlayersAndMatricesThatThereAreNot) {
  const auto refused = [](const std::string& text, int players, const std::string& message) {
    const Property property = Property::parse(text);
    EXPECT_ERROR(ErrorKind::input, message, PropertyCheck(property, players));
  };
  refused("always_wins(3, 1)", 3, "always_wins: there is no player 3 of 3");
  refused("states == 1 and always_wins(2, 1)", 2, "there is no player 2 of 2");
  refused("same_values_as(0 1 / 1 0)", 3, "");
  refused("same_values_as(ssam:3)", 3, "");
  EXPECT_NO_THROW(PropertyCheck(Property::parse("same_values_as(ssam:3)"), 4));
  EXPECT_NO_THROW(PropertyCheck(Property::parse("always_wins(7, 1)"), 8));
}

TEST(Property, HugePilesCostNothing) {
  for (std::uint64_t index = 0; index < 216; index += 11) {
    const auto ranks = definition::digits_of(index, 3);
    for (const std::string word : {"pile_independent(", "always_wins(any, ", "always_wins(1, "})
      EXPECT_EQ(holds(word + "3)", ranks), holds(word + "9223372036854775807)", ranks)) << word;
  }
}

}  // namespace
}  // namespace nimsweep
