#include "nimsweep/games/registry.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/expect_error.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

TEST(Registry, MakesEveryGame) {
  ASSERT_GE(games().size(), 15u);
  for (const Game& game : games()) {
    EXPECT_FALSE(game.summary.empty());
    EXPECT_EQ(game.argument.empty(), game.example_argument.empty());
    const std::string name = test::example_of(game);
    EXPECT_EQ(make_ruleset(name)->name(), name);
    make_ruleset(name)->start(parse_piles(game.example_piles), 0);
  }
}

TEST(Registry, TheNameOfARulesetIsOneForEachGame) {
  EXPECT_EQ(make_ruleset("subtraction:3,1, 2,1")->name(), "subtraction:1,2,3");
  EXPECT_EQ(make_ruleset("moore:02")->name(), "moore:2");
  EXPECT_EQ(make_ruleset("graph-nim: 1 - 2,02-3")->name(), "graph-nim:1-2,2-3");
}

TEST(Registry, RefusesArgumentsThatMakeNoGame) {
  for (const char* game : {"moore", "moore:", "moore:0", "moore:x", "moore:-1", "circular:0"})
    EXPECT_ERROR(ErrorKind::input, "after the colon; expected a whole number from 1",
                 make_ruleset(game));
  for (const char* game : {"northcott", "northcott:1", "northcott-two-way:"})
    EXPECT_ERROR(ErrorKind::input, "after the colon; expected a whole number from 2",
                 make_ruleset(game));
  for (const char* game : {"subtraction", "subtraction:", "subtraction:0", "subtraction:1,,2",
                           "subtraction:1,0", "subtraction:1,18446744073709551616"})
    EXPECT_ERROR(ErrorKind::input, "expected numbers of counters such as 1,2,3, none of them 0",
                 make_ruleset(game));
  for (const char* game : {"graph-nim", "graph-nim:1", "graph-nim:1-1", "graph-nim:1-2-3",
                           "graph-nim:1-2,", "graph-nim:1-1001"})
    EXPECT_ERROR(ErrorKind::input, "expected two different vertices from 0 to 1000",
                 make_ruleset(game));
  EXPECT_ERROR(ErrorKind::input, "expected takeaway without an argument",
               make_ruleset("takeaway:4"));
}

TEST(Registry, NamesTheGamesItKnows) {
  EXPECT_ERROR(ErrorKind::input, "unknown game 'nimm'; did you mean nim", make_ruleset("nimm"));
  EXPECT_ERROR(ErrorKind::input, "unknown game ''", make_ruleset(""));
  EXPECT_ERROR(ErrorKind::input, "'last-nim:3'; expected last-nim without an argument",
               make_ruleset("last-nim:3"));
  EXPECT_ERROR(ErrorKind::input, "without an argument", make_ruleset("last-nim:"));
}

}  // namespace
}  // namespace nimsweep
