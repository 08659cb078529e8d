// Regular claims for a fixed number of piles, against every position of a box.
#include <gtest/gtest.h>

#include <random>

#include "support/check_claims.hpp"
#include "support/random_claims.hpp"

namespace nimsweep {
namespace {

using Piles = std::vector<Counters>;

TEST(RegularClaims, TellApartWhatAnyFirstPlayerNeeds) {
  const Claim claim =
      test::claim_of({{"first > 0 and count(x > 20 * first) > 0", "N + 1"}, {.value = "N"}});
  const Verdict verdict =
      test::check_symbolically(claim, AllianceMatrix::shifted(4, 1), 0, 2, std::nullopt);
  EXPECT_EQ(verdict.bound, 61u);
  ASSERT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.counterexamples.front(), (Counterexample{{1, 21}, 1, 3, 2}));
}

TEST(RegularClaims, TellResiduesApartAmongSizesThatTheMachineDoesNot) {
  // From two counters on the machine does not tell sizes apart, but three are odd.
  const auto matrix = AllianceMatrix::from_rows({{2, 1, 0}, {1, 0, 2}, {2, 1, 0}});
  const Claim claim = test::claim_of({{"all(x mod 2 == 1)", "N"}, {.value = "[0, 1, 2]"}});
  const Verdict verdict = test::check_symbolically(claim, matrix, 0, 1, std::nullopt);
  EXPECT_EQ(verdict.bound, 3u);
  ASSERT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.counterexamples.front().piles, Piles{3});
}

TEST(RegularClaims, AgreeWithLookingAtEveryPositionOfABox) {
  std::mt19937_64 random(19);
  int compared = 0;
  for (int repeat = 0; repeat < 600; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 3);
    const int piles = 1 + static_cast<int>(random() % 4);
    const int passes = n <= 3 ? static_cast<int>(random() % 2) : 0;
    const AllianceMatrix matrix =
        random() % 2 == 0 ? AllianceMatrix::from_rows(definition::random_rows(n, random))
                          : AllianceMatrix::shifted(n, static_cast<int>(random() % 2));
    const Claim claim = test::RandomClaim(n, shift_of(matrix).has_value(), random).claim();
    if (!claim.applies(test::parameters_of(matrix, piles))) continue;
    SCOPED_TRACE(test::text_of(claim));
    std::optional<Counters> bound;
    if (random() % 2 == 0) bound = 1 + random() % 4;
    Verdict symbolic = test::check_symbolically(claim, matrix, passes, piles, bound);
    if (symbolic.checked > Natural(100'000)) continue;
    symbolic.all_sizes = false;
    const Verdict every = test::check_exhaustively(claim, matrix, passes, piles, symbolic.bound);
    EXPECT_EQ(symbolic, every) << test::shown(symbolic) << "\n" << test::shown(every);
    ++compared;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 200);
}

}  // namespace
}  // namespace nimsweep
