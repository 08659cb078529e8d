#include "nimsweep/job/plan.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

JobSpec job_of(std::vector<int> players, std::vector<std::vector<Counters>> bounds,
               MatrixSource source = {}) {
  JobSpec job;
  job.path = "job.yaml";
  job.players = std::move(players);
  job.bounds = std::move(bounds);
  job.matrices = {std::move(source)};
  job.table_file = "t.h5";
  return job;
}

TEST(ChunkLayout, ChunksCoverTheTableOnceAndAreAboutAsLargeAsAsked) {
  std::mt19937_64 random(23);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<std::uint64_t> dims;
    for (std::size_t a = 0; a < 3 + random() % 3; ++a) dims.push_back(1 + random() % 12);
    const ChunkLayout layout = ChunkLayout::of(dims, 1, 64);
    EXPECT_LE(layout.chunk_bytes, 64u);
    if (layout.chunks > 1) EXPECT_GE(layout.chunk_bytes * layout.chunks, 16u);
    std::vector<int> covered(static_cast<std::size_t>(product(dims)), 0);
    std::vector<std::uint64_t> origin;
    for (std::uint64_t number = 0; number < layout.chunks; ++number) {
      layout.origin_of(number, origin);
      for (std::uint64_t cell = 0; cell < layout.chunk_bytes; ++cell) {
        std::uint64_t rest = cell;
        std::uint64_t place = 0;
        std::uint64_t step = 1;
        bool inside = true;
        for (std::size_t a = dims.size(); a-- > 0;) {
          const std::uint64_t x = origin[a] + rest % layout.chunk[a];
          rest /= layout.chunk[a];
          inside = inside && x < dims[a];
          place += x * step;
          step *= dims[a];
        }
        if (inside) ++covered[static_cast<std::size_t>(place)];
      }
    }
    for (const int times : covered) ASSERT_EQ(times, 1);
  }
}

TEST(Plan, CountsPositionsValuesAndUnits) {
  const Plan plan = make_plan(job_of({3, 4}, {{6}, {6, 6}}));
  ASSERT_EQ(plan.cases.size(), 4u);
  EXPECT_EQ(plan.cases[1].name, "n3_N2");
  EXPECT_EQ(plan.positions, 2u * (7 + 49));
  EXPECT_EQ(plan.values, 3u * 56 + 4 * 56);
  EXPECT_EQ(plan.units, 4u);
  for (std::uint64_t unit = 0; unit < plan.units; ++unit) EXPECT_EQ(plan.case_of_unit(unit), unit);
}

TEST(Plan, StacksSmallTablesAndCutsLargeOnes) {
  const Plan many = make_plan(job_of({4}, {{4, 4, 4}}, {.kind = MatrixSource::Kind::all}));
  EXPECT_EQ(many.cases[0].layout.cut_axis, 0u);
  EXPECT_GT(many.cases[0].layout.chunk[0], 1000u);
  const Plan large = make_plan(job_of({3}, {{200, 200, 200, 200, 200}}));
  EXPECT_EQ(large.cases[0].layout.cut_axis, 4u);
  EXPECT_LE(large.cases[0].layout.chunk_bytes, kChunkBytes);
  EXPECT_GE(large.cases[0].layout.chunk_bytes, kChunkBytes / 2);
}

TEST(Plan, SmallTablesOfManyMatricesAreSolvedSideBySide) {
  const auto kind_of = [](const std::string& game, std::uint64_t count,
                          std::vector<Counters> bounds) {
    JobSpec job =
        job_of({4}, {std::move(bounds)}, {.kind = MatrixSource::Kind::range, .count = count});
    job.game = game;
    return make_plan(job).cases[0].kind;
  };
  for (const std::string game : {"last-nim", "nim", "wythoff", "end-nim"}) {
    EXPECT_EQ(kind_of(game, 32, {4, 4}), TableKind::side_by_side) << game;
    EXPECT_NE(kind_of(game, 31, {4, 4}), TableKind::side_by_side) << game;
    EXPECT_NE(kind_of(game, 5000, {100, 100}), TableKind::side_by_side) << game;
  }
}

TEST(Plan, LargeTablesOfGamesWithDigitsAreCutIntoBlocks) {
  const auto plan_of = [](const std::string& game, std::vector<Counters> bounds) {
    JobSpec job = job_of({3}, {std::move(bounds)});
    job.game = game;
    return make_plan(job).cases[0];
  };
  const PlanCase nim = plan_of("nim", {9999, 9999});
  EXPECT_EQ(nim.kind, TableKind::digit_blocks);
  EXPECT_EQ(nim.layout.chunk, (std::vector<std::uint64_t>{1, 1, 1024, 1024}));
  EXPECT_EQ(plan_of("nim", {3, 500'000, 300}).layout.chunk,
            (std::vector<std::uint64_t>{1, 1, 4, 512, 301}));
  EXPECT_EQ(plan_of("wythoff", {999, 999}).kind, TableKind::shared_boxes);       // small
  EXPECT_EQ(plan_of("end-nim", {999, 999, 99}).kind, TableKind::shared_boxes);   // no digits
  EXPECT_EQ(plan_of("nim", {99, 99, 99, 99, 9}).kind, TableKind::shared_boxes);  // many piles
  EXPECT_EQ(plan_of("last-nim", {9999, 9999}).kind, TableKind::machine_blocks);
}

TEST(Plan, GrundyValuesHaveNoPlayersAndTwoBytes) {
  JobSpec job = job_of({}, {{9}, {99, 99, 99}});
  job.quantity = Quantity::grundy;
  const Plan plan = make_plan(job);
  ASSERT_EQ(plan.cases.size(), 2u);
  EXPECT_EQ(plan.cases[1].name, "N3");
  EXPECT_EQ(plan.cases[0].layout.chunk_bytes, 20u);
  EXPECT_EQ(plan.cases[1].layout.dims, (std::vector<std::uint64_t>{100, 100, 100}));
  EXPECT_EQ(plan.cases[1].layout.chunk, (std::vector<std::uint64_t>{50, 100, 100}));
  EXPECT_EQ(plan.cases[1].layout.chunk_bytes, 1'000'000u);
  EXPECT_EQ(plan.positions, 1'000'010u);
  EXPECT_EQ(plan.values, 1'000'010u);
  EXPECT_EQ(plan.units, 3u);
  EXPECT_EQ(plan.cases[0].kind, TableKind::grundy);
}

TEST(Plan, WhatIsTooLargeToCountIsRefused) {
  constexpr Counters kMost = Counters{1} << 40;
  EXPECT_ERROR(ErrorKind::job, "piles: case n3_N2 has 1 matrices and more than 2^62 values",
               make_plan(job_of({3}, {{kMost, kMost}})));
  EXPECT_ERROR(ErrorKind::job, "more than 2^62 values",
               make_plan(job_of({8}, {{1}}, {.kind = MatrixSource::Kind::all})));
  EXPECT_ERROR(ErrorKind::job, "more than 2^62 values in all",
               make_plan(job_of({3, 4, 5}, {{kMost, 1 << 19}})));
}

}  // namespace
}  // namespace nimsweep
