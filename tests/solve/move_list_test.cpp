#include "nimsweep/solve/move_list.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "nimsweep/games/registry.hpp"
#include "support/random_games.hpp"

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

TEST(MoveList, HasTheWinnersOfTheDefinition) {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 60; ++trial) {
    const int n = 2 + trial % 4;
    const int passes = trial % 3;
    const auto rows = definition::random_rows(n, random);
    definition::Game game(rows, definition::last_nim_options);
    State piles(1 + random() % 3);
    for (int& pile : piles) pile = static_cast<int>(random() % 7);
    const int first = static_cast<int>(random() % static_cast<unsigned>(n));
    const State state = test::with(piles, passes);
    const auto list =
        moves_of(question_of("last-nim", AllianceMatrix::from_rows(rows), test::piles_of(piles),
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
    const auto options = definition::last_nim_options(state, first);
    EXPECT_EQ(found, std::set<State>(options.begin(), options.end()));
    EXPECT_EQ(list.moves.size(), options.size());
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
    for (const char* game : {"last-nim", "nim"}) {
      const Question question = question_of(game, matrix, {2, 1 + random() % 9, 12}, passes);
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

TEST(MoveList, IsEmptyForAPlayerWhoIsStuck) {
  const auto matrix = AllianceMatrix::standard(3);
  EXPECT_TRUE(moves_of(question_of("last-nim", matrix, {0, 0}, 2)).moves.empty());
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
