#include "nimsweep/solve/move_list.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "nimsweep/games/registry.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using definition::State;

constexpr std::size_t kMany = 1000;

Question question_of(const char* game, const AllianceMatrix& matrix, std::vector<Counters> piles,
                     Counters passes = 0, Seat first = 0) {
  std::shared_ptr<const Ruleset> ruleset = make_ruleset(game);
  return {.ruleset = ruleset,
          .matrix = matrix,
          .start = ruleset->start(std::move(piles), passes),
          .first = first};
}

MoveList moves_of(const Question& question, std::size_t most = kMany) {
  return list_moves(*make_solver(*question.ruleset, question.matrix), question, most);
}

// `options` has passes.
void expect_as_defined(const char* name, const definition::Options& options) {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + trial % 4;
    const int passes = trial % 3;
    const auto rows = definition::random_rows(n, random);
    definition::Game game(rows, options);
    State piles(1 + random() % 3);
    for (int& pile : piles) pile = static_cast<int>(random() % 7);
    const int first = static_cast<int>(random() % static_cast<unsigned>(n));
    const State state = test::with(piles, passes);
    const auto list =
        moves_of(question_of(name, AllianceMatrix::from_rows(rows), test::piles_of(piles),
                             static_cast<Counters>(passes), first));
    EXPECT_TRUE(list.is_complete);
    std::set<State> found;
    for (const Move& move : list.moves) {
      State option(move.position.piles.begin(), move.position.piles.end());
      option.push_back(static_cast<int>(move.position.passes));
      found.insert(option);
      EXPECT_EQ(move.winner, game.winner(option, (first + 1) % n));
      EXPECT_EQ(move.is_best, move.winner == game.winner(state, first));
    }
    const auto expected = options(state, first);
    EXPECT_EQ(found, std::set<State>(expected.begin(), expected.end()));
    EXPECT_EQ(list.moves.size(), expected.size());
  }
}

TEST(MoveList, HasTheWinnersOfTheDefinition) {
  expect_as_defined("last-nim", definition::last_nim_options);
  expect_as_defined("small-nim", test::with_passes(test::small_nim_options()));
}

TEST(MoveList, HasTheRulesetsOrder) {
  std::mt19937_64 random(8);
  for (const char* game : {"last-nim", "small-nim"})
    for (int trial = 0; trial < 40; ++trial) {
      const Question question = question_of(game, AllianceMatrix::standard(3),
                                            {random() % 4, random() % 4, random() % 4}, 1);
      std::vector<Position> expected;
      question.ruleset->visit_options(question.start, 0, [&](const Position& option) {
        expected.push_back(option);
        return true;
      });
      std::vector<Position> found;
      for (const Move& move : moves_of(question).moves) found.push_back(move.position);
      EXPECT_EQ(found, expected);
    }
}

// The fast path of Last Nim against the one for any game, and what is left of a list that is too
// long against the whole list.
TEST(MoveList, KeepsTheFirstMoveForEachWinnerIfThereAreTooMany) {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 40; ++trial) {
    const int n = 2 + trial % 4;
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(n, random));
    const auto passes = static_cast<Counters>(trial % 3);
    for (const char* game : {"last-nim", "small-nim", "nim"}) {
      const bool is_small_nim = std::string_view(game) == "small-nim";
      const Counters smallest = is_small_nim ? 8 : 2;
      const Question question =
          question_of(game, matrix, {smallest, smallest + random() % 9, 12}, passes);
      const auto whole = moves_of(question);
      const auto cut = moves_of(question, 5);
      ASSERT_TRUE(whole.is_complete);
      ASSERT_FALSE(cut.is_complete);
      std::vector<Move> expected;
      for (const Move& move : whole.moves)
        if (std::ranges::find(expected, move.winner, &Move::winner) == expected.end())
          expected.push_back(move);
      ASSERT_EQ(cut.moves.size(), expected.size());
      for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_EQ(cut.moves[k].position, expected[k].position);
        EXPECT_EQ(cut.moves[k].winner, expected[k].winner);
        EXPECT_EQ(cut.moves[k].is_best, expected[k].is_best);
      }
    }
  }
}

TEST(MoveList, TakesNoTimeForAHugePile) {
  const auto matrix = AllianceMatrix::shifted(5, 2);
  const auto small = moves_of(question_of("last-nim", matrix, {3, 1, 40}), 10);
  const auto huge = moves_of(question_of("last-nim", matrix, {3, 1, kMaxCounters}), 10);
  ASSERT_EQ(huge.moves.size(), small.moves.size());
  EXPECT_FALSE(huge.is_complete);
  EXPECT_EQ(huge.moves.front().position.piles, (std::vector<Counters>{3, 1, kMaxCounters - 1}));
  for (std::size_t k = 0; k < huge.moves.size(); ++k)
    EXPECT_EQ(huge.moves[k].winner, small.moves[k].winner);
}

TEST(MoveList, TakesNoTimeForHugeSmallestPiles) {
  const auto matrix = AllianceMatrix::shifted(5, 2);
  const auto small = moves_of(question_of("small-nim", matrix, {40, 50, 40}), 10);
  const auto huge = moves_of(
      question_of("small-nim", matrix, {kMaxCounters - 1, kMaxCounters, kMaxCounters - 1}), 10);
  ASSERT_EQ(huge.moves.size(), small.moves.size());
  EXPECT_FALSE(huge.is_complete);
  EXPECT_EQ(huge.moves.front().position.piles,
            (std::vector<Counters>{kMaxCounters - 2, kMaxCounters, kMaxCounters - 1}));
  for (std::size_t k = 0; k < huge.moves.size(); ++k)
    EXPECT_EQ(huge.moves[k].winner, small.moves[k].winner);
}

TEST(MoveList, IsEmptyForAPlayerWhoIsStuck) {
  const auto matrix = AllianceMatrix::standard(3);
  EXPECT_TRUE(moves_of(question_of("last-nim", matrix, {0, 0}, 2)).moves.empty());
  EXPECT_TRUE(moves_of(question_of("small-nim", matrix, {0, 0}, 2)).moves.empty());
  EXPECT_TRUE(moves_of(question_of("nim", matrix, {0, 0})).moves.empty());
}

TEST(MoveList, SaysWhereNobodyWins) {
  const auto list =
      moves_of(question_of("northcott-two-way:4", AllianceMatrix::standard(2), {1, 2}));
  ASSERT_FALSE(list.moves.empty());
  bool is_endless = false;
  for (const Move& move : list.moves) is_endless |= move.winner == kNobody && move.is_best;
  EXPECT_TRUE(is_endless);
}

}  // namespace
}  // namespace nimsweep
