#include "nimsweep/report/page.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace nimsweep {
namespace {

Section section_with(Json verdict) {
  Section section{.title = "t", .source = "s", .kind = "lines"};
  section.verdicts.add(std::move(verdict));
  return section;
}

Json failing(const std::vector<Counters>& piles, Seat first) {
  return {{"type", "verdict"},
          {"claim", "c"},
          {"game", "last-nim"},
          {"matrix", "0 2 1 / 0 1 2 / 0 2 1"},
          {"players", 3},
          {"piles", piles.size()},
          {"scope", "all pile sizes"},
          {"disagreements", "1"},
          {"holds", false},
          {"counterexamples",
           Json::array({{{"piles", piles}, {"first", first}, {"expected", 0}, {"found", 2}}})}};
}

Page page_of(Section section) {
  std::vector<Section> sections;
  sections.push_back(std::move(section));
  const std::atomic<bool> stop = false;
  return make_page(sections, {.made = "2024-05-17T09:30:00Z"}, stop);
}

Json data_of(const Page& page) {
  const std::string open = R"(<script type="application/json" id="data">)";
  const std::size_t from = page.html.find(open) + open.size();
  return Json::parse(page.html.substr(from, page.html.find("</script>", from) - from));
}

TEST(Page, KeepsMarkupInTheDataFromBeingMarkup) {
  const std::string evil = "</script><script>alert(1)</script><!-- & \" ' \xff {{data}}";
  Section section = section_with(failing({1, 2, 2}, 0));
  section.title = evil;
  section.job = evil;
  const Page page = page_of(std::move(section));
  EXPECT_EQ(page.html.find("alert(1)</script>"), std::string::npos);
  EXPECT_EQ(page.html.find("<!--"), std::string::npos);
  const Json data = data_of(page);
  std::string shown = evil;  // invalid UTF-8 cannot be shown
  shown.replace(shown.find('\xff'), 1, "\xef\xbf\xbd");
  EXPECT_EQ(data["sections"][0]["title"], shown);
  EXPECT_EQ(data["sections"][0]["job"], shown);
}

TEST(Page, IsKnownByItsBeginning) {
  const Page page = page_of(section_with(failing({1}, 0)));
  EXPECT_TRUE(begins_like_a_page(page.html.substr(0, 4096)));
  EXPECT_FALSE(begins_like_a_page("<!doctype html><html><head><title>mine</title>"));
  EXPECT_FALSE(begins_like_a_page(""));
}

// The play of README.md.
TEST(Page, HasThePlayOfACounterexample) {
  const Json data = data_of(page_of(section_with(failing({1, 2, 2}, 0))));
  const Json& play = data["sections"][0]["verdicts"]["list"][0]["play"];
  EXPECT_EQ(play["winner"], 2);
  EXPECT_EQ(play["moves"], 5);
  std::string line;
  for (const Json& turn : play["turns"])
    line += turn["player"].dump() + ":" + turn["piles"].dump() + ";";
  EXPECT_EQ(line, "0:[1,2,2];1:[1,2,1];2:[1,2,0];0:[1,1,0];1:[1,0,0];2:[0,0,0];");
}

TEST(Page, HasNoPlayWhereThereIsNone) {
  Json verdict = failing({1, 2}, 0);
  verdict.update({{"game", "northcott-two-way:4"}, {"matrix", "sam"}, {"players", 2}});
  EXPECT_TRUE(data_of(page_of(section_with(verdict)))["sections"][0]["verdicts"]["list"][0]["play"]
                  .is_null());
  verdict["game"] = "no such game";
  EXPECT_TRUE(data_of(page_of(section_with(verdict)))["sections"][0]["verdicts"]["list"][0]["play"]
                  .is_null());
}

// A page's numbers are doubles.
TEST(Page, KeepsPilesToTheLastDigit) {
  const Json data = data_of(page_of(section_with(failing({1, kMaxCounters}, 0))));
  const Json& verdict = data["sections"][0]["verdicts"]["list"][0];
  EXPECT_EQ(verdict["counterexamples"][0]["piles"], (Json{1, "18446744073709551615"}));
  EXPECT_EQ(verdict["play"]["turns"][0]["piles"], (Json{1, "18446744073709551615"}));
}

TEST(Page, CutsALongPlay) {
  const std::vector<Counters> piles(100, 1);
  const Json data = data_of(page_of(section_with(failing(piles, 0))));
  const Json& play = data["sections"][0]["verdicts"]["list"][0]["play"];
  EXPECT_EQ(play["moves"], 100);
  EXPECT_EQ(play["turns"].size() + play["left_out"].get<std::size_t>(), 101U);
  EXPECT_EQ(play["turns"].back()["player"], play["winner"]);
}

Json about_nim(int players, std::size_t piles, const std::string& matrix) {
  Json verdict = failing(std::vector<Counters>(piles, 1), 0);
  verdict.update({{"game", "nim"}, {"players", players}, {"matrix", matrix}});
  return verdict;
}

TEST(Page, HasTheAutomataOfItsClaims) {
  Section section = section_with(about_nim(3, 2, "ssam:1"));
  section.verdicts.add(about_nim(2, 3, "ssam:1"));
  section.verdicts.add(about_nim(3, 2, "ssam:1"));
  const Json data = data_of(page_of(std::move(section)));
  const Json& machines = data["sections"][0]["machines"];
  ASSERT_EQ(machines.size(), 2U);
  EXPECT_EQ(machines[0]["players"], 2);
  EXPECT_EQ(machines[0]["piles"], 3);
  EXPECT_EQ(machines[0]["states"].size(), 2U);
  EXPECT_EQ(machines[1]["states"].dump(),
            R"([{"winners":[0,1,2],"next":[0,1,2,3]},{"winners":[1,2,0],"next":[1,1,3,3]},)"
            R"({"winners":[1,2,0],"next":[2,3,2,3]},{"winners":[2,0,1],"next":[3,3,3,3]}])");
}

TEST(Page, HasNoAutomataWhereThereAreNone) {
  const std::pair<const char*, Json> changes[] = {{"scope", "piles <= 3"}, {"game", "last-nim"},
                                                  {"game", "small-nim"},   {"game", "no such game"},
                                                  {"game", "fibonacci"},   {"matrix", "sam sam"},
                                                  {"piles", "all"},        {"piles", 1'000'000}};
  for (const auto& [name, value] : changes) {
    Json verdict = about_nim(3, 2, "sam");
    verdict[name] = value;
    const Json data = data_of(page_of(section_with(verdict)));
    EXPECT_TRUE(data["sections"][0]["machines"].empty()) << name << " " << value;
  }
}

TEST(Page, KnowsAnAutomatonThatWasGiven) {
  Section section = section_with(about_nim(3, 2, "ssam:1"));
  const Json given = {{"game", "nim"}, {"players", 3},      {"matrix", "ssam:1"},     {"piles", 2},
                      {"passes", 0},   {"combinations", 9}, {"states", Json::array()}};
  section.machines.push_back(given);
  const Json data = data_of(page_of(std::move(section)));
  EXPECT_EQ(data["sections"][0]["machines"], Json::array({given}));
}

TEST(Page, SaysHowManyAutomataItLeftOut) {
  Section section{.title = "t", .source = "s", .kind = "lines"};
  for (int k = 0; k < 30; ++k)
    section.machines.push_back(
        {{"game", "nim"}, {"players", 2 + k}, {"matrix", "sam"}, {"piles", 2}});
  const Page page = page_of(std::move(section));
  EXPECT_EQ(data_of(page)["sections"][0]["machines"].size(), 24U);
  EXPECT_EQ(page.left_out, std::vector<std::string>{"s: 24 of 30 automata are shown"});
}

TEST(Page, LooksForAutomataOfFailingClaimsFirst) {
  Section section{.title = "t", .source = "s", .kind = "lines"};
  for (int r = 0; r < 16; ++r)
    for (const bool holds : {true, false}) {
      Json verdict = about_nim(16, holds ? 2 : 1, "ssam:" + std::to_string(r));
      verdict["holds"] = holds;
      section.verdicts.add(verdict);
    }
  const Page page = page_of(std::move(section));
  int failing_ones = 0;
  const Json data = data_of(page);
  for (const Json& machine : data["sections"][0]["machines"])
    failing_ones += machine["piles"] == 1 ? 1 : 0;
  EXPECT_EQ(failing_ones, 16);
  ASSERT_EQ(page.left_out.size(), 1U);
  EXPECT_NE(page.left_out[0].find(" automata are shown"), std::string::npos);
}

TEST(Page, StaysSmallAndSaysWhatItLeftOut) {
  Section section{.title = "t", .source = "s", .kind = "lines"};
  for (int k = 0; k < 5000; ++k) section.verdicts.add(failing(std::vector<Counters>(200, 1), 0));
  const Page page = page_of(std::move(section));
  EXPECT_LT(page.html.size(), Page::kBytes);
  ASSERT_EQ(page.left_out.size(), 1U);
  const Json data = data_of(page);
  const Json& verdicts = data["sections"][0]["verdicts"];
  EXPECT_EQ(verdicts["counts"][0]["fail"], "5000");
  EXPECT_EQ(page.left_out[0].find("s: "), 0U);
  EXPECT_NE(page.left_out[0].find(" of 5,000 verdicts are listed"), std::string::npos);
  EXPECT_EQ("s: " + data["sections"][0]["left_out"][0].get<std::string>(), page.left_out[0]);
}

}  // namespace
}  // namespace nimsweep
