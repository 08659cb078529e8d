#include "nimsweep/engine/verification.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "nimsweep/engine/work_share.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

// Three players and three piles, under random matrices.
JobSpec job_about(const std::vector<ClaimText::Case>& cases, std::uint64_t matrices) {
  JobSpec job;
  job.players = {3};
  job.pile_counts = {3};
  job.bounds = {{4, 4, 4}};
  job.matrices = {{.kind = MatrixSource::Kind::sample, .count = matrices, .seed = 8}};
  job.names_matrices = true;
  job.claims.push_back({.place = {}, .claim = make_claim({.name = "a claim", .cases = cases})});
  return job;
}

constexpr auto kNoParts = [](const Check&, std::uint64_t, std::uint64_t) {};

std::vector<Check> checks_of(const JobSpec& job, const std::vector<CheckGroup>& list, int threads) {
  const std::atomic<bool> never = false;
  std::vector<Check> checks;
  EXPECT_TRUE(run_checks(
      job, list, {.threads = threads, .stop = never},
      [&](const Check& check) { checks.push_back(check); }, kNoParts));
  return checks;
}

TEST(Verification, IsTheSameForAnyNumberOfThreadsAndAsTheDefinitionSays) {
  for (const char* when : {"x[2] == 1", "x[2] * x[3] == 2"}) {
    const JobSpec job = job_about({{.when = when, .value = "1"}, {.value = "2"}}, 1500);
    const auto list = check_list(job);
    const auto checks = checks_of(job, list, 1);
    ASSERT_EQ(checks.size(), 1500u);
    const auto again = checks_of(job, list, 3);
    for (std::size_t k = 0; k < checks.size(); ++k) {
      EXPECT_EQ(checks[k].matrix, list[0].matrix(k));
      EXPECT_EQ(checks[k].verdict, again[k].verdict);
    }
    const bool symbolic = checks[0].note.empty();
    EXPECT_EQ(symbolic, std::string(when) == "x[2] == 1");
    definition::Game game(test::rows_of(*checks[0].matrix), definition::last_nim_options);
    const int bound = static_cast<int>(checks[0].verdict.bound);
    std::uint64_t disagreements = 0;
    for (int a = 1; a <= bound; ++a)
      for (int b = 1; b <= bound; ++b)
        for (int c = 1; c <= bound; ++c)
          for (int first = 0; first < 3; ++first) {
            const bool holds = symbolic ? b == 1 : b * c == 2;
            const int value = (game.winner({a, b, c, 0}, first) - first + 3) % 3;
            if (value != (holds ? 1 : 2)) ++disagreements;
          }
    EXPECT_EQ(checks[0].verdict.disagreements, Natural(disagreements));
  }
}

TEST(Verification, StopsWhenAskedTo) {
  const JobSpec job = job_about({{.value = "1"}}, 100'000);
  std::atomic<bool> stop = false;
  int seen = 0;
  const auto see = [&](const Check&) {
    ++seen;
    stop = true;
  };
  EXPECT_FALSE(run_checks(job, check_list(job), {.stop = stop}, see, kNoParts));
  EXPECT_EQ(seen, 1);
}

TEST(Verification, LongRowsStopTooAndPartsAreTold) {
  JobSpec job = job_about({{.when = "x[1] mod 3 == 2", .value = "1"}, {.value = "2"}}, 1);
  job.pile_counts = {1};
  job.bounds.clear();
  job.claims[0].max_counters = Counters{1} << 58;
  std::atomic<bool> stop = false;
  int parts = 0;
  const auto see = [&](const Check&, std::uint64_t done, std::uint64_t total) {
    EXPECT_LT(done, total);
    if (++parts == 3) stop = true;
  };
  EXPECT_FALSE(run_checks(
      job, check_list(job), {.stop = stop}, [](const Check&) { FAIL(); }, see));
  EXPECT_GE(parts, 3);
}

// Each thread has several parts, so that none waits long for the last one.
TEST(Verification, ManyThreadsHaveSmallerPartsWithTheSameVerdict) {
  JobSpec job = job_about({{.when = "x[1] * x[2] == 2", .value = "1"}, {.value = "x[1]"}}, 3);
  job.claims[0].max_counters = 90;
  const auto list = check_list(job);
  const std::atomic<bool> never = false;
  std::vector<Verdict> expected;
  for (const int threads : {1, 2, 12}) {
    std::vector<Verdict> verdicts;
    int parts = 0;
    EXPECT_TRUE(run_checks(
        job, list, {.threads = threads, .stop = never},
        [&](const Check& check) { verdicts.push_back(check.verdict); },
        [&](const Check&, std::uint64_t, std::uint64_t) { ++parts; }));
    ASSERT_EQ(verdicts.size(), 3u);
    EXPECT_GE(parts, 3 * 4 * threads);
    if (threads == 1) expected = verdicts;
    EXPECT_EQ(verdicts, expected);
  }
}

// Checks that are impossible do not stop the others.
TEST(Verification, SaysWhatCannotBeChecked) {
  JobSpec job = job_about({{.when = "x[2] == 1", .value = "1"}, {.value = "2"}}, 20);
  job.claims.insert(job.claims.begin(), job.claims[0]);
  job.claims[0].claim =
      make_claim({.name = "hard", .cases = {{.when = "x[1] * x[2] == 2", .value = "1"}}});
  auto list = check_list(job);
  list[0].fallback_bounds.clear();
  const auto checks = checks_of(job, list, 3);
  ASSERT_EQ(checks.size(), 40u);
  for (std::size_t k = 0; k < checks.size(); ++k)
    EXPECT_EQ(checks[k].obstacle.starts_with("3 piles are too many to look at each position"),
              k < 20);
}

// The k-th of `shares` shares: every shares-th of the ranges between random cuts.
WorkShare dealt_out(std::uint64_t k, std::uint64_t shares, std::uint64_t seed) {
  return {.worker = "one of several",
          .next = [=, random = std::mt19937_64(seed), range = UnitRange{},
                   number = std::uint64_t{0}](std::uint64_t units) mutable {
            std::optional<UnitRange> mine;
            while (!mine && range.to < units) {
              range = {range.to, std::min(units, range.to + 1 + random() % 7)};
              if (number++ % shares == k) mine = range;
            }
            return mine;
          }};
}

// Symbolic checks, checks over digits, position-by-position checks, and some impossible ones.
TEST(Verification, SharesHaveTheChecksOfTheWhole) {
  JobSpec job = job_about({{.when = "x[2] == 1", .value = "1"}, {.value = "2"}}, 30);
  job.players = {2, 3};
  for (const char* when : {"x[1] * x[2] == 2", "x[2] == x[3]"}) {
    job.claims.push_back(job.claims[0]);
    job.claims.back().claim =
        make_claim({.name = when, .cases = {{.when = when, .value = "1"}, {.value = "x[1]"}}});
  }
  job.claims.push_back(job.claims[2]);
  job.claims.back().max_counters = 70;
  auto list = check_list(job);
  ASSERT_EQ(list.size(), 8u);
  list[3].fallback_bounds.clear();
  const auto expected = checks_of(job, list, 2);
  ASSERT_EQ(expected.size(), 240u);

  const NumberedChecks numbered(list);
  const std::atomic<bool> never = false;
  for (std::uint64_t shares = 1; shares <= 3; ++shares) {
    std::map<std::uint64_t, std::string> found;
    int parts = 0;
    for (std::uint64_t k = 0; k < shares; ++k) {
      std::uint64_t next = 0;
      const WorkShare share = dealt_out(k, shares, 3);
      UnitsToDo units(share, numbered.size(), {});
      const VerificationOptions options{.threads = 2, .stop = never};
      EXPECT_TRUE(Checker(job, numbered, options)
                      .run([&] { return units.next(); },
                           [&](std::uint64_t number, const Check* check) {
                             EXPECT_GE(number, next);
                             next = number + 1;
                             if (check != nullptr)
                               EXPECT_TRUE(
                                   found.emplace(number, NumberedChecks::to_text(*check)).second);
                           },
                           [&](const Check&, std::uint64_t, std::uint64_t) { ++parts; }));
    }
    EXPECT_GT(parts, 60);
    ASSERT_EQ(found.size(), expected.size());
    auto at = expected.begin();
    for (const auto& [number, text] : found) {
      const Check check = numbered.from_text(number, text);
      EXPECT_EQ(check.number, at->number);
      EXPECT_EQ(check.claim, at->claim);
      EXPECT_EQ(check.game, at->game);
      EXPECT_EQ(check.piles, at->piles);
      EXPECT_EQ(check.matrix, at->matrix);
      EXPECT_EQ(check.matrices, at->matrices);
      EXPECT_EQ(check.verdict, at->verdict);
      EXPECT_EQ(check.note, at->note);
      EXPECT_EQ(check.obstacle, at->obstacle);
      ++at;
    }
  }
  EXPECT_ERROR(ErrorKind::io, "no check 240", numbered.from_text(240, ""));
  EXPECT_ERROR(ErrorKind::io, "damaged", numbered.from_text(0, ""));
}

TEST(Verification, AFailureOfTheCallerEndsIt) {
  const JobSpec job = job_about({{.value = "1"}}, 1000);
  const std::atomic<bool> never = false;
  int seen = 0;
  const auto see = [&](const Check&) {
    if (++seen == 7) throw Error(ErrorKind::io, "the disk is full");
  };
  EXPECT_ERROR(ErrorKind::io, "the disk is full",
               run_checks(job, check_list(job), {.threads = 3, .stop = never}, see, kNoParts));
  EXPECT_EQ(seen, 7);
}

}  // namespace
}  // namespace nimsweep
