#include "nimsweep/claims/symbolic_check.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "support/check_claims.hpp"
#include "support/definition.hpp"
#include "support/power.hpp"

namespace nimsweep {
namespace {

Claim claim_of(std::vector<ClaimText::Case> cases) {
  return make_claim({.name = "test", .cases = std::move(cases)});
}

TEST(SymbolicCheck, CountsFarMoreThanCanBeLookedAt) {
  const AllianceMatrix matrix = AllianceMatrix::shifted(3, 2);
  const Verdict verdict = test::check_symbolically(
      claim_of({{"x[7] == 3 or x[40] > 8", "1"}, {.value = "2"}}), matrix, 0, 40, 10);
  EXPECT_EQ(verdict.checked, test::power(10, 40) * 3);
  EXPECT_GT(verdict.disagreements, test::power(10, 38));
  EXPECT_LT(verdict.disagreements, verdict.checked);
  ASSERT_EQ(verdict.counterexamples.size(), 5u);
  EXPECT_EQ(verdict.counterexamples.front().piles.size(), 40u);
}

TEST(SymbolicCheck, HugeConstantsCostNothing) {
  const AllianceMatrix matrix = AllianceMatrix::standard(4);
  const Claim claim = claim_of({{"x[1] > 1000000000000", "3"}, {.value = "2"}});
  const Verdict all = test::check_symbolically(claim, matrix, 0, 2, std::nullopt);
  EXPECT_EQ(all.bound, 1'000'000'000'001u);
  EXPECT_EQ(all.checked, Natural(1'000'000'000'001u) * 1'000'000'000'001u * 4);
  EXPECT_EQ(all.disagreements, Natural(1'000'000'000'001u) * 4) << "one size of the first pile";
  ASSERT_EQ(all.counterexamples.size(), 5u);
  EXPECT_EQ(all.counterexamples[0], (Counterexample{{1'000'000'000'001u, 1}, 0, 3, 2}));
  EXPECT_EQ(all.counterexamples[3], (Counterexample{{1'000'000'000'001u, 1}, 3, 3, 2}));
  EXPECT_EQ(all.counterexamples[4], (Counterexample{{1'000'000'000'001u, 2}, 0, 3, 2}));

  EXPECT_TRUE(test::check_symbolically(claim, matrix, 0, 2, 1'000'000'000'000).holds());
  const Verdict largest =
      test::check_symbolically(claim_of({{.value = "2"}}), matrix, 0, 2, kMaxCounters);
  EXPECT_EQ(largest.checked, Natural(kMaxCounters) * kMaxCounters * 4);
  EXPECT_TRUE(largest.holds());
}

TEST(SymbolicCheck, ListsTheSmallestCounterexamplesInOrder) {
  const Verdict verdict =
      test::check_symbolically(claim_of({{"x[1] > 2 and x[2] != 2", "1"}, {.value = "2"}}),
                               AllianceMatrix::standard(4), 0, 2, std::nullopt);
  const auto example = [](Counters a, Counters b, Seat first) {
    return Counterexample{{a, b}, first, 1, 2};
  };
  EXPECT_EQ(verdict.counterexamples,
            (std::vector{example(3, 1, 0), example(3, 1, 1), example(3, 1, 2), example(3, 1, 3),
                         example(3, 3, 0)}));
  EXPECT_EQ(verdict.bound, 3u);
  EXPECT_EQ(verdict.disagreements, Natural(8)) << "(3,1) and (3,3)";
}

TEST(SymbolicCheck, SaysWhyItCannot) {
  const auto refused = [](std::vector<ClaimText::Case> cases, std::string_view reason,
                          std::optional<Counters> bound = std::nullopt) {
    const auto answer =
        symbolic_check(claim_of(std::move(cases)), AllianceMatrix::standard(3), 0, 3, bound);
    ASSERT_TRUE(std::holds_alternative<NotSymbolic>(answer)) << reason;
    EXPECT_EQ(std::get<NotSymbolic>(answer).reason, reason);
  };
  refused({{"x[1] == x[2]", "0"}}, "case 1: when: column 6: two piles at once");
  refused({{"x[1] * x[1] == 4", "0"}}, "case 1: when: column 6: a product of piles");
  refused({{"x[1] mod x[2] == 0", "0"}}, "case 1: when: column 6: mod of piles");
  refused({{"sum(x) == x[1]", "0"}}, "case 1: when: column 1: a term over all piles");
  refused({{"xor(x) == 0", "0"}}, "case 1: when: column 1: xor of piles");
  refused({{"xor(x[1]) == 0", "0"}}, "case 1: when: column 1: xor of piles");
  refused({{"digitsum(3) == 0", "0"}}, "case 1: when: column 1: digitsum of piles");
  refused({{"x[1] == 1", "0"}, {.value = "x[2] * x[2]"}},
          "case 2: value: column 6: a product of piles");
  refused({{"1125899906842624 * 562949953421312 * x[1] > 1", "0"}, {"x[1] == 5", "1"}},
          "a number is too large from pile size 3 on");
  refused({{"1125899906842624 * (x[1] + 1125899906842624) > 1", "0"}},
          "a number is too large from pile size 1 on", 1);
  refused({{"1125899906842624 * (1125899906842625 + x[1]) > 1", "0"}},
          "case 1: when: column 18: too large a number");
  refused({{"1000000000000000000 * x[1] > 5", "0"}},
          "a number is too large from pile size 1267650600229 on");
}

TEST(SymbolicCheck, ParametersAreWorkedOutBeforeItJudges) {
  const auto holds_as = [](std::vector<ClaimText::Case> cases) {
    const auto answer =
        symbolic_check(claim_of(std::move(cases)), AllianceMatrix::standard(5), 0, 3, std::nullopt);
    return std::holds_alternative<Verdict>(answer) && std::get<Verdict>(answer).holds();
  };
  EXPECT_TRUE(holds_as({{.value = "N"}}));
  EXPECT_TRUE(holds_as({{"N > n and xor(x) == 0", "1"}, {.value = "N"}}));
  EXPECT_TRUE(holds_as({{"N < n or xor(x) == 0", "N"}, {.value = "x[1]"}}));
  EXPECT_TRUE(holds_as({{"N > n", "x[9]"}, {"r == 0 and first < n", "N"}}));
  EXPECT_TRUE(holds_as({{"x[1] - x[1] == 0 * x[2]", "N"}}));
  EXPECT_TRUE(holds_as({{"x[1] < 1 and x[9] == 1", "1"}, {.value = "N"}}));
  EXPECT_TRUE(holds_as({{"2 * x[1] == 3", "1"}, {"not 2 * x[1] != 5", "1"}, {.value = "N"}}));
}

TEST(SymbolicCheck, PositionsWithoutAValueAreNotDisagreements) {
  const Verdict verdict = test::check_symbolically(
      claim_of({{"x[1] == 1", "N"}, {"x[2] == 2", "x[4]"}}), AllianceMatrix::standard(5), 0, 3, 3);
  EXPECT_EQ(verdict.checked, Natural(27 * 5));
  EXPECT_EQ(verdict.disagreements, Natural(0));
  EXPECT_EQ(verdict.errors, Natural(18 * 5));
  EXPECT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.first_error, (ClaimError{{2, 1, 1}, 0, "no case covers it"}));
}

TEST(SymbolicCheck, GivesUpOnWhatIsTooLarge) {
  const auto reason = [](const Claim& claim, const AllianceMatrix& matrix) {
    const auto answer = symbolic_check(claim, matrix, 0, 60, std::nullopt);
    return std::holds_alternative<NotSymbolic>(answer) ? std::get<NotSymbolic>(answer).reason : "";
  };
  std::string when;  // 30 pairs of piles; all first piles come before all second piles
  for (int k = 1; k <= 30; ++k)
    when += fmt::format("{}x[{}] == 1 and x[{}] == 2", k > 1 ? " or " : "", k, 61 - k);
  EXPECT_EQ(reason(claim_of({{when, "1"}, {.value = "0"}}), AllianceMatrix::standard(2)),
            "its cases depend on too many piles at once: more than 1,000,000 nodes");
  std::mt19937_64 random(11);
  const auto random_matrix = [&](int players) {
    return AllianceMatrix::from_rows(definition::random_rows(players, random));
  };
  EXPECT_EQ(reason(claim_of({{.value = "0"}}), random_matrix(10)),
            "the product of machine and claim has more than 16,777,216 arrows");
  EXPECT_EQ(reason(claim_of({{.value = "0"}}), random_matrix(12)),
            "the machine has too many states; expected at most 1,000,000");
}

}  // namespace
}  // namespace nimsweep
