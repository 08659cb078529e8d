#include "nimsweep/claims/exhaustive_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "nimsweep/base/hash.hpp"
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

// Expressions in the whole language, most of them without a fault.
class RandomTerms {
 public:
  RandomTerms(int piles, std::mt19937_64& random) : piles_(piles), random_(random) {}

  std::string number(int depth) {
    if (depth == 0 || below(4) == 0) return leaf();
    const std::string a = number(depth - 1);
    switch (below(9)) {
      case 0:
        return "(" + a + " + " + number(depth - 1) + ")";
      case 1:
        return "(" + a + " - " + number(depth - 1) + ")";
      case 2:
        return "(" + a + " * " + number(depth - 1) + ")";
      case 3:
        return "(" + a + " mod " + divisor() + ")";
      case 4:
        return "(" + a + " / " + divisor() + ")";
      case 5:
        return "xor(" + leaf() + ", " + a + ")";
      case 6:
        return "-" + a;
      case 7:
        return "count(" + of_pile() + ")";
      default:
        return a;
    }
  }

  std::string condition(int depth) {
    if (depth == 0 || below(3) == 0)
      return number(2) + pick({" == ", " != ", " < ", " <= ", " > ", " >= "}) + number(2);
    switch (below(5)) {
      case 0:
        return "(" + condition(depth - 1) + " and " + condition(depth - 1) + ")";
      case 1:
        return "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
      case 2:
        return "not (" + condition(depth - 1) + ")";
      case 3:
        return pick({"all(", "any("}) + of_pile() + ")";
      default:
        return condition(depth - 1);
    }
  }

 private:
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  std::string pick(std::vector<std::string> texts) {
    return texts[below(static_cast<unsigned>(texts.size()))];
  }
  std::string leaf() {
    const std::string own = "x[" + std::to_string(1 + below(static_cast<unsigned>(piles_))) + "]";
    return pick(
        {"0",      "1",      "2",      "5",      "n",           "N",           "d",
         "first",  "r",      own,      own,      own,           own,           "x[N]",
         "sum(x)", "min(x)", "max(x)", "xor(x)", "digitsum(2)", "digitsum(n)", "digitsum(N - 1)"});
  }
  std::string divisor() { return below(12) == 0 ? leaf() : pick({"1", "2", "3", "n", "7"}); }
  std::string of_pile() {
    return pick({"x > 1", "x == i", "x mod 2 == 0 and i < N", "x <= x[1]", "xor(x, i) == 3",
                 "x * x < 10 or i == 1"});
  }

  int piles_;
  std::mt19937_64& random_;
};

// Compiled for rows of positions, and as trees.
TEST(ExhaustiveCheck, CompiledClaimsSayTheSame) {
  std::mt19937_64 random(51);
  int compiled = 0;
  int failing = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const int n = 2 + static_cast<int>(random() % 4);
    const int piles = 1 + static_cast<int>(random() % 4);
    const Parameters parameters{.n = n, .N = piles, .r = static_cast<int>(random() % 2)};
    std::vector<Counters> bounds(static_cast<std::size_t>(piles));
    for (Counters& bound : bounds)
      bound = 1 + random() % (piles == 1 ? 9000 : piles == 2 ? 70 : piles == 3 ? 12 : 6);
    if (piles == 2 && trial % 10 == 0) bounds = {2, 5000};
    RandomTerms terms(piles, random);
    std::vector<ClaimText::Case> cases;
    const auto kind = [&] { return static_cast<CaseKind>(random() % 3); };
    for (std::uint64_t k = random() % 3; k > 0; --k)
      cases.push_back({terms.condition(2), terms.number(2), kind()});
    cases.push_back({.value = random() % 2 == 0 ? "[" + terms.number(1) + ", 1]" : terms.number(2),
                     .kind = kind()});
    const Claim claim = make_claim({.name = "random", .cases = cases});
    const std::uint64_t salt = random();
    // Where a claim is nearly right, and where it is not.
    const bool is_nearly_right = trial % 2 == 0;
    const auto values = [&](std::span<const Counters> prefix, Seat first, Counters from,
                            std::span<std::uint8_t> out) {
      std::vector<Counters> piles_here(prefix.begin(), prefix.end());
      piles_here.push_back(0);
      for (std::uint8_t& value : out) {
        piles_here.back() = from++;
        std::uint64_t hash = mix(salt, static_cast<std::uint64_t>(first));
        for (const Counters pile : piles_here) hash = mix(hash, pile);
        value =
            static_cast<std::uint8_t>(hash % 97 == 0 ? kNoValue : hash % static_cast<unsigned>(n));
        if (!is_nearly_right || hash % 50 == 0) continue;
        const auto claimed = claim.value_at({parameters, first, piles_here});
        for (int v = 0; v < n; ++v)
          if (claimed.agrees_with(v)) value = static_cast<std::uint8_t>(v);
      }
    };
    const ExhaustiveCheck check(claim, parameters, bounds, 1 + random() % 5);
    compiled += check.is_compiled() ? 1 : 0;
    const std::uint64_t begin = random() % 3 == 0 ? random() % check.pieces() : 0;
    const std::uint64_t end = begin + (random() % 3 == 0 ? random() % (check.pieces() - begin + 1)
                                                         : check.pieces() - begin);
    const Verdict expected = check.check_pieces_one_by_one(begin, end, values);
    ASSERT_EQ(check.check_pieces(begin, end, values), expected)
        << trial << ": " << cases.front().when << " -> " << cases.front().value;
    failing += expected.disagreements.is_zero() ? 0 : 1;
  }
  EXPECT_GT(compiled, 1500);
  EXPECT_GT(failing, 1500);
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
