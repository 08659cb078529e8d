// What hunts in games whose machines read digits count, keep and refuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "nimsweep/base/fields.hpp"
#include "support/digit_hunting.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

using test::all_shares;
using test::digit_game;
using test::parts_of;
using test::run;

TEST(DigitHuntResult, MeasuresAgreeWithEarlierOnes) {
  struct Expected {
    std::string name;
    int places;
    std::uint64_t open;
    std::size_t fewest, most;
    std::uint64_t behaviours;
  };
  for (const Expected& expected :
       {Expected{"nim", 2, 0, 4, 14, 138}, Expected{"nim", 3, 3, 5, 33, 213},
        Expected{"moore:2", 2, 0, 2, 4, 27}, Expected{"wythoff", 2, 3, 5, 27, 117}}) {
    const DigitGame played = digit_game(expected.name, expected.places, 0, 1 << 18);
    const HuntResult result =
        run({.name = "b", .behaviours = true}, 3, played, *walk_all_matrices(3, played));
    SCOPED_TRACE(expected.name);
    EXPECT_EQ(result.total, all_shares(3));
    EXPECT_EQ(result.open, expected.open * kWholeShare);
    EXPECT_EQ(result.behaviours, expected.behaviours * kWholeShare);
    EXPECT_EQ(result.states.size() - 1, expected.most);
    EXPECT_EQ(std::ranges::find_if(result.states, [](Shares s) { return s != 0; }),
              result.states.begin() + static_cast<std::ptrdiff_t>(expected.fewest));
  }
}

TEST(DigitHuntResult, OpenMatricesComeWithTheGrowthOfTheirBlocks) {
  const DigitGame nim = digit_game("nim", 3, 0, 1 << 21);
  const Hunt hunt{.name = "open", .where = Property::parse("not automatic")};
  const HuntResult result =
      run(hunt, 3, nim,
          *walk_matrices(
              3, 6, [](std::uint64_t k) { return std::vector(3, Rank(k)); }, nim));
  ASSERT_EQ(result.kept.size(), 3u);
  const std::vector<std::uint64_t> growth{1, 8, 44, 161, 678, 2729};
  EXPECT_EQ(result.kept[0], (Hit{.index = 43, .blocks = growth}));
  EXPECT_EQ(result.kept[1], (Hit{.index = 86, .blocks = growth}));
  EXPECT_EQ(result.kept[2], (Hit{.index = 215, .blocks = {1, 8, 44, 161, 681, 2732}}));
}

TEST(DigitHuntResult, KeepsTheMostStates) {
  const DigitGame nim = digit_game("nim", 2);
  Hunt hunt{.name = "top", .order = Hunt::Order::states, .keep = 1000};
  const auto all = run(hunt, 3, nim, *walk_all_matrices(3, nim)).kept;
  EXPECT_TRUE(std::ranges::is_sorted(all, [](const Hit& a, const Hit& b) {
    return std::pair(b.states, a.index) < std::pair(a.states, b.index);
  }));
  EXPECT_EQ(all.size(), 76u);  // orbits
  EXPECT_EQ(all.front().states, 14u);
  hunt.keep = 5;
  EXPECT_EQ(run(hunt, 3, nim, *walk_all_matrices(3, nim)).kept,
            std::vector(all.begin(), all.begin() + 5));
}

// Saved and merged in any order: the same.
TEST(DigitHuntResult, PartsMayBeMergedInAnyOrder) {
  const DigitGame wythoff = digit_game("wythoff", 2, 0, 1 << 10);
  std::mt19937_64 random(5);
  for (const Hunt& hunt :
       {Hunt{.name = "b", .keep = 7, .behaviours = true},
        Hunt{.name = "w", .where = Property::parse("not automatic or states > 9"), .keep = 20}}) {
    const auto walk = walk_all_matrices(3, wythoff);
    EXPECT_GT(walk->units(), 2u);
    auto parts = parts_of(hunt, 3, wythoff, *walk);
    const HuntResult expected = run(hunt, 3, wythoff, *walk);
    EXPECT_GT(expected.open, 0u);
    for (int repeat = 0; repeat < 5; ++repeat) {
      std::ranges::shuffle(parts, random);
      HuntResult merged;
      for (HuntResult& part : parts) {
        part.tidy(hunt);
        FieldWriter fields;
        part.write(fields);
        const std::string text = std::move(fields).take();
        FieldReader reader(text);
        const HuntResult again = HuntResult::read(reader);
        reader.check_end();
        EXPECT_EQ(again, part);
        merged.merge(again, hunt);
      }
      merged.finish(hunt);
      EXPECT_EQ(merged, expected);
    }
  }
}

TEST(DigitHuntResult, RefusesWhatMeansNothingThere) {
  const DigitGame nim = digit_game("nim", 3, 0, 1 << 12);
  const auto refused = [&](const Hunt& hunt, const std::string& part) {
    EXPECT_ERROR(ErrorKind::input, part, HuntCheck(hunt, 3, nim));
  };
  refused({.name = "a", .where = Property::parse("letters > 2")},
          "letters is about Last Nim and Small Nim");
  refused({.name = "a", .where = Property::parse("not always_wins(any, 2)")},
          "always_wins is about Last Nim and Small Nim");
  refused({.name = "a", .order = Hunt::Order::letters}, "expected 'by: states'");
  refused({.name = "a", .max_piles = 2}, "'piles' of a hunt is about Last Nim");
  refused({.name = "a", .where = Property::parse("same_values_as(index:43)")},
          "same_values_as(index:43): no machine");
  refused({.name = "a", .where = Property::parse("value(1, 2) == 0")},
          "value: 2 piles; expected 3");
  refused({.name = "a", .where = Property::parse("wins(3, 1, 2, 0)")},
          "wins: there is no player 3 of 3");
  refused({.name = "a", .where = Property::parse("teams_win([0, 5], 1)")},
          "teams_win: there is no player 5 of 3");
  EXPECT_ERROR(ErrorKind::input, "period is about other games",
               HuntCheck({.name = "a", .where = Property::parse("period(2)")}, 3));
  EXPECT_ERROR(ErrorKind::input, "value: an empty pile",
               HuntCheck({.name = "a", .where = Property::parse("value(0) == 1")}, 3));
  EXPECT_ERROR(ErrorKind::input, "automatic is about other games",
               HuntCheck({.name = "a", .where = Property::parse("automatic")}, 3));
  EXPECT_ERROR(ErrorKind::input, "'box' is about games other than Last Nim",
               HuntCheck({.name = "a", .box = 100}, 3));
}

}  // namespace
}  // namespace nimsweep
