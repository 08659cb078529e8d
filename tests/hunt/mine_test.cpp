#include "nimsweep/hunt/mine.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <set>
#include <tuple>

#include "nimsweep/job/claim_registry.hpp"
#include "support/check_claims.hpp"
#include "support/definition.hpp"

namespace nimsweep {
namespace {

using Key = std::tuple<int, int, int>;  // n, N, r; r = -1 for a matrix that is not SSAM^r

Key key_of(const Parameters& parameters) {
  return {parameters.n, parameters.N, parameters.r.value_or(-1)};
}

std::vector<int> range(int from, int to) {
  std::vector<int> numbers(static_cast<std::size_t>(to - from + 1));
  std::iota(numbers.begin(), numbers.end(), from);
  return numbers;
}

// SSAM^r for one r, learned from n = 3..6 and N = 1..`piles`, checked up to n = 8.
MineTask shifted(int r, int piles, int check_piles) {
  MineTask task{.name = "t",
                .matrix = r == 0 ? "sam" : "ssam:" + std::to_string(r),
                .matrices = {},
                .piles = range(1, piles),
                .check_matrices = {},
                .check_piles = range(1, check_piles)};
  for (int n = 3; n <= 8; ++n)
    (n <= 6 ? task.matrices : task.check_matrices).push_back(AllianceMatrix::shifted(n, r));
  return task;
}

MineTask all_shifted(int piles, int check_piles) {
  MineTask task = shifted(0, piles, check_piles);
  task.matrix.clear();
  task.r_varies = true;
  task.matrices.clear();
  task.check_matrices.clear();
  for (int n = 3; n <= 8; ++n)
    for (int r = 0; r < n; ++r)
      (n <= 6 ? task.matrices : task.check_matrices).push_back(AllianceMatrix::shifted(n, r));
  return task;
}

// What mining found, after it has been a text.
MineResult mined(const MineTask& task) {
  const auto result = mine(task, [](std::uint64_t, std::uint64_t) { return true; });
  EXPECT_TRUE(result.has_value());
  const std::string text = result.value_or(MineResult{}).to_text();
  MineResult again = MineResult::from_text(text);
  EXPECT_EQ(again.to_text(), text);
  EXPECT_TRUE(std::ranges::equal(again.uncovered, result.value_or(MineResult{}).uncovered,
                                 [](const Uncovered& a, const Uncovered& b) {
                                   return a.reason == b.reason && a.states == b.states &&
                                          a.matrix == b.matrix &&
                                          a.parameters.n == b.parameters.n &&
                                          a.parameters.N == b.parameters.N;
                                 }));
  EXPECT_THROW(MineResult::from_text(text + "1 "), Error);
  return again;
}

// "given: when -> value; .. -> value".
std::string shown(const MinedClaim& claim) {
  std::string text = claim.text.given + ":";
  for (const ClaimText::Case& of_claim : claim.text.cases)
    text += (of_claim.when.empty() ? "" : " " + of_claim.when) + " -> " + of_claim.value + ";";
  return text;
}

std::vector<std::string> shown(const MineResult& result) {
  std::vector<std::string> texts;
  for (const MinedClaim& claim : result.claims) texts.push_back(shown(claim));
  return texts;
}

std::vector<Parameters> points(const MinedClaim& claim) {
  std::vector<Parameters> all = claim.fitted;
  all.insert(all.end(), claim.checked.begin(), claim.checked.end());
  return all;
}

// By the definition, with piles of up to `max` counters.
void expect_by_definition(const MinedClaim& mined, int most_players, int most_piles, int max) {
  const Claim claim = make_claim(mined.text);
  for (const Parameters& at : points(mined)) {
    if (at.n > most_players || at.N > most_piles) continue;
    const int r = at.r.value();
    definition::Rows rows(static_cast<std::size_t>(at.n));
    for (auto& row : rows)
      for (int j = 0; j < at.n; ++j) row.push_back((j + r) % at.n);
    definition::Game game(rows, definition::last_nim_options);
    for (definition::State state : definition::box(at.N, max)) {
      if (std::find(state.begin(), state.end(), 0) != state.end()) continue;
      const std::vector<Counters> piles(state.begin(), state.end());
      state.push_back(0);  // passes
      for (Seat first = 0; first < at.n; ++first) {
        const int value = (game.winner(state, first) - first + at.n) % at.n;
        EXPECT_EQ(claim.value_at({.parameters = at, .first = first, .piles = piles}),
                  (ClaimedValue{.values = value}))
            << shown(mined) << " n " << at.n << " N " << at.N << " r " << r;
      }
    }
  }
}

// Wherever the registry's claim applies, a mined claim does too, and says the same.
void expect_rediscovered(const MineResult& result, const std::string& name, int r, int most_piles) {
  const Claim& known = find_claim(name);
  int found = 0;
  for (int n = 3; n <= 8; ++n)
    for (int N = 1; N <= most_piles; ++N) {
      const Parameters at{.n = n, .N = N, .r = r};
      if (!known.applies(at)) continue;
      const auto place =
          std::find_if(result.claims.begin(), result.claims.end(),
                       [&](const MinedClaim& mined) { return make_claim(mined.text).applies(at); });
      ASSERT_NE(place, result.claims.end()) << name << " n " << n << " N " << N;
      const Claim claim = make_claim(place->text);
      EXPECT_TRUE(test::check_symbolically(claim, AllianceMatrix::shifted(n, r), 0, N, std::nullopt)
                      .holds())
          << name << " n " << n << " N " << N;
      std::mt19937_64 random(1);
      for (int k = 0; k < 200; ++k) {
        std::vector<Counters> piles(static_cast<std::size_t>(N));
        for (Counters& pile : piles) pile = 1 + random() % 3;
        const Situation situation{.parameters = at, .first = 0, .piles = piles};
        EXPECT_EQ(claim.value_at(situation), known.value_at(situation)) << name;
      }
      ++found;
    }
  EXPECT_GT(found, 0) << name;
}

TEST(Mine, FindsTheTheoremsOfShiftedMatrices) {
  const MineResult result = mined(shifted(1, 11, 15));
  EXPECT_EQ(shown(result),
            (std::vector<std::string>{
                "N <= n - 1: -> N;", "N >= n and N <= 2 * n - 2: x[n] == 1 -> N; -> N + 1;",
                "N == 2 * n - 1: x[n] == 1 -> N; x[N] == 1 -> N + 1; -> N + 2;",
                "N >= 2 * n and N <= 3 * n - 3: x[n] == 1 and x[2 * n] == 1 -> N;"
                " x[n] > 1 and x[2 * n - 1] > 1 -> N + 2; -> N + 1;"}));
  for (const char* name : {"shifted-3.3", "shifted-3.4", "shifted-3.5"})
    expect_rediscovered(result, name, 1, 15);
  for (const MinedClaim& claim : result.claims) expect_by_definition(claim, 5, 5, 3);
}

TEST(Mine, FindsTheTheoremsOfStandardMatrices) {
  const MineResult result = mined(shifted(0, 17, 23));
  const auto texts = shown(result);
  ASSERT_GE(texts.size(), 5u);
  EXPECT_EQ(std::vector<std::string>(texts.begin(), texts.begin() + 5),
            (std::vector<std::string>{
                "N <= n - 2: -> N;", "N >= n - 1 and N <= 2 * n - 3: x[n - 1] == 1 -> N; -> N + 1;",
                "N == 2 * n - 2: x[n - 1] == 1 -> N; x[N] == 1 -> N + 1; -> N + 2;",
                "N >= 2 * n - 1 and N <= 3 * n - 4: x[n - 1] == 1 and x[2 * n - 1] == 1 -> N;"
                " x[n - 1] > 1 and x[2 * n - 2] > 1 -> N + 2; -> N + 1;",
                "N == 3 * n - 3: x[n - 1] == 1 and x[d + 2] == 1 -> N;"
                " x[n - 1] == 1 or x[d + 1] == 1 -> N + 1; x[N] == 1 -> N + 2; -> N + 3;"}));
  for (const char* name : {"standard-many-players", "standard-n=N+1", "standard-3a", "standard-3b",
                           "standard-3c", "standard-6-3"})
    expect_rediscovered(result, name, 0, 23);
  for (const MinedClaim& claim : result.claims) expect_by_definition(claim, 4, 6, 2);
}

TEST(Mine, FindsFormsForEveryShift) {
  const MineTask task = all_shifted(11, 15);
  const MineResult result = mined(task);
  for (const MinedClaim& claim : result.claims) {
    EXPECT_NE(claim.text.given.find('r'), std::string::npos) << claim.text.given;
    EXPECT_TRUE(claim.text.matrix.empty());
    expect_by_definition(claim, 4, 5, 3);
  }
  for (const int r : {0, 1})
    for (const char* name :
         {"standard-many-players", "standard-n=N+1", "standard-3a", "standard-3b", "standard-3c",
          "shifted-3.3", "shifted-3.4", "shifted-3.5"})
      if (std::string_view(name).starts_with(r == 0 ? "standard" : "shifted"))
        expect_rediscovered(result, name, r, 15);
  // All cases with at most two piles that matter; see jobs/shifted-by-r.yaml.
  std::set<Key> uncovered;
  for (const Uncovered& left : result.uncovered) uncovered.insert(key_of(left.parameters));
  for (int n = 3; n <= 8; ++n)
    for (int r = 0; r < n; ++r)
      for (int N = 1; N <= std::min(15, (r - 2 + n) % n + 2 * n - 2); ++N)
        EXPECT_FALSE(uncovered.contains({n, N, r})) << n << " " << N << " " << r;
}

// Scopes, point lists and proofs agree; every case is covered or reported as not covered.
TEST(Mine, CoversWhatItSays) {
  const MineTask task = all_shifted(9, 12);
  const MineResult result = mined(task);
  std::set<Key> settled;
  for (const MinedClaim& mined : result.claims) {
    const Claim claim = make_claim(mined.text);
    std::set<Key> said;
    int most_players = 0;
    for (const Parameters& at : mined.fitted) {
      EXPECT_LE(at.n, 6);
      EXPECT_LE(at.N, 9);
    }
    for (const Parameters& at : mined.checked) most_players = std::max(most_players, at.n);
    EXPECT_GT(most_players, 6);
    for (const Parameters& at : points(mined)) {
      EXPECT_TRUE(said.insert(key_of(at)).second);
      EXPECT_TRUE(test::check_symbolically(claim, AllianceMatrix::shifted(at.n, at.r.value()), 0,
                                           at.N, std::nullopt)
                      .holds());
    }
    for (int n = 3; n <= 8; ++n)
      for (int r = 0; r < n; ++r)
        for (int N = 1; N <= 12; ++N)
          EXPECT_EQ(claim.applies({.n = n, .N = N, .r = r}), said.contains({n, N, r}))
              << mined.text.given;
    settled.merge(said);
  }
  EXPECT_TRUE(result.uncovered.empty());
  EXPECT_EQ(result.no_recurrence, "");
  ASSERT_EQ(result.recurrences.size(), 1u);
  EXPECT_EQ(points(result.recurrences.front()).size(), 3u + 4 + 5 + 6 + 7 + 8);
  EXPECT_GT(settled.size(), 300u);
  EXPECT_EQ(task.cases(), (3u + 4 + 5 + 6 + 7 + 8) * 12);
}

TEST(Mine, SaysTheSameEveryTime) {
  const MineTask task = all_shifted(9, 12);
  EXPECT_EQ(shown(mined(task)), shown(mined(task)));
}

TEST(Mine, StopsWhenTold) {
  int calls = 0;
  const auto result =
      mine(shifted(1, 11, 15), [&](std::uint64_t, std::uint64_t) { return ++calls < 100; });
  EXPECT_FALSE(result.has_value());
  EXPECT_EQ(calls, 100);
}

// Unrelated matrices have nothing in common but what N alone determines.
TEST(Mine, FindsNothingWhereThereIsNothing) {
  MineTask task = shifted(0, 6, 6);
  task.matrix.clear();
  task.matrices.clear();
  task.check_matrices.clear();
  std::mt19937_64 random(5);
  for (int n = 3; n <= 8; ++n)
    (n <= 6 ? task.matrices : task.check_matrices)
        .push_back(AllianceMatrix::from_rows(definition::random_rows(n, random)));
  const MineResult result = mined(task);
  EXPECT_TRUE(result.claims.empty()) << testing::PrintToString(shown(result));
  EXPECT_EQ(result.uncovered.size(), task.cases());
  for (const Uncovered& left : result.uncovered)
    EXPECT_TRUE(left.reason == "the value depends on who moves first" ||
                left.reason == "no form found that holds for more players, too")
        << left.reason;
}

// Equal rows that are not a shift: all players like the next player to move least, otherwise as
// under SAM.
TEST(Mine, LearnsFromListedMatrices) {
  MineTask task = shifted(0, 9, 12);
  task.matrix.clear();
  task.matrices.clear();
  task.check_matrices.clear();
  for (int n = 3; n <= 8; ++n) {
    std::vector<int> row{0};
    for (int j = 2; j < n; ++j) row.push_back(j);
    row.push_back(1);
    (n <= 6 ? task.matrices : task.check_matrices)
        .push_back(AllianceMatrix::from_rows(
            std::vector<std::vector<int>>(static_cast<std::size_t>(n), row)));
  }
  const MineResult result = mined(task);
  EXPECT_FALSE(result.claims.empty());
  for (const MinedClaim& mined : result.claims) {
    const Claim claim = make_claim(mined.text);
    for (const Parameters& at : points(mined)) {
      const auto index = static_cast<std::size_t>(at.n) - 3;
      const AllianceMatrix& matrix =
          at.n <= 6 ? task.matrices[index] : task.check_matrices[index - 4];
      if (at.n <= 5 && at.N <= 5)
        EXPECT_TRUE(test::check_exhaustively(claim, matrix, 0, at.N, 6).holds()) << shown(mined);
    }
  }
}

}  // namespace
}  // namespace nimsweep
