// One call runs a job from beginning to end. What it finds is compared with the definition; what
// each step finds in detail is the business of that step's own tests.
#include "nimsweep/run/run_job.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "nimsweep/report/page.hpp"
#include "nimsweep/store/table_file.hpp"
#include "support/definition.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

// Writes down what it hears.
class Listener : public RunSink {
 public:
  void table(const Plan& /*plan*/, const SweepResult& result, double /*seconds*/) override {
    heard.emplace_back("table");
    signature = result.signature;
  }
  void hunts(const JobSpec& /*job*/, const HuntingResult& result, double /*seconds*/) override {
    heard.emplace_back("hunts");
    for (const StoredHunt& hunt : result.answers) hits.push_back(hunt.result.hits / kWholeShare);
  }
  void sequence(const std::string& /*file*/, std::size_t /*terms*/) override {
    heard.emplace_back("sequence");
  }
  void verdict(const Check& check) override {
    heard.emplace_back("verdict");
    verdicts.push_back(check.verdict);
  }
  void row(const RowCheck& row) override {
    heard.emplace_back("row");
    rows.push_back(row.agrees);
  }
  void page(const std::string& /*file*/, const Page& /*page*/) override {
    heard.emplace_back("page");
  }
  void part_done(const std::string& /*file*/) override { heard.emplace_back("part"); }
  void progress(const RunProgress& now) override {
    if (now.what != "writing") return;
    resumed = now.resumed;
    if (++steps == stop_after) *stop = true;
  }

  std::vector<std::string> heard;
  std::uint64_t signature = 0;
  std::vector<std::uint64_t> hits;
  std::vector<Verdict> verdicts;
  std::vector<bool> rows;
  std::uint64_t resumed = 0;
  int steps = 0;
  int stop_after = 0;  // steps of writing; 0: never
  std::atomic<bool>* stop = nullptr;
};

class RunJobTest : public test::TemporaryFolder {
 protected:
  JobSpec job(const std::string& text) const {
    return read_job_text("job", "nimsweep: 1\n" + text);
  }

  std::string in_folder(const std::string& name) const { return "'" + path(name) + "'"; }

  std::atomic<bool> stop_ = false;
};

// The value of one pile or two for the first player, by the definition.
int value_of_definition(const definition::Rows& rows, std::vector<int> piles, int first) {
  const int n = static_cast<int>(rows.size());
  piles.push_back(0);  // passes
  return (definition::Game(rows, definition::last_nim_options).winner(piles, first) - first + n) %
         n;
}

TEST_F(RunJobTest, TellsTheResultsOfEachStepInTheOrderOfTheSteps) {
  Listener listener;
  const RunSummary summary = run_job(
      job("players: 3\n"
          "matrices: [sam]\n"
          "piles: {count: 2, max: 3}\n"
          "tables: {file: " +
          in_folder("t.h5") +
          "}\n"
          "results: {file: " +
          in_folder("h.h5") +
          "}\n"
          "hunt: [{name: equal, where: equal_rows}]\n"
          "sequence: [{file: " +
          in_folder("s.txt") +
          ", players: 3, piles: [2, x], max: 5}]\n"
          "verify: [standard-n=N+1]\n"
          "values: [{id: one, players: 3, matrix: sam, piles: [2, 1], first: 0, value: 2}]\n"
          "report: {file: " +
          in_folder("page.html") + "}\n"),
      {.threads = 2, .stop = stop_}, listener);
  EXPECT_EQ(listener.heard,
            (std::vector<std::string>{"table", "hunts", "sequence", "verdict", "row", "page"}));
  EXPECT_EQ(listener.hits, std::vector<std::uint64_t>{1});
  EXPECT_TRUE(summary.holds());
  EXPECT_EQ(summary.verdicts, 1U);
  EXPECT_EQ(summary.rows, 1U);
  EXPECT_EQ(value_of_definition({{0, 1, 2}, {0, 1, 2}, {0, 1, 2}}, {2, 1}, 0), 2);
}

TEST_F(RunJobTest, WritesTheDefinitionsValues) {
  Listener listener;
  run_job(job("players: 3\nmatrices: [{sample: {count: 30, seed: 3}}]\npiles: {count: 2, max: 4}\n"
              "tables: {file: " +
              in_folder("t.h5") + "}\n"),
          {.threads = 2, .stop = stop_}, listener);
  const auto table = TableReader::complete(path("t.h5"));
  for (std::uint64_t m = 0; m < 30; ++m) {
    const definition::Rows rows = test::rows_of(table.matrix(0, m));
    for (int first = 0; first < 3; ++first)
      for (int x = 0; x <= 4; ++x)
        for (int y = 0; y <= 4; ++y) {
          const std::vector<std::uint64_t> place{m, static_cast<std::uint64_t>(first),
                                                 static_cast<std::uint64_t>(x),
                                                 static_cast<std::uint64_t>(y)};
          EXPECT_EQ(table.values(0, place, std::vector<std::uint64_t>(4, 1)).front(),
                    value_of_definition(rows, {x, y}, first));
        }
  }
}

// A false claim and a false value.
TEST_F(RunJobTest, TellsCounterexamplesAndSumsThemUp) {
  Listener listener;
  const RunSummary summary = run_job(
      job("players: 3\nmatrices: [sam]\npiles: {count: 1, max: 4}\n"
          "verify: [{name: low, cases: [{when: 'x[1] >= 3', value: '2'}, {value: '1'}], max: 4}]\n"
          "values: [{id: wrong, players: 3, matrix: sam, piles: [1], first: 0, value: 2}]\n"),
      {.stop = stop_}, listener);
  const definition::Rows sam(3, {0, 1, 2});
  std::vector<Counterexample> wrong;
  for (Counters x = 1; x <= 4; ++x)
    for (Seat first = 0; first < 3; ++first) {
      const int found = value_of_definition(sam, {static_cast<int>(x)}, first);
      const int claimed = x >= 3 ? 2 : 1;
      if (found == claimed) continue;
      wrong.push_back({.piles = {x}, .first = first, .expected = claimed, .found = found});
    }
  ASSERT_GT(wrong.size(), 5U);
  ASSERT_EQ(listener.verdicts.size(), 1U);
  EXPECT_EQ(listener.verdicts[0].disagreements, Natural(wrong.size()));
  wrong.resize(5);  // as many as are told unless more are asked for
  EXPECT_EQ(listener.verdicts[0].counterexamples, wrong);
  EXPECT_EQ(listener.rows, std::vector<bool>{false});
  EXPECT_EQ(summary.wrong_rows, 1U);
  EXPECT_FALSE(summary.holds());
}

TEST_F(RunJobTest, ContinuesWhatWasStopped) {
  const auto table = [&](const std::string& name) {
    return job(
        "players: 4\nmatrices: [all]\npiles: {count: 3, max: 4}\n"
        "tables: {file: " +
        in_folder(name) + "}\n");
  };
  Listener undisturbed;
  run_job(table("one.h5"), {.threads = 2, .stop = stop_}, undisturbed);
  for (const int stop_after : {1, 3, 20}) {
    const JobSpec again = table(std::to_string(stop_after) + ".h5");
    Listener stopped;
    stopped.stop_after = stop_after;
    stopped.stop = &stop_;
    EXPECT_ERROR(ErrorKind::interrupted, "",
                 run_job(again, {.threads = 2, .checkpoint_seconds = 0, .stop = stop_}, stopped));
    EXPECT_FALSE(std::filesystem::exists(again.table_file));
    stop_ = false;
    Listener completed;
    run_job(again, {.threads = 2, .stop = stop_}, completed);
    EXPECT_EQ(completed.signature, undisturbed.signature);
    if (stop_after == 20) EXPECT_GT(completed.resumed, 0U);
  }
}

TEST_F(RunJobTest, DoesPartsThatTheLastRunCompletes) {
  const JobSpec hunt = job("players: 3\nmatrices: [all]\nresults: {file: " + in_folder("h.h5") +
                           "}\nhunt: [{name: equal, where: equal_rows}]\n");
  for (std::uint64_t part = 1; part <= 2; ++part) {
    Listener of_part;
    run_job(hunt, {.part = part, .parts = 2, .stop = stop_}, of_part);
    EXPECT_EQ(of_part.heard, std::vector<std::string>{"part"});
  }
  Listener completed;
  run_job(hunt, {.stop = stop_}, completed);
  EXPECT_EQ(completed.hits, std::vector<std::uint64_t>{6});  // 3! rows
}

TEST_F(RunJobTest, RefusesOptionsBeforeAnyWork) {
  const JobSpec claims =
      job("players: 3\nmatrices: [sam]\npiles: {count: 1}\n"
          "verify: [standard-many-players]\n");
  const JobSpec table =
      job("players: 3\nmatrices: [sam]\npiles: {count: 1, max: 2}\n"
          "tables: {file: " +
          in_folder("t.h5") + "}\n");
  Listener listener;
  const auto expect_refused = [&](const JobSpec& of, const RunOptions& options,
                                  const std::string& part_of_message) {
    EXPECT_ERROR(ErrorKind::input, part_of_message, run_job(of, options, listener));
  };
  expect_refused(table, {.threads = -1, .stop = stop_}, "-1 threads; expected 1 or more");
  expect_refused(table, {.checkpoint_seconds = -1, .stop = stop_}, "expected 0 or more");
  expect_refused(table, {.part = 3, .parts = 2, .stop = stop_}, "part 3; expected 1 to 2");
  expect_refused(table, {.fresh = true, .part = 1, .parts = 2, .stop = stop_}, "only one of them");
  expect_refused(claims, {.part = 1, .parts = 2, .stop = stop_}, "the claims have no file");
  EXPECT_TRUE(listener.heard.empty());
  EXPECT_FALSE(std::filesystem::exists(path("t.h5")));
}

}  // namespace
}  // namespace nimsweep
