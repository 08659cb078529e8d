// Mining in games with automata over binary digits: what is found, and that all of it is true by
// the definition of the games.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "hunt/decision_list.hpp"
#include "hunt/words.hpp"
#include "nimsweep/hunt/mine.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "support/definition.hpp"

namespace nimsweep {
namespace {

using namespace hunt_detail;
using definition::State;

std::vector<State> nim(const State& piles, int /*player*/) {
  std::vector<State> options;
  for (std::size_t j = 0; j < piles.size(); ++j)
    for (int left = 0; left < piles[j]; ++left) {
      options.push_back(piles);
      options.back()[j] = left;
    }
  return options;
}

std::vector<State> wythoff(const State& piles, int player) {
  std::vector<State> options = nim(piles, player);
  for (int by = 1; by <= std::ranges::min(piles) && piles.size() > 1; ++by) {
    options.push_back(piles);
    for (int& pile : options.back()) pile -= by;
  }
  return options;
}

std::vector<State> moore_2(const State& piles, int /*player*/) {
  std::vector<State> options;
  for (const State& left :
       definition::box(static_cast<int>(piles.size()), std::ranges::max(piles))) {
    int lowered = 0;
    bool is_option = true;
    for (std::size_t j = 0; j < piles.size(); ++j) {
      is_option = is_option && left[j] <= piles[j];
      lowered += left[j] != piles[j] ? 1 : 0;
    }
    if (is_option && 1 <= lowered && lowered <= 2) options.push_back(left);
  }
  return options;
}

std::vector<State> take_up_to_3(const State& piles, int player) {
  std::vector<State> options = nim(piles, player);
  std::erase_if(options, [&](const State& left) {
    int taken = 0;
    for (std::size_t j = 0; j < piles.size(); ++j) taken += piles[j] - left[j];
    return taken > 3;
  });
  return options;
}

// SSAM^r of these players, all learned from.
MineTask shifted(std::string game, int r, std::vector<int> players, std::vector<int> piles) {
  MineTask task{.name = "t",
                .matrix = r == 0 ? "sam" : "ssam:" + std::to_string(r),
                .game = std::move(game),
                .matrices = {},
                .piles = std::move(piles),
                .check_matrices = {},
                .check_piles = {}};
  for (const int n : players) task.matrices.push_back(AllianceMatrix::shifted(n, r));
  return task;
}

MineResult mined(const MineTask& task) {
  auto result = mine(task, [](std::uint64_t, std::uint64_t) { return true; });
  EXPECT_TRUE(result.has_value());
  return result.value_or(MineResult{});
}

// "given; when: value 0; not 1", for each claim.
std::vector<std::string> shown(const MineResult& result) {
  std::vector<std::string> texts;
  for (const MinedClaim& claim : result.claims) {
    std::string& text = texts.emplace_back(claim.text.given);
    for (const ClaimText::Case& of_claim : claim.text.cases) {
      text += "; ";
      if (!of_claim.when.empty()) text += of_claim.when + ": ";
      text += std::string(word_of(of_claim.kind)) + " " + of_claim.value;
    }
  }
  return texts;
}

// Every claim of a matrix agrees with the definition, wherever it applies.
void expect_true(const MineResult& result, const AllianceMatrix& matrix, int N,
                 const definition::Options& options, int max, std::optional<int> k = {}) {
  definition::Rows rows(static_cast<std::size_t>(matrix.players()));
  for (Seat i = 0; i < matrix.players(); ++i)
    for (int j = 0; j < matrix.players(); ++j)
      rows[static_cast<std::size_t>(i)].push_back(matrix.offset(i, j));
  definition::Game game(rows, options);
  const Parameters at{.n = matrix.players(), .N = N, .r = shift_of(matrix), .k = k};
  for (const MinedClaim& mined : result.claims) {
    const Claim claim = make_claim(mined.text);
    if (!claim.applies(at)) continue;
    for (const State& state : definition::box(N, max)) {
      if (std::ranges::count(state, 0) > 0) continue;
      const std::vector<Counters> piles(state.begin(), state.end());
      for (Seat first = 0; first < at.n; ++first) {
        const int value = (game.winner(state, first) - first + at.n) % at.n;
        const ClaimedValue said =
            claim.value_at({.parameters = at, .first = first, .piles = piles});
        ASSERT_FALSE(said.fault);
        ASSERT_TRUE(said.agrees_with(value)) << mined.text.name << " n " << at.n << " N " << N;
      }
    }
  }
}

TEST(DigitMine, NimUnderThePodiumRule) {
  const MineTask task = shifted("nim", 1, {2, 3, 4}, {2, 3});
  const MineResult result = mined(task);
  EXPECT_EQ(shown(result), (std::vector<std::string>{"N <= n - 1; value N",
                                                     "n == 2; xor(x) == 0: value 0; value 1",
                                                     "; digitsum(n) == 0: value 0; not 0"}));
  EXPECT_TRUE(result.uncovered.empty());
  for (const AllianceMatrix& matrix : task.matrices)
    for (const int N : task.piles) expect_true(result, matrix, N, nim, 6);
}

TEST(DigitMine, MisereNim) {
  const MineTask task = shifted("nim", 0, {2}, {1, 2, 3});
  const MineResult result = mined(task);
  EXPECT_TRUE(result.uncovered.empty());
  EXPECT_EQ(shown(result).back(), "; max(x) == 1: value N; xor(x) == 0: value 1; value 0");
  for (const int N : task.piles) expect_true(result, task.matrices.front(), N, nim, 7);
}

TEST(DigitMine, MooresNim) {
  MineTask task = shifted("moore:2", 1, {2, 3}, {3, 5});
  const MineResult result = mined(task);
  EXPECT_EQ(shown(result).back(), "; digitsum(n * k - k + 1) == 0: value 0; not 0");
  EXPECT_TRUE(result.uncovered.empty());
  for (const AllianceMatrix& matrix : task.matrices) {
    expect_true(result, matrix, 3, moore_2, 5, 2);
    expect_true(result, matrix, 5, moore_2, 2, 2);
  }
}

TEST(DigitMine, WythoffsGame) {
  MineTask task = shifted("wythoff", 1, {2, 3, 4, 5}, {1, 2});
  task.check_matrices = {AllianceMatrix::shifted(6, 1)};
  const MineResult result = mined(task);
  EXPECT_EQ(shown(result),
            (std::vector<std::string>{"N == 1; value 1",
                                      "n >= 3 and N == 2; x[1] == x[2]: value 1; value 2"}));
  // Two players under normal play: the golden ratio is not in binary digits.
  ASSERT_EQ(result.uncovered.size(), 1u);
  EXPECT_EQ(result.uncovered[0].parameters.n, 2);
  EXPECT_FALSE(result.uncovered[0].states);
  EXPECT_EQ(result.claims[1].fitted.size(), 3u);
  EXPECT_EQ(result.claims[1].checked.size(), 1u);
  for (int n = 3; n <= 5; ++n) expect_true(result, AllianceMatrix::shifted(n, 1), 2, wythoff, 12);
}

TEST(DigitMine, SubtractionGames) {
  const MineTask task = shifted("subtraction:1,2,3", 1, {2, 3, 4}, {1, 2});
  const MineResult result = mined(task);
  EXPECT_EQ(shown(result), (std::vector<std::string>{
                               "N == 1; value (x[1] mod (3 * n - 2) + 2) / 3",
                               "n == 2 and N == 2; x[1] mod 4 == x[2] mod 4: value 0; value 1"}));
  // What has no form has an automaton.
  ASSERT_EQ(result.uncovered.size(), 2u);
  for (const Uncovered& left : result.uncovered) {
    EXPECT_EQ(left.reason, "no short form was found");
    EXPECT_GT(left.states.value_or(0), 100u);
  }
  for (const AllianceMatrix& matrix : task.matrices) {
    expect_true(result, matrix, 1, take_up_to_3, 60);
    expect_true(result, matrix, 2, take_up_to_3, 16);
  }
}

TEST(DigitMine, EveryShiftAtOnce) {
  MineTask task = shifted("subtraction:1", 0, {2, 3, 4}, {1, 2});
  task.matrix.clear();
  task.r_varies = true;
  task.matrices.clear();
  for (int n = 2; n <= 4; ++n)
    for (int r = 0; r < n; ++r) task.matrices.push_back(AllianceMatrix::shifted(n, r));
  const MineResult result = mined(task);
  // There is no choice: the matrix does not matter.
  EXPECT_EQ(shown(result), (std::vector<std::string>{"r >= 0; value sum(x)"}));
  EXPECT_TRUE(result.uncovered.empty());
}

// Where rows differ, who moves first matters.
TEST(DigitMine, MatricesOneByOne) {
  std::mt19937_64 random(7);
  MineTask task{.name = "t",
                .game = "nim",
                .matrices = {},
                .piles = {1, 2},
                .check_matrices = {},
                .check_piles = {}};
  for (int k = 0; k < 6; ++k)
    task.matrices.push_back(AllianceMatrix::from_rows(definition::random_rows(3, random)));
  const MineResult result = mined(task);
  std::size_t cases = result.uncovered.size();
  for (const MinedClaim& claim : result.claims) {
    EXPECT_FALSE(claim.text.matrix.empty());
    cases += claim.fitted.size();
  }
  for (const Uncovered& left : result.uncovered) EXPECT_FALSE(left.matrix.empty());
  EXPECT_GE(cases, 12u);
  EXPECT_GT(result.claims.size(), 4u);
  for (const AllianceMatrix& matrix : task.matrices) {
    MineResult own;
    for (const MinedClaim& claim : result.claims)
      if (claim.text.matrix == to_text(matrix)) own.claims.push_back(claim);
    expect_true(own, matrix, 1, nim, 20);
    expect_true(own, matrix, 2, nim, 12);
  }
}

// The last number is the passes left: who has a move may pass instead.
std::vector<State> nim_with_passes(const State& state, int player) {
  std::vector<State> options;
  for (State& left : nim({state.begin(), state.end() - 1}, player)) {
    left.push_back(state.back());
    options.push_back(std::move(left));
  }
  if (!options.empty() && state.back() > 0) {
    options.push_back(state);
    --options.back().back();
  }
  return options;
}

TEST(DigitMine, Passes) {
  MineTask task = shifted("nim", 1, {2, 3}, {1, 2});
  task.passes = 1;
  const MineResult result = mined(task);
  EXPECT_FALSE(result.claims.empty());
  const auto with_one_pass = [](const State& piles, int n, Seat first) {
    definition::Rows rows(static_cast<std::size_t>(n));
    for (auto& row : rows)
      for (int j = 0; j < n; ++j) row.push_back((j + 1) % n);
    State state = piles;
    state.push_back(1);
    return (definition::Game(rows, nim_with_passes).winner(state, first) - first + n) % n;
  };
  for (const MinedClaim& mined : result.claims)
    for (const Parameters& at : mined.fitted)
      for (const State& state : definition::box(at.N, 5)) {
        if (std::ranges::count(state, 0) > 0) continue;
        const std::vector<Counters> piles(state.begin(), state.end());
        for (Seat first = 0; first < at.n; ++first)
          EXPECT_TRUE(make_claim(mined.text)
                          .value_at({.parameters = at, .first = first, .piles = piles})
                          .agrees_with(with_one_pass(state, at.n, first)));
      }
}

TEST(DigitMine, CanBeStopped) {
  int calls = 0;
  EXPECT_FALSE(mine(shifted("nim", 1, {2, 3, 4}, {2, 3}),
                    [&](std::uint64_t, std::uint64_t) { return ++calls < 40; }));
}

// ---- Its parts.

// What a word says about a sample is what its text says.
TEST(Words, SayWhatTheirTextsSay) {
  std::mt19937_64 random(3);
  const Words words({.players = 4, .piles = 3, .has_r = true, .has_k = true});
  const std::vector<Parameters> points = {{.n = 2, .N = 1, .r = 0, .k = 2},
                                          {.n = 3, .N = 2, .r = 1, .k = 3},
                                          {.n = 4, .N = 3, .r = 2, .k = 2}};
  for (const Parameters& at : points) {
    Sample sample{.parameters = at, .has_firsts = at.n != 3};
    for (int k = 0; k < 40; ++k) {
      std::vector<Counters> piles(static_cast<std::size_t>(at.N));
      for (Counters& pile : piles) pile = 1 + random() % 9;
      const auto n = static_cast<unsigned>(at.n);
      sample.entries.push_back({piles, sample.has_firsts ? static_cast<Seat>(random() % n) : 0,
                                static_cast<int>(random() % n)});
    }
    const Reading reading = words.read(sample);
    ASSERT_EQ(reading.conditions.size(), words.conditions().size());
    ASSERT_EQ(reading.values.size(), words.values().size());
    const auto situation = [&](const Sample::Entry& entry) {
      return Situation{.parameters = at, .first = entry.first, .piles = entry.piles};
    };
    for (std::size_t c = 0; c < words.conditions().size(); ++c) {
      if (!reading.conditions[c]) continue;
      const auto condition =
          Expression::parse(words.conditions()[c].text, Expression::Type::condition);
      for (std::size_t k = 0; k < sample.entries.size(); ++k) {
        const Evaluation value = condition.evaluate(situation(sample.entries[k]));
        ASSERT_EQ(value.fault, Fault::none) << words.conditions()[c].text;
        ASSERT_EQ(value.value != 0, reading.conditions[c]->contains(k))
            << words.conditions()[c].text;
      }
    }
    for (std::size_t v = 0; v < words.values().size(); ++v) {
      if (!reading.values[v]) continue;
      const Word& word = words.values()[v];
      const Claim claim = make_claim(
          {.name = "t", .game = "moore:2", .cases = {{.value = word.text, .kind = word.kind}}});
      for (std::size_t k = 0; k < sample.entries.size(); ++k) {
        const ClaimedValue said = claim.value_at(situation(sample.entries[k]));
        ASSERT_FALSE(said.fault) << word.text;
        ASSERT_EQ(said.agrees_with(sample.entries[k].value), reading.values[v]->contains(k))
            << word_of(word.kind) << " " << word.text;
      }
    }
  }
}

TEST(Words, OppositesAreOpposites) {
  const Words words({.players = 3, .piles = 2});
  const Sample sample{.parameters = {.n = 3, .N = 2},
                      .entries = {{{1, 2}, 0, 1}, {{2, 2}, 0, 2}, {{5, 1}, 0, 0}, {{4, 7}, 0, 0}}};
  const Reading reading = words.read(sample);
  for (std::size_t c = 0; c < reading.conditions.size(); c += 2)
    for (std::size_t k = 0; reading.conditions[c] && k < 4; ++k)
      EXPECT_NE(reading.conditions[c]->contains(k), reading.conditions[c + 1]->contains(k));
}

// The same by trying everything: which lists of one or two comparisons are right?
TEST(DecisionList, AllListsAreFound) {
  std::mt19937_64 random(5);
  constexpr std::size_t kPositions = 8;
  constexpr std::size_t kConditions = 6;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<int> labels(kPositions);
    std::vector<PointSet> values(3, PointSet(kPositions));
    std::vector<PointSet> conditions(kConditions, PointSet(kPositions));
    PointSet everywhere(kPositions);
    for (std::size_t k = 0; k < kPositions; ++k) {
      everywhere.insert(k);
      labels[k] = static_cast<int>(random() % (trial % 2 == 0 ? 2 : 3));
      values[static_cast<std::size_t>(labels[k])].insert(k);
      for (PointSet& condition : conditions)
        if (random() % 2 == 0) condition.insert(k);
    }
    const auto is_right = [&](const DecisionList& list) {
      for (std::size_t k = 0; k < kPositions; ++k)
        for (const DecisionList::Case& of_list : list.cases) {
          if (!std::ranges::all_of(of_list.all_of,
                                   [&](std::size_t c) { return conditions[c].contains(k); }))
            continue;
          if (!values[of_list.value].contains(k)) return false;
          break;
        }
      return true;
    };
    const auto exists = [&](std::size_t comparisons) {
      for (std::size_t a = 0; a < kConditions; ++a)
        for (std::size_t b = 0; b < (comparisons == 2 ? kConditions : 1); ++b)
          for (std::size_t u = 0; u < 3; ++u)
            for (std::size_t v = 0; v < 3; ++v)
              for (std::size_t w = 0; w < 3; ++w) {
                if (comparisons == 1 && is_right({{{{a}, u}, {{}, v}}})) return true;
                if (comparisons == 2 && (is_right({{{{a}, u}, {{b}, v}, {{}, w}}}) ||
                                         is_right({{{{a, b}, u}, {{}, v}}})))
                  return true;
              }
      return false;
    };
    for (const std::size_t comparisons : {1, 2}) {
      const auto found = decision_lists(conditions, values, everywhere, comparisons, {}, [] {});
      for (const DecisionList& list : found) EXPECT_TRUE(is_right(list));
      // A list that could do with less may be left out.
      bool is_needed = exists(comparisons);
      if (comparisons == 2) is_needed = is_needed && !exists(1);
      for (const PointSet& value : values) is_needed = is_needed && !everywhere.is_within(value);
      if (is_needed) EXPECT_FALSE(found.empty());
    }
  }
}

}  // namespace
}  // namespace nimsweep
