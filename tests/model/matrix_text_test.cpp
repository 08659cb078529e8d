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

TEST(MatrixText, FamiliesHaveExamplesThatFitThreePlayers) {
  std::vector<std::string_view> names;
  for (const MatrixFamily& family : matrix_families()) {
    EXPECT_EQ(parse_matrix(family.example, 3).players(), 3);
    names.push_back(family.name());
  }
  EXPECT_EQ(names, (std::vector<std::string_view>{"sam", "ssam", "index", "rows"}));
}

TEST(MatrixText, KnowsAFamilyWithoutAnyNumberOfPlayers) {
  for (const char* text : {"sam", "SSAM^1", "ssam:99", "index:x", "0 1 / x", "[["})
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
  bad("same", 3, "'same' is not a matrix; expected sam, ssam:R, index:K, or rows");
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
