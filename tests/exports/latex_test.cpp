#include "exports/latex.hpp"

#include <gtest/gtest.h>

#include <string>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/exports/latex_theorems.hpp"

namespace nimsweep {
namespace {

TEST(Latex, WritesOutWhatItWouldTakeForCommands) {
  EXPECT_EQ(latex_text("50% of a_1 & {b}"), "50\\% of a\\_1 \\& \\{b\\}");
  EXPECT_EQ(latex_text("SSAM^1 ~ \\x"), "SSAM\\^{}1 \\~{} \\textbackslash{}x");
  EXPECT_EQ(latex_text("n < 3 | n > 4"), "n \\textless{} 3 \\textbar{} n \\textgreater{} 4");
}

TEST(Latex, HasThePapersNotation) {
  EXPECT_EQ(latex_mathematics("x_{n-1} > 1 and x_N != 1"), "x_{n-1} > 1 \\text{ and } x_N \\neq 1");
  EXPECT_EQ(latex_mathematics("g not in {0, 2*n}"), "g \\notin \\{0, 2\\cdot n\\}");
  EXPECT_EQ(latex_mathematics("digitsum(n) >= n mod 2"),
            "\\operatorname{digitsum}(n) \\geq n \\bmod 2");
  EXPECT_EQ(latex_mathematics("nim-sum = 0"), "\\operatorname{nim-sum} = 0");
}

TEST(Latex, WritesMatricesByNameOrByRows) {
  EXPECT_EQ(latex_matrix("ssam:2"), "$\\mathrm{SSAM}^{2}$");
  EXPECT_EQ(latex_matrix("0 1 / 1 0"),
            "$\\left(\\begin{smallmatrix}0&1\\\\1&0\\end{smallmatrix}\\right)$");
  EXPECT_EQ(latex_matrix("formula:2*j"), "\\texttt{formula:2*j}");
}

TEST(LatexTheorems, ShowTheSmallestOfAllCounterexamples) {
  const Claim claim = make_claim({.name = "it", .matrix = "sam", .cases = {{.value = "0"}}});
  LatexTheorems latex;
  const auto refute = [&](int players, std::vector<Counters> piles) {
    Check check{.claim = &claim,
                .game = "last-nim",
                .piles = static_cast<int>(piles.size()),
                .matrix = AllianceMatrix::standard(players)};
    check.verdict.disagreements = Natural(1);
    check.verdict.counterexamples = {{.piles = std::move(piles), .found = 1}};
    latex.add(check);
  };
  refute(4, {1});
  refute(3, {2, 2});
  refute(3, {1, 2});
  EXPECT_EQ(latex.theorems(), 0U);
  EXPECT_EQ(latex.remarks(), 1U);
  EXPECT_NE(latex.text().find("$(1, 2)$ for $n = 3$ under $\\mathrm{SAM}$"), std::string::npos);
  EXPECT_NE(latex.text().find("fails in 3 of 3 verdicts"), std::string::npos);
}

}  // namespace
}  // namespace nimsweep
