// Both checks of claims, against each other and against the definition.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "nimsweep/job/claim_registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "support/check_claims.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

AllianceMatrix random_matrix(int players, std::mt19937_64& random) {
  if (random() % 3 == 0)
    return AllianceMatrix::shifted(players,
                                   static_cast<int>(random() % static_cast<unsigned>(players)));
  return AllianceMatrix::from_rows(definition::random_rows(players, random));
}

// The number of pairs in the box 1..bound, if it is at most `most`.
std::optional<std::uint64_t> small_box(int players, int piles, Counters bound, std::uint64_t most) {
  std::uint64_t pairs = static_cast<std::uint64_t>(players);
  for (int j = 0; j < piles; ++j) {
    pairs *= bound;
    if (pairs > most) return std::nullopt;
  }
  return pairs;
}

// Verdicts on the same box may differ only in `all_sizes`.
void expect_same(Verdict symbolic, const Verdict& exhaustive) {
  symbolic.all_sizes = false;
  EXPECT_EQ(symbolic, exhaustive) << test::shown(symbolic) << "\n" << test::shown(exhaustive);
}

TEST(Checks, ThePapersClosedFormsHold) {
  int checked = 0;
  for (const Claim& claim : registered_claims()) {
    if (claim.game != "last-nim" || claim.matrix == Claim::kEveryShift) continue;
    for (int n = 2; n <= 10; ++n) {
      const AllianceMatrix matrix = parse_matrix(claim.matrix, n);
      for (int piles = 1; piles <= 2 * n - 1; ++piles) {
        if (!claim.applies(test::parameters_of(matrix, piles))) continue;
        SCOPED_TRACE(claim.name + " n=" + std::to_string(n) + " N=" + std::to_string(piles));
        const Verdict all = test::check_symbolically(claim, matrix, 0, piles, std::nullopt);
        EXPECT_TRUE(all.holds()) << test::shown(all);
        EXPECT_TRUE(all.all_sizes);
        ++checked;
        if (n <= 6 && small_box(n, piles, all.bound, 300'000)) {
          const Verdict every = test::check_exhaustively(claim, matrix, 0, piles, all.bound);
          EXPECT_TRUE(every.holds());
          expect_same(all, every);
        }
      }
    }
  }
  EXPECT_GT(checked, 150);
}

// Random claims: few thresholds, so that cases overlap; some indices out of range; some positions
// not covered by any case.
class RandomClaim {
 public:
  RandomClaim(int n, int piles, bool has_shift, std::mt19937_64& random)
      : n_(n), piles_(piles), has_shift_(has_shift), random_(random) {}

  Claim claim() {
    ClaimText text{.name = "random", .cases = {}};
    const int cases = 1 + below(4);
    for (int k = 0; k < cases; ++k)
      text.cases.push_back(
          {condition(2), value(), below(4) == 0 ? CaseKind::other : CaseKind::value});
    if (below(3) > 0) text.cases.push_back({.value = value()});
    return make_claim(text);
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string number(int count) { return std::to_string(below(count)); }

  std::string value() {
    switch (below(has_shift_ ? 7 : 6)) {
      case 0:
        return "d";
      case 1:
        return "first + " + number(n_);
      case 2:
        return "N - " + number(3);
      case 3:
        return "d mod (n - " + number(3) + ")";
      case 6:
        return "r + " + number(n_);
      default:
        return number(n_);
    }
  }

  std::string index() {
    switch (below(8)) {
      case 0:
        return "N";
      case 1:
        return "n";
      case 2:
        return "first + 1";
      default:
        return std::to_string(1 + below(piles_));
    }
  }

  std::string comparison() {
    static const char* const kOps[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
    const std::string op = kOps[below(6)];
    const std::string pile = "x[" + index() + "]";
    switch (below(6)) {
      case 0:
        return "2 * " + pile + op + number(8);
      case 1:
        return number(6) + op + pile + " + 1";
      case 2:
        return "-" + pile + " + first" + op + "1 - 3";
      case 3:
        return "first" + op + number(n_);
      default:
        return pile + op + number(4);
    }
  }

  std::string condition(int depth) {
    if (depth == 0 || below(3) == 0) return comparison();
    if (below(5) == 0) return "not (" + condition(depth - 1) + ")";
    return "(" + condition(depth - 1) + (below(2) == 0 ? ") and (" : ") or (") +
           condition(depth - 1) + ")";
  }

  int n_;
  int piles_;
  bool has_shift_;
  std::mt19937_64& random_;
};

TEST(Checks, AgreeOnRandomClaims) {
  std::mt19937_64 random(6);
  int false_ones = 0;
  int with_errors = 0;
  int without_pairs_left_out = 0;
  for (int repeat = 0; repeat < 1'500; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 4);
    const int piles = 1 + static_cast<int>(random() % 5);
    const int passes = n <= 3 ? static_cast<int>(random() % 2) : 0;
    const AllianceMatrix matrix = random_matrix(n, random);
    const Claim claim = RandomClaim(n, piles, shift_of(matrix).has_value(), random).claim();
    std::optional<Counters> bound;
    if (random() % 2 == 0) bound = 1 + random() % 4;
    const Verdict symbolic = test::check_symbolically(claim, matrix, passes, piles, bound);
    EXPECT_EQ(symbolic.all_sizes, !bound);
    if (!small_box(n, piles, symbolic.bound, 200'000)) continue;
    expect_same(symbolic, test::check_exhaustively(claim, matrix, passes, piles, symbolic.bound,
                                                   1 + random() % 4));
    if (!symbolic.disagreements.is_zero()) ++false_ones;
    if (!symbolic.errors.is_zero()) ++with_errors;
    if (symbolic.errors.is_zero()) ++without_pairs_left_out;
    if (HasFailure()) {
      for (const Claim::Case& one : claim.cases)
        ADD_FAILURE() << (one.when ? one.when->text() : "") << " -> " << one.text();
      return;
    }
  }
  EXPECT_GT(false_ones, 700);
  EXPECT_GT(with_errors, 300);
  EXPECT_GT(without_pairs_left_out, 300);
}

TEST(Checks, WhatIsSettledForEverySizeIsSettledForLargeOnes) {
  std::mt19937_64 random(7);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 2);
    const int piles = 1 + static_cast<int>(random() % 3);
    const AllianceMatrix matrix = random_matrix(n, random);
    const Claim claim = RandomClaim(n, piles, shift_of(matrix).has_value(), random).claim();
    const Verdict all = test::check_symbolically(claim, matrix, 0, piles, std::nullopt);
    const Verdict larger = test::check_exhaustively(claim, matrix, 0, piles, all.bound + 3);
    EXPECT_EQ(all.holds(), larger.holds());
    EXPECT_EQ(all.first_error, larger.first_error);
    // The smallest counterexample is the same; for the others, larger boxes have more to choose
    // from.
    ASSERT_EQ(all.counterexamples.empty(), larger.counterexamples.empty());
    if (!all.counterexamples.empty())
      EXPECT_EQ(all.counterexamples.front(), larger.counterexamples.front());
  }
}

TEST(Checks, CountTheDisagreementsThatTheDefinitionHas) {
  const Claim claim = find_claim("shifted-3.4");
  ASSERT_EQ(claim.name, "shifted-3.4");
  std::mt19937_64 random(8);
  for (const int passes : {0, 1})
    for (const int n : {3, 4}) {
      const definition::Rows rows = definition::random_rows(n, random);
      const AllianceMatrix matrix = AllianceMatrix::from_rows(rows);
      constexpr int kBound = 4;
      const int piles = n + 1;
      definition::Game game(rows, definition::last_nim_options);
      std::uint64_t checked = 0;
      std::uint64_t disagreements = 0;
      for (const definition::State& state : definition::box(piles, kBound)) {
        if (std::find(state.begin(), state.end(), 0) != state.end()) continue;
        for (int first = 0; first < n; ++first) {
          const int expected = (state[static_cast<std::size_t>(n) - 1] == 1 ? 1 : 2) % n;
          const int g = (game.winner(test::with(state, passes), first) - first + n) % n;
          ++checked;
          if (g != expected) ++disagreements;
        }
      }
      const Verdict verdict = test::check_symbolically(claim, matrix, passes, piles, kBound);
      EXPECT_EQ(verdict.checked, Natural(checked));
      EXPECT_EQ(verdict.disagreements, Natural(disagreements));
      EXPECT_GT(disagreements, 0u);
      EXPECT_EQ(verdict.scope(), "piles <= 4");
      expect_same(verdict, test::check_exhaustively(claim, matrix, passes, piles, kBound));
    }
}

}  // namespace
}  // namespace nimsweep
