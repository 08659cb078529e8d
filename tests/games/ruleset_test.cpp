#include "nimsweep/games/ruleset.hpp"

#include <gtest/gtest.h>

#include <set>

#include "nimsweep/games/registry.hpp"
#include "support/definition.hpp"
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

// Walks every position below `position`; each option has to come before it.
void expect_options_come_first(const Ruleset& ruleset, const Position& position,
                               std::set<Position>& seen) {
  if (!seen.insert(position).second) return;
  for (const Seat player : {0, 1, 2})
    for (const Position& option : options_of(ruleset, position, player)) {
      EXPECT_LT(option, position) << ruleset.name();
      EXPECT_EQ(option.piles.size(), position.piles.size());
      expect_options_come_first(ruleset, option, seen);
    }
}

TEST(Ruleset, OptionsComeBeforeTheirPosition) {
  std::vector<std::pair<std::unique_ptr<Ruleset>, std::vector<Counters>>> rulesets;
  for (const Game& game : games()) {
    std::string name(game.name);
    if (!game.argument.empty()) name += ":" + std::string(game.example_argument);
    rulesets.emplace_back(make_ruleset(name), parse_piles(game.example_piles));
  }
  const std::vector<Counters> piles = {3, 2, 2};
  rulesets.emplace_back(std::make_unique<test::EndNim>(), piles);
  rulesets.emplace_back(std::make_unique<test::Fibonacci>(), std::vector<Counters>{7});
  rulesets.emplace_back(std::make_unique<test::ZeroMove>(), piles);
  for (const auto& [ruleset, example] : rulesets) {
    std::set<Position> seen;
    expect_options_come_first(*ruleset, ruleset->start(example, 2), seen);
    EXPECT_GT(seen.size(), 10u) << ruleset->name();
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

}  // namespace
}  // namespace nimsweep
