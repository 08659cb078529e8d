#include "nimsweep/claims/exhaustive_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/check_claims.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

const Claim kBouton = make_claim({.name = "nim", .cases = {{"xor(x) == 0", "0"}, {.value = "1"}}});

// Values from anywhere: here, the digit sums themselves.
const auto kNimRows = [](std::span<const Counters> prefix, Seat, Counters from,
                         std::span<std::uint8_t> out) {
  Counters sum = 0;
  for (const Counters pile : prefix) sum ^= pile;
  for (std::uint8_t& value : out) value = sum == from++ ? 0 : 1;
};

TEST(ExhaustiveCheck, TakesValuesFromAnySource) {
  const ExhaustiveCheck check(kBouton, {.n = 2, .N = 3}, 8);
  EXPECT_EQ(check.rows(), 64u);
  const Verdict verdict = check.check_rows(0, check.rows(), kNimRows);
  EXPECT_TRUE(verdict.holds());
  EXPECT_EQ(verdict.checked, Natural(2 * 8 * 8 * 8));
  EXPECT_EQ(verdict.scope(), "piles <= 8");
}

TEST(ExhaustiveCheck, PartsAddUpToTheWhole) {
  const Claim claim =
      make_claim({.name = "a", .cases = {{"x[1] < x[3]", "first"}, {"x[2] > 1", "x[2]"}}});
  const AllianceMatrix matrix = AllianceMatrix::shifted(3, 2);
  const Verdict whole = test::check_exhaustively(claim, matrix, 0, 4, 4);
  EXPECT_FALSE(whole.holds());
  EXPECT_FALSE(whole.errors.is_zero());
  for (const std::uint64_t parts : {2u, 3u, 7u, 64u, 100u})
    EXPECT_EQ(test::check_exhaustively(claim, matrix, 0, 4, 4, parts), whole);
}

TEST(ExhaustiveCheck, ReadsLongRowsInPieces) {
  const Claim claim = make_claim(
      {.name = "a", .cases = {{"x[1] == 100000", "1 - x[1] mod 2"}, {.value = "x[1] mod 2"}}});
  const ExhaustiveCheck check(claim, {.n = 2, .N = 1}, 200'000);
  EXPECT_EQ(check.rows(), 1u);
  const auto parity = [](std::span<const Counters>, Seat, Counters from,
                         std::span<std::uint8_t> out) {
    for (std::uint8_t& value : out) value = from++ % 2;
  };
  const Verdict verdict = check.check_rows(0, 1, parity);
  EXPECT_EQ(verdict.checked, Natural(400'000));
  EXPECT_EQ(verdict.disagreements, Natural(2));
  EXPECT_EQ(verdict.counterexamples.front(), (Counterexample{{100'000}, 0, 1, 0}));
}

TEST(ExhaustiveCheck, KeepsAsManyCounterexamplesAsAskedFor) {
  const Claim wrong = make_claim({.name = "a", .cases = {{.value = "xor(x)"}}});
  const auto ones = [](std::span<const Counters>, Seat, Counters, std::span<std::uint8_t> out) {
    std::fill(out.begin(), out.end(), std::uint8_t{1});
  };
  for (const std::size_t most : {0u, 1u, 7u}) {
    const ExhaustiveCheck check(wrong, {.n = 2, .N = 2}, 5, most);
    const Verdict verdict = check.check_rows(0, check.rows(), ones);
    EXPECT_EQ(verdict.counterexamples.size(), most);
    EXPECT_EQ(verdict.disagreements, Natural(2 * 13));
    if (most > 0) EXPECT_EQ(verdict.counterexamples.front(), (Counterexample{{1, 1}, 0, 0, 1}));
  }
}

TEST(ExhaustiveCheck, RefusesBoxesThatCannotBeWalked) {
  EXPECT_ERROR(ErrorKind::input, "40 piles of up to 10 counters are too many positions",
               ExhaustiveCheck(kBouton, {.n = 2, .N = 40}, 10));
  EXPECT_ERROR(ErrorKind::input, "too many positions",
               ExhaustiveCheck(kBouton, {.n = 2, .N = 1}, kMaxCounters));
  EXPECT_NO_THROW(ExhaustiveCheck(kBouton, {.n = 2, .N = 61}, 2));
  EXPECT_ERROR(ErrorKind::input, "expected at most 2^62",
               ExhaustiveCheck(kBouton, {.n = 2, .N = 62}, 2));
}

}  // namespace
}  // namespace nimsweep
