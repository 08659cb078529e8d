#include "nimsweep/claims/exhaustive_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/check_claims.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

const Claim kBouton = make_claim({.name = "nim", .cases = {{"xor(x) == 0", "0"}, {.value = "1"}}});

// Values may come from anywhere: here they are the digit sums themselves.
const auto kNimRows = [](std::span<const Counters> prefix, Seat, Counters from,
                         std::span<std::uint8_t> out) {
  Counters sum = 0;
  for (const Counters pile : prefix) sum ^= pile;
  for (std::uint8_t& value : out) value = sum == from++ ? 0 : 1;
};

TEST(ExhaustiveCheck, TakesValuesFromAnySource) {
  const ExhaustiveCheck check(kBouton, {.n = 2, .N = 3}, 8);
  EXPECT_EQ(check.pieces(), 64u);
  const Verdict verdict = check.check_pieces(0, check.pieces(), kNimRows);
  EXPECT_TRUE(verdict.holds());
  EXPECT_EQ(verdict.checked, Natural(2 * 8 * 8 * 8));
  EXPECT_EQ(verdict.scope(), "piles <= 8");
}

// It is neither the value that a claim says nor "anything but" that value.
TEST(ExhaustiveCheck, APositionThatNobodyWinsDisagreesWithEveryClaim) {
  const auto nobody = [](std::span<const Counters>, Seat, Counters, std::span<std::uint8_t> out) {
    std::fill(out.begin(), out.end(), std::uint8_t{kNoValue});
  };
  const Claim not_zero =
      make_claim({.name = "not zero", .cases = {{.value = "0", .kind = CaseKind::other}}});
  for (const Claim& claim : {kBouton, not_zero}) {
    const ExhaustiveCheck check(claim, {.n = 2, .N = 1}, 3);
    const Verdict verdict = check.check_pieces(0, check.pieces(), nobody);
    EXPECT_EQ(verdict.disagreements, Natural(6));
    EXPECT_EQ(verdict.counterexamples.front().found, kNoValue);
  }
}

// Moore's Nim_k; k = 1 is Nim. Visits every nonempty choice of up to k piles, each left with fewer
// counters.
std::vector<definition::State> moore_options(const definition::State& state, int k) {
  std::vector<definition::State> options;
  for (const definition::State& option : definition::box(static_cast<int>(state.size()), 4)) {
    int touched = 0;
    bool grown = false;
    for (std::size_t j = 0; j < state.size(); ++j) {
      touched += option[j] != state[j] ? 1 : 0;
      grown |= option[j] > state[j];
    }
    if (!grown && 0 < touched && touched <= k) options.push_back(option);
  }
  return options;
}

Verdict check_moore(const ClaimText& text, const AllianceMatrix& matrix, int k, int piles) {
  const Claim claim = make_claim(text);
  definition::Game game(test::rows_of(matrix), [k](const definition::State& state, int) {
    return moore_options(state, k);
  });
  const ExhaustiveCheck check(claim, test::parameters_of(matrix, piles), 4);
  const int n = matrix.players();
  const auto rows = [&](std::span<const Counters> prefix, Seat first, Counters from,
                        std::span<std::uint8_t> out) {
    definition::State state(prefix.begin(), prefix.end());
    state.push_back(0);
    for (std::uint8_t& value : out) {
      state.back() = static_cast<int>(from++);
      value = static_cast<std::uint8_t>((game.winner(state, first) - first + n) % n);
    }
  };
  return check.check_pieces(0, check.pieces(), rows);
}

TEST(ExhaustiveCheck, ThePapersClosedFormsOfNimHold) {
  using Cases = std::vector<ClaimText::Case>;
  const Cases podium{{"digitsum(n) == 0", "0"}, {.value = "0", .kind = CaseKind::other}};
  const Cases podium_2{{"digitsum(2 * n - 1) == 0", "0"}, {.value = "0", .kind = CaseKind::other}};
  // digitsum(N + 1) is the number of counters: if that is N, all piles have one.
  const Cases misere{{"digitsum(N + 1) == N", "N mod 2"}, {"xor(x) == 0", "1"}, {.value = "0"}};
  const Cases bouton{{"xor(x) == 0", "0"}, {.value = "1"}};
  const auto verdict = [](const Cases& cases, const AllianceMatrix& matrix, int k, int piles) {
    return check_moore({.name = "nim", .cases = cases}, matrix, k, piles);
  };
  for (int piles = 1; piles <= 3; ++piles) {
    for (const int n : {2, 3, 4}) {
      const AllianceMatrix matrix = AllianceMatrix::shifted(n, 1);
      EXPECT_TRUE(verdict(podium, matrix, 1, piles).holds());
      EXPECT_TRUE(verdict(podium_2, matrix, 2, piles).holds());
    }
    EXPECT_TRUE(verdict(bouton, AllianceMatrix::shifted(2, 1), 1, piles).holds());
    EXPECT_TRUE(verdict(misere, AllianceMatrix::standard(2), 1, piles).holds());
    EXPECT_FALSE(verdict(bouton, AllianceMatrix::standard(2), 1, piles).holds());
  }
  const Verdict wrong = verdict(podium, AllianceMatrix::shifted(3, 1), 2, 3);
  ASSERT_FALSE(wrong.holds());
  EXPECT_EQ(wrong.counterexamples.front(), (Counterexample{{1, 1, 1}, 0, 0, 2, false}));
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
  EXPECT_EQ(check.pieces(), 49u);
  const auto parity = [](std::span<const Counters>, Seat, Counters from,
                         std::span<std::uint8_t> out) {
    for (std::uint8_t& value : out) value = from++ % 2;
  };
  Verdict verdict = check.check_pieces(0, 5, parity);
  verdict.merge(check.check_pieces(5, 49, parity));
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
    const Verdict verdict = check.check_pieces(0, check.pieces(), ones);
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
