#include "nimsweep/job/check_list.hpp"

#include <gtest/gtest.h>

#include "nimsweep/job/claim_registry.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

JobSpec job_about(Claim claim) {
  JobSpec job;
  job.players = {3, 4};
  job.pile_counts = {3, 4, 5};
  job.matrices.emplace_back();
  job.claims.push_back({.place = {}, .claim = std::move(claim)});
  return job;
}

TEST(ClaimRegistry, ReadsItsOwnFile) {
  EXPECT_GE(registered_claims().size(), 9u);
  EXPECT_EQ(find_claim("shifted-3.4").matrix, "ssam:1");
  EXPECT_ERROR(ErrorKind::input, "unknown claim 'x'; expected one of: standard-many-players",
               (void)find_claim("x"));
}

TEST(CheckList, AClaimIsCheckedForItsOwnMatrixIfNoOtherIsNamed) {
  const JobSpec job = job_about(find_claim("shifted-3.4"));  // d >= 0 and n >= d + 2
  const auto list = check_list(job);
  ASSERT_EQ(list.size(), 4u);  // n = 3: N = 3, 4; n = 4: N = 4, 5
  for (const CheckGroup& group : list) {
    EXPECT_EQ(group.matrix_count, 1u);
    EXPECT_EQ(group.matrix(0), AllianceMatrix::shifted(group.players, 1));
  }
}

TEST(CheckList, NamedMatricesCountUnlessTheClaimsOwnIsAmongThem) {
  JobSpec job = job_about(find_claim("shifted-3.4"));
  job.names_matrices = true;
  for (const CheckGroup& group : check_list(job))  // sam
    EXPECT_EQ(group.matrix(0), AllianceMatrix::standard(group.players));
  job.matrices.push_back({.kind = MatrixSource::Kind::ssam, .shifts = {2, 1}});
  for (const CheckGroup& group : check_list(job)) {
    EXPECT_EQ(group.matrix_count, 1u);
    EXPECT_EQ(group.matrix(0), AllianceMatrix::shifted(group.players, 1));
  }
  job.claims[0].claim.matrix.clear();
  for (const CheckGroup& group : check_list(job)) EXPECT_EQ(group.matrix_count, 3u);
}

TEST(CheckList, AnEntrysOwnMatrixAlwaysCounts) {
  JobSpec job = job_about(find_claim("shifted-3.4"));
  job.names_matrices = true;  // sam
  job.claims[0].names_matrix = true;
  for (const CheckGroup& group : check_list(job))
    EXPECT_EQ(group.matrix(0), AllianceMatrix::shifted(group.players, 1));
  job.claims[0].claim.matrix.clear();  // any
  for (const CheckGroup& group : check_list(job))
    EXPECT_EQ(group.matrix(0), AllianceMatrix::standard(group.players));
}

TEST(CheckList, AGivenThatNeedsAShiftLeavesOtherMatricesOut) {
  JobSpec job =
      job_about(make_claim({.name = "a", .given = "6 mod r == 0", .cases = {{.value = "0"}}}));
  job.players = {4};
  job.pile_counts = {3};
  job.names_matrices = true;
  job.matrices = {{.kind = MatrixSource::Kind::ssam, .shifts = {1, 3}},
                  {.kind = MatrixSource::Kind::sample, .count = 5, .seed = 1}};
  const auto list = check_list(job);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].verdicts, 2u);
  for (const auto& [shift, applies] : {std::pair{0, false}, {1, true}, {2, true}, {3, true}})
    EXPECT_EQ(list[0].applies_to(shift), applies) << shift;
  EXPECT_FALSE(list[0].applies_to(std::nullopt));
  job.matrices = {{.kind = MatrixSource::Kind::ssam, .shifts = {0}}};
  EXPECT_ERROR(ErrorKind::input, "a: given: column 3: the modulus is less than 1", check_list(job));
  job.matrices = {{.kind = MatrixSource::Kind::sample, .count = 5, .seed = 1}};
  job.claims[0].claim = make_claim({.name = "a", .given = "n < 3", .cases = {{.value = "0"}}});
  EXPECT_TRUE(check_list(job).empty());
}

TEST(CheckList, WhatCannotBeCheckedIsKnownBefore) {
  JobSpec job = job_about(make_claim({.name = "a", .cases = {{"xor(x) == 0", "0"}}}));
  job.pile_counts = {50};
  EXPECT_ERROR(ErrorKind::input, "a: 50 piles are too many to look at each position (case 1: when",
               check_list(job));
  job.claims[0].max_counters = 3;
  EXPECT_ERROR(ErrorKind::input, "a: 50 piles of up to 3 counters are too many positions",
               check_list(job));
  job.claims[0].claim = make_claim({.name = "a", .cases = {{"x[1] == 1", "0"}, {.value = "1"}}});
  EXPECT_EQ(check_list(job).size(), 2u);
}

// Token squares to the power of twice the rows: far more than 128 bits.
TEST(CheckList, GamesWithVeryManyStatesAreNotAffordable) {
  JobSpec job = job_about(find_claim("northcott"));
  job.claims[0].game = "northcott:1000000";
  job.players = {2};
  job.pile_counts = {8};
  EXPECT_ERROR(ErrorKind::input, "8 piles are too many to look at each position", check_list(job));
}

TEST(CheckList, PositionsAreLookedAtUpToTheJobsBoundOrAnAffordableOne) {
  JobSpec job = job_about(find_claim("shifted-3.4"));
  for (const CheckGroup& group : check_list(job)) {
    double pairs = group.players;
    for (int j = 0; j < group.piles; ++j) pairs *= static_cast<double>(group.fallback_bounds[0]);
    EXPECT_LE(pairs, 2e7);
    EXPECT_GE(pairs, 5e5);
  }
  job.bounds = {{5, 5, 5}, {2, 9, 2, 2}, {0, 0, 0, 0, 0}};
  std::vector<std::vector<Counters>> bounds;
  for (const CheckGroup& group : check_list(job)) bounds.push_back(group.fallback_bounds);
  EXPECT_EQ(bounds, (std::vector<std::vector<Counters>>{
                        {5, 5, 5}, {2, 9, 2, 2}, {2, 9, 2, 2}, {1, 1, 1, 1, 1}}));
}

}  // namespace
}  // namespace nimsweep
