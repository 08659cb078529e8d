#include "nimsweep/engine/sweep.hpp"

#include <gtest/gtest.h>

#include "nimsweep/engine/sweep_needs.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/grundy.hpp"
#include "nimsweep/store/table_file.hpp"
#include "support/definition.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

class SweepTest : public test::TemporaryFolder {
 protected:
  Plan plan_of(std::vector<int> players, std::vector<std::vector<Counters>> bounds,
               std::uint64_t matrices, std::string game = "last-nim") const {
    JobSpec job;
    job.game = std::move(game);
    job.sha256 = "job";
    job.players = std::move(players);
    job.bounds = std::move(bounds);
    job.matrices = {{.kind = MatrixSource::Kind::sample, .count = matrices, .seed = 4}};
    job.table_file = path("t.h5");
    return make_plan(std::move(job));
  }

  Plan grundy_plan_of(std::vector<std::vector<Counters>> bounds, std::string game) const {
    JobSpec job;
    job.game = std::move(game);
    job.sha256 = "job";
    job.quantity = Quantity::grundy;
    job.bounds = std::move(bounds);
    job.table_file = path("t.h5");
    return make_plan(std::move(job));
  }

  SweepResult run(const Plan& plan, int threads, bool fresh = true) {
    return make_table(plan, Merge::copy, {.threads = threads, .fresh = fresh, .stop = stop_},
                      [](const SweepProgress&) {});
  }

  // Stops each time after this many units, and continues until the table is complete.
  void expect_stopped_runs_give(std::uint64_t expected, const Plan& plan, int stop_after) {
    std::filesystem::remove(plan.job.table_file);
    SweepResult result;
    int runs = 0;
    do {
      stop_ = false;
      int units = 0;
      result = make_table(plan, Merge::copy, {.threads = 2, .checkpoint_seconds = 0, .stop = stop_},
                          [&](const SweepProgress& now) {
                            EXPECT_LE(now.positions_done, now.positions);
                            if (now.phase == SweepProgress::Phase::writing && ++units == stop_after)
                              stop_ = true;
                          });
      ASSERT_LT(++runs, 100);
    } while (!result.complete);
    EXPECT_GT(runs, 1);
    EXPECT_EQ(result.signature, expected);
    std::filesystem::remove(plan.job.table_file);
  }

  std::atomic<bool> stop_ = false;
};

// Shapes that are cut along the matrix axis, the first player, and a pile.
TEST_F(SweepTest, TablesHoldTheDefinitionsValuesHoweverTheyAreCut) {
  std::mt19937_64 random(5);
  for (const Plan& plan : {plan_of({2, 3}, {{4}, {3, 2}}, 50), plan_of({3}, {{900, 900}}, 3),
                           plan_of({4}, {{3, 40, 200, 70}}, 2), plan_of({2}, {{5'000'000}}, 2)}) {
    const SweepResult result = run(plan, 3);
    EXPECT_TRUE(result.complete);
    const auto table = TableReader::complete(plan.job.table_file);
    for (int cell = 0; cell < 300; ++cell) {
      const std::size_t k = random() % plan.cases.size();
      std::vector<std::uint64_t> place;
      for (const std::uint64_t along : plan.cases[k].layout.dims) place.push_back(random() % along);
      const int n = plan.cases[k].players;
      definition::Game game(test::rows_of(plan.cases[k].matrices[place[0]]),
                            definition::last_nim_options);
      definition::State piles;
      for (std::size_t j = 2; j < place.size(); ++j)  // n counters are as good as more
        piles.push_back(
            static_cast<int>(std::min<std::uint64_t>(place[j], static_cast<std::uint64_t>(n))));
      const int first = static_cast<int>(place[1]);
      const int expected = (game.winner(test::with(piles, 0), first) - first + n) % n;
      EXPECT_EQ(table.values(k, place, std::vector<std::uint64_t>(place.size(), 1)).front(),
                expected);
    }
  }
}

// The same shapes as boxes: one matrix solved in parallel, and many matrices, each by one thread.
TEST_F(SweepTest, TablesOfBoxesHoldTheSolversValues) {
  std::mt19937_64 random(6);
  for (const Plan& plan :
       {plan_of({2, 3}, {{4}, {3, 2}}, 50, "nim"), plan_of({3}, {{900, 900}}, 3, "wythoff"),
        plan_of({4}, {{130, 40, 70}}, 2, "moore:2"), plan_of({4}, {{100, 40, 70}}, 66, "nim"),
        plan_of({2}, {{300, 5, 400}}, 2, "subtraction:2,3")}) {
    EXPECT_TRUE(run(plan, 3).complete);
    const auto table = TableReader::complete(plan.job.table_file);
    for (int cell = 0; cell < 40; ++cell) {
      const std::size_t k = random() % plan.cases.size();
      std::vector<std::uint64_t> place;
      for (const std::uint64_t along : plan.cases[k].layout.dims) place.push_back(random() % along);
      for (std::size_t j = 2; j < place.size(); ++j)
        place[j] = std::min<std::uint64_t>(place[j], random() % 9);
      GenericSolver solver(*plan.ruleset, plan.cases[k].matrices[place[0]]);
      const auto first = static_cast<Seat>(place[1]);
      const Seat winner = solver.outcome({.piles = {place.begin() + 2, place.end()}}, first).winner;
      EXPECT_EQ(table.values(k, place, std::vector<std::uint64_t>(place.size(), 1)).front(),
                value_of(winner, first, plan.cases[k].players));
    }
  }
}

// Large tables in blocks, whether or not there is an automaton that gives them: with three piles
// and equal rows 0 2 1 there is none.
TEST_F(SweepTest, TablesInBlocksHoldTheSolversValues) {
  std::mt19937_64 random(8);
  Plan wild = plan_of({3}, {{282, 283, 290}}, 1, "nim");
  const auto rows = AllianceMatrix::from_rows(std::vector(3, std::vector{0, 2, 1}));
  MatrixSource listed{.kind = MatrixSource::Kind::listed};
  listed.set_listed({rows});
  wild.job.matrices = {listed, {.kind = MatrixSource::Kind::ssam, .shifts = {1}}};
  wild = make_plan(wild.job);
  ASSERT_EQ(wild.cases[0].matrix_count, 2u);
  Plan passes = plan_of({3}, {{4800, 4900}}, 1, "nim");
  passes.job.passes = 1;
  for (const Plan& plan : {wild, make_plan(passes.job), plan_of({4}, {{4100, 4200}}, 2, "wythoff"),
                           plan_of({2}, {{40'000'000}}, 2, "subtraction:1,3,4")}) {
    ASSERT_EQ(plan.cases[0].kind, TableKind::digit_blocks);
    const SweepResult result = run(plan, 3);
    EXPECT_TRUE(result.complete);
    const auto table = TableReader::complete(plan.job.table_file);
    table.check_descriptions();
    const auto& dims = plan.cases[0].layout.dims;
    for (std::uint64_t m = 0; m < dims[kMatrixAxis]; ++m) {
      const auto box = make_box(*plan.ruleset, plan.cases[0].matrices[m], plan.cases[0].bounds,
                                static_cast<Counters>(plan.job.passes));
      box->solve();
      for (int sample = 0; sample < 40; ++sample) {
        std::vector<std::uint64_t> origin{m, random() % dims[kFirstAxis]};
        std::vector<std::uint64_t> extent{1, 1};
        for (std::size_t axis = kPileAxes; axis < dims.size(); ++axis) {
          origin.push_back(random() % dims[axis]);
          extent.push_back(1 + random() % std::min<std::uint64_t>(90, dims[axis] - origin.back()));
        }
        const auto values = table.values(0, origin, extent);
        for (std::size_t cell = 0; cell < values.size(); ++cell) {
          std::vector<Counters> piles(dims.size() - kPileAxes);
          std::size_t rest = cell;
          for (std::size_t j = piles.size(); j-- > 0;) {
            const auto along = static_cast<std::size_t>(extent[kPileAxes + j]);
            piles[j] = origin[kPileAxes + j] + rest % along;
            rest /= along;
          }
          ASSERT_EQ(values[cell],
                    box->value(box->place_of(piles), static_cast<Seat>(origin[kFirstAxis])));
        }
      }
    }
  }
}

TEST_F(SweepTest, NeedsOfBlocksAreKnownBefore) {
  // No box of these would fit.
  const Plan plan = plan_of({3}, {{99'999, 99'999}}, 1, "nim");
  EXPECT_LT(sweep_memory(plan, 1), std::uint64_t{1} << 30);
  const SweepEstimate estimate = estimate_sweep(plan, 1);
  EXPECT_GT(estimate.seconds, 0);
  EXPECT_LT(estimate.file_bytes, std::uint64_t{1} << 30);
}

TEST_F(SweepTest, AStoppedSweepOfBoxesIsContinued) {
  for (const Plan& plan :
       {plan_of({3}, {{130, 130, 130}}, 3, "nim"), grundy_plan_of({{60, 200, 300}}, "nim"),
        grundy_plan_of({{30, 200, 300}}, "subtraction:1,2"),
        grundy_plan_of({{90, 90, 130}}, "small-nim"), plan_of({3}, {{9000, 9000}}, 2, "nim")}) {
    expect_stopped_runs_give(run(plan, 1).signature, plan, 2);
  }
}

// Sums, which need no box, and other games; cut along any pile, or not at all.
TEST_F(SweepTest, TablesHoldGrundyValuesHoweverTheyAreCut) {
  std::mt19937_64 random(7);
  for (const Plan& plan :
       {grundy_plan_of({{4}, {3, 2}}, "nim"), grundy_plan_of({{3, 900, 900}}, "nim"),
        grundy_plan_of({{30, 300, 200}}, "subtraction:2,5"),
        grundy_plan_of({{90, 80, 100}}, "small-nim"), grundy_plan_of({{30, 20}}, "zero-move"),
        grundy_plan_of({{20, 30}, {3, 4, 5}}, "last-nim")}) {
    EXPECT_TRUE(run(plan, 3).complete);
    const auto table = TableReader::complete(plan.job.table_file);
    table.check_descriptions();
    for (int cell = 0; cell < 60; ++cell) {
      const std::size_t k = random() % plan.cases.size();
      std::vector<std::uint64_t> place;
      for (const std::uint64_t along : plan.cases[k].layout.dims)
        place.push_back(std::min<std::uint64_t>(random() % along, random() % 9));
      const auto stored = table.wide_values(k, place, std::vector<std::uint64_t>(place.size(), 1));
      EXPECT_EQ(stored.front(), grundy(*plan.ruleset, plan.ruleset->start(place, 0)));
    }
  }
}

TEST_F(SweepTest, NeedsOfGrundyValuesAreKnownBefore) {
  EXPECT_LT(sweep_memory(grundy_plan_of({{9999, 9999, 9999}}, "nim"), 1), std::uint64_t{1} << 30);
  EXPECT_GT(sweep_memory(grundy_plan_of({{9999, 9999, 9999}}, "small-nim"), 1),
            std::uint64_t{1} << 40);
  EXPECT_GT(estimate_sweep(grundy_plan_of({{200, 300}}, "wythoff"), 1).seconds, 0);
}

TEST_F(SweepTest, NeedsOfBoxesAreKnownBefore) {
  const Plan plan = plan_of({3}, {{130, 130, 130}}, 3, "nim");
  EXPECT_GT(sweep_memory(plan, 1), 3 * plan.cases[0].values() / 3);
  EXPECT_LT(sweep_memory(plan, 1), std::uint64_t{1} << 30);
  EXPECT_GT(estimate_sweep(plan, 1).seconds, 0);
  EXPECT_GT(sweep_memory(plan_of({16}, {{9999, 9999, 9999, 99}}, 1, "end-nim"), 1),
            std::uint64_t{1} << 50);
}

TEST_F(SweepTest, AStoppedSweepKeepsNothingWrongAndIsContinued) {
  const Plan plan = plan_of({4}, {{30, 400, 200, 70}}, 2);
  const auto expected = run(plan, 1).signature;
  for (int stop_after = 1; stop_after < 4; ++stop_after)
    expect_stopped_runs_give(expected, plan, stop_after);
}

TEST_F(SweepTest, WhatIsTooLargeIsToldWithItsMatrix) {
  JobSpec job;
  job.players = {16};
  job.bounds = {std::vector<Counters>(12, 16)};
  job.passes = 200;
  job.matrices = {{.kind = MatrixSource::Kind::sample, .count = 1, .seed = 4}};
  job.table_file = path("t.h5");
  const Plan plan = make_plan(std::move(job));
  EXPECT_ERROR(ErrorKind::input, "n16_N12, matrix 0: the machine has too many states",
               run(plan, 2));
}

TEST_F(SweepTest, NeedsAreKnownBefore) {
  const Plan plan = plan_of({4}, {{3, 40, 200, 70}}, 2);
  EXPECT_GT(sweep_memory(plan, 4), sweep_memory(plan, 1));
  EXPECT_LT(sweep_memory(plan, 1), std::uint64_t{1} << 30);
  const SweepEstimate estimate = estimate_sweep(plan, 1);
  EXPECT_GT(estimate.seconds, 0);
  EXPECT_EQ(sweep_disk(plan, 1'000'000, false), 1'000'000u);
  run(plan, 1);
  EXPECT_EQ(sweep_disk(plan, 1'000'000, false), 0u);
  EXPECT_EQ(sweep_disk(plan, 1'000'000, true), 1'000'000u);
  const auto bytes = std::filesystem::file_size(plan.job.table_file);
  EXPECT_GT(estimate.file_bytes, bytes / 4);
  EXPECT_LT(estimate.file_bytes, bytes * 4);
}

}  // namespace
}  // namespace nimsweep
