#include "nimsweep/engine/hunting.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "nimsweep/store/work_folder.hpp"
#include "support/every_small_matrix.hpp"
#include "support/expect_error.hpp"
#include "support/hunting.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSixtieths = 60;

void count(std::vector<Shares>& histogram, std::size_t value) {
  if (histogram.size() <= value) histogram.resize(value + 1);
  histogram[value] += kSixtieths;
}

// How many different rotations a matrix has; 0 if one of them has a smaller index.
template <int n>
std::uint32_t orbit_begun_by(const definition::EverySmallMatrix<n>& every, std::uint64_t index) {
  std::uint32_t orbit = 1;
  for (std::uint64_t other = every.rotated_index(index); other != index;
       other = every.rotated_index(other), ++orbit)
    if (other < index) return 0;
  return orbit;
}

// By a loop over all matrices of n players, which asks `is_hit(machine)` for each.
template <int n, class IsHit>
HuntResult found_by_loop(const IsHit& is_hit) {
  const auto& every = definition::every_matrix<n>(0);
  HuntResult result;
  for (std::uint64_t index = 0; index < every.machines().size(); ++index) {
    const auto& machine = every.machines()[index];
    result.total += kSixtieths;
    count(result.states, machine.states);
    count(result.letters, machine.letters);
    if (!is_hit(machine)) continue;
    result.hits += kSixtieths;
    count(result.hit_states, machine.states);
    count(result.hit_letters, machine.letters);
    if (const auto orbit = orbit_begun_by<n>(every, index))
      result.kept.push_back(
          {.index = index, .orbit = orbit, .states = machine.states, .letters = machine.letters});
  }
  return result;
}

// How a test runs hunts.
struct How {
  int threads = 2;
  WorkShare share = WorkShare::everything();
  bool only_merges = false;
  int stop_after = 0;  // units; 0: never
};

class HuntingTest : public test::TemporaryFolder {
 protected:
  // All matrices of two and of three players: 3 units and 21.
  JobSpec job(std::vector<HuntSpec> hunts) const {
    JobSpec job;
    job.sha256 = "job";
    job.players = {2, 3};
    job.matrices = {{.kind = MatrixSource::Kind::all}};
    job.hunts = std::move(hunts);
    job.result_file = path("h.h5");
    return job;
  }

  JobSpec job_of_large_machines() const {
    return job(
        {{.place = {},
          .hunt = {.name = "large", .where = Property::parse("states >= 5"), .keep = 500}},
         {.place = {},
          .hunt = {.name = "short", .where = Property::parse("letters == 2"), .keep = 500}}});
  }

  static HuntingResult hunt(const JobSpec& job, const How& how) {
    std::atomic<bool> stop = false;
    int units = 0;
    const WorkOptions options{.threads = how.threads, .checkpoint_seconds = 0, .stop = stop};
    const auto progress = [&](const HuntingProgress& now) {
      EXPECT_LE(now.matrices_done, now.matrices);
      if (++units == how.stop_after) stop = true;
    };
    const HuntList list = hunt_list(job);
    if (how.only_merges) return merge_hunts(job, list, options);
    return how.share.is_alone() ? run_hunts(job, list, options, progress)
                                : hunt_share(job, list, how.share, options, progress);
  }

  static void expect_answers_of_large_machines(const HuntingResult& result) {
    const auto is_large = [](const auto& machine) { return machine.states >= 5; };
    const auto is_short = [](const auto& machine) { return machine.letters == 2; };
    ASSERT_TRUE(result.complete);
    EXPECT_TRUE(result.missing.empty());
    ASSERT_EQ(result.answers.size(), 4u);
    EXPECT_EQ(test::without_facts(result.answers[0].result), found_by_loop<2>(is_large));
    EXPECT_EQ(test::without_facts(result.answers[1].result), found_by_loop<2>(is_short));
    EXPECT_EQ(test::without_facts(result.answers[2].result), found_by_loop<3>(is_large));
    EXPECT_EQ(test::without_facts(result.answers[3].result), found_by_loop<3>(is_short));
    EXPECT_FALSE(result.answers[2].result.kept.empty());
    EXPECT_FALSE(result.answers[3].result.kept.empty());
  }

  // What runs have saved.
  std::vector<fs::path> saves() const {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(WorkFolder::path_for(path("h.h5"))))
      if (entry.path().filename().string().starts_with("saved-")) found.push_back(entry.path());
    return found;
  }

  static void flip_a_bit(const fs::path& path) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto middle = static_cast<std::streamoff>(fs::file_size(path) / 2);
    file.seekg(middle);
    const int byte = file.get();
    file.seekp(middle);
    file.put(static_cast<char>(byte ^ 1));
  }
};

TEST_F(HuntingTest, FindsWhatALoopOverAllMatricesFinds) {
  for (const int threads : {1, 3}) {
    const JobSpec job = job_of_large_machines();
    expect_answers_of_large_machines(hunt(job, {.threads = threads}));
    EXPECT_FALSE(WorkFolder::exists(job.result_file));
    fs::remove(job.result_file);
  }
}

TEST_F(HuntingTest, CountsTheBehavioursThatALoopCounts) {
  const auto result =
      hunt(job({{.place = {}, .hunt = {.name = "all", .keep = 500, .behaviours = true}}}), {});
  ASSERT_EQ(result.answers.size(), 2u);
  const auto& every = definition::every_matrix<3>(0);
  EXPECT_EQ(result.answers[1].result.behaviours, kSixtieths * every.behaviours());
  EXPECT_EQ(result.answers[1].result.behaviours_up_to_rotation,
            kSixtieths * every.behaviours_up_to_rotation());
  EXPECT_EQ(result.answers[1].result.kept.size(), every.behaviours_up_to_rotation());
}

// In games whose machines read digits, behaviours are counted when all is merged.
TEST_F(HuntingTest, DigitMachinesAreTheSameInPartsAndContinued) {
  JobSpec nim =
      job({{.place = {}, .hunt = {.name = "games", .keep = 20, .behaviours = true}},
           {.place = {}, .hunt = {.name = "few", .where = Property::parse("states < 9")}}});
  nim.game = "nim";
  nim.pile_counts = {1, 2};
  const HuntingResult whole = hunt(nim, {});
  ASSERT_EQ(whole.answers.size(), 8u);
  const StoredHunt& games = whole.answers[6];
  EXPECT_EQ(games.name, "games");
  EXPECT_EQ(std::pair(games.players, games.places), std::pair(3, 2));
  EXPECT_EQ(games.result.behaviours, 138 * kSixtieths);
  EXPECT_EQ(games.result.behaviours_up_to_rotation, 50 * kSixtieths);
  EXPECT_EQ(games.result.kept.size(), 20u);
  const auto expect_the_same = [&](const HuntingResult& result) {
    ASSERT_TRUE(result.complete);
    ASSERT_EQ(result.answers.size(), whole.answers.size());
    for (std::size_t k = 0; k < whole.answers.size(); ++k)
      EXPECT_EQ(result.answers[k].result, whole.answers[k].result);
  };
  expect_the_same(hunt(nim, {}));  // as read from the file
  fs::remove(nim.result_file);
  for (const std::uint64_t part : {2, 3, 1}) hunt(nim, {.share = WorkShare::part(part, 3)});
  expect_the_same(hunt(nim, {.only_merges = true}));
  fs::remove(nim.result_file);
  HuntingResult result;
  int runs = 0;
  do {
    result = hunt(nim, {.threads = 1, .stop_after = 2});
    ASSERT_LT(++runs, 30);
  } while (!result.complete);
  EXPECT_GT(runs, 2);
  expect_the_same(result);
}

TEST_F(HuntingTest, WorksWithoutAFile) {
  JobSpec job = job_of_large_machines();
  job.result_file.clear();
  expect_answers_of_large_machines(hunt(job, {}));
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(HuntingTest, AFinishedHuntIsReadFromItsFile) {
  const JobSpec job = job_of_large_machines();
  EXPECT_FALSE(hunt(job, {}).was_there);
  const HuntingResult again = hunt(job, {});
  EXPECT_TRUE(again.was_there);
  expect_answers_of_large_machines(again);
  JobSpec other = job;
  other.sha256 = "other";
  EXPECT_ERROR(ErrorKind::input, "does not hold this job's hunts", hunt(other, {}));
}

TEST_F(HuntingTest, AStoppedHuntIsContinued) {
  const JobSpec job = job_of_large_machines();
  HuntingResult result;
  int runs = 0;
  do {
    result = hunt(job, {.stop_after = 4});
    EXPECT_EQ(result.stopped, !result.complete);
    EXPECT_EQ(result.missing.empty(), result.complete);
    ASSERT_LT(++runs, 30);
  } while (!result.complete);
  EXPECT_GT(runs, 2);
  EXPECT_TRUE(result.damaged.empty());
  expect_answers_of_large_machines(result);
}

TEST_F(HuntingTest, PartsAreMerged) {
  const JobSpec job = job_of_large_machines();
  const How merge{.only_merges = true};
  EXPECT_EQ(hunt(job, merge).missing, (std::vector<UnitRange>{{0, 24}}));
  for (const std::uint64_t part : {3, 1}) {
    const HuntingResult result = hunt(job, {.share = WorkShare::part(part, 3)});
    EXPECT_FALSE(result.complete);
    EXPECT_FALSE(result.stopped);
  }
  EXPECT_EQ(hunt(job, merge).missing, (std::vector<UnitRange>{{8, 16}}));
  EXPECT_FALSE(hunt(job, {.share = WorkShare::part(2, 3)}).complete);
  EXPECT_FALSE(fs::exists(job.result_file));
  expect_answers_of_large_machines(hunt(job, merge));
  EXPECT_TRUE(hunt(job, {}).was_there);
}

TEST_F(HuntingTest, WhatWasSavedAndIsDamagedIsDoneAgain) {
  const JobSpec job = job_of_large_machines();
  EXPECT_FALSE(hunt(job, {.stop_after = 6}).complete);
  const auto saved = saves();
  ASSERT_FALSE(saved.empty());
  flip_a_bit(saved.front());
  const HuntingResult result = hunt(job, {});
  EXPECT_EQ(result.damaged, std::vector{saved.front().string()});
  expect_answers_of_large_machines(result);
}

}  // namespace
}  // namespace nimsweep
