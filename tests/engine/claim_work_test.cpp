#include "nimsweep/engine/claim_work.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <random>

#include "nimsweep/engine/saved_answers.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

namespace fs = std::filesystem;

// Claims of three players: proved, and looked at position by position.
class ClaimWorkTest : public test::TemporaryFolder {
 protected:
  JobSpec job() const {
    JobSpec job;
    job.sha256 = "job";
    job.players = {3};
    job.pile_counts = {3};
    job.bounds = {{9, 9, 9}};
    job.matrices = {{.kind = MatrixSource::Kind::sample, .count = 7, .seed = 8}};
    job.names_matrices = true;
    job.result_file = path("r.h5");
    for (const char* when : {"x[2] == 1", "x[2] * x[3] == 2"})
      job.claims.push_back(
          {.place = {},
           .claim = make_claim(
               {.name = when, .cases = {{.when = when, .value = "1"}, {.value = "x[1]"}}})});
    for (const Counters size : {1, 2, 3})
      job.values.push_back({.place = {},
                            .id = std::to_string(size),
                            .game = "last-nim",
                            .matrix = AllianceMatrix::standard(3),
                            .piles = {size, 2},
                            .value = 1});
    return job;
  }

  // The answers to all units, as texts.
  static std::vector<std::string> answers_of(const JobSpec& job, const ClaimWork& work) {
    const std::atomic<bool> never = false;
    const VerificationOptions options{.threads = 2, .stop = never};
    std::vector<std::string> answers(work.units());
    std::uint64_t number = 0;
    EXPECT_TRUE(Checker(job, work.checks(), options)
                    .run(
                        [&] {
                          return number < work.checks().size() ? std::optional(number++)
                                                               : std::nullopt;
                        },
                        [&](std::uint64_t checked, const Check* check) {
                          if (check != nullptr)
                            answers[work.unit_of_check(checked)] = ClaimWork::to_text(*check);
                        },
                        [](const Check&, std::uint64_t, std::uint64_t) {}));
    for (std::uint64_t unit = 0; unit < work.units(); ++unit)
      if (const ValueSpec* row = work.row_of(unit))
        answers[unit] = ClaimWork::to_text(check_row(job, *row));
    return answers;
  }

  static std::vector<Check> joined(const ClaimWork& work, const std::vector<std::string>& answers,
                                   std::size_t counterexamples) {
    std::vector<Check> checks;
    WholeChecks whole(counterexamples);
    for (std::uint64_t unit = 0; unit < work.units(); ++unit) {
      const ClaimAnswer answer = work.from_text(unit, answers[unit]);
      if (const auto* slice = std::get_if<Check>(&answer))
        if (auto check = whole.add(*slice)) checks.push_back(std::move(*check));
    }
    return checks;
  }
};

TEST_F(ClaimWorkTest, SlicesAddUpToTheCheck) {
  const JobSpec claims = job();
  auto list = check_list(claims);
  ASSERT_EQ(list.size(), 2u);
  const ClaimWork whole(claims, list);
  ASSERT_EQ(whole.units(), 14u + 3u);
  const auto expected = joined(whole, answers_of(claims, whole), 5);
  ASSERT_EQ(expected.size(), 14u);
  EXPECT_FALSE(expected[7].note.empty());
  for (const std::uint64_t times : {3u, 20u, 1000u}) {
    auto cut = list;
    cut[1].looks = (Uint128{1} << 28) / cut[1].spec->claim.size() * times;
    const ClaimWork work(claims, cut);
    EXPECT_GT(work.units(), 7 + 7 * 2u);
    EXPECT_LE(work.units(), 7 + 7 * 64u + 3);
    const auto found = joined(work, answers_of(claims, work), 5);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_EQ(found[k].matrix, expected[k].matrix);
      EXPECT_EQ(found[k].verdict, expected[k].verdict);
      EXPECT_EQ(found[k].note, expected[k].note);
    }
  }
}

TEST_F(ClaimWorkTest, FewerCounterexamplesAreTheFirstOfMore) {
  const JobSpec claims = job();
  const auto list = check_list(claims);
  const ClaimWork work(claims, list);
  const auto answers = answers_of(claims, work);
  const auto all = joined(work, answers, 5);
  const auto two = joined(work, answers, 2);
  for (std::size_t k = 0; k < all.size(); ++k) {
    auto first = all[k].verdict.counterexamples;
    first.resize(std::min<std::size_t>(first.size(), 2));
    EXPECT_EQ(two[k].verdict.counterexamples, first);
  }
}

TEST_F(ClaimWorkTest, RowsSayTheSameAsText) {
  const JobSpec claims = job();
  const auto list = check_list(claims);
  const ClaimWork work(claims, list);
  for (std::uint64_t unit = work.units() - 3; unit < work.units(); ++unit) {
    const RowCheck row = check_row(claims, *work.row_of(unit));
    const auto again = std::get<RowCheck>(work.from_text(unit, ClaimWork::to_text(row)));
    EXPECT_EQ(again.row, row.row);
    EXPECT_EQ(again.winner, row.winner);
    EXPECT_EQ(again.value, row.value);
    EXPECT_EQ(again.agrees, row.agrees);
  }
}

// Workers that save in any order, are killed at any moment, and leave some units to others.
TEST_F(ClaimWorkTest, WhatWasSavedIsNeverLost) {
  const JobSpec claims = job();
  const auto list = check_list(claims);
  const ClaimWork work(claims, list);
  const std::atomic<bool> never = false;
  const WorkOptions options{.checkpoint_seconds = 0, .stop = never};
  const auto text_of = [](std::uint64_t unit) { return std::string(unit * 3, 'x'); };
  std::mt19937_64 random(4);
  for (int round = 0; round < 30; ++round) {
    std::map<std::uint64_t, bool> saved_units;
    for (int worker = 0; worker < 4; ++worker) {
      WorkShare share = WorkShare::everything();
      share.worker = "rank-" + std::to_string(worker);
      SavedAnswers saved(claims.claims_file(), work, share, options);
      std::vector<std::uint64_t> units;
      UnitsToDo to_do(share, work.units(), saved.finished());
      while (const auto unit = to_do.next()) units.push_back(*unit);
      for (const std::uint64_t unit : units) EXPECT_FALSE(saved_units[unit]);
      if (round % 2 == 0) std::ranges::shuffle(units, random);
      units.resize(random() % (units.size() + 1));
      for (const std::uint64_t unit : units) {
        saved.add(unit, text_of(unit));
        saved_units[unit] = true;
      }
    }
    std::uint64_t done = 0;
    for (const auto& [unit, is_saved] : saved_units) done += is_saved ? 1 : 0;
    const MergedClaims partly = merge_claims(claims, work, options);
    std::uint64_t missing = 0;
    for (const UnitRange range : partly.missing) {
      missing += range.to - range.from;
      for (std::uint64_t unit = range.from; unit < range.to; ++unit)
        EXPECT_FALSE(saved_units[unit]);
    }
    EXPECT_EQ(missing, work.units() - done);
    if (missing > 0) {
      SavedAnswers last(claims.claims_file(), work, WorkShare::everything(), options);
      for (const UnitRange range : partly.missing)
        for (std::uint64_t unit = range.from; unit < range.to; ++unit)
          last.add(unit, text_of(unit));
      last.end();
    }
    EXPECT_EQ(merge_claims(claims, work, options).was_there, missing == 0);
    const auto answers = SavedAnswers::in_file(claims.claims_file(), work, options);
    ASSERT_TRUE(answers.has_value());
    std::uint64_t next = 0;
    unpack_answers({0, work.units()}, *answers, [&](std::uint64_t unit, std::string_view answer) {
      EXPECT_EQ(unit, next++);
      EXPECT_EQ(answer, text_of(unit));
    });
    EXPECT_EQ(next, work.units());
    EXPECT_FALSE(WorkFolder::exists(claims.claims_file()));
    fs::remove(claims.claims_file());
  }
}

TEST_F(ClaimWorkTest, DamageAndOtherJobsAreNoticed) {
  JobSpec claims = job();
  const auto list = check_list(claims);
  const ClaimWork work(claims, list);
  const std::atomic<bool> never = false;
  const WorkOptions options{.checkpoint_seconds = 0, .stop = never};
  const std::string file = claims.claims_file();
  {
    SavedAnswers saved(file, work, WorkShare::everything(), options);
    for (std::uint64_t unit = 0; unit < work.units(); ++unit)
      if (unit != 4) saved.add(unit, "answer");
    saved.end();
  }
  const std::string save = WorkFolder::path_for(file) + "/saved-000000000000-000000000004";
  ASSERT_TRUE(fs::exists(save));
  fs::resize_file(save, fs::file_size(save) - 1);
  const MergedClaims merged = merge_claims(claims, work, options);
  EXPECT_EQ(merged.missing, (std::vector<UnitRange>{{0, 5}}));
  EXPECT_EQ(merged.damaged, std::vector{save});
  JobSpec changed = claims;
  changed.sha256 = "another";
  const ClaimWork other(changed, list);
  EXPECT_ERROR(ErrorKind::input, "holds work of another job",
               SavedAnswers(file, other, WorkShare::everything(), options));
  {
    SavedAnswers saved(file, work, WorkShare::everything(), options);
    for (std::uint64_t unit = 0; unit < 5; ++unit) saved.add(unit, "answer");
    saved.end();
  }
  EXPECT_TRUE(merge_claims(claims, work, options).missing.empty());
  EXPECT_ERROR(ErrorKind::input, "does not hold this job's verdicts",
               SavedAnswers::in_file(file, other, options));
  fs::resize_file(file, fs::file_size(file) - 1);
  EXPECT_ERROR(ErrorKind::damage, "is damaged", SavedAnswers::in_file(file, work, options));
}

}  // namespace
}  // namespace nimsweep
