#include "nimsweep/claims/statement.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "nimsweep/job/claim_registry.hpp"

namespace nimsweep {
namespace {

std::string number(const char* text) {
  return in_mathematics(Expression::parse(text, Expression::Type::number));
}

std::string condition(const char* text) {
  return in_mathematics(Expression::parse(text, Expression::Type::condition));
}

TEST(Statement, WritesExpressionsAsPapersDo) {
  EXPECT_EQ(condition("x[n] == 1"), "x_n = 1");
  EXPECT_EQ(condition("x[n - 1] != 1 and x[N] >= 2"), "x_{n-1} != 1 and x_N >= 2");
  EXPECT_EQ(condition("x[10] > 1"), "x_{10} > 1");
  EXPECT_EQ(number("xor(x[1], 2*n, d)"), "xor(x_1, 2 * n, d)");
  EXPECT_EQ(number("xor(xor(1, n), d)"), "xor(xor(1, n), d)");
  EXPECT_EQ(number("xor(x) + digitsum(n*k-k+1)"), "nim-sum + digitsum(n * k - k + 1)");
  EXPECT_EQ(number("x[(n + 1) mod 2 + 1]"), "x_{(n+1) mod 2+1}");
}

TEST(Statement, KeepsTheParenthesesThatMatter) {
  EXPECT_EQ(number("1 - (n - 2)"), "1 - (n - 2)");
  EXPECT_EQ(number("(1 - n) - 2"), "1 - n - 2");
  EXPECT_EQ(number("2 * (n + 1)"), "2 * (n + 1)");
  EXPECT_EQ(number("(2 * n) + 1"), "2 * n + 1");
  EXPECT_EQ(number("-(n + 1)"), "-(n + 1)");
  EXPECT_EQ(number("n mod (N mod 2)"), "n mod (N mod 2)");
  EXPECT_EQ(condition("not (n == 1 or N == 2) and d == 0"), "not (n = 1 or N = 2) and d = 0");
  EXPECT_EQ(condition("n == 1 or (N == 2 and d == 0)"), "n = 1 or N = 2 and d = 0");
}

// What is written back as an expression means the same as before.
TEST(Statement, MeansTheSame) {
  for (const char* text :
       {"1 - (n - 2)", "n - 1 - 2 * (N - n) mod 3", "-(n - 1) * -N", "(n mod 3) * 2 mod (N + 1)"}) {
    const auto before = Expression::parse(text, Expression::Type::number);
    const auto after = Expression::parse(in_mathematics(before), Expression::Type::number);
    for (int n = 2; n < 6; ++n)
      for (int N = 1; N < 6; ++N)
        EXPECT_EQ(before.evaluate({.parameters = {.n = n, .N = N}}).value,
                  after.evaluate({.parameters = {.n = n, .N = N}}).value)
            << text;
  }
}

TEST(Statement, IsOneLine) {
  EXPECT_EQ(statement_of(find_claim("shifted-3.4")),
            "SSAM^1, d >= 0, n >= d + 2:  g = d if x_n = 1, else d + 1");
  EXPECT_EQ(statement_of(find_claim("standard-many-players")), "SAM, n > N + 1:  g = N");
  EXPECT_EQ(statement_of(find_claim("podium-nim")),
            "nim, SSAM^1:  g = 0 if digitsum(n) = 0, else g != 0");
  EXPECT_EQ(
      statement_of(find_claim("shifted-3.5")),
      "SSAM^1, n = d + 1, n >= 3:  g = d if x_n = 1, d + 1 if x_n > 1 and x_{n+d} = 1, d + 2 if "
      "x_n > 1 and x_{n+d} > 1");
  EXPECT_EQ(
      statement_of(make_claim({.name = "a", .matrix = "[[0,1],[1,0]]", .cases = {{.value = "0"}}})),
      "0 1 / 1 0:  g = 0");
  const auto about = [](const char* matrix) {
    return statement_of(make_claim({.name = "a", .matrix = matrix, .cases = {{.value = "0"}}}));
  };
  EXPECT_EQ(about("FORMULA: (2*j + i) mod n"), "A_ij = (2*j + i) mod n:  g = 0");
  EXPECT_EQ(about("Teams:0,2/1,3"), "teams:0,2/1,3:  g = 0");
  EXPECT_EQ(statement_of(make_claim({.name = "a", .given = "r == 1", .cases = {{.value = "0"}}})),
            "any matrix, r = 1:  g = 0");
}

TEST(Statement, ExplainsTheLettersThatItHas) {
  const auto has = [](const char* name, const char* letter) {
    const auto letters = letters_of(find_claim(name));
    return std::ranges::find(letters, letter) != letters.end();
  };
  EXPECT_TRUE(has("shifted-3.4", "d = N - n"));
  EXPECT_TRUE(has("shifted-3.4", "x_1 = size of the first pile"));
  EXPECT_FALSE(has("shifted-3.3", "d = N - n"));
  EXPECT_TRUE(has("podium-nim-k", "k of the game moore:k"));
  EXPECT_TRUE(has("bouton", "nim-sum = xor of all piles"));
}

}  // namespace
}  // namespace nimsweep
