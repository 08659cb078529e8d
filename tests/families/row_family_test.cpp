#include "nimsweep/families/row_family.hpp"

#include <gtest/gtest.h>

#include <random>

#include "nimsweep/model/matrix_text.hpp"
#include "support/definition.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

using Direction = RowFamily::Direction;

// Its matrices for n players, as rows.
std::vector<std::vector<int>> rows_of(const RowFamily& family, int n) {
  std::vector<std::vector<int>> rows;
  for (const int s : family.offsets(n)) rows.push_back(circle(family.direction(), s, n));
  return rows;
}

TEST(RowFamily, HasTheMatricesOfItsName) {
  for (const char* text :
       {"sam", "ssam:1", "ssam:3", "reverse", "formula:j", "formula:j + 2", "formula:(3 - j) mod n",
        "formula:2 * j - j + n", "formula:-(j - 4)", "formula:7 + j - 2 * n", "SSAM^2"}) {
    const RowFamily family = RowFamily::parse(text);
    for (int n = family.fewest_players(); n <= 9; ++n) {
      const auto rows = rows_of(family, n);
      ASSERT_EQ(rows.size(), 1U) << text;
      EXPECT_EQ(AllianceMatrix::from_equal_rows(rows[0]), parse_matrix(text, n)) << text << n;
    }
  }
}

TEST(RowFamily, MayHaveOneMatrixForEachShift) {
  const RowFamily every = RowFamily::parse("ssam");
  EXPECT_EQ(every.fewest_players(), 2);
  const auto rows = rows_of(every, 4);
  ASSERT_EQ(rows.size(), 4U);
  for (int r = 0; r < 4; ++r)
    EXPECT_EQ(AllianceMatrix::from_equal_rows(rows[static_cast<std::size_t>(r)]),
              AllianceMatrix::shifted(4, r));
  const auto formula = MatrixFormula::parse("j + 2 * r", true);
  EXPECT_EQ(RowFamily::by_formula(formula).offsets(6), (std::vector{0, 2, 4}));
  EXPECT_EQ(RowFamily::by_formula(formula).offsets(5).size(), 5U);
  const auto down = MatrixFormula::parse("-j + r", true);
  for (int r = 0; r < 3; ++r) {
    const RowFamily family = RowFamily::by_formula(down, r);
    EXPECT_EQ(family.direction(), RowFamily::parse(family.text()).direction()) << family.text();
    EXPECT_EQ(AllianceMatrix::from_equal_rows(rows_of(family, 5)[0]),
              parse_matrix(family.text(), 5));
  }
  const RowFamily one = RowFamily::by_formula(formula, 3);
  EXPECT_EQ(one.fewest_players(), 4);
  EXPECT_EQ(one.offsets(5), std::vector{1});
}

TEST(RowFamily, RefusesOtherMatrices) {
  const auto refuse = [](std::string_view text, const std::string& reason) {
    EXPECT_ERROR(ErrorKind::input, reason, RowFamily::parse(text));
  };
  refuse("formula:2 * j", "formula '2 * j': not the same circle of offsets in every row");
  refuse("formula:i + j", "not the same circle");
  refuse("formula:j mod 2", "not the same circle");
  refuse("formula:j * j", "not the same circle");
  refuse("0 1 / 1 0", "is not for every number of players");
  refuse("teams:0,2/1,3", "is not for every number of players");
  refuse("index:3", "is not for every number of players");
}

TEST(RowFamily, ValuesAreThoseOfTheDefinition) {
  std::mt19937_64 random(21);
  for (int round = 0; round < 300; ++round) {
    const int n = 2 + static_cast<int>(random() % 5);
    const auto direction = random() % 2 == 0 ? Direction::up : Direction::down;
    const auto row = circle(direction, static_cast<int>(random() % static_cast<unsigned>(n)), n);
    definition::Game game(definition::Rows(static_cast<std::size_t>(n), row),
                          definition::last_nim_options);
    std::vector<Counters> piles(random() % 4);
    definition::State state;
    for (Counters& pile : piles) {
      pile = random() % 7;
      state.push_back(static_cast<int>(pile));
    }
    state.push_back(0);  // passes
    const int value = value_under_equal_rows(row, piles);
    for (int first = 0; first < n; ++first)
      EXPECT_EQ((first + value) % n, game.winner(state, first));
  }
}

}  // namespace
}  // namespace nimsweep
