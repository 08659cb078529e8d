#include "nimsweep/model/matrix_formula.hpp"

#include <gtest/gtest.h>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

using Rows = std::vector<std::vector<int>>;

TEST(MatrixFormula, GivesEachEntryModN) {
  const auto matrix = [](const char* text, int players) {
    return MatrixFormula::parse(text).matrix(players);
  };
  const auto rows = [](const Rows& listed) { return AllianceMatrix::from_rows(listed); };
  EXPECT_EQ(matrix("(2*j + i) mod n", 3), rows({{0, 2, 1}, {1, 0, 2}, {2, 1, 0}}));
  EXPECT_EQ(matrix("2 * j + i", 3), rows({{0, 2, 1}, {1, 0, 2}, {2, 1, 0}}));
  EXPECT_EQ(matrix("-j", 4), rows(Rows(4, {0, 3, 2, 1})));
  EXPECT_EQ(matrix("i - j - 1000000007", 2), rows({{1, 0}, {0, 1}}));
  EXPECT_EQ(matrix("n*n*n + j", 16), AllianceMatrix::standard(16));
  EXPECT_EQ(matrix("j + (i mod 2)*(1 - 2*(j mod 2))", 4),
            rows({{0, 1, 2, 3}, {1, 0, 3, 2}, {0, 1, 2, 3}, {1, 0, 3, 2}}));
}

TEST(MatrixFormula, MayUseAShift) {
  const auto formula = MatrixFormula::parse("(j + r) mod n", true);
  for (int r = 0; r < 5; ++r) EXPECT_EQ(formula.matrix(5, r), AllianceMatrix::shifted(5, r));
}

TEST(MatrixFormula, KnowsWhatItUses) {
  EXPECT_TRUE(MatrixFormula::parse("j + (i + 1) mod 2").uses_i());
  EXPECT_FALSE(MatrixFormula::parse("j + n").uses_i());
  EXPECT_TRUE(MatrixFormula::parse("j * (n - r)", true).uses_r());
  EXPECT_FALSE(MatrixFormula::parse("j * (n - 1)", true).uses_r());
}

TEST(MatrixFormula, SaysWhatIsWrongWithTheText) {
  const auto bad = [](const char* text, bool may_use_r, const char* message) {
    EXPECT_ERROR(ErrorKind::input, message, MatrixFormula::parse(text, may_use_r));
  };
  bad("j + r", false, "column 5: r has no value; expected a number, or 'r:' in a job");
  bad("j + N", false, "column 5: 'N'; expected an integer, n, i, j, '-', 'not' or '('");
  bad("j + k", true, "column 5: 'k'; expected an integer, n, i, j, r, '-', 'not' or '('");
  bad("j(2)", false, "column 1: 'j'; expected an integer, n, i, j, '-'");
  bad("", false, "column 1: the text ends; expected an integer, n, i, j");
  bad("j == 1", false, "column 1: a condition; expected a number");
  bad("j 2", false, "column 3: '2'; expected the end of the text");
}

TEST(MatrixFormula, SaysWhereARowIsNotAPermutation) {
  const auto bad = [](const char* text, int players, std::optional<int> r, const char* message) {
    EXPECT_ERROR(ErrorKind::input, message,
                 MatrixFormula::parse(text, r.has_value()).matrix(players, r));
  };
  bad("2*j", 4, std::nullopt,
      "formula '2*j' with 4 players: row 1 (of P_0) is '0 2 0 2', which has 0 twice; expected a "
      "permutation of 0..3");
  bad("(i + 1) * j", 3, std::nullopt,
      "formula '(i + 1) * j' with 3 players: row 3 (of P_2) is '0 0 0', which has 0 twice");
  bad("r * j", 6, 3,
      "formula 'r * j' with 6 players and r = 3: row 1 (of P_0) is '0 3 0 3 0 3', which has 0 "
      "twice");
  bad("5 mod j", 3, std::nullopt,
      "formula '5 mod j' with 3 players: i = 0, j = 0: column 3: the modulus is less than 1");
  bad("j * 9000000000000000000 * 9000000000000000000", 3, std::nullopt,
      "i = 0, j = 1: column 25: the number is too large");
  bad("j", 17, std::nullopt, "17 players; expected 2 to 16");
}

}  // namespace
}  // namespace nimsweep
