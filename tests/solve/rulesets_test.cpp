// Every game against the tests' own rules, under random matrices.
#include <gtest/gtest.h>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/solver.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using definition::State;

// A game's rules, and the start of a play with given piles.
struct Rules {
  definition::Options options;
  std::function<State(const State& piles)> start = [](const State& piles) { return piles; };
};

struct Scope {
  int most_players = 4;
  std::vector<int> pile_counts = {1, 2, 3};
  int largest_pile = 4;
};

// The winner and the length of best play from random positions, under random matrices.
void expect_played_by(const Rules& rules, const std::string& game, const Scope& scope = {},
                      int passes = 0) {
  std::mt19937_64 random(11);
  const auto ruleset = make_ruleset(game);
  const auto options = passes == 0 ? rules.options : test::with_passes(rules.options);
  for (int players = 2; players <= scope.most_players; ++players)
    for (int repeat = 0; repeat < 4; ++repeat) {
      const auto rows = definition::random_rows(players, random);
      definition::Game definition(rows, options);
      const auto solver = make_solver(*ruleset, AllianceMatrix::from_rows(rows));
      for (const int count : scope.pile_counts)
        for (int position = 0; position < 12; ++position) {
          State piles;
          for (int j = 0; j < count; ++j)
            piles.push_back(
                static_cast<int>(random() % (static_cast<unsigned>(scope.largest_pile) + 1)));
          State plain = rules.start(piles);
          if (passes > 0) plain.push_back(passes);
          const Position start =
              ruleset->start(test::piles_of(piles), static_cast<Counters>(passes));
          for (Seat first = 0; first < players; ++first) {
            const Outcome outcome = solver->outcome(start, first);
            ASSERT_EQ(outcome.winner, definition.winner(plain, first))
                << game << " " << testing::PrintToString(piles);
            ASSERT_EQ(outcome.moves, definition.shortest_best_play(plain, first))
                << game << " " << testing::PrintToString(piles);
          }
        }
    }
}

void expect_played_by_with_passes(const definition::Options& options, const std::string& game,
                                  const Scope& scope = {}) {
  expect_played_by({options}, game, scope);
  expect_played_by({options}, game, scope, 1);
  expect_played_by({options}, game, scope, 2);
}

TEST(Rulesets, Nim) {
  expect_played_by_with_passes(test::nim_options(), "nim");
  expect_played_by_with_passes(test::nim_options(), "nimble");
  expect_played_by_with_passes(test::nim_options(), "moore:1");
  expect_played_by_with_passes(test::nim_options(), "circular:1");
}

TEST(Rulesets, Moore) {
  expect_played_by_with_passes(test::moore_options(2), "moore:2",
                               {.pile_counts = {1, 2, 3, 4}, .largest_pile = 3});
  expect_played_by_with_passes(test::moore_options(3), "moore:3",
                               {.pile_counts = {2, 4}, .largest_pile = 2});
  expect_played_by_with_passes(test::moore_options(9), "moore:9", {.largest_pile = 3});
}

TEST(Rulesets, Circular) {
  for (const std::size_t window : {2u, 3u, 4u, 5u, 8u})
    expect_played_by_with_passes(test::circular_options(window),
                                 "circular:" + std::to_string(window),
                                 {.pile_counts = {1, 3, 4, 5}, .largest_pile = 2});
}

TEST(Rulesets, Subtraction) {
  const Scope scope{.largest_pile = 9};
  expect_played_by_with_passes(test::subtraction_options({1, 2, 3}), "takeaway", scope);
  expect_played_by_with_passes(test::subtraction_options({1, 3, 4}), "subtraction:4,1,3,1", scope);
  expect_played_by_with_passes(test::subtraction_options({2, 5}), "subtraction:2,5", scope);
}

TEST(Rulesets, Wythoff) {
  expect_played_by_with_passes(test::wythoff_options(), "wythoff",
                               {.pile_counts = {1, 2}, .largest_pile = 8});
}

TEST(Rulesets, SmallNim) {
  expect_played_by_with_passes(test::small_nim_options(), "small-nim",
                               {.pile_counts = {1, 2, 3, 4}});
}

TEST(Rulesets, EndNim) {
  expect_played_by({test::end_nim_options}, "end-nim",
                   {.most_players = 2, .pile_counts = {1, 2, 3, 4}});
  expect_played_by({test::end_nim_options}, "end-nim",
                   {.most_players = 2, .pile_counts = {1, 2, 3, 4}}, 2);
}

TEST(Rulesets, ZeroMove) {
  const auto start = [](State piles) {
    piles.resize(2 * piles.size(), 1);
    return piles;
  };
  expect_played_by({test::zero_move_options, start}, "zero-move");
}

TEST(Rulesets, Fibonacci) {
  const auto start = [](const State& piles) { return State{piles[0], piles[0] - 1}; };
  expect_played_by({test::fibonacci_options, start}, "fibonacci",
                   {.pile_counts = {1}, .largest_pile = 30});
}

TEST(Rulesets, GraphNim) {
  const auto start_at = [](int vertex) {
    return [vertex](const State& piles) { return test::with(piles, vertex); };
  };
  expect_played_by({test::graph_nim_options({{1, 2}, {2, 3}, {1, 3}}), start_at(1)},
                   "graph-nim:1-2,2-3,1-3", {.pile_counts = {3}});
  expect_played_by({test::graph_nim_options({{7, 0}, {0, 7}, {0, 4}, {4, 2}}), start_at(7)},
                   "graph-nim:7-0,0-7,0-4,4-2", {.pile_counts = {4}, .largest_pile = 3});
}

TEST(Rulesets, Northcott) {
  const auto start = [](const State& gaps) {
    State squares;
    for (const int gap : gaps) squares.insert(squares.end(), {1, gap + 2});
    return squares;
  };
  expect_played_by({test::northcott_options(6, false), start}, "northcott:6",
                   {.most_players = 2, .pile_counts = {1, 2, 3}, .largest_pile = 4});
}

// The papers' own examples.

TEST(Rulesets, ZeroMoveExamplesOf003) {
  const auto ruleset = make_ruleset("zero-move");
  const auto solver = make_solver(*ruleset, AllianceMatrix::shifted(2, 1));
  EXPECT_EQ(solver->outcome(ruleset->start({6, 4, 8}, 0), 0).winner, 1);  // P_1 is stuck
  EXPECT_EQ(solver->outcome(ruleset->start({4, 9, 10}, 0), 0).winner, 0);
}

TEST(Rulesets, TakeawayIsLostAtMultiplesOfFour) {
  const auto ruleset = make_ruleset("takeaway");
  const auto solver = make_solver(*ruleset, AllianceMatrix::shifted(2, 1));
  for (Counters sticks = 0; sticks <= 10; ++sticks)
    EXPECT_EQ(solver->outcome(ruleset->start({sticks}, 0), 0).winner, sticks % 4 == 0 ? 0 : 1);
}

}  // namespace
}  // namespace nimsweep
