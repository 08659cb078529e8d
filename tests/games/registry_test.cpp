#include "nimsweep/games/registry.hpp"

#include <gtest/gtest.h>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

TEST(Registry, MakesEveryGameThatNeedsNoArgument) {
  ASSERT_FALSE(games().empty());
  for (const Game& game : games()) {
    EXPECT_FALSE(game.summary.empty());
    if (game.argument.empty()) EXPECT_EQ(make_ruleset(game.name)->name(), game.name);
  }
}

TEST(Registry, NamesTheGamesItKnows) {
  EXPECT_ERROR(ErrorKind::input, "unknown game 'nimm'; expected one of: ", make_ruleset("nimm"));
  EXPECT_ERROR(ErrorKind::input, "unknown game ''", make_ruleset(""));
  EXPECT_ERROR(ErrorKind::input, "'last-nim:3'; expected last-nim without an argument",
               make_ruleset("last-nim:3"));
  EXPECT_ERROR(ErrorKind::input, "without an argument", make_ruleset("last-nim:"));
}

}  // namespace
}  // namespace nimsweep
