// Hunts for the matrices that satisfy a claim.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/hunt/hunt.hpp"
#include "support/one_by_one.hpp"

namespace nimsweep {
namespace {

using test::hunt_where;
using test::one_by_one;
using test::rows_are_equal;
using test::run;
using test::walk_each;
using test::ways_through;

// Theorem 3.4 of 001, and others like it.
struct PlainClaim {
  ClaimText text;
  int (*value)(const definition::State& piles, int n);  // what it says
};

const std::vector<PlainClaim> kClaims{
    {{.name = "shifted-3.4",
      .matrix = "ssam:1",
      .cases = {{"N < n", "N"}, {"x[n] == 1", "d"}, {.value = "d + 1"}}},
     [](const definition::State& piles, int n) {
       const int N = static_cast<int>(piles.size());
       if (N < n) return N % n;
       return (piles[static_cast<std::size_t>(n - 1)] == 1 ? N - n : N - n + 1) % n;
     }},
    {{.name = "number of piles", .cases = {{.value = "N"}}},
     [](const definition::State& piles, int n) { return static_cast<int>(piles.size()) % n; }},
    {{.name = "last pile", .cases = {{"x[N] > 2", "0"}, {"x[N] > 1", "1"}, {.value = "N"}}},
     [](const definition::State& piles, int n) {
       if (piles.back() > 2) return 0;
       return piles.back() > 1 ? 1 : static_cast<int>(piles.size()) % n;
     }},
    {{.name = "last pile is 1", .cases = {{"x[N] > 1", "1"}, {.value = "N"}}},
     [](const definition::State& piles, int n) {
       return piles.back() > 1 ? 1 : static_cast<int>(piles.size()) % n;
     }}};

bool holds_by_definition(const PlainClaim& claim, const definition::Rows& rows, int N) {
  const int n = static_cast<int>(rows.size());
  definition::LastNim game(rows);
  for (auto piles : definition::box(N, n)) {
    for (int& pile : piles) ++pile;
    const auto winners = game.winners(piles);
    for (int i = 0; i < n; ++i)
      if ((winners[static_cast<std::size_t>(i)] - i + n) % n != claim.value(piles, n)) return false;
  }
  return true;
}

TEST(ClaimHunt, FindsWhereClaimsHoldByDefinition) {
  const std::vector<std::vector<int>> lists{{1}, {2}, {3}, {4}, {1, 2}, {2, 4}, {1, 2, 3, 4}};
  for (const PlainClaim& plain : kClaims) {
    const Claim claim = make_claim(plain.text);
    std::vector<std::vector<bool>> by_definition(5);  // by piles and matrix
    for (int N = 1; N <= 4; ++N)
      for (std::uint64_t index = 0; index < 216; ++index) {
        by_definition[static_cast<std::size_t>(N)].push_back(
            holds_by_definition(plain, definition::rows_of(definition::digits_of(index, 3)), N));
        const auto verdict =
            symbolic_check(claim, AllianceMatrix::from_index(3, index), 0, N, std::nullopt, 0);
        ASSERT_EQ(std::get<Verdict>(verdict).holds(),
                  by_definition[static_cast<std::size_t>(N)].back());
      }
    for (const auto& piles : lists) {
      const Hunt hunt{.name = "claim", .satisfies = claim, .piles_of_claim = piles};
      EXPECT_TRUE(hunt.is_about_behaviour());
      const auto expected = one_by_one<3>(
          [&](const auto& ranks, const auto&) {
            const auto index = ranks[0] * 36 + ranks[1] * 6 + ranks[2];
            return std::ranges::all_of(
                piles, [&](int N) { return by_definition[static_cast<std::size_t>(N)][index]; });
          },
          1000);
      for (const auto& [name, walk] : ways_through(3))
        EXPECT_TRUE(test::without_facts(run(hunt, 3, *walk)) == expected)
            << claim.name << ", " << name << ", piles " << testing::PrintToString(piles);
    }
  }
}

TEST(ClaimHunt, AsksForAPropertyToo) {
  Hunt hunt = hunt_where("not equal_rows");
  hunt.satisfies = make_claim(kClaims[1].text);
  hunt.piles_of_claim = {1};
  const auto expected = one_by_one<3>(
      [](const auto& ranks, const auto&) {
        return !rows_are_equal(ranks) &&
               holds_by_definition(kClaims[1], definition::rows_of(ranks), 1);
      },
      1000);
  EXPECT_GT(expected.hits, 0u);
  for (const auto& [name, walk] : ways_through(3))
    EXPECT_TRUE(test::without_facts(run(hunt, 3, *walk)) == expected);
}

TEST(ClaimHunt, ClaimsAboutShiftsHoldForShiftedMatricesOnly) {
  // SSAM^1 only: with one pile fewer than players, g = N.
  const Claim given =
      make_claim({.name = "given", .given = "r == 1 and N < n", .cases = {{.value = "N"}}});
  Hunt hunt{.name = "claim", .satisfies = given, .piles_of_claim = {1, 2, 3}};
  EXPECT_FALSE(hunt.is_about_behaviour());
  for (const auto* name : {"each", "all matrices"}) {
    const auto walk = std::string(name) == "each" ? walk_each(3) : walk_all_matrices(3, 0);
    const auto result = run(hunt, 3, *walk);
    EXPECT_EQ(result.total, 216 * kWholeShare);
    EXPECT_EQ(result.hits, kWholeShare) << name;
    ASSERT_EQ(result.kept.size(), 1u);
    EXPECT_TRUE(result.kept[0].index == AllianceMatrix::shifted(3, 1).index());
    EXPECT_EQ(result.kept[0].orbit, 1u);
  }
  // A value for shifted matrices only. It says nothing about any other matrix, so it does not hold
  // there.
  hunt.satisfies =
      make_claim({.name = "value", .cases = {{"r == 1", "N"}, {.value = "N + n * r"}}});
  hunt.piles_of_claim = {1};
  EXPECT_FALSE(hunt.is_about_behaviour());
  const auto result = run(hunt, 3, *walk_each(3));
  std::vector<Uint128> found;
  for (const Hit& hit : result.kept) found.push_back(hit.index);
  std::vector<Uint128> expected;
  for (int r = 0; r < 3; ++r)
    if (holds_by_definition(
            kClaims[1],
            definition::rows_of(RankSpace::of(3).ranks_of(AllianceMatrix::shifted(3, r))), 1))
      expected.push_back(AllianceMatrix::shifted(3, r).index());
  EXPECT_TRUE(found == expected);
  EXPECT_FALSE(expected.empty());
}

}  // namespace
}  // namespace nimsweep
