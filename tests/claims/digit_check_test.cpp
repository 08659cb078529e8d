// Claims about games with a digit machine, for every pile size, against looking at positions.
#include "nimsweep/claims/digit_check.hpp"

#include <gtest/gtest.h>

#include <random>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "support/check_claims.hpp"
#include "support/expect_error.hpp"
#include "support/random_claims.hpp"

namespace nimsweep {
namespace {

ProvedMachine machine_of(std::string_view game, const AllianceMatrix& matrix, int piles) {
  auto found = find_digit_machine(*make_ruleset(game), matrix, piles, 0);
  return std::get<ProvedMachine>(std::move(found));
}

Mode start_mode(const DigitMachine& machine) {
  return static_cast<Mode>(machine.modes() - 1);
}

std::variant<Verdict, NotSymbolic> check(const Claim& claim, std::string_view game,
                                         const AllianceMatrix& matrix, int piles,
                                         std::size_t most = 5) {
  Parameters parameters = test::parameters_of(matrix, piles);
  parameters.k = number_of_game(game);
  const auto form = make_digit_form(claim, parameters);
  if (const auto* reason = std::get_if<NotSymbolic>(&form)) return *reason;
  const auto found = machine_of(game, matrix, piles);
  return std::get<DigitForm>(form).check(found.machine, start_mode(found.machine), most);
}

Verdict verdict_of(const Claim& claim, std::string_view game, const AllianceMatrix& matrix,
                   int piles, std::size_t most = 5) {
  const auto answer = check(claim, game, matrix, piles, most);
  if (const auto* reason = std::get_if<NotSymbolic>(&answer)) {
    ADD_FAILURE() << reason->reason;
    return {};
  }
  return std::get<Verdict>(answer);
}

TEST(DigitCheck, ProvesTheClassicsForEverySize) {
  const auto bouton = test::claim_of({{"xor(x) == 0", "0"}, {.value = "1"}});
  for (int piles = 1; piles <= 4; ++piles) {
    const Verdict verdict = verdict_of(bouton, "nim", AllianceMatrix::shifted(2, 1), piles);
    EXPECT_TRUE(verdict.holds()) << piles << test::shown(verdict);
    EXPECT_TRUE(verdict.all_sizes);
  }
  const auto takeaway = test::claim_of({{"x[1] mod 4 == 0", "0"}, {.value = "1"}});
  EXPECT_TRUE(verdict_of(takeaway, "takeaway", AllianceMatrix::shifted(2, 1), 1).holds());
  const auto podium = test::claim_of(
      {{"digitsum(n * k - k + 1) == 0", "0"}, {.value = "0", .kind = CaseKind::other}});
  for (const int players : {2, 3})
    EXPECT_TRUE(verdict_of(podium, "moore:2", AllianceMatrix::shifted(players, 1), 3).holds());
  const auto zero_move =
      test::claim_of({{"xor(x[1] - 1 + 2 * (x[1] mod 2), x[2] - 1 + 2 * (x[2] mod 2)) == 0", "0"},
                      {.value = "1"}});
  EXPECT_TRUE(verdict_of(zero_move, "zero-move", AllianceMatrix::shifted(2, 1), 2).holds());
}

TEST(DigitCheck, FindsTheSmallestCounterexamples) {
  // True but for piles whose sum is at least 100, and then wrong wherever the nim-sum is 0.
  const auto claim = test::claim_of({{"xor(x) == 0 and sum(x) < 100", "0"}, {.value = "1"}});
  const Verdict verdict = verdict_of(claim, "nim", AllianceMatrix::shifted(2, 1), 2, 6);
  ASSERT_EQ(verdict.counterexamples.size(), 6u);
  using Piles = std::vector<Counters>;
  for (std::size_t k = 0; k < 6; ++k) {
    const Counters half = 50 + k / 2;
    EXPECT_EQ(verdict.counterexamples[k],
              (Counterexample{Piles{half, half}, static_cast<Seat>(k % 2), 1, 0}));
  }
  const auto far =
      test::claim_of({{"x[1] > 1000000000000", "0"}, {"xor(x) == 0", "0"}, {.value = "1"}});
  EXPECT_EQ(verdict_of(far, "nim", AllianceMatrix::shifted(2, 1), 2).counterexamples.front().piles,
            (Piles{1'000'000'000'001, 1}));
}

TEST(DigitCheck, SaysWhatItCannotFollow) {
  const auto reason = [](std::vector<ClaimText::Case> cases) {
    const auto form = make_digit_form(test::claim_of(std::move(cases)), {.n = 2, .N = 2});
    return std::get<NotSymbolic>(form).reason;
  };
  EXPECT_EQ(reason({{"x[1] * x[2] == 4", "0"}}),
            "case 1: when: column 6: a product of numbers that vary");
  EXPECT_EQ(reason({{.value = "5 mod x[1]"}}), "case 1: value: column 3: mod a number that varies");
  EXPECT_EQ(reason({{.value = "5 / x[1]"}}), "case 1: value: column 3: a divisor that varies");
  EXPECT_EQ(reason({{.value = "x[1] mod 5000"}}), "case 1: value: column 6: too large a modulus");
  EXPECT_EQ(reason({{"100000000000 * x[1] > x[2]", "0"}}),
            "case 1: when: column 14: too large a number");
}

// Claims in terms that compare piles.
class RandomDigitClaim {
 public:
  explicit RandomDigitClaim(std::mt19937_64& random) : random_(random) {}

  Claim claim() {
    std::vector<ClaimText::Case> cases;
    if (below(3) == 0) cases.push_back({condition(1), "xor(x) + 1", CaseKind::value});
    for (int k = below(3); k >= 0; --k) cases.push_back({condition(2), value(), kind()});
    if (below(4) > 0) cases.push_back({.value = value(), .kind = kind()});
    return test::claim_of(std::move(cases));
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string pick(std::vector<const char*> texts) {
    return texts[static_cast<std::size_t>(below(static_cast<int>(texts.size())))];
  }
  CaseKind kind() {
    const int k = below(6);
    return k == 0 ? CaseKind::other : k == 1 ? CaseKind::winner : CaseKind::value;
  }
  std::string number() { return std::to_string(below(6)); }
  std::string term() {
    return pick({"x[1]",
                 "x[N]",
                 "2 * x[1] - x[N]",
                 "xor(x)",
                 "digitsum(3)",
                 "digitsum(N + 1)",
                 "min(x)",
                 "max(x)",
                 "sum(x)",
                 "max(x) - min(x)",
                 "x[1] / 2",
                 "sum(x) / 3",
                 "x[1] mod 3",
                 "xor(x[1], 3)",
                 "xor(x[1] + 1, x[N])",
                 "x[1] - 2 * (x[N] mod 2)",
                 "count(x > 2)",
                 "count(x mod 2 == 1)",
                 "xor(x[1], x[N]) / 2",
                 "first",
                 "x[N] mod 4 + x[1]",
                 "-x[1]",
                 "3 * min(x)",
                 "xor(x[N] - x[1], 1)",
                 "sum(x) mod 5",
                 "(x[1] + x[N]) / 2 mod 3"});
  }
  std::string value() {
    if (below(4) == 0) return fmt::format("[{}, {}]", term(), number());
    return below(3) == 0 ? number() : term();
  }
  std::string condition(int depth) {
    if (depth > 0 && below(2) == 0)
      return fmt::format("({}) {} ({})", condition(depth - 1), below(2) == 0 ? "and" : "or",
                         condition(depth - 1));
    if (below(8) == 0) return fmt::format("not ({})", condition(0));
    if (below(8) == 0) return pick({"all(x > 1)", "any(x == 3)", "all(x > i)", "any(x < 2 * i)"});
    const std::string op = pick({" == ", " != ", " < ", " <= ", " > ", " >= "});
    return term() + op + (below(2) == 0 ? number() : term());
  }

  std::mt19937_64& random_;
};

TEST(DigitCheck, AgreesWithLookingAtEveryPositionOfABox) {
  std::mt19937_64 random(24);
  constexpr Counters kBound = 14;
  constexpr std::size_t kMost = 4;
  int proved = 0;
  int refuted = 0;
  int with_errors = 0;
  for (int repeat = 0; repeat < 500; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 2);
    const int piles = 1 + static_cast<int>(random() % 2);
    const AllianceMatrix matrix =
        random() % 2 == 0 ? AllianceMatrix::shifted(n, 1)
                          : AllianceMatrix::from_rows(definition::random_rows(n, random));
    const Claim claim = RandomDigitClaim(random).claim();
    SCOPED_TRACE(test::text_of(claim));
    const auto answer = check(claim, "nim", matrix, piles, kMost);
    if (std::holds_alternative<NotSymbolic>(answer)) {
      ADD_FAILURE() << std::get<NotSymbolic>(answer).reason;
      return;
    }
    const Verdict& verdict = std::get<Verdict>(answer);
    const std::vector<Counters> bounds(static_cast<std::size_t>(piles), kBound);
    const auto box = make_box(*make_ruleset("nim"), matrix, bounds, 0);
    box->solve();
    Verdict seen;
    for (std::size_t place = 0; place < box->positions(); ++place) {
      const auto position = box->piles_at(place);
      if (std::ranges::find(position, 0) != position.end()) continue;
      for (Seat first = 0; first < n; ++first) {
        const ClaimedValue claimed = claim.value_at(
            {.parameters = test::parameters_of(matrix, piles), .first = first, .piles = position});
        const int found = box->value(place, first);
        if (claimed.fault) {
          Verdict one{.errors = Natural(1),
                      .first_error = ClaimError{position, first, describe(*claimed.fault)}};
          seen.merge(one, kMost);
        } else if (!claimed.agrees_with(found)) {
          seen.disagreements += 1;
          seen.keep({position, first, claimed.values, found, claimed.is_other}, kMost);
        }
      }
    }
    // What the box shows up to its bound in counters is what comes first.
    const auto total = [](const std::vector<Counters>& position) {
      return std::accumulate(position.begin(), position.end(), Counters{0});
    };
    const auto visible = [&](std::vector<Counterexample> examples) {
      std::erase_if(examples, [&](const auto& one) { return total(one.piles) > kBound; });
      return examples;
    };
    EXPECT_EQ(visible(verdict.counterexamples), visible(seen.counterexamples));
    if (!seen.disagreements.is_zero()) EXPECT_FALSE(verdict.disagreements.is_zero());
    if (seen.first_error && total(seen.first_error->piles) <= kBound)
      EXPECT_EQ(verdict.first_error, seen.first_error);
    // What lies beyond the box is wrong, too.
    const auto machine = machine_of("nim", matrix, piles).machine;
    for (const Counterexample& example : verdict.counterexamples) {
      const ClaimedValue claimed = claim.value_at({.parameters = test::parameters_of(matrix, piles),
                                                   .first = example.first,
                                                   .piles = example.piles});
      const Seat winner = machine.outcomes(machine.state_of(example.piles))[0][example.first];
      EXPECT_FALSE(claimed.fault);
      EXPECT_FALSE(claimed.agrees_with(value_of(winner, example.first, n)));
    }
    proved += verdict.holds() ? 1 : 0;
    refuted += verdict.disagreements.is_zero() ? 0 : 1;
    with_errors += verdict.errors.is_zero() ? 0 : 1;
    if (HasFailure()) return;
  }
  EXPECT_GT(proved, 3);
  EXPECT_GT(refuted, 300);
  EXPECT_GT(with_errors, 50);
}

}  // namespace
}  // namespace nimsweep
