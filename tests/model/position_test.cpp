#include "nimsweep/model/position.hpp"

#include <gtest/gtest.h>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

TEST(Position, OrdersByPilesThenStateThenPasses) {
  const Position small{.piles = {1, 2, 0}, .state = {9}, .passes = 9};
  const Position more_counters{.piles = {1, 2, 1}, .state = {0}, .passes = 0};
  const Position more_state{.piles = {1, 2, 1}, .state = {1}, .passes = 0};
  const Position more_passes{.piles = {1, 2, 1}, .state = {1}, .passes = 1};
  EXPECT_LT(small, more_counters);
  EXPECT_LT(more_counters, more_state);
  EXPECT_LT(more_state, more_passes);
  EXPECT_EQ(more_passes, more_passes);
}

TEST(Position, PilesAreReadStrictly) {
  EXPECT_EQ(parse_piles("1,2,2"), (std::vector<Counters>{1, 2, 2}));
  EXPECT_EQ(parse_piles("0"), std::vector<Counters>{0});
  EXPECT_EQ(parse_piles(" 3 , 1000000000000000000"),
            (std::vector<Counters>{3, 1'000'000'000'000'000'000u}));
  EXPECT_EQ(parse_piles("18446744073709551615"), std::vector<Counters>{kMaxCounters});
}

TEST(Position, BadPilesAreNamed) {
  EXPECT_ERROR(ErrorKind::input, "pile 2 is '-1'; expected a whole number from 0",
               parse_piles("1,-1"));
  EXPECT_ERROR(ErrorKind::input, "pile 1 is 'x'", parse_piles("x,1"));
  EXPECT_ERROR(ErrorKind::input, "pile 2 is ''", parse_piles("1,"));
  EXPECT_ERROR(ErrorKind::input, "pile 1 is ''", parse_piles(""));
  EXPECT_ERROR(ErrorKind::input, "pile 1 is '18446744073709551616'",
               parse_piles("18446744073709551616"));
}

}  // namespace
}  // namespace nimsweep
