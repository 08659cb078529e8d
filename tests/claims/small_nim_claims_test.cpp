// Claims about Small Nim, whose piles are read in descending order, against the definition.
#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "support/check_claims.hpp"
#include "support/random_claims.hpp"

namespace nimsweep {
namespace {

using Piles = std::vector<Counters>;

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

TEST(SmallNimClaims, ClaimsReadItsPilesInDescendingOrder) {
  constexpr Counters kCounters = 10;
  std::mt19937_64 random(20);
  int proved = 0;
  int refuted = 0;
  for (int repeat = 0; repeat < 300; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 3);
    auto rows = definition::random_rows(n, random);
    if (random() % 2 > 0) std::ranges::fill(rows, rows.front());
    const AllianceMatrix matrix = AllianceMatrix::from_rows(rows);
    const Claim claim = test::RandomClaim(n, shift_of(matrix).has_value(), random).claim();
    SCOPED_TRACE(test::text_of(claim));
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
      for (const Piles& piles : test::rows_of(total)) {
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

TEST(SmallNimClaims, ListsTheSmallestCounterexamplesOfEveryNumber) {
  const auto matrix = AllianceMatrix::shifted(2, 1);
  const auto answer = symbolic_check(test::claim_of({{.value = "1"}}), matrix, 0, kAllPiles,
                                     std::nullopt, 20, PileOrder::descending);
  definition::Game game({{1, 0}, {1, 0}}, small_nim_options);
  std::vector<Counterexample> expected;
  for (Counters total = 1; expected.size() < 20; ++total)
    for (const Piles& piles : test::rows_of(total)) {
      if (!std::ranges::is_sorted(piles, std::greater())) continue;
      for (Seat first = 0; first < 2; ++first) {
        const definition::State state(piles.begin(), piles.end());
        const int g = (game.winner(state, first) - first + 2) % 2;
        if (g != 1) expected.push_back({piles, first, 1, g});
      }
    }
  expected.resize(20);
  EXPECT_EQ(std::get<Verdict>(answer).counterexamples, expected);
}

TEST(SmallNimClaims, AFixedNumberOfPilesIsCountedInOrder) {
  std::mt19937_64 random(21);
  int compared = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    const int n = 2 + static_cast<int>(random() % 3);
    const int piles = 1 + static_cast<int>(random() % 4);
    const AllianceMatrix matrix = AllianceMatrix::shifted(n, static_cast<int>(random() % 2));
    const Claim claim = test::RandomClaim(n, true, random).claim();
    const Parameters parameters = test::parameters_of(matrix, piles);
    if (!claim.applies(parameters)) continue;
    SCOPED_TRACE(test::text_of(claim));
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

}  // namespace
}  // namespace nimsweep
