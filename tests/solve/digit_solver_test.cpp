// Positions of any size: winners against the definition, and plays that keep to the rules.
#include "nimsweep/solve/digit_solver.hpp"

#include <gtest/gtest.h>

#include <random>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/move_list.hpp"
#include "support/definition.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

// A solver that uses machines for the smallest positions, too.
DigitSolver solver_without_memory(const Ruleset& ruleset, const AllianceMatrix& matrix) {
  return {ruleset, matrix, std::make_unique<GenericSolver>(ruleset, matrix), 0};
}

bool is_option(const Ruleset& ruleset, const Position& position, Seat player,
               const Position& option) {
  bool found = false;
  ruleset.visit_options(position, player, [&](const Position& other) {
    found = other == option;
    return !found;
  });
  return found;
}

void expect_best_play(const Ruleset& ruleset, GenericSolver& definition, const BestPlay& play,
                      int players) {
  ASSERT_TRUE(play.is_followed);
  ASSERT_EQ(play.turns.size(), play.outcome.moves + 1);
  for (std::size_t k = 0; k + 1 < play.turns.size(); ++k) {
    const auto& [player, position] = play.turns[k];
    const auto& [next, option] = play.turns[k + 1];
    EXPECT_EQ(next, next_seat(player, players));
    EXPECT_TRUE(is_option(ruleset, position, player, option));
    EXPECT_EQ(definition.winner(option, next), play.outcome.winner);
  }
  EXPECT_EQ(play.turns.back().first, play.outcome.winner) << "whoever is stuck wins";
}

TEST(DigitSolver, PlaysByTheRulesAndKeepsTheWinner) {
  std::mt19937_64 random(22);
  const auto compare = [&](std::string_view game, int players, int piles, Counters bound,
                           Counters passes = 0) {
    const auto ruleset = make_ruleset(game);
    int proved = 0;
    for (int repeat = 0; repeat < 12; ++repeat) {
      const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
      DigitSolver solver = solver_without_memory(*ruleset, matrix);
      GenericSolver definition(*ruleset, matrix);
      std::vector<Counters> counters;
      for (int j = 0; j < piles; ++j) counters.push_back(random() % (bound + 1));
      const Position start = ruleset->start(counters, passes);
      const auto first = static_cast<Seat>(random() % static_cast<unsigned>(players));
      ASSERT_EQ(solver.winner(start, first), definition.winner(start, first)) << game;
      const BestPlay play = solver.best_play(start, first, 1'000);
      if (!play.proof) continue;
      ++proved;
      expect_best_play(*ruleset, definition, play, players);
      const auto choices = solver.choices(start, first);
      ASSERT_TRUE(choices);
      std::vector<bool> can_get(static_cast<std::size_t>(players));
      ruleset->visit_options(start, first, [&](const Position& option) {
        const Seat winner = definition.winner(option, next_seat(first, players));
        can_get[static_cast<std::size_t>(winner)] = true;
        return true;
      });
      EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(can_get, true)), choices->size());
      for (const auto& [option, winner] : *choices) {
        EXPECT_TRUE(is_option(*ruleset, start, first, option));
        EXPECT_EQ(definition.winner(option, next_seat(first, players)), winner);
      }
    }
    EXPECT_GT(proved, 5) << game;
  };
  compare("nim", 3, 2, 30);
  compare("nim", 3, 3, 9, 1);
  compare("moore:2", 3, 3, 7);
  compare("wythoff", 3, 2, 20, 2);
  compare("subtraction:1,3", 2, 2, 20);
  compare("takeaway", 2, 2, 20);
  compare("small-nim", 3, 2, 12);
  compare("circular:2", 2, 3, 6);
  compare("zero-move", 2, 2, 10);
  compare("zero-move", 3, 2, 10);
}

TEST(DigitSolver, SolvesPilesOfAnySize) {
  const auto nim = make_ruleset("nim");
  const auto matrix = AllianceMatrix::shifted(2, 1);  // normal play
  const auto solver = make_solver(*nim, matrix);
  std::mt19937_64 random(23);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Counters a = random();
    const Counters b = random();
    const bool is_lost = repeat % 2 == 0;
    const Counters c = is_lost ? a ^ b : random() | 1;
    const Position start = nim->start({a, b, c}, 0);
    // The last player to move leaves the other one stuck, who is then said to win.
    const Seat winner = (a ^ b ^ c) == 0 ? 0 : 1;
    EXPECT_EQ(solver->winner(start, 0), winner);
    const BestPlay play = solver->best_play(start, 0, 100);
    ASSERT_TRUE(play.proof && play.is_followed);
    EXPECT_EQ(play.turns.back().first, winner);
  }
}

TEST(DigitSolver, FollowsNoPlayForEver) {
  const auto takeaway = make_ruleset("takeaway");
  const auto solver = make_solver(*takeaway, AllianceMatrix::shifted(2, 1));
  const Position start = takeaway->start({1'000'000'000'000'000'000}, 0);
  const BestPlay play = solver->best_play(start, 0, 5);
  EXPECT_FALSE(play.is_followed);
  EXPECT_EQ(play.turns.size(), 4u);
  EXPECT_EQ(play.outcome, (Outcome{.winner = 0, .moves = 0}));
  EXPECT_ERROR(ErrorKind::input, "a best play takes more than 10000 moves",
               solver->best_line(start, 0, [](Seat, const Position&) {}));
}

// Numbers too large to be followed digit by digit: the pile is reduced by its period.
TEST(DigitSolver, SolvesOnePileByItsPeriod) {
  const auto game = make_ruleset("subtraction:123,4567,9000");
  const auto matrix = AllianceMatrix::shifted(3, 1);
  const auto period = find_period({{123, 4567, 9000}}, matrix, 0)->period;
  const auto solver = make_solver(*game, matrix);
  std::mt19937_64 random(24);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Counters large = (random() >> 2) + (Counters{1} << 40);
    const Counters same = period.from + (large - period.from) % period.length;
    const auto first = static_cast<Seat>(random() % 3);
    const BestPlay play = solver->best_play(game->start({large}, 0), first, 4);
    ASSERT_TRUE(play.proof);
    EXPECT_FALSE(play.is_followed);
    EXPECT_EQ(play.outcome.winner, solver->winner(game->start({same}, 0), first));
    EXPECT_EQ(solver->winner(play.turns[1].second, play.turns[1].first), play.outcome.winner);
  }
}

TEST(DigitSolver, LeavesOtherPositionsToTheOtherSolver) {
  const auto nim = make_ruleset("nim");
  const auto solver = make_solver(*nim, AllianceMatrix::standard(3));
  EXPECT_FALSE(solver->best_play(nim->start({9, 8}, 0), 0, 10).proof);
  EXPECT_FALSE(solver->choices(nim->start({9, 8}, 0), 0));
  // Wild: there is no machine.
  const auto wild = make_solver(*nim, AllianceMatrix::from_equal_rows({0, 2, 1}));
  const Position large = nim->start({1'000'000, 1'000'000, 1'000'000}, 0);
  EXPECT_THROW(wild->winner(large, 0), Error);
}

}  // namespace
}  // namespace nimsweep
