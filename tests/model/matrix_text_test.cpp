#include "nimsweep/model/matrix_text.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/definition.hpp"
#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

TEST(MatrixText, ReadsEveryForm) {
  EXPECT_EQ(parse_matrix("sam", 4), AllianceMatrix::standard(4));
  EXPECT_EQ(parse_matrix("ssam:3", 4), AllianceMatrix::shifted(4, 3));
  EXPECT_EQ(parse_matrix("index:215", 3), AllianceMatrix::from_index(3, 215));
  const auto rows = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}});
  EXPECT_EQ(parse_matrix("0 2 1 / 0 1 2 / 0 2 1", std::nullopt), rows);
  EXPECT_EQ(parse_matrix(" 0 2 1/0 1  2/0 2 1 ", 3), rows);
}

TEST(MatrixText, ReadsWhatPapersAndJsonWrite) {
  for (const char* text : {"SAM", "Sam", "ssam:0", "SSAM^0"})
    EXPECT_EQ(parse_matrix(text, 4), AllianceMatrix::standard(4)) << text;
  for (const char* text : {"SSAM^3", "ssam^3", "SSAM:3"})
    EXPECT_EQ(parse_matrix(text, 4), AllianceMatrix::shifted(4, 3)) << text;
  const auto rows = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}});
  for (const char* text : {"[[0,2,1],[0,1,2],[0,2,1]]", "[ [0, 2, 1], [0,1 ,2],[0,2,1] ]"}) {
    EXPECT_EQ(parse_matrix(text, std::nullopt), rows) << text;
    EXPECT_EQ(canonical_matrix(text), "0 2 1 / 0 1 2 / 0 2 1");
  }
  EXPECT_EQ(canonical_matrix("SSAM^12"), "ssam:12");
  EXPECT_EQ(canonical_matrix("0 1/1 0"), "0 1/1 0");
  EXPECT_EQ(canonical_matrix(""), "");
}

TEST(MatrixText, ReadsFormulasTeamsAndEqualRows) {
  const auto text = [](const char* written, std::optional<int> players = std::nullopt) {
    return to_text(parse_matrix(written, players));
  };
  EXPECT_EQ(text("reverse", 4), "0 3 2 1 / 0 3 2 1 / 0 3 2 1 / 0 3 2 1");
  EXPECT_EQ(text("Reverse", 2), "0 1 / 0 1");
  EXPECT_EQ(text("formula:(2*j + i) mod n", 3), "0 2 1 / 1 0 2 / 2 1 0");
  EXPECT_EQ(text(" FORMULA: 2*j +\n i ", 3), "0 2 1 / 1 0 2 / 2 1 0");
  for (const char* written : {"equal:0,2,1", "equal:0 2 1", "equal: 0, 2, 1"})
    EXPECT_EQ(text(written), "0 2 1 / 0 2 1 / 0 2 1") << written;
  for (const char* written : {"teams:0,1/2,3", "teams:1 0 / 2 3", "teams:self:2,3/0,1"})
    EXPECT_EQ(text(written, 4), "0 1 2 3 / 0 3 1 2 / 0 1 2 3 / 0 3 1 2") << written;
  EXPECT_EQ(text("teams:shared:2,0/1,3"), "2 0 3 1 / 0 2 1 3 / 0 2 1 3 / 2 0 3 1");
  EXPECT_EQ(canonical_matrix(" Formula:  (2*j +  i) mod n "), "formula:(2*j + i) mod n");
  EXPECT_EQ(canonical_matrix("TEAMS: 0,2 / 1,3"), "teams:0,2 / 1,3");
}

TEST(MatrixText, KnowsWhichFormsNeedTheNumberOfPlayers) {
  for (const char* text : {"sam", "SSAM^1", "reverse", "formula:j", "index:7"})
    EXPECT_TRUE(needs_players(text)) << text;
  for (const char* text : {"teams:0/1", "teams:shared:0/1", "Equal:0 1", "0 1 / 1 0", "foo", ""})
    EXPECT_FALSE(needs_players(text)) << text;
}

TEST(MatrixText, KnowsWhichFormsHaveEqualRows) {
  for (const char* text : {"sam", "SSAM^1", "reverse", "formula:2*j + 1", "equal:0 1"})
    EXPECT_TRUE(has_equal_rows(text)) << text;
  for (const char* text : {"formula:i + j", "teams:0/1", "index:7", "0 1 / 1 0", "foo", ""})
    EXPECT_FALSE(has_equal_rows(text)) << text;
}

TEST(MatrixText, AMatrixMustFitSomeNumberOfPlayers) {
  for (const char* text : {"sam", "ssam:15", "index:100", "reverse", "formula:2*j", "formula:3*j",
                           "teams:0,2/1,3", "equal:0 2 1", "0 1 / 1 0"})
    EXPECT_NO_THROW(check_matrix(text)) << text;
  EXPECT_ERROR(ErrorKind::input, "'ssam:16'; expected ssam:0 to ssam:15", check_matrix("ssam:16"));
  EXPECT_ERROR(ErrorKind::input, "formula 'i' with 16 players: row 1 (of P_0) is '0 0",
               check_matrix("formula:i"));
  EXPECT_ERROR(ErrorKind::input, "formula: column 3: 'x'", check_matrix("formula:j*x"));
  EXPECT_ERROR(ErrorKind::input, "P_1 is in no team", check_matrix("teams:0,2"));
}

TEST(MatrixText, FamiliesHaveExamplesThatFitThreePlayers) {
  std::vector<std::string_view> names;
  for (const MatrixFamily& family : matrix_families()) {
    EXPECT_EQ(parse_matrix(family.example, 3).players(), 3);
    names.push_back(family.name());
  }
  EXPECT_EQ(names, (std::vector<std::string_view>{"sam", "ssam", "reverse", "formula", "teams",
                                                  "teams", "equal", "index", "rows"}));
}

TEST(MatrixText, KnowsAFamilyWithoutAnyNumberOfPlayers) {
  for (const char* text : {"sam", "SSAM^1", "ssam:99", "index:x", "0 1 / x", "[[",
                           "formula:", "teams:x", "equal:", "reverse"})
    check_family(text);
  EXPECT_ERROR(ErrorKind::input, "'foo' is not a matrix; expected sam, ssam:R",
               check_family("foo"));
  EXPECT_ERROR(ErrorKind::input, "'ssam' is not a matrix", check_family("ssam"));
  EXPECT_ERROR(ErrorKind::input, "'foo' is not a matrix", parse_matrix("foo", std::nullopt));
}

TEST(MatrixText, ReadsBackWhatItWrites) {
  std::mt19937_64 random(5);
  for (int players = kMinPlayers; players <= kMaxPlayers; ++players) {
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
    EXPECT_EQ(parse_matrix(to_text(matrix), std::nullopt), matrix);
  }
}

TEST(MatrixText, SaysWhatIsWrong) {
  const auto bad = [](const char* text, std::optional<int> players, const char* message) {
    EXPECT_ERROR(ErrorKind::input, message, parse_matrix(text, players));
  };
  bad("sam", std::nullopt, "'sam' fits any number of players; expected");
  bad("ssam:3", 3, "'ssam:3'; expected ssam:0 to ssam:2");
  bad("ssam:-1", 3, "'ssam:-1'; expected ssam:0 to ssam:2");
  bad("ssam:", 3, "'ssam:'; expected ssam:0 to ssam:2");
  bad("ssam:99999999999999999999999999999999999999999999", 3, "expected ssam:0 to ssam:2");
  bad("index:216", 3, "'index:216'; expected index:0 to index:215");
  bad("index:0", 9, "matrices of 9 players have no index");
  bad("same", 3,
      "'same' is not a matrix; expected sam, ssam:R, reverse, formula:E, teams:T/T, "
      "teams:shared:T/T, equal:ROW, index:K, or rows such as \"0 1 / 1 0\"");
  for (const char* text : {"formula", "teams", "equal", "reverse:1", "rows", "sam:"})
    bad(text, 3, "is not a matrix; expected sam");
  bad("reverse", std::nullopt, "'reverse' fits any number of players; expected");
  bad("formula:j", std::nullopt, "'formula:j' fits any number of players; expected");
  bad("formula:j + r", 3, "formula: column 5: r has no value; expected a number");
  bad("formula:J", 3, "formula: column 1: 'J'; expected an integer, n, i, j");
  bad("formula:", 3, "formula: column 1: the text ends");
  bad("formula:2*j", 4, "formula '2*j' with 4 players: row 1 (of P_0) is '0 2 0 2', which has 0");
  bad("equal:0,2,1", 4, "a row of 3 for 4 players; expected one entry per player");
  bad("equal:0,1,x", 3, "the row, entry 3 is 'x'; expected a whole number below 16");
  bad("equal:0,1,1", 3, "row 1 (of P_0) is '0 1 1', which has 1 twice");
  bad("equal:", std::nullopt, "0 players; expected 2 to 16");
  bad("equal:0 1 / 1 0", std::nullopt, "the row, entry 3 is '/'");
  bad("teams:0,2/1,2", std::nullopt, "P_2 is listed twice; expected each of P_0 to P_2 in one");
  bad("teams:0,2/1,3", 5, "P_4 is in no team; expected each of P_0 to P_4 in one team");
  bad("teams:0,2/1,3", 3, "there is no P_3 of 3 players");
  bad("teams:0,x", std::nullopt, "team 1, entry 2 is 'x'; expected a whole number below 16");
  bad("teams:0,1//2", std::nullopt, "team 2 is empty; expected each of P_0 to P_2 in one team");
  bad("teams:rev:0/1", std::nullopt, "teams: 'rev'; expected self or shared");
  bad("SAM^1", 3, "'SAM^1' is not a matrix");
  for (const char* text : {"[0,1]", "[[0,1],[1,0]", "[[0,1],[1,0]]]", "[[[0,1],[1,0]]]", "[[0],0]",
                           "[", "[[0,1],[1,0]],"})
    bad(text, 2, "is not a matrix; expected sam");
  bad("[[0,1],[1]]", 2, "row 2 (of P_1) has 1 entry, but the matrix has 2 rows");
  bad("[[0,1],[1,]]", 2, "row 2 (of P_1) has 1 entry");
  bad("sam", 17, "17 players; expected 2 to 16");
  bad("sam", 1, "1 player; expected 2 to 16");
  bad("0 1 / 1 0", 3, "2 rows for 3 players; expected one row per player");
  bad("0 1 / 1 x", std::nullopt, "row 2, entry 2 is 'x'; expected a whole number");
  bad("0 1 / 1 -1", std::nullopt, "row 2, entry 2 is '-1'; expected a whole number");
  bad("0 1 / 1", std::nullopt, "row 2 (of P_1) has 1 entry, but the matrix has 2 rows");
  bad("0 1 / 1 1", std::nullopt, "row 2 (of P_1) is '1 1', which has 1 twice");
  bad("0 1 /", std::nullopt, "row 2 (of P_1) has 0 entries");
  bad("", std::nullopt, "'' is not a matrix; expected sam");
  bad(" ", 3, "' ' is not a matrix; expected sam");
  bad("0", std::nullopt, "1 player; expected 2 to 16");
}

}  // namespace
}  // namespace nimsweep
