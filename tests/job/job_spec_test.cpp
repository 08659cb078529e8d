#include "nimsweep/job/job_spec.hpp"

#include <gtest/gtest.h>

#include "nimsweep/job/matrix_set.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "support/expect_error.hpp"
#include "support/temporary_folder.hpp"

namespace nimsweep {
namespace {

class JobSpecTest : public test::TemporaryFolder {
 protected:
  JobSpec read(const std::string& text) const { return read_job(write("job.yaml", text)); }
};

TEST_F(JobSpecTest, ReadsTheWholeFormat) {
  write("more.txt", "# two of them\n0 1 2 / 1 0 2 / 2 1 0\n\n2 1 0/2 1 0/2 1 0\n");
  const JobSpec job = read(R"(
nimsweep: 1
title: everything
game: last-nim
players: [3, 4..5]
matrices:
  - sam
  - ssam: 1..2
  - ssam: all
  - rows: [[0,2,1],[0,1,2],[0,2,1]]
  - all
  - range: {from: 10, count: 100}
  - sample: {count: 1000, seed: 7}
  - file: more.txt
passes: 2
piles: {count: 1..3, max: 6}
tables: {file: out/x.h5}
verify:
  - shifted-3.4
  - name: mine
    given: "N >= n"
    cases:
      - {when: "x[n] == 1", value: "d"}
      - {value: "d + 1"}
    max: all
)");
  EXPECT_EQ(job.title, "everything");
  EXPECT_EQ(job.players, (std::vector<int>{3, 4, 5}));
  ASSERT_EQ(job.matrices.size(), 8u);
  EXPECT_EQ(job.matrices[1].shifts, (std::vector<int>{1, 2}));
  EXPECT_TRUE(job.matrices[2].shifts.empty());
  EXPECT_EQ(job.matrices[5].from, Uint128{10});
  EXPECT_EQ(job.matrices[5].count, 100u);
  EXPECT_EQ(job.matrices[6].seed, 7u);
  EXPECT_EQ(job.matrices[7].listed->size(), 2u);
  EXPECT_EQ(job.passes, 2);
  EXPECT_EQ(job.bounds, (std::vector<std::vector<Counters>>{{6}, {6, 6}, {6, 6, 6}}));
  EXPECT_EQ(job.table_file, "out/x.h5");
  ASSERT_EQ(job.claims.size(), 2u);
  EXPECT_EQ(job.claims[1].claim.cases.size(), 2u);
}

TEST_F(JobSpecTest, ReadsMatricesByFormulaAndByTeams) {
  write("more.txt", "teams:0,1/2,3\nequal:1 0 2\n");
  const JobSpec job = read(R"(
nimsweep: 1
players: [3, 4]
piles: {count: 1}
matrices:
  - reverse
  - formula: i - j
  - {formula: "(j + r) mod n", r: 1..2}
  - {r: all, formula: "(j + r) mod n"}
  - equal_rows: [0, 2, 1]
  - teams: [[0, 1], [2, 3]]
  - {order: shared, teams: [[2, 0], [1, 3]]}
  - {teams: [[0, 1], [2]], order: self}
  - file: more.txt
)");
  using Texts = std::vector<std::string>;
  const auto matrices = [&](int players) {
    Texts texts;
    const MatrixSet set(job, players);
    for (std::uint64_t k = 0; k < set.size(); ++k) texts.push_back(to_text(set[k]));
    return texts;
  };
  EXPECT_EQ(matrices(3),
            (Texts{"0 2 1 / 0 2 1 / 0 2 1", "0 2 1 / 1 0 2 / 2 1 0", "1 2 0 / 1 2 0 / 1 2 0",
                   "2 0 1 / 2 0 1 / 2 0 1", "0 1 2 / 0 1 2 / 0 1 2", "1 2 0 / 1 2 0 / 1 2 0",
                   "2 0 1 / 2 0 1 / 2 0 1", "0 2 1 / 0 2 1 / 0 2 1", "0 1 2 / 0 2 1 / 0 1 2",
                   "1 0 2 / 1 0 2 / 1 0 2"}));
  const Texts four = matrices(4);
  ASSERT_EQ(four.size(), 2u + 2u + 4u + 2u + 1u);
  EXPECT_EQ(four[0], "0 3 2 1 / 0 3 2 1 / 0 3 2 1 / 0 3 2 1");
  EXPECT_EQ(four[1], "0 3 2 1 / 1 0 3 2 / 2 1 0 3 / 3 2 1 0");
  EXPECT_EQ(four[8], "0 1 2 3 / 0 3 1 2 / 0 1 2 3 / 0 3 1 2");
  EXPECT_EQ(four[9], "2 0 3 1 / 0 2 1 3 / 0 2 1 3 / 2 0 3 1");
  EXPECT_EQ(four[10], four[8]);
}

TEST_F(JobSpecTest, TheHashChangesWithTheJobAndWithTheFilesItReads) {
  const std::string text = "nimsweep: 1\nplayers: 2\npiles: {max: [3]}\nmatrices: [file: m.txt]\n";
  write("m.txt", "0 1 / 0 1\n");
  const std::string hash = read(text).sha256;
  EXPECT_EQ(read(text).sha256, hash);
  EXPECT_NE(read(text + "# more\n").sha256, hash);
  write("m.txt", "0 1 / 1 0\n");
  EXPECT_NE(read(text).sha256, hash);
}

TEST_F(JobSpecTest, EveryErrorHasItsPlace) {
  const std::string head = "nimsweep: 1\nplayers: 3\n";
  const std::string piles = "piles: {count: 2, max: 3}\n";
  const auto bad = [&](const std::string& text, const std::string& message) {
    const std::string path = (folder_ / "job.yaml").string();
    EXPECT_ERROR(ErrorKind::job, path + ":" + message, read(text));
  };
  bad("", "1:1: job: expected a map");
  bad("- 1\n", "1:1: job: expected a map");
  bad("players: 3\n" + piles, "1:1: job: key 'nimsweep' is missing");
  bad("nimsweep: 2\n", "1:11: nimsweep: '2'; expected a whole number from 1 to 1");
  bad(head, "1:1: job: key 'piles' is missing");
  bad(head + piles + "colour: red\n", "4:1: job: unknown key 'colour'; expected nimsweep, title");
  bad(head + piles + "passes: 0\npasses: 1\n", "5:1: job: key 'passes' is here twice");
  bad("nimsweep: 1\nplayers: 1\n", "2:10: players: '1'; expected a whole number from 2 to 16");
  bad("nimsweep: 1\nplayers: 3..17\n", "2:10: players: '3..17'; expected a number or a range");
  bad("nimsweep: 1\nplayers: 5..3\n", "2:10: players: '5..3'");
  bad("nimsweep: 1\nplayers: []\n", "2:10: players: an empty list");
  bad("nimsweep: 1\nplayers: {a: 1}\n", "2:10: players: expected one value");
  bad(head + "game: nimm\n", "3:7: game: unknown game 'nimm'");
  bad(head + piles + "game: end-nim\n", "2:10: players: 3 players; expected 2 in end-nim");
  bad(head + "game: wythoff\npiles: {count: 1..3}\n", "4:8: piles: 3 piles; expected one or two");
  bad(head + "game: zero-move\npasses: 1\n" + piles, "4:9: passes: 1 pass; expected none");
  bad(head + piles + "game: nim\nverify: [shifted-3.4]\n",
      "5:10: verify: a claim about last-nim; expected one about nim");
  bad("nimsweep: 1\ngame: fibonacci\nvalues:\n  - {id: a, players: 2, piles: [1, 2], value: 0}\n",
      "4:5: a: 2 piles; expected one");
  bad("nimsweep: 1\ngame: end-nim\nvalues:\n  - {id: a, players: 3, piles: [1, 2], value: 0}\n",
      "4:5: a: 3 players; expected 2");
  bad(head + "matrices:\n  - same\n",
      "4:5: matrices: 'same'; expected sam, all, reverse, or one of ssam:, formula:, teams:, "
      "equal_rows:, rows:, range:, sample:, file: with a value");
  bad(head + "matrices:\n  - ssam: 16\n", "4:11: ssam: '16'");
  bad(head + "matrices:\n  - rows: [[0,1],[0,0]]\n",
      "4:11: rows: row 2 (of P_1) is '0 0', which has 0 twice");
  bad(head + "matrices:\n  - rows: [[0,1],[0]]\n", "4:11: rows: row 2 (of P_1) has 1 entry");
  bad(head + "matrices:\n  - range: {from: 3}\n", "4:12: range: key 'count' is missing");
  bad(head + "matrices:\n  - {ssam: 1, rows: [[0,1],[0,1]]}\n", "4:21: rows: a second kind");
  const auto bad_matrices = [&](const std::string& entry, const std::string& message) {
    bad(head + "matrices:\n  - " + entry + "\n", message);
  };
  bad_matrices("{}", "4:5: matrices: no kind of matrix; expected one of ssam, formula, teams");
  bad_matrices("{r: 1}", "4:5: matrices: no kind of matrix");
  bad_matrices("formula: j + r", "4:14: formula: column 5: r has no value; expected a number");
  bad_matrices("{formula: j + x, r: 1}", "4:15: formula: column 5: 'x'; expected an integer, n, i");
  bad_matrices("{formula: j, r: 1}", "4:21: r: the formula does not use r; expected no 'r'");
  bad_matrices("{formula: j + r, r: 16}", "4:25: r: '16'; expected a whole number from 0 to 15");
  bad_matrices("{formula: [j], r: 1}", "4:15: formula: expected one value");
  bad_matrices("{ssam: 1, r: 1}", "4:18: r: expected only beside 'formula'");
  bad_matrices("{formula: j, order: self}", "4:25: order: expected only beside 'teams'");
  bad_matrices("equal_rows: [0, 1, 1]",
               "4:17: equal_rows: row 1 (of P_0) is '0 1 1', which has 1 twice");
  bad_matrices("equal_rows: 0 1", "4:17: equal_rows: expected a list");
  bad_matrices("teams: [[0, 2], [1, 2]]",
               "4:12: teams: P_2 is listed twice; expected each of P_0 to P_2 in one team");
  bad_matrices("teams: [[0, 3], [1]]", "4:12: teams: P_2 is in no team");
  bad_matrices("teams: [[0, 1], []]", "4:12: teams: team 2 is empty");
  bad_matrices("teams: [0, 1]", "4:13: teams: expected a list");
  bad_matrices("{teams: [[0, 1]], order: seats}", "4:30: order: 'seats'; expected self or shared");
  bad(head + "piles: {count: 2}\ntables: {file: t.h5}\n", "3:8: piles: key 'max' is missing");
  bad(head + "piles: {}\n", "3:8: piles: key 'max' is missing");
  bad(head + "piles: {max: 2}\n", "3:8: piles: key 'count' is missing");
  bad(head + "piles: {count: 1, max: [1,2]}\n", "3:16: count: a list of bounds says");
  bad(head + "piles: {count: 31, max: 2}\n", "3:16: count: '31'");
  bad(head + "piles: {count: 1, max: -2}\n", "3:24: max: '-2'; expected a whole number");
  bad(head + piles + "tables: {file: [a]}\n", "4:16: file: expected one value");
  bad(head + piles + "tables: {}\n", "4:9: tables: key 'file' is missing");
  bad(head + piles + "verify: [{given: x}]\n", "4:10: verify: key 'name' is missing");
  bad(head + piles + "quantity: nimber\n", "4:11: quantity: 'nimber'; expected value or grundy");
  const std::string grundy = "nimsweep: 1\nquantity: grundy\ntables: {file: t.h5}\n";
  bad(grundy, "1:1: job: key 'piles' is missing");
  bad(grundy + "piles: {count: 2}\n", "4:8: piles: key 'max' is missing");
  bad(grundy + piles + "game: \"northcott:5\"\n",
      "2:11: quantity: northcott:5 is not impartial; expected a game with the same moves");
  bad(grundy + piles + "players: 3\n", "5:10: players: Grundy values know none");
  bad(grundy + piles + "matrices: sam\n", "5:11: matrices: Grundy values know none");
  bad(grundy + piles + "game: nim\nverify: [{name: a, cases: [{value: 0}]}]\n",
      "1:1: job: key 'players' is missing");
  bad(grundy + "piles: {max: [1, 65536]}\n", "4:8: piles: a pile of up to 65536 counters");
  bad("nimsweep: 1\nquantity: grundy\n" + piles, "2:11: quantity: grundy without 'tables:'");
  bad("nimsweep: 1\nplayers: [3\n", "3:1: not valid YAML");
  bad("a: &a [x]\nb: *c\n", "2:");
  bad(std::string(3000, '['), "1:");
}

TEST_F(JobSpecTest, ReadsWhatIsToBeMined) {
  const JobSpec job = read(R"(
nimsweep: 1
mine:
  - {name: a, family: sam, players: 3..6, piles: 1..11}
  - {name: b, family: {ssam: 2}, players: [3, 5], piles: 4, check: {players: [6, 9], piles: 1..2}}
  - {name: c, family: {ssam: all}, players: 2..3, piles: 1..2, check: {players: 4}}
  - {name: d, family: {ssam: [2, 1]}, players: 3, piles: 1..2}
  - {name: e, family: {equal_rows: [[0,1],[0,2,1],[0,2,1,3]]}, players: 2..3, piles: 1..2}
  - {name: f, family: {rows: [[[0,1],[1,0]],[[0,2,1],[0,1,2],[0,2,1]]]}, players: 2, piles: 1}
passes: 1
)");
  ASSERT_EQ(job.mines.size(), 6u);
  const auto task = [&](std::size_t k) -> const MineTask& { return job.mines[k].task; };
  const auto players = [](const std::vector<AllianceMatrix>& matrices) {
    std::vector<int> numbers;
    for (const AllianceMatrix& matrix : matrices) numbers.push_back(matrix.players());
    return numbers;
  };
  EXPECT_EQ(task(0).name, "a");
  EXPECT_EQ(task(0).matrix, "sam");
  EXPECT_EQ(job.mines[0].matrices, "[sam]");
  EXPECT_EQ(task(0).passes, 1);
  EXPECT_EQ(players(task(0).matrices), (std::vector<int>{3, 4, 5, 6}));
  EXPECT_EQ(players(task(0).check_matrices), (std::vector<int>{7, 8}));
  EXPECT_EQ(task(0).piles.size(), 11u);
  EXPECT_EQ(task(0).check_piles.back(), 15);  // in proportion to the players
  EXPECT_EQ(task(1).matrix, "ssam:2");
  EXPECT_EQ(job.mines[1].matrices, "[{ssam: 2}]");
  EXPECT_EQ(task(1).check_matrices,
            (std::vector{AllianceMatrix::shifted(6, 2), AllianceMatrix::shifted(9, 2)}));
  EXPECT_EQ(task(1).all_piles(), (std::vector<int>{1, 2, 4}));
  EXPECT_EQ(task(1).cases(), 12u);
  EXPECT_TRUE(task(2).r_varies);
  EXPECT_EQ(task(2).matrix, "");
  EXPECT_EQ(task(2).given, "");
  EXPECT_EQ(players(task(2).matrices), (std::vector<int>{2, 2, 3, 3, 3}));
  EXPECT_EQ(job.mines[3].matrices, "[{ssam: [1, 2]}]");
  EXPECT_EQ(task(3).given, "(r == 1 or r == 2)");
  EXPECT_EQ(task(3).matrices,
            (std::vector{AllianceMatrix::shifted(3, 1), AllianceMatrix::shifted(3, 2)}));
  EXPECT_FALSE(task(4).r_varies);
  EXPECT_EQ(task(4).check_matrices,
            (std::vector{AllianceMatrix::from_rows({4, std::vector<int>{0, 2, 1, 3}})}));
  EXPECT_EQ(players(task(5).matrices), (std::vector<int>{2}));
  EXPECT_EQ(players(task(5).check_matrices), (std::vector<int>{3}));
  EXPECT_EQ(job.mines[5].matrices, "[{rows: [[0,1],[1,0]]}, {rows: [[0,2,1],[0,1,2],[0,2,1]]}]");
}

// Over binary digits every case is proved by itself.
TEST_F(JobSpecTest, ReadsWhatIsToBeMinedInOtherGames) {
  const JobSpec job = read(R"(
nimsweep: 1
mine:
  - {name: a, family: {ssam: 1}, players: 2..3, piles: 2..3}
  - {name: b, game: "moore:2", family: all, players: 2, piles: 2}
  - {name: c, family: {equal_rows: [[0,1,2],[0,2,1]]}, players: 3, piles: 2}
  - {name: d, game: last-nim, family: sam, players: 3, piles: 2}
game: nim
)");
  ASSERT_EQ(job.mines.size(), 4u);
  const auto task = [&](std::size_t k) -> const MineTask& { return job.mines[k].task; };
  EXPECT_EQ(task(0).game, "nim");
  EXPECT_EQ(task(0).check_matrices, (std::vector{AllianceMatrix::shifted(4, 1)}));
  EXPECT_EQ(task(0).all_piles(), (std::vector<int>{2, 3}));
  EXPECT_EQ(task(1).game, "moore:2");
  EXPECT_EQ(task(1).matrices.size(), 4u);
  EXPECT_TRUE(task(1).check_matrices.empty());
  EXPECT_EQ(job.mines[1].matrices, "[all]");
  EXPECT_EQ(task(2).matrices.size(), 2u);
  EXPECT_EQ(task(2).cases(), 2u);
  EXPECT_EQ(task(3).game, "last-nim");
  EXPECT_EQ(task(3).check_matrices.size(), 2u);
}

TEST_F(JobSpecTest, ErrorsInWhatIsToBeMinedHaveTheirPlace) {
  const auto bad = [&](const std::string& entry, const std::string& message) {
    EXPECT_ERROR(ErrorKind::job, (folder_ / "job.yaml").string() + ":3:" + message,
                 read("nimsweep: 1\nmine:\n  - {" + entry + "}\n"));
  };
  const std::string numbers = ", players: 3..4, piles: 1..5";
  bad("family: sam" + numbers, "5: mine: key 'name' is missing");
  bad("name: a" + numbers, "5: mine: key 'family' is missing");
  bad("name: a, family: sam, piles: 3", "5: mine: key 'players' is missing");
  bad("name: a, family: sam, players: 3", "5: mine: key 'piles' is missing");
  bad("name: a, family: sam, colour: red",
      "28: mine: unknown key 'colour'; expected name, game, family");
  bad("name: a, family: all" + numbers, "23: family: 'all'; expected sam, or one of ssam:");
  bad("name: a, family: {}" + numbers, "23: family: an empty map; expected ssam");
  bad("name: a, family: {ssam: 16}" + numbers, "30: ssam: '16'; expected a whole number");
  bad("name: a, family: {ssam: 3}" + numbers, "23: family: ssam: 3 with 3 players; expected at");
  bad("name: a, family: {ssam: 1, rows: []}" + numbers, "39: rows: a second kind of family");
  bad("name: a, family: {rows: []}" + numbers, "30: rows: an empty list");
  bad("name: a, family: {equal_rows: [[0,1,1]]}" + numbers,
      "37: equal_rows: row 1 (of P_0) is '0 1 1'");
  bad("name: a, family: {equal_rows: [[0,1,2],[0,2,1]]}" + numbers,
      "45: equal_rows: a second matrix of 3 players");
  bad("name: a, family: {equal_rows: [[0,1,2],[0,1,2,3]]}" + numbers,
      "5: mine: no matrix of more than 4 players; expected one to check on");
  bad("name: a, family: {equal_rows: [[0,1,2],[0,1,2,3,4]]}" + numbers,
      "23: family: no matrix of 4 players; expected one for each number of players");
  bad("name: a, family: sam, players: 17, piles: 1", "37: players: '17'; expected a whole number");
  bad("name: a, family: sam, players: 15..16, piles: 1", "5: mine: no matrix of more than 16");
  bad("name: a, family: sam, players: 3, piles: 0", "47: piles: '0'; expected a whole number");
  bad("name: a, family: sam, check: {players: 4}" + numbers,
      "45: players: 4 players; expected more than the 4 learned from");
  bad("name: a, family: {ssam: all}, players: 3..14, piles: 1..900",
      "5: mine: 133,000 cases; expected at most 10,000");
  const std::string mine = "mine: [{name: a, family: sam, players: 3, piles: 1}]\n";
  EXPECT_ERROR(ErrorKind::job, "3:8: mine: fibonacci has no automata over digits: ",
               read("nimsweep: 1\ngame: fibonacci\n" + mine));
  EXPECT_ERROR(ErrorKind::job, "2:7: mine: an empty list", read("nimsweep: 1\nmine: []\n"));
  EXPECT_ERROR(ErrorKind::job, "1:1: job: key 'players' is missing",
               read("nimsweep: 1\n" + mine + "verify: [shifted-3.4]\n"));
}

TEST_F(JobSpecTest, MatrixFilesHaveTheirOwnLines) {
  const std::string job =
      write("job.yaml", "nimsweep: 1\nplayers: 2\npiles: {max: [1]}\nmatrices: [file: m.txt]\n");
  write("m.txt", "0 1 / 0 1\n0 1 / 0 0\n");
  EXPECT_ERROR(ErrorKind::job, "m.txt:2:1: row 2 (of P_1) is '0 0'", read_job(job));
  write("m.txt", std::string(10'000'000, '0'));
  EXPECT_ERROR(ErrorKind::job, "m.txt:1:1: a line of 10000000 characters", read_job(job));
  write("m.txt", "# nothing\n");
  EXPECT_ERROR(ErrorKind::job, "job.yaml:4:18: file: no matrix in", read_job(job));
  std::filesystem::remove(folder_ / "m.txt");
  EXPECT_ERROR(ErrorKind::io, "cannot open", read_job(job));
}

TEST_F(JobSpecTest, WhatIsNotAJobIsRefusedQuickly) {
  EXPECT_ERROR(ErrorKind::io, "No such file", read_job((folder_ / "none.yaml").string()));
  EXPECT_ERROR(ErrorKind::input, "is not a regular file", read_job(folder_.string()));
  EXPECT_ERROR(ErrorKind::input, "is too large; expected at most 1048576 bytes",
               read("title: " + std::string(10'000'000, 'x') + "\n"));
  std::string bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    bomb += std::string(1, c) + ": &" + c + " [";
    for (int k = 0; k < 9; ++k)
      bomb += std::string(k > 0 ? "," : "") + "*" + static_cast<char>(c - 1);
    bomb += "]\n";
  }
  EXPECT_ERROR(ErrorKind::job, "too long once its aliases are written out", read(bomb));
  EXPECT_ERROR(ErrorKind::job, "2:17: job: an alias to something that it is part of",
               read("nimsweep: 1\nplayers: &a [2, *a]\n"));
  EXPECT_ERROR(ErrorKind::job, "players: a list in a list",
               read("nimsweep: 1\nplayers: [&a [2,2,2,2,2,2,2,2], [*a,*a,*a,*a,*a,*a]]\n"));
  EXPECT_ERROR(ErrorKind::job, "1:1: job: a second document", read(","));
  EXPECT_ERROR(ErrorKind::job, "1:51: job: lists and maps nested too deeply",
               read(std::string(51, '[') + std::string(51, ']')));
  std::string many = "0";
  for (int k = 0; k < 20'000; ++k) many += ",0";
  std::string aliases = "*a";
  for (int k = 0; k < 5'000; ++k) aliases += ",*a";
  EXPECT_ERROR(
      ErrorKind::job, "too long once its aliases are written out",
      read("nimsweep: 1\nplayers: &a [" + many + "]\nmatrices: [rows: [" + aliases + "]]\n"));
}

TEST_F(JobSpecTest, RefusesWhatIsNotASingleUtf8Text) {
  const std::string job = "nimsweep: 1\nplayers: 3\npiles: {max: [3]}\n";
  EXPECT_ERROR(ErrorKind::job, "job.yaml:4:9: not UTF-8", read(job + "title: x\xff\n"));
  EXPECT_ERROR(ErrorKind::job, "job.yaml:4:1: job: a second document",
               read(job + "---\nplayers: 4\n"));
  EXPECT_ERROR(ErrorKind::job, "job.yaml:4:3: not UTF-8, or a NUL",
               read(job + std::string("# \0\n", 4)));
  EXPECT_ERROR(ErrorKind::job, "job.yaml:4:19: file: /dev/zero is not a regular file",
               read(job + "matrices: [{file: /dev/zero}]\n"));
  EXPECT_ERROR(ErrorKind::job, "expected one line of text",
               read(job + "tables: {file: \"a\\0b\"}\n"));
  EXPECT_ERROR(ErrorKind::job, "is not a regular file", read(job + "matrices: [{file: .}]\n"));
}

}  // namespace
}  // namespace nimsweep
