// Claims for every number of piles, against the definition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "nimsweep/claims/statement.hpp"
#include "support/check_claims.hpp"
#include "support/expect_error.hpp"
#include "support/random_claims.hpp"

namespace nimsweep {
namespace {

using Piles = std::vector<Counters>;

Claim every_shift(std::string_view when = "x > 1 and v == (r - 2) mod n") {
  ClaimText text{.name = "every shift", .cases = {{.value = "v"}}};
  text.recurrence = {.each = {{std::string(when), "v + 2"}, {.value = "v + 1"}}};
  return make_claim(text);
}

std::variant<Verdict, NotSymbolic> check(const Claim& claim, const AllianceMatrix& matrix,
                                         int passes = 0, std::size_t most = 5) {
  return symbolic_check(claim, matrix, passes, kAllPiles, std::nullopt, most);
}

Verdict verdict_of(const Claim& claim, const AllianceMatrix& matrix, int passes = 0,
                   std::size_t most = 5) {
  const auto answer = check(claim, matrix, passes, most);
  if (const auto* refusal = std::get_if<NotSymbolic>(&answer)) {
    ADD_FAILURE() << refusal->reason;
    return {};
  }
  return std::get<Verdict>(answer);
}

TEST(EveryNumberOfPiles, OneLineSaysEverythingAboutShiftedMatrices) {
  for (int n = 2; n <= 12; ++n)
    for (int r = 0; r < n; ++r) {
      const Verdict verdict = verdict_of(every_shift(), AllianceMatrix::shifted(n, r));
      EXPECT_TRUE(verdict.holds()) << n << " " << r << ": " << test::shown(verdict);
      EXPECT_TRUE(verdict.all_sizes);
    }
}

TEST(EveryNumberOfPiles, FindsTheSmallestCounterexample) {
  const Verdict verdict =
      verdict_of(every_shift("x > 1 and v == (r - 3) mod n"), AllianceMatrix::shifted(4, 0));
  // Under SAM the value skips from n - 2 to 0, so v must not skip before.
  ASSERT_EQ(verdict.counterexamples.size(), 5u);
  EXPECT_EQ(verdict.counterexamples.front(), (Counterexample{{1, 2}, 0, 3, 2}));
  EXPECT_EQ(verdict.counterexamples.back(), (Counterexample{{1, 3}, 0, 3, 2}));
}

TEST(EveryNumberOfPiles, ProvesThePapersTheoremsForEveryNumberInTheirScope) {
  const Claim shifted =
      test::claim_of({{"x[n] == 1", "d"}, {.value = "d + 1"}}, "d >= 0 and n >= d + 2");
  const Claim wider = test::claim_of({{"x[n] == 1", "d"}, {.value = "d + 1"}}, "d >= 0");
  for (int n = 2; n <= 8; ++n) {
    EXPECT_TRUE(verdict_of(shifted, AllianceMatrix::shifted(n, 1)).holds());
    EXPECT_FALSE(verdict_of(wider, AllianceMatrix::shifted(n, 1)).holds());
  }
}

TEST(EveryNumberOfPiles, CountsOnlyWhatTheClaimIsAbout) {
  const Verdict none =
      verdict_of(test::claim_of({{.value = "0"}}, "N < 1"), AllianceMatrix::standard(3));
  EXPECT_TRUE(none.checked.is_zero());
  const Verdict one =
      verdict_of(test::claim_of({{.value = "1"}}, "N == 1"), AllianceMatrix::standard(4));
  EXPECT_TRUE(one.holds());
  EXPECT_EQ(one.checked, Natural(4)) << "one vector, four first players";
}

TEST(EveryNumberOfPiles, APileThatIsNotThereIsAnError) {
  const Verdict verdict =
      verdict_of(test::claim_of({{"x[3] == 1", "N"}, {.value = "N"}}), AllianceMatrix::standard(9));
  EXPECT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.first_error,
            (ClaimError{{1},
                        0,
                        "case 1: when: column 1: there is no such pile; expected an index from 1 "
                        "to N"}));
}

TEST(EveryNumberOfPiles, ListsThePairsOfARecurrenceThatRemembersOnlyV) {
  const AllianceMatrix matrix = AllianceMatrix::shifted(3, 1);
  const auto machine = std::get<PrefixMachine>(proof_machine(matrix, 0, kAllPiles));
  const auto pairs = [&](const Claim& claim, int piles) {
    const auto ready = make_symbolic(claim, test::parameters_of(matrix, piles), std::nullopt);
    return std::get<SymbolicClaim>(ready).recurrence_pairs(machine);
  };
  using Pairs = std::vector<RecurrencePair>;
  EXPECT_EQ(pairs(every_shift(), kAllPiles), (std::vector<Pairs>{{{0, 0}, {1, 1}, {2, 2}}}));
  EXPECT_TRUE(pairs(every_shift(), 3).empty());

  ClaimText text{.name = "for each first player", .cases = {{.value = "v - first"}}};
  text.recurrence = {.start = "first", .each = {{.value = "v + 1"}}, .range = 1};
  const Pairs all = {{0, 0}, {1, 0}, {2, 0}};
  EXPECT_EQ(pairs(make_claim(text), kAllPiles), (std::vector<Pairs>{all, all, all}));
  for (const std::string_view value : {"v + N", "v + sum(x)", "v + x[N]", "v + count(x > 1)"}) {
    text.cases = {{.value = std::string(value)}};
    EXPECT_TRUE(pairs(make_claim(text), kAllPiles).empty()) << value;
  }
}

TEST(EveryNumberOfPiles, RefusesWhatIsNotRegular) {
  const auto refused = [](std::vector<ClaimText::Case> cases, std::string_view reason) {
    const auto answer = check(test::claim_of(std::move(cases)), AllianceMatrix::standard(3));
    ASSERT_TRUE(std::holds_alternative<NotSymbolic>(answer)) << reason;
    EXPECT_EQ(std::get<NotSymbolic>(answer).reason, reason);
  };
  refused({{"x[2 * N] == 1", "0"}},
          "case 1: when: column 1: an index that is neither a constant nor N minus a constant");
  refused({{"x[1] == x[2]", "0"}},
          "case 1: when: column 6: it compares numbers that both have no bound");
  refused({{"x[1] < N", "0"}},
          "case 1: when: column 6: it compares numbers that both have no bound");
  refused({{"N * N == 4", "0"}}, "case 1: when: column 3: a product of numbers that vary");
  refused({{.value = "N * (x[1] mod 2)"}},
          "case 1: value: column 3: a product of numbers that vary");
  refused({{"xor(x) == 0", "0"}}, "case 1: when: column 1: xor of piles");
  refused({{"xor(x[1], 1) == 0", "0"}}, "case 1: when: column 1: xor of piles");
  refused({{"digitsum(2) == 0", "0"}}, "case 1: when: column 1: digitsum of piles");
  refused({{.value = "max(x)"}}, "case 1: value: column 1: min or max of piles, mod a number");
  refused({{"5 mod N == 1", "0"}}, "case 1: when: column 3: mod a number that varies");
  refused({{"5 / x[1] == 1", "0"}}, "case 1: when: column 3: a divisor that varies");
  refused({{"count(x > N) == 0", "0"}},
          "case 1: when: column 11: the number of piles in a condition on each pile");
  refused({{"count(x > x[1]) == 0", "0"}},
          "case 1: when: column 11: another pile in a condition on each pile");
  refused({{"x[5000] == 1", "0"}}, "case 1: when: column 1: too large an index");
  refused({{"N > 1000000000000", "0"}}, "case 1: when: column 3: too large a number");
  refused({{"N > 60000", "0"}}, "it counts more than 10,000 piles");
  refused({{"x[N - 900] == 1", "0"}, {.value = "0"}}, "the claim has more than 37,201 states");
  refused({{"sum(x) mod 10000019 == 1", "0"}}, "case 1: when: column 8: too large a modulus");
}

TEST(EveryNumberOfPiles, ARecurrenceOfALargeRangeTakesNoLongerThanItsStates) {
  ClaimText text{.name = "long", .cases = {{.value = "[0, 1, 2]"}}};
  text.recurrence = {.each = {{.value = "v + 1"}}, .range = 200'000};
  EXPECT_TRUE(verdict_of(make_claim(text), AllianceMatrix::standard(3)).holds());
}

TEST(EveryNumberOfPiles, IsStoppedOnTheWay) {
  const auto matrix = AllianceMatrix::standard(3);
  const auto ready = make_symbolic(every_shift(), test::parameters_of(matrix, kAllPiles), {});
  const auto machine = std::get<PrefixMachine>(proof_machine(matrix, 0, kAllPiles));
  EXPECT_ERROR(ErrorKind::interrupted, "interrupted",
               (void)std::get<SymbolicClaim>(ready).check(machine, 5, [] { return true; }));
}

TEST(EveryNumberOfPiles, RemembersNumbersOfItsOwnRange) {
  // A count mod 4 of the piles beyond the first that do not matter.
  ClaimText text{.name = "parity",
                 .cases = {{"v mod 2 == 0", "[0, n - 1]"}, {.value = "[0, n - 1, 1]"}}};
  text.recurrence = {.start = "3", .each = {{.value = "v + 1"}}, .range = 4};
  const Claim claim = make_claim(text);
  const Verdict verdict = verdict_of(claim, AllianceMatrix::standard(2));
  EXPECT_TRUE(verdict.holds()) << test::shown(verdict);
  EXPECT_EQ(statement_of(claim),
            "any matrix:  v = 3, mod 4; for each pile v -> v + 1;  g in {0, n - 1} if v mod 2 = 0, "
            "else {0, n - 1, 1}");
}

class Game {
 public:
  Game(const definition::Rows& rows, int passes)
      : players_(static_cast<int>(rows.size())),
        passes_(passes),
        game_(rows, definition::last_nim_options) {}

  int value(const Piles& piles, Seat first) {
    definition::State state(piles.begin(), piles.end());
    state.push_back(passes_);
    return (game_.winner(state, first) - first + players_) % players_;
  }

 private:
  int players_;
  int passes_;
  definition::Game game_;
};

// What a walk through all small positions finds, in order.
struct Walk {
  std::vector<Counterexample> wrong;
  std::optional<ClaimError> error;
  bool is_about_any = false;
};

Walk walk(const Claim& claim, Game& game, const AllianceMatrix& matrix, Counters most_counters) {
  Walk found;
  for (Counters total = 1; total <= most_counters; ++total)
    for (const Piles& piles : test::rows_of(total)) {
      const Parameters parameters = test::parameters_of(matrix, static_cast<int>(piles.size()));
      if (!claim.applies(parameters)) continue;
      found.is_about_any = true;
      for (Seat first = 0; first < matrix.players(); ++first) {
        const ClaimedValue claimed =
            claim.value_at({.parameters = parameters, .first = first, .piles = piles});
        const int g = game.value(piles, first);
        if (claimed.fault && !found.error)
          found.error = {piles, first, describe(*claimed.fault)};
        else if (!claimed.fault && !claimed.agrees_with(g))
          found.wrong.push_back({piles, first, claimed.values, g, claimed.is_other});
      }
    }
  return found;
}

TEST(EveryNumberOfPiles, FindsTheSmallestCounterexampleAmongLongRows) {
  const AllianceMatrix matrix = AllianceMatrix::shifted(3, 1);
  const auto examples = [&](int place) {
    const Claim claim = test::claim_of({{fmt::format("x[{}] > 1", place), "N"}});
    return verdict_of(claim, matrix).counterexamples;
  };
  // Where a walk can follow, and far beyond: more than 10^150 rows have as few counters.
  Game game({{1, 2, 0}, {1, 2, 0}, {1, 2, 0}}, 0);
  const auto small = walk(test::claim_of({{"x[8] > 1", "N"}}), game, matrix, 10).wrong;
  ASSERT_GE(small.size(), 5u);
  EXPECT_EQ(examples(8), std::vector(small.begin(), small.begin() + 5));
  const auto large = examples(344);
  ASSERT_EQ(large.size(), 5u);
  for (std::size_t k = 0; k < large.size(); ++k) {
    Piles expected(344 - 8, 1);
    expected.insert(expected.end(), small[k].piles.begin(), small[k].piles.end());
    EXPECT_EQ(large[k].piles, expected);
  }
}

TEST(EveryNumberOfPiles, AgreesWithAWalkThroughSmallPositionsOnRandomClaims) {
  constexpr Counters kCounters = 9;
  constexpr std::size_t kExamples = 4;
  std::mt19937_64 random(18);
  int proved = 0;
  int refuted = 0;
  int with_errors = 0;
  for (int repeat = 0; repeat < 1'000; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 3);
    const int passes = n <= 3 ? static_cast<int>(random() % 2) : 0;
    auto rows = definition::random_rows(n, random);
    if (random() % 3 > 0) {
      const auto shift = static_cast<int>(random() % static_cast<unsigned>(n));
      for (auto& row : rows)
        for (int j = 0; j < n; ++j) row[static_cast<std::size_t>(j)] = (j + shift) % n;
    }
    const AllianceMatrix matrix = AllianceMatrix::from_rows(rows);
    const Claim claim = test::RandomClaim(n, shift_of(matrix).has_value(), random).claim();
    SCOPED_TRACE(test::text_of(claim));
    const Verdict verdict = verdict_of(claim, matrix, passes, kExamples);
    Game game(rows, passes);
    const Walk small = walk(claim, game, matrix, kCounters);

    EXPECT_EQ(small.is_about_any, !verdict.checked.is_zero());
    // Of the counterexamples, those that the walk can see are the first ones it saw.
    std::vector<Counterexample> visible;
    for (const Counterexample& example : verdict.counterexamples)
      if (std::accumulate(example.piles.begin(), example.piles.end(), Counters{0}) <= kCounters)
        visible.push_back(example);
    const std::size_t seen = std::min(small.wrong.size(), kExamples);
    EXPECT_EQ(visible, std::vector(small.wrong.begin(),
                                   small.wrong.begin() + static_cast<std::ptrdiff_t>(seen)))
        << test::shown(verdict);
    EXPECT_EQ(verdict.disagreements.is_zero(), verdict.counterexamples.empty());
    if (small.error) EXPECT_EQ(verdict.first_error, small.error);
    EXPECT_EQ(verdict.errors.is_zero(), !verdict.first_error);
    // Larger ones are as wrong as the verdict says.
    for (const Counterexample& example : verdict.counterexamples) {
      const Parameters parameters =
          test::parameters_of(matrix, static_cast<int>(example.piles.size()));
      const ClaimedValue claimed = claim.value_at(
          {.parameters = parameters, .first = example.first, .piles = example.piles});
      EXPECT_FALSE(claimed.fault);
      EXPECT_FALSE(claimed.agrees_with(example.found));
      if (example.piles.size() < 12)
        EXPECT_EQ(game.value(example.piles, example.first), example.found);
    }
    if (verdict.holds() && !verdict.checked.is_zero()) ++proved;
    if (!verdict.disagreements.is_zero()) ++refuted;
    if (!verdict.errors.is_zero()) ++with_errors;
    if (HasFailure()) return;
  }
  EXPECT_GT(proved, 100);
  EXPECT_GT(refuted, 300);
  EXPECT_GT(with_errors, 50);
}

}  // namespace
}  // namespace nimsweep
