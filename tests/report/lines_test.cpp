#include <gtest/gtest.h>

#include <sstream>
#include <tuple>

#include "nimsweep/report/section.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

Section read(const std::string& text) {
  std::istringstream lines(text);
  return section_of_lines(lines, "run.jsonl");
}

std::string verdict_line(const std::string& claim, bool holds) {
  return R"({"type":"verdict","claim":")" + claim +
         R"(","game":"last-nim","matrix":"sam","players":3,"piles":3,"scope":"all pile sizes",)"
         R"("bound":2,"checked":"24","disagreements":")" +
         (holds ? "0" : "12") + R"(","counterexamples":[)" +
         (holds ? "" : R"({"piles":[1,1,18446744073709551615],"first":2,"expected":1,"found":0})") +
         R"(],"holds":)" + (holds ? "true" : "false") + R"(,"errors":"0"})" + "\n";
}

TEST(Lines, AreCountedByClaim) {
  const Section section =
      read(verdict_line("a", true) + "\n" + verdict_line("b", false) + verdict_line("a", false) +
           R"({"type":"unchecked","claim":"a","game":"nim","matrix":"1 0 / 0 1","players":2,)"
           R"("piles":9,"reason":"too many"})");
  ASSERT_EQ(section.verdicts.size(), 4U);
  const auto& counts = section.verdicts.by_claim();
  EXPECT_EQ(counts.at("a").hold, 1U);
  EXPECT_EQ(counts.at("a").fail, 1U);
  EXPECT_EQ(counts.at("a").unchecked, 1U);
  EXPECT_EQ(counts.at("b").fail, 1U);
  ASSERT_EQ(section.verdicts.failing().size(), 2U);
  EXPECT_EQ(section.verdicts.failing()[0]["claim"], "b");
  EXPECT_EQ(section.verdicts.others()[1]["reason"], "too many");
}

TEST(Lines, KeepPilesToTheLastDigit) {
  const Section section = read(verdict_line("a", false));
  const Json& example = section.verdicts.failing().front()["counterexamples"].front();
  EXPECT_EQ(example["piles"], (std::vector<Counters>{1, 1, kMaxCounters}));
  EXPECT_EQ(example["first"], 2);
  EXPECT_EQ(example["expected"], 1);
  EXPECT_EQ(example["found"], 0);
}

TEST(Lines, MayBeAboutEveryNumberOfPilesAndSeveralValues) {
  std::string line = verdict_line("a", false);
  line.replace(line.find("\"piles\":3"), 9, R"("piles":"all")");
  line.replace(line.find("\"expected\":1"), 12, R"("expected_not":[1,2])");
  const Section section = read(line);
  const Json& verdict = section.verdicts.failing().front();
  EXPECT_EQ(verdict["piles"], "all");
  EXPECT_EQ(verdict["counterexamples"].front()["expected_not"], (std::vector<int>{1, 2}));
  for (const char* values : {"[]", "[3]", "[\"1\"]"}) {
    std::string wrong = line;
    wrong.replace(wrong.find("[1,2]"), 5, values);
    EXPECT_ERROR(ErrorKind::input, "run.jsonl:1: 'expected_not': expected", read(wrong));
  }
}

TEST(Lines, HaveGamesAndMatricesAsTheProgramWritesThem) {
  std::string line = verdict_line("a", false);
  line.replace(line.find("last-nim"), 8, R"(subtraction: 3 ,\n1)");
  line.replace(line.find("\"sam\""), 5, R"("0 1 2/\t1 2 0\n/ 2 0 1\r")");
  const Section section = read(line);
  const Json& verdict = section.verdicts.failing().front();
  EXPECT_EQ(verdict["game"], "subtraction:1,3");
  EXPECT_EQ(verdict["matrix"], "0 1 2 / 1 2 0 / 2 0 1");
}

TEST(Lines, HaveMatricesThatThePageReads) {
  const std::pair<const char*, const char*> texts[] = {{"SSAM^0", "sam"},
                                                       {"ssam: 2", "ssam:2"},
                                                       {"index:215", "2 1 0 / 2 1 0 / 2 1 0"},
                                                       {"reverse", "0 2 1 / 0 2 1 / 0 2 1"},
                                                       {"formula:j + 1", "ssam:1"},
                                                       {"teams:0,1/2", "0 1 2 / 0 2 1 / 0 1 2"}};
  for (const auto& [written, shown] : texts) {
    std::string line = verdict_line("a", false);
    line.replace(line.find("\"sam\"") + 1, 3, written);
    EXPECT_EQ(read(line).verdicts.failing().front()["matrix"], shown);
  }
}

TEST(Lines, KeepTheFirstVerdictsAndCountAll) {
  std::string text;
  const std::size_t all = VerdictList::kMostKept + 10;
  for (std::size_t k = 0; k < all; ++k) text += verdict_line("a", true);
  text += verdict_line("a", false);
  const Section section = read(text);
  EXPECT_EQ(section.verdicts.size(), all + 1);
  EXPECT_EQ(section.verdicts.others().size(), VerdictList::kMostKept);
  EXPECT_EQ(section.verdicts.failing().size(), 1U);
}

TEST(Lines, HoldRowsAndHunts) {
  const Section section = read(
      R"({"type":"row","id":"1.1","agrees":false,"expected":{"value":2},"found":{"value":null,"winner":null}})"
      "\n"
      R"({"type":"hunt","name":"top","players":3,"total":"216","hits":"4","left_out":"1",)"
      R"("histograms":{"states":{"3":"200","7":"16"},"letters":{"2":"216"}},)"
      R"("kept":[{"index":"215","matrix":[],"orbit":3,"states":7,"letters":2}]})");
  ASSERT_EQ(section.rows.size(), 1U);
  EXPECT_EQ(section.rows[0]["expected"]["value"], 2);
  EXPECT_FALSE(section.rows[0]["expected"].contains("winner"));
  EXPECT_TRUE(section.rows[0]["found"]["value"].is_null());
  ASSERT_EQ(section.hunts.size(), 1U);
  const StoredHunt& hunt = section.hunts[0];
  EXPECT_EQ(hunt.result.states[7] / kWholeShare, 16U);
  EXPECT_EQ(hunt.result.kept.front().index, 215U);
  EXPECT_EQ(hunt.left_out(), 1U);
  EXPECT_EQ(hunt.game, "last-nim");  // as in lines that do not tell it
}

TEST(Lines, HoldHuntsForDigitMachines) {
  const auto read_hunt = [](const std::string& hit) {
    return read(R"({"type":"hunt","name":"open","game":"nim","players":3,"piles":3,"passes":1,)"
                R"("total":"216","open":"3","hits":"4","left_out":"0",)"
                R"("histograms":{"states":{"7":"213"}},"kept":[)" +
                hit + "]}\n");
  };
  const std::string place = R"("index":"43","orbit":1,)";
  const StoredHunt hunt =
      read_hunt("{" + place + R"("blocks":[1,8,44]},{"index":"3","orbit":3,"states":7})")
          .hunts.at(0);
  EXPECT_EQ(std::pair(hunt.places, hunt.passes), std::pair(3, 1));
  EXPECT_EQ(hunt.result.open / kWholeShare, 3U);
  EXPECT_EQ(hunt.result.kept, (std::vector<Hit>{{.index = 43, .blocks = {1, 8, 44}},
                                                {.index = 3, .orbit = 3, .states = 7}}));
  EXPECT_ERROR(ErrorKind::input, "'blocks': expected a list of numbers",
               read_hunt("{" + place + R"("blocks":[-1]})"));
  EXPECT_ERROR(ErrorKind::input, "'blocks' is missing", read_hunt("{" + place + R"("x":1})"));
}

TEST(Lines, TellTheGameOfAHunt) {
  const auto read_hunt = [](const std::string& game) {
    return read(R"({"type":"hunt","name":"a","game":)" + game +
                R"(,"players":3,"total":"1","hits":"0","left_out":"0",)"
                R"("histograms":{"states":{},"letters":{}},"kept":[]})");
  };
  EXPECT_EQ(read_hunt("\"small-nim\"").hunts.at(0).game, "small-nim");
  EXPECT_ERROR(ErrorKind::input, "unknown game '<b>'", read_hunt("\"<b>\""));
}

// A page's scripts rely on what the members are, also on those of members that are not asked for.
TEST(Lines, KeepOnlyMembersThatWereChecked) {
  const std::string row =
      R"({"type":"row","id":"a","agrees":true,"expected":{"value":0,"x":[]},"found":{"value":0},)";
  EXPECT_EQ(read(row + R"("piles":3,"x":1})").rows[0].dump(),
            R"({"type":"row","id":"a","agrees":true,"expected":{"value":0},"found":{"value":0}})");
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  const std::string deep = nested(50);
  std::string line = verdict_line("a", false);
  line.insert(line.find("\"found\""), "\"deep\":" + deep + ",");
  EXPECT_FALSE(read(line).verdicts.failing().front()["counterexamples"][0].contains("deep"));
  EXPECT_ERROR(
      ErrorKind::input, "'piles': expected",
      read(row + R"("game":"nim","matrix":"sam","players":2,"first":0,"piles":)" + deep + "}"));
  for (const std::string& where : {row + R"("piles":)", row + R"("x":)", std::string(R"({"x":)")})
    EXPECT_ERROR(ErrorKind::input, "run.jsonl:1: nested more than 64 levels deep",
                 read(where + nested(100'000) + "}"));
}

TEST(Lines, SayWhatIsKnownToBeWrong) {
  const auto verdict = [](const std::string& value) {
    std::string line = verdict_line("a", false);
    line.insert(line.find("\"game\""), R"("known_wrong":)" + value + ",");
    return read(line).verdicts.failing().front();
  };
  EXPECT_EQ(verdict("true")["known_wrong"], true);
  EXPECT_FALSE(verdict("false").contains("known_wrong"));
  EXPECT_ERROR(ErrorKind::input, "run.jsonl:1: 'known_wrong': expected true or false",
               verdict("\"<b>\""));
  const std::string row =
      R"({"type":"row","id":"a","agrees":false,"expected":{"value":0},"found":{"value":1})";
  EXPECT_EQ(read(row + R"(,"known_wrong":true})").rows[0]["known_wrong"], true);
  EXPECT_FALSE(read(row + "}").rows[0].contains("known_wrong"));
}

TEST(Lines, SayWhichTableWasCompared) {
  std::string line = verdict_line("a", false);
  line.insert(line.find("\"game\""), R"("table":"t.h5",)");
  EXPECT_EQ(read(line).verdicts.failing().front()["table"], "t.h5");
  line.replace(line.find("\"t.h5\""), 6, "[]");
  EXPECT_ERROR(ErrorKind::input, "run.jsonl:1: 'table': expected a text", read(line));
}

const std::string kMachine =
    R"({"type":"digit_machine","game":"nim","players":2,"matrix":[[1,0],[1,0]],"piles":2,"passes":0,)"
    R"("base":2,"combinations":8,"states":[{"winners":[0,1],"next":[0,1,1,0]},)"
    R"({"winners":[1,0],"next":[1,1,1,1]}]})";

std::string changed(std::string line, const std::string& from, const std::string& to) {
  return line.replace(line.find(from), from.size(), to);
}

TEST(Lines, HoldAutomata) {
  const Section section = read(changed(kMachine, "\"base\"", R"("x":[[[]]],"base")"));
  EXPECT_FALSE(section.is_empty());
  ASSERT_EQ(section.machines.size(), 1U);
  EXPECT_EQ(section.machines[0].dump(),
            R"({"game":"nim","players":2,"matrix":"ssam:1","piles":2,"passes":0,)"
            R"("states":[{"winners":[0,1],"next":[0,1,1,0]},{"winners":[1,0],"next":[1,1,1,1]}],)"
            R"("combinations":8})");
  const Section one_pile = read(
      R"({"type":"digit_machine","game":"subtraction:1","players":2,"matrix":[[1,0],[1,0]],"piles":1,)"
      R"("passes":0,"base":2,"states":[{"winners":[0,1],"next":[0,1]},{"winners":[1,0],"next":[0,1]}]})");
  EXPECT_EQ(one_pile.machines[0]["period"].dump(), R"({"from":0,"length":2})");
}

// A page's scripts follow the arrows.
TEST(Lines, HaveNoAutomataThatCannotBeFollowed) {
  const std::tuple<const char*, const char*, const char*> changes[] = {
      {"\"nim\"", "\"<b>\"", "unknown game '<b>'"},
      {"\"players\":2", "\"players\":1", "1 player; expected 2 to 16"},
      {"\"players\":2", "\"players\":3", "'matrix': expected lists of 3 numbers"},
      {"[[1,0],[1,0]]", "[[1,0]]", "1 row"},
      {"[[1,0],[1,0]]", "[[1,1],[1,0]]", "expected a permutation"},
      {"[[1,0],[1,0]]", "[\"<b>\",[1,0]]", "'matrix': expected lists of 2 numbers"},
      {"[[1,0],[1,0]]", "\"sam\"", "'matrix': expected a list"},
      {"\"piles\":2", "\"piles\":0", "'piles': expected 1 or more"},
      {"\"piles\":2", "\"piles\":9", "'piles': expected a whole number up to 8"},
      {"\"piles\":2", "\"piles\":3", "'next': expected lists of 8 numbers"},
      {"\"passes\":0", "\"passes\":256", "'passes': expected"},
      {"\"base\":2", "\"base\":3", "'base': expected 2"},
      {"[1,1,1,1]", "[1,1,1,2]", "'next': expected whole numbers up to 1"},
      {"[1,1,1,1]", "[1,1,1,-1]", "'next': expected whole numbers up to 1"},
      {"[1,1,1,1]", "[1,1,1]", "'next': expected lists of 4 numbers"},
      {"[0,1,1,0]", "[1,1,1,0]", "zeros must lead from the first state to itself"},
      {"\"winners\":[0,1]", "\"winners\":[0,2]", "'winners': expected whole numbers up to 1"},
      {"\"winners\":[0,1]", "\"winners\":{}", "'winners': expected lists of 2 numbers"},
      {"{\"winners\":[0,1],\"next\":[0,1,1,0]}", "7", "this is not a JSON object"}};
  for (const auto& [from, to, message] : changes)
    EXPECT_ERROR(ErrorKind::input, message, read(changed(kMachine, from, to)));
  const std::string none = kMachine.substr(0, kMachine.find("\"states\":"));
  EXPECT_ERROR(ErrorKind::input, "'states' is missing", read(none + "\"x\":1}"));
  EXPECT_ERROR(ErrorKind::input, "'states': expected 1 to 1000000 states",
               read(none + "\"states\":[]}"));
}

// An automaton on a page is a right one, whoever wrote the line.
TEST(Lines, HaveNoAutomataThatBreakTheRule) {
  const auto refused = [](const std::string& line, const std::string& message) {
    EXPECT_ERROR(ErrorKind::input, message, read(line));
  };
  refused(changed(kMachine, "[1,1,1,1]", "[1,1,0,1]"), "breaks the rule of the game at piles 1 2");
  refused(changed(kMachine, "[[1,0],[1,0]]", "[[0,1],[0,1]]"),
          "breaks the rule of the game at piles 0 2");
  refused(changed(kMachine, "\"nim\"", "\"moore:2\""), "breaks the rule of the game at piles 1 1");
  refused(changed(kMachine, "\"nim\"", "\"fibonacci\""), "run.jsonl:1: ");
  EXPECT_EQ(read(changed(kMachine, ":8,", ":\"<b>\",")).machines[0]["combinations"], 8);
  const std::string with_pass = changed(kMachine, "\"passes\":0", "\"passes\":1");
  refused(with_pass, "'winners_by_passes' is missing");
  refused(changed(with_pass, "\"winners\"", R"("winners_by_passes":[[0,1]],"winners")"),
          "'winners_by_passes': expected 2 vectors, the last as in 'winners'");
  refused(changed(with_pass, "\"winners\"", R"("winners_by_passes":[[0,1],[1,0]],"winners")"),
          "'winners_by_passes': expected 2 vectors, the last as in 'winners'");
  refused(changed(with_pass, "\"winners\"", R"("winners_by_passes":[[0,"<b>"],[0,1]],"winners")"),
          "'winners_by_passes': expected whole numbers up to 1");
}

TEST(Lines, OfOtherTypesAreNamed) {
  const Section section =
      read("{\"type\":\"part\"}\n{\"type\":\"part\"}\n" + verdict_line("a", true));
  ASSERT_EQ(section.remarks.size(), 1U);
  EXPECT_EQ(section.remarks[0], "2 lines of type 'part' are not shown");
  EXPECT_TRUE(read("").is_empty());
}

TEST(Lines, ThatAreWrongAreRefusedWithTheirPlace) {
  const auto refused = [](const std::string& text, const std::string& message) {
    EXPECT_ERROR(ErrorKind::input, message, read(text));
  };
  refused("\n{\"type\":", "run.jsonl:2: this is not JSON; expected a line as");
  refused("[]", "run.jsonl:1: this is not a JSON object");
  refused("{}", "run.jsonl:1: 'type' is missing");
  refused("{\"type\":7}", "run.jsonl:1: 'type': expected a text");
  refused("{\"type\":\"verdict\"}", "run.jsonl:1: 'claim' is missing");
  std::string line = verdict_line("a", false);
  line.replace(line.find("\"sam\""), 5, "\"mas\"");
  refused(line, "run.jsonl:1: 'mas' is not a matrix");
  for (const std::string game : {"nim $(touch pwn)", "nimm", "", "nim:2", "moore:`id`"}) {
    line = verdict_line("a", false);
    line.replace(line.find("last-nim"), 8, game);
    refused(line, "run.jsonl:1: ");
  }
  line = verdict_line("a", false);
  line.replace(line.find("\"first\":2"), 9, "\"first\":3");
  refused(line, "run.jsonl:1: 'first': expected a whole number up to 2");
  line = verdict_line("a", false);
  line.replace(line.find("\"24\""), 4, "\"-4\"");
  refused(line, "run.jsonl:1: 'checked': expected a number as decimal digits");
  refused(R"({"type":"hunt","name":"x","players":9})", "run.jsonl:1: 'players': expected a whole");
  refused(R"({"type":"hunt","name":"x","players":1})", "run.jsonl:1: 1 player; expected 2 to 16");
}

}  // namespace
}  // namespace nimsweep
