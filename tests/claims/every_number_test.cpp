// Claims for every number of piles, and regular claims for a fixed one, against the definition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "nimsweep/claims/statement.hpp"
#include "support/check_claims.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"

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

Claim claim_of(std::vector<ClaimText::Case> cases, std::string given = "") {
  return make_claim({.name = "test", .given = std::move(given), .cases = std::move(cases)});
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
  const Claim shifted = claim_of({{"x[n] == 1", "d"}, {.value = "d + 1"}}, "d >= 0 and n >= d + 2");
  const Claim wider = claim_of({{"x[n] == 1", "d"}, {.value = "d + 1"}}, "d >= 0");
  for (int n = 2; n <= 8; ++n) {
    EXPECT_TRUE(verdict_of(shifted, AllianceMatrix::shifted(n, 1)).holds());
    EXPECT_FALSE(verdict_of(wider, AllianceMatrix::shifted(n, 1)).holds());
  }
}

TEST(EveryNumberOfPiles, CountsOnlyWhatTheClaimIsAbout) {
  const Verdict none = verdict_of(claim_of({{.value = "0"}}, "N < 1"), AllianceMatrix::standard(3));
  EXPECT_TRUE(none.checked.is_zero());
  const Verdict one = verdict_of(claim_of({{.value = "1"}}, "N == 1"), AllianceMatrix::standard(4));
  EXPECT_TRUE(one.holds());
  EXPECT_EQ(one.checked, Natural(4)) << "one vector, four first players";
}

TEST(EveryNumberOfPiles, APileThatIsNotThereIsAnError) {
  const Verdict verdict =
      verdict_of(claim_of({{"x[3] == 1", "N"}, {.value = "N"}}), AllianceMatrix::standard(9));
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
    const auto answer = check(claim_of(std::move(cases)), AllianceMatrix::standard(3));
    ASSERT_TRUE(std::holds_alternative<NotSymbolic>(answer)) << reason;
    EXPECT_EQ(std::get<NotSymbolic>(answer).reason, reason);
  };
  refused({{"x[2 * N] == 1", "0"}},
          "case 1: when: column 1: an index that is neither a constant nor N minus one");
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

// Claims in all terms that are regular, some of them wrong, some with errors.
class RandomClaim {
 public:
  RandomClaim(int n, bool has_shift, std::mt19937_64& random)
      : n_(n), has_shift_(has_shift), random_(random) {}

  Claim claim() {
    ClaimText text{.name = "random", .cases = {}};
    if (below(3) == 0) text.given = pick({"N > 1", "N mod 2 == 1", "d >= 0", "N != 3", "N <= 5"});
    const bool is_true = has_shift_ && below(3) == 0;
    if (is_true)
      text.recurrence = {.each = {{"x > 1 and v == (r - 2) mod n", "v + 2"}, {.value = "v + 1"}}};
    else if (below(2) == 0)
      add_recurrence(text);
    has_v_ = text.recurrence.has_value();
    if (is_true) {
      if (below(2) == 0) text.cases.push_back({condition(2), fmt::format("[v, {}]", value())});
      text.cases.push_back({.value = "v"});
      return make_claim(text);
    }
    for (int cases = below(3); cases > 0; --cases)
      text.cases.push_back({condition(2), values(), kind()});
    if (text.cases.empty() || below(4) > 0)
      text.cases.push_back({.value = values(), .kind = kind()});
    return make_claim(text);
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::string number(int count) { return std::to_string(below(count)); }
  std::string pick(std::vector<const char*> texts) {
    return texts[static_cast<std::size_t>(below(static_cast<int>(texts.size())))];
  }
  CaseKind kind() {
    const int k = below(6);
    return k == 0 ? CaseKind::other : k == 1 ? CaseKind::winner : CaseKind::value;
  }

  void add_recurrence(ClaimText& text) {
    auto& recurrence = text.recurrence.emplace();
    recurrence.start = pick({"0", "1", "first", "n - 1"});
    if (below(3) == 0) recurrence.range = 1 + below(6);
    const auto size = [&] {
      return pick({"x > 1", "x == 2", "x mod 2 == 0", "x >= n", "x + v > 3", "x / 2 == 1"});
    };
    const auto v = [&] {
      return has_shift_ && below(2) == 0 ? std::string("v == (r - 2) mod n")
                                         : pick({"v == 0", "v > 1", "v == first", "v != n - 2"});
    };
    for (int steps = below(3); steps > 0; --steps)
      recurrence.each.push_back({below(3) == 0 ? size() : size() + " and " + v(),
                                 pick({"v + 2", "v", "0", "v + x", "2 * v + 1"})});
    if (recurrence.each.empty() || below(9) > 0)
      recurrence.each.push_back({.value = pick({"v + 1", "v + 1", "v - 1", "v + first"})});
  }

  std::string values() {
    if (below(4) == 0) return fmt::format("[{}, {}]", value(), value());
    return value();
  }

  std::string value() {
    if (has_v_ && below(3) > 0) return pick({"v", "v + 1", "v + N", "2 * v"});
    return pick({"N", "d", "0", "1", "first", "count(x > 1)", "count(x == 1 and i > 2) + N",
                 "sum(x)", "x[N]", "x[1] / 2", "N + count(i mod 2 == 0 and x > 1)", "n - 1"});
  }

  std::string term() {
    return pick({"x[1]", "x[N]", "x[N - 1]", "x[2]", "N", "count(x > 1)", "count(x == 1)",
                 "count(x mod 2 == 1)", "count(i > 2)", "sum(x)", "min(x)", "max(x)", "x[1] + N",
                 "sum(x) / 2", "x[n]", "2 * x[1] + x[N]", "x[1] mod 3 + N"});
  }

  std::string comparison() {
    const std::string op = pick({" == ", " != ", " < ", " <= ", " > ", " >= "});
    switch (below(has_v_ ? 8 : 6)) {
      case 0:
        return "all(" + pick({"x > 1", "x == 1 or i == 1", "i < 4"}) + ")";
      case 1:
        return "any(" + pick({"x > 2", "x == 2 and i > 1", "x mod 3 == 0"}) + ")";
      case 2:
        return pick({"N mod 2", "sum(x) mod 3", "x[N] mod 2", "N mod 3", "(N + sum(x)) mod 2"}) +
               op + number(2);
      case 6:
      case 7:
        return "v" + op + number(n_);
      default:
        return term() + op + number(5);
    }
  }

  std::string condition(int depth) {
    if (depth == 0 || below(3) == 0) return comparison();
    if (below(5) == 0) return "not (" + condition(depth - 1) + ")";
    return "(" + condition(depth - 1) + (below(2) == 0 ? ") and (" : ") or (") +
           condition(depth - 1) + ")";
  }

  int n_;
  bool has_shift_;
  bool has_v_ = false;
  std::mt19937_64& random_;
};

std::string text_of(const Claim& claim) {
  std::string text;
  claim.visit_expressions([&](std::string_view place, const Expression& expression) {
    text += fmt::format("{}: {}\n", place, expression.text());
  });
  return text;
}

// All rows of piles with `total` counters, in the order of comes_before.
std::vector<Piles> rows_of(Counters total) {
  std::vector<Piles> rows;
  for (std::uint64_t cuts = 0; cuts < std::uint64_t{1} << (total - 1); ++cuts) {
    Piles piles{1};
    for (Counters k = 0; k + 1 < total; ++k)
      if ((cuts >> k & 1) != 0)
        piles.push_back(1);
      else
        ++piles.back();
    rows.push_back(std::move(piles));
  }
  std::ranges::sort(rows, [](const Piles& a, const Piles& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  return rows;
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
    for (const Piles& piles : rows_of(total)) {
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
    const Claim claim = RandomClaim(n, shift_of(matrix).has_value(), random).claim();
    SCOPED_TRACE(text_of(claim));
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

TEST(RegularClaims, TellApartWhatAnyFirstPlayerNeeds) {
  const Claim claim =
      claim_of({{"first > 0 and count(x > 20 * first) > 0", "N + 1"}, {.value = "N"}});
  const Verdict verdict =
      test::check_symbolically(claim, AllianceMatrix::shifted(4, 1), 0, 2, std::nullopt);
  EXPECT_EQ(verdict.bound, 61u);
  ASSERT_FALSE(verdict.holds());
  EXPECT_EQ(verdict.counterexamples.front(), (Counterexample{{1, 21}, 1, 3, 2}));
}

// Small Nim: a move takes from a smallest pile that is not empty.
std::vector<definition::State> small_nim_options(const definition::State& piles, int /*player*/) {
  int smallest = 0;
  for (const int pile : piles)
    if (pile > 0 && (smallest == 0 || pile < smallest)) smallest = pile;
  std::vector<definition::State> options;
  for (std::size_t j = 0; j < piles.size(); ++j)
    for (int left = 0; piles[j] == smallest && left < smallest; ++left) {
      options.push_back(piles);
      options.back()[j] = left;
    }
  return options;
}

TEST(SmallNim, ClaimsReadItsPilesInDescendingOrder) {
  constexpr Counters kCounters = 10;
  std::mt19937_64 random(20);
  int proved = 0;
  int refuted = 0;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 3);
    auto rows = definition::random_rows(n, random);
    if (random() % 2 > 0) std::ranges::fill(rows, rows.front());
    const AllianceMatrix matrix = AllianceMatrix::from_rows(rows);
    const Claim claim = RandomClaim(n, shift_of(matrix).has_value(), random).claim();
    SCOPED_TRACE(text_of(claim));
    const auto answer =
        symbolic_check(claim, matrix, 0, kAllPiles, std::nullopt, 3, PileOrder::descending);
    if (const auto* refusal = std::get_if<NotSymbolic>(&answer)) {
      EXPECT_EQ(refusal->reason, "sizes of piles in descending order, mod a number");
      continue;
    }
    const Verdict& verdict = std::get<Verdict>(answer);
    definition::Game game(rows, small_nim_options);
    std::optional<Counterexample> smallest;
    for (Counters total = 1; total <= kCounters && !smallest; ++total)
      for (const Piles& piles : rows_of(total)) {
        const Parameters parameters = test::parameters_of(matrix, static_cast<int>(piles.size()));
        if (smallest || !std::ranges::is_sorted(piles, std::greater()) ||
            !claim.applies(parameters))
          continue;
        for (Seat first = 0; first < n && !smallest; ++first) {
          const ClaimedValue claimed =
              claim.value_at({.parameters = parameters, .first = first, .piles = piles});
          const definition::State state(piles.begin(), piles.end());
          const int g = (game.winner(state, first) - first + n) % n;
          if (!claimed.fault && !claimed.agrees_with(g))
            smallest = {piles, first, claimed.values, g, claimed.is_other};
        }
      }
    if (smallest) {
      ASSERT_FALSE(verdict.counterexamples.empty());
      EXPECT_EQ(verdict.counterexamples.front(), *smallest);
      ++refuted;
    } else if (!verdict.counterexamples.empty()) {
      const Piles& piles = verdict.counterexamples.front().piles;
      EXPECT_GT(std::accumulate(piles.begin(), piles.end(), Counters{0}), kCounters);
    } else if (verdict.holds()) {
      ++proved;
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(proved, 10);
  EXPECT_GT(refuted, 50);
}

TEST(SmallNim, AFixedNumberOfPilesIsCountedInOrder) {
  std::mt19937_64 random(21);
  int compared = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 3);
    const int piles = 1 + static_cast<int>(random() % 4);
    const AllianceMatrix matrix = AllianceMatrix::shifted(n, static_cast<int>(random() % 2));
    const Claim claim = RandomClaim(n, true, random).claim();
    const Parameters parameters = test::parameters_of(matrix, piles);
    if (!claim.applies(parameters)) continue;
    SCOPED_TRACE(text_of(claim));
    const auto answer =
        symbolic_check(claim, matrix, 0, piles, std::nullopt, 5, PileOrder::descending);
    if (std::holds_alternative<NotSymbolic>(answer)) continue;
    Verdict symbolic = std::get<Verdict>(answer);
    symbolic.all_sizes = false;
    const std::vector<Counters> bounds(static_cast<std::size_t>(piles), symbolic.bound);
    const ExhaustiveCheck every(claim, parameters, bounds, 5, PileOrder::descending);
    // In descending order, Small Nim is Last Nim.
    const LastNimRows values(matrix, 0, bounds);
    EXPECT_EQ(symbolic, every.check_pieces(0, every.pieces(), values)) << test::shown(symbolic);
    ++compared;
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 50);
}

TEST(RegularClaims, TellResiduesApartAmongSizesThatTheMachineDoesNot) {
  // From two counters on the machine does not tell sizes apart, but three are odd.
  const auto matrix = AllianceMatrix::from_rows({{2, 1, 0}, {1, 0, 2}, {2, 1, 0}});
  const Claim claim = claim_of({{"all(x mod 2 == 1)", "N"}, {.value = "[0, 1, 2]"}});
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
    const Claim claim = RandomClaim(n, shift_of(matrix).has_value(), random).claim();
    if (!claim.applies(test::parameters_of(matrix, piles))) continue;
    SCOPED_TRACE(text_of(claim));
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
