#include "nimsweep/games/ruleset.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "nimsweep/games/registry.hpp"
#include "support/definition.hpp"
#include "support/expect_error.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

std::vector<Position> options_of(const Ruleset& ruleset, const Position& position, Seat player) {
  std::vector<Position> options;
  ruleset.visit_options(position, player, [&](const Position& option) {
    options.push_back(option);
    return true;
  });
  return options;
}

// The example position, with passes if the game has any.
Position start_of(const Ruleset& ruleset, std::string_view piles) {
  const Position start = ruleset.start(parse_piles(piles), 0);
  return start.state.empty() ? ruleset.start(start.piles, 2) : start;
}

// Walks every reachable position, whoever moves.
void visit_reachable(const Ruleset& ruleset, const Position& position, std::set<Position>& seen,
                     const std::function<void(const Position&, const Position&)>& visit) {
  if (!seen.insert(position).second) return;
  for (const Seat player : {0, 1})
    for (const Position& option : options_of(ruleset, position, player)) {
      visit(position, option);
      visit_reachable(ruleset, option, seen, visit);
    }
}

void expect_options_come_first(const Ruleset& ruleset, const Position& start) {
  std::set<Position> seen;
  visit_reachable(ruleset, start, seen, [&](const Position& position, const Position& option) {
    EXPECT_LT(option, position) << ruleset.name();
    EXPECT_EQ(option.piles.size(), position.piles.size());
    for (std::size_t j = 0; j < option.piles.size(); ++j)
      EXPECT_LE(option.piles[j], position.piles[j]) << ruleset.name();
  });
  EXPECT_GT(seen.size(), 10u) << ruleset.name();
}

TEST(Ruleset, OptionsComeBeforeTheirPosition) {
  for (const Game& game : games()) {
    const auto ruleset = make_ruleset(test::example_of(game));
    if (ruleset->plays() == Ruleset::Plays::in_order)
      expect_options_come_first(*ruleset, start_of(*ruleset, game.example_piles));
  }
  const test::EndNim end_nim;
  expect_options_come_first(end_nim, end_nim.start({3, 2, 2}, 2));
}

TEST(Ruleset, StatesKeepToTheirBounds) {
  for (const Game& game : games()) {
    const auto ruleset = make_ruleset(test::example_of(game));
    const Position start = start_of(*ruleset, game.example_piles);
    const auto bounds = ruleset->state_bounds(start.piles);
    ASSERT_EQ(start.state.size(), bounds.size()) << game.name;
    std::set<Position> seen;
    visit_reachable(*ruleset, start, seen, [&](const Position&, const Position& option) {
      ASSERT_EQ(option.state.size(), bounds.size()) << game.name;
      for (std::size_t k = 0; k < bounds.size(); ++k)
        EXPECT_LE(option.state[k], bounds[k]) << game.name;
    });
  }
}

TEST(Ruleset, EachOptionIsVisitedOnce) {
  for (const Game& game : games()) {
    const auto ruleset = make_ruleset(test::example_of(game));
    std::set<Position> seen;
    visit_reachable(*ruleset, start_of(*ruleset, game.example_piles), seen,
                    [](const Position&, const Position&) {});
    for (const Position& position : seen)
      for (const Seat player : {0, 1}) {
        const auto options = options_of(*ruleset, position, player);
        EXPECT_EQ(std::set<Position>(options.begin(), options.end()).size(), options.size())
            << game.name;
      }
  }
  for (const std::string window : {"1", "2", "3", "4", "5"})
    for (const auto& piles : definition::box(4, 2)) {
      const auto ruleset = make_ruleset("circular:" + window);
      const Position start = ruleset->start({piles.begin(), piles.end()}, 0);
      const auto options = options_of(*ruleset, start, 0);
      EXPECT_EQ(std::set<Position>(options.begin(), options.end()).size(), options.size());
    }
}

// The position after a stopped visit is unspecified, but a visitor that wants three options gets
// three.
TEST(Ruleset, EveryGameStopsWhenAsked) {
  for (const Game& game : games()) {
    const auto ruleset = make_ruleset(test::example_of(game));
    const Position start = start_of(*ruleset, game.example_piles);
    const auto options = options_of(*ruleset, start, 0);
    for (std::size_t most = 1; most <= options.size(); ++most) {
      std::vector<Position> visited;
      ruleset->visit_options(start, 0, [&](const Position& option) {
        visited.push_back(option);
        return visited.size() < most;
      });
      EXPECT_EQ(visited, std::vector<Position>(options.begin(),
                                               options.begin() + static_cast<std::ptrdiff_t>(most)))
          << game.name;
    }
  }
}

TEST(Ruleset, OnlyImpartialGamesHaveTheSameMovesForAll) {
  for (const Game& game : games()) {
    const auto ruleset = make_ruleset(test::example_of(game));
    const Position start = start_of(*ruleset, game.example_piles);
    EXPECT_EQ(options_of(*ruleset, start, 0) == options_of(*ruleset, start, 1),
              ruleset->is_impartial())
        << game.name;
  }
}

TEST(Ruleset, VisitingStopsWhenTheVisitorHasEnough) {
  const auto ruleset = make_ruleset("last-nim");
  int visited = 0;
  ruleset->visit_options(ruleset->start({kMaxCounters}, 1), 0,
                         [&](const Position&) { return ++visited < 5; });
  EXPECT_EQ(visited, 5);
}

TEST(Ruleset, APassKeepsThePilesAndIsNotForTheStuck) {
  const auto ruleset = make_ruleset("last-nim");
  const auto options = options_of(*ruleset, ruleset->start({1, 0}, 2), 0);
  ASSERT_EQ(options.size(), 2u);
  EXPECT_EQ(options[0], (Position{.piles = {0, 0}, .state = {}, .passes = 2}));
  EXPECT_EQ(options[1], (Position{.piles = {1, 0}, .state = {}, .passes = 1}));
  EXPECT_TRUE(options_of(*ruleset, ruleset->start({0, 0}, 2), 0).empty());
}

TEST(LastNim, TakesFromTheLastNonemptyPileFewestFirst) {
  const auto ruleset = make_ruleset("last-nim");
  const auto options = options_of(*ruleset, ruleset->start({1, 3, 0}, 0), 0);
  ASSERT_EQ(options.size(), 3u);
  EXPECT_EQ(options[0].piles, (std::vector<Counters>{1, 2, 0}));
  EXPECT_EQ(options[1].piles, (std::vector<Counters>{1, 1, 0}));
  EXPECT_EQ(options[2].piles, (std::vector<Counters>{1, 0, 0}));
  EXPECT_TRUE(options_of(*ruleset, ruleset->start({}, 0), 0).empty());
}

TEST(ZeroMove, AnEmptyPileHasNoZeroMove) {
  const auto ruleset = make_ruleset("zero-move");
  EXPECT_EQ(ruleset->start({2, 0}, 0).state, (std::vector<Counters>{1, 0}));
  const auto options = options_of(*ruleset, ruleset->start({1}, 0), 0);
  ASSERT_EQ(options.size(), 2u);
  EXPECT_EQ(options[0], (Position{.piles = {0}, .state = {0}}));
  EXPECT_EQ(options[1], (Position{.piles = {1}, .state = {0}}));
}

TEST(Fibonacci, TheCapIsNeverMoreThanThePile) {
  const auto ruleset = make_ruleset("fibonacci");
  EXPECT_EQ(ruleset->start({0}, 0).state, (std::vector<Counters>{0}));
  EXPECT_EQ(ruleset->start({1}, 0).state, (std::vector<Counters>{0}));
  EXPECT_EQ(ruleset->start({kMaxCounters}, 0).state, (std::vector<Counters>{kMaxCounters - 1}));
  for (const Position& option : options_of(*ruleset, ruleset->start({9}, 0), 0))
    EXPECT_EQ(option.state[0], std::min(option.piles[0], 2 * (9 - option.piles[0])));
  const Position huge{.piles = {kMaxCounters}, .state = {2}};
  EXPECT_EQ(options_of(*ruleset, huge, 0)[1],
            (Position{.piles = {kMaxCounters - 2}, .state = {4}}));
}

TEST(Ruleset, SaysForWhomAndForWhichPilesItIs) {
  const auto players = [](const char* game, int count) {
    make_ruleset(game)->check_players(count);
  };
  players("nim", 16);
  players("end-nim", 2);
  EXPECT_ERROR(ErrorKind::input, "3 players; expected 2 in end-nim", players("end-nim", 3));
  EXPECT_ERROR(ErrorKind::input, "4 players; expected 2 in northcott:8", players("northcott:8", 4));

  const auto start = [](const char* game, std::vector<Counters> piles, Counters passes) {
    make_ruleset(game)->start(std::move(piles), passes);
  };
  start("wythoff", {3}, 2);
  EXPECT_ERROR(ErrorKind::input, "3 piles; expected one or two", start("wythoff", {1, 2, 3}, 0));
  EXPECT_ERROR(ErrorKind::input, "2 piles; expected one", start("fibonacci", {1, 2}, 0));
  EXPECT_ERROR(ErrorKind::input, "3 piles; expected 2, one for each edge of graph-nim:1-2,2-3",
               start("graph-nim:1-2,2-3", {1, 2, 3}, 0));
  start("northcott:5", {3, 0}, 0);
  EXPECT_ERROR(ErrorKind::input, "a gap of 4 squares; expected at most 3 in northcott:5",
               start("northcott:5", {1, 4}, 0));
  EXPECT_ERROR(ErrorKind::input, "1 pass; expected none: in zero-move", start("zero-move", {1}, 1));
}

}  // namespace
}  // namespace nimsweep
