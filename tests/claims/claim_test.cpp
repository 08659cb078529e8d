#include "nimsweep/claims/claim.hpp"

#include <gtest/gtest.h>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

TEST(Claim, TheFirstCaseThatHoldsCounts) {
  const Claim claim = make_claim(
      {.name = "a",
       .cases = {
           {"x[1] == 1", "7"}, {"x[2] == 1", "-1"}, {"x[1] == 1", "0"}, {"x[1] > 2", "first"}}});
  const auto value_at = [&](std::vector<Counters> piles) {
    return claim.value_at({.parameters = {.n = 3, .N = 2}, .first = 2, .piles = piles});
  };
  EXPECT_EQ(value_at({1, 1}), ClaimedValue{.values = 1}) << "7 mod 3";
  EXPECT_EQ(value_at({2, 1}), ClaimedValue{.values = 2}) << "-1 mod 3";
  EXPECT_EQ(value_at({3, 2}), ClaimedValue{.values = 2});
  ASSERT_TRUE(value_at({2, 2}).fault);
  EXPECT_EQ(describe(*value_at({2, 2}).fault), "no case covers it");
}

TEST(Claim, ACaseMaySayWhatTheValueIsNot) {
  const Claim claim = make_claim(
      {.name = "a", .cases = {{"x[1] == 1", "n"}, {.value = "n", .kind = CaseKind::other}}});
  const auto value_at = [&](std::vector<Counters> piles) {
    return claim.value_at({.parameters = {.n = 3, .N = 1}, .piles = piles});
  };
  EXPECT_TRUE(value_at({1}).agrees_with(0));
  EXPECT_FALSE(value_at({1}).agrees_with(1));
  EXPECT_FALSE(value_at({2}).agrees_with(0));
  EXPECT_TRUE(value_at({2}).agrees_with(1));
}

TEST(Claim, ACaseMayAllowSeveralValuesOrSayWhoWins) {
  const Claim claim = make_claim(
      {.name = "a",
       .cases = {{"x[1] == 1", "[0, xor(1, n)]"}, {.value = "[n, 1]", .kind = CaseKind::winner}}});
  const auto value_at = [&](std::vector<Counters> piles, Seat first) {
    return claim.value_at({.parameters = {.n = 4, .N = 1}, .first = first, .piles = piles});
  };
  EXPECT_EQ(value_at({1}, 2).values.values(), (std::vector{0, 1}));
  EXPECT_EQ(value_at({2}, 2).values.values(), (std::vector{2, 3})) << "P_0 or P_1";
  EXPECT_EQ(claim.cases[0].text(), "[0, xor(1, n)]");
  EXPECT_TRUE(claim.has_winners());
  EXPECT_ERROR(ErrorKind::input, "case 1: value: entry 2: column 2: the text ends",
               make_claim({.name = "a", .cases = {{.value = "[0, ]"}}}));
}

TEST(Claim, ARecurrenceReadsPileByPile) {
  ClaimText text{.name = "a", .cases = {{"N > 3", "v + 1"}, {.value = "v"}}};
  text.recurrence = {
      .start = "first", .each = {{"x > 1", "v + x"}, {"v < 4", "2 * v"}}, .range = 7};
  const Claim claim = make_claim(text);
  const auto value_at = [&](std::vector<Counters> piles) {
    const Parameters parameters{.n = 5, .N = static_cast<int>(piles.size())};
    return claim.value_at({.parameters = parameters, .first = 1, .piles = piles});
  };
  EXPECT_EQ(value_at({3}), ClaimedValue{.values = 4});
  EXPECT_EQ(value_at({1, 5}), ClaimedValue{.values = 0}) << "2 + 5 mod 7";
  EXPECT_EQ(value_at({1, 1, 3, 1}), ClaimedValue{.values = 1}) << "1, 2, 4, 0, 0, and 1 more";
  EXPECT_EQ(describe(value_at({4, 1}).fault.value()), "no entry of 'each' covers one of its piles");
}

TEST(Claim, WhatHasNoValueIsAFaultOfItsCase) {
  const Claim claim =
      make_claim({.name = "a", .cases = {{"x[1] == 1", "1 mod (n - 2)"}, {"x[3] == 1", "2"}}});
  const auto reason_at = [&](std::vector<Counters> piles) {
    return describe(claim.value_at({.parameters = {.n = 2, .N = 2}, .piles = piles}).fault.value());
  };
  EXPECT_EQ(reason_at({1, 1}),
            "case 1: value: column 3: the modulus is less than 1; expected 1 or more");
  EXPECT_EQ(reason_at({2, 1}),
            "case 2: when: column 1: there is no such pile; expected an index from 1 to N");
}

TEST(Claim, AppliesWhereItsGivenHolds) {
  const Claim claim =
      make_claim({.name = "a", .given = "d >= 0 and n >= d + 2", .cases = {{.value = "0"}}});
  EXPECT_TRUE(claim.applies({.n = 3, .N = 4}));
  EXPECT_FALSE(claim.applies({.n = 3, .N = 5}));
  EXPECT_FALSE(claim.applies({.n = 3, .N = 2}));
  EXPECT_TRUE(make_claim({.name = "b", .cases = {{.value = "0"}}}).applies({.n = 3, .N = 5}));
  const Claim shifted = make_claim({.name = "c", .given = "r == 1", .cases = {{.value = "0"}}});
  EXPECT_TRUE(shifted.applies({.n = 3, .N = 5, .r = 1}));
  EXPECT_FALSE(shifted.applies({.n = 3, .N = 5, .r = 0}));
  EXPECT_FALSE(shifted.applies({.n = 3, .N = 5})) << "a matrix without a shift";
  const Claim broken =
      make_claim({.name = "d", .given = "1 mod d == 0", .cases = {{.value = "0"}}});
  EXPECT_ERROR(ErrorKind::input, "given: column 3: the modulus is less than 1",
               broken.applies({.n = 3, .N = 3}));
}

TEST(Claim, IsAboutAGameWithAnyArgumentUnlessItHasOne) {
  const Claim any = make_claim({.name = "a", .game = "moore", .cases = {{.value = "0"}}});
  EXPECT_TRUE(any.is_about_game("moore"));
  EXPECT_TRUE(any.is_about_game("moore:2"));
  EXPECT_FALSE(any.is_about_game("moo"));
  EXPECT_FALSE(any.is_about_game("nim"));
  const Claim one = make_claim({.name = "a", .game = "moore:2", .cases = {{.value = "0"}}});
  EXPECT_TRUE(one.is_about_game("moore:2"));
  EXPECT_FALSE(one.is_about_game("moore:3"));
  EXPECT_FALSE(one.is_about_game("moore"));
}

TEST(Claim, ErrorsNameTheirPart) {
  const auto bad = [](const ClaimText& text, const char* message) {
    EXPECT_ERROR(ErrorKind::input, message, make_claim(text));
  };
  bad({.name = "a", .given = "x[1] == 1", .cases = {{.value = "0"}}},
      "given: column 1: it depends on the position; expected only n, N, d, r and k");
  bad({.name = "a", .given = "n + first == 1", .cases = {{.value = "0"}}}, "given: column 5: it");
  bad({.name = "a", .given = "n +", .cases = {{.value = "0"}}}, "given: column 4: the text ends");
  bad({.name = "a", .cases = {{.value = "0"}, {"x[1]", "1"}}},
      "case 2: when: column 1: a number; expected a condition");
  bad({.name = "a", .cases = {{.value = "0"}, {.value = "1 == 1"}}},
      "case 2: value: column 1: a condition; expected a number");
  bad({.name = "a", .cases = {{.value = ""}}}, "case 1: value: column 1: the text ends");
  bad({.name = "a", .cases = {}}, "cases: there are 0; expected 1 to 1000");
  bad({.name = "a", .game = "chess", .cases = {{.value = "0"}}}, "game: ");
  bad({.name = "a", .matrix = "ssan", .cases = {{.value = "0"}}}, "matrix: ");
  bad({.name = "a", .matrix = "0 1 / 0 0", .cases = {{.value = "0"}}}, "matrix: row 2");
  bad({.name = "a", .matrix = "formula:j + r", .cases = {{.value = "0"}}},
      "matrix: formula: column 5: r has no value");
  ClaimText recurrence{
      .name = "a", .recurrence = ClaimText::Recurrence{.each = {}}, .cases = {{.value = "v"}}};
  bad(recurrence, "each: there are 0; expected 1 to 1000");
  recurrence.recurrence->each = {{"N > 1", "v"}};
  bad(recurrence, "each 1: when: column 1: 'N'; expected");
  recurrence.recurrence = {.start = "v", .each = {{.value = "v"}}};
  bad(recurrence, "start: column 1: 'v'; expected");
  recurrence.recurrence = {.each = {{.value = "v"}}, .range = 0};
  bad(recurrence, "range: 0; expected 1 to 1000000");
  for (const char* matrix : {"", "sam", "ssam", "ssam:15", "index:100", "0 1 / 1 0", "formula:2*j",
                             "reverse", "equal:0 2 1", "teams:0,2/1,3"})
    EXPECT_NO_THROW(make_claim({.name = "a", .matrix = matrix, .cases = {{.value = "0"}}}));
}

TEST(Claim, KnowsTheShiftOfAMatrix) {
  for (int n = 2; n <= 5; ++n) {
    EXPECT_EQ(shift_of(AllianceMatrix::standard(n)), 0);
    for (int r = 0; r < n; ++r) EXPECT_EQ(shift_of(AllianceMatrix::shifted(n, r)), r);
  }
  EXPECT_EQ(shift_of(AllianceMatrix::from_rows({{1, 2, 0}, {1, 2, 0}, {1, 2, 0}})), 1);
  EXPECT_EQ(shift_of(AllianceMatrix::from_rows({{0, 1, 2}, {0, 1, 2}, {0, 2, 1}})), std::nullopt);
  EXPECT_EQ(shift_of(AllianceMatrix::from_rows({{0, 2, 1}, {0, 2, 1}, {0, 2, 1}})), std::nullopt);
}

TEST(Claim, ReducesAsMathematicsDoes) {
  EXPECT_EQ(reduced(-1, 3), 2);
  EXPECT_EQ(reduced(-3, 3), 0);
  EXPECT_EQ(reduced(std::numeric_limits<std::int64_t>::min(), 2), 0);
  EXPECT_EQ(reduced(std::numeric_limits<std::int64_t>::max(), 2), 1);
}

}  // namespace
}  // namespace nimsweep
