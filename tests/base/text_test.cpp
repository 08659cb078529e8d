#include "nimsweep/base/text.hpp"

#include <gtest/gtest.h>

#include "nimsweep/base/error.hpp"

namespace nimsweep {
namespace {

TEST(Text, NumbersAreDigitsAndNothingElse) {
  EXPECT_EQ(parse_number("0", 9), Uint128{0});
  EXPECT_EQ(parse_number("007", 9), Uint128{7});
  for (const char* bad : {"", " 1", "1 ", "-1", "+1", "1.0", "0x1", "1e3", "a"})
    EXPECT_FALSE(parse_number(bad, kUint128Max)) << bad;
}

TEST(Text, NumbersRespectTheirBound) {
  EXPECT_EQ(parse_number("216", 216), Uint128{216});
  EXPECT_FALSE(parse_number("217", 216));
  EXPECT_FALSE(parse_number("5", 3));
  EXPECT_EQ(parse_number("340282366920938463463374607431768211455", kUint128Max), kUint128Max);
  EXPECT_FALSE(parse_number("340282366920938463463374607431768211456", kUint128Max));
  EXPECT_FALSE(parse_number(std::string(1000, '9'), kUint128Max));
}

TEST(Text, DecimalIsTheInverseOfParsing) {
  for (const char* digits : {"0", "7", "24883200000", "340282366920938463463374607431768211455"})
    EXPECT_EQ(to_decimal(*parse_number(digits, kUint128Max)), digits);
  EXPECT_EQ(to_grouped_decimal(7), "7");
  EXPECT_EQ(to_grouped_decimal(999), "999");
  EXPECT_EQ(to_grouped_decimal(1000), "1,000");
  EXPECT_EQ(to_grouped_decimal(24883200000u), "24,883,200,000");
}

TEST(Text, SplitsAtSeparatorsAndTrims) {
  using Parts = std::vector<std::string_view>;
  EXPECT_EQ(split("1, 2 ,3", ','), (Parts{"1", "2", "3"}));
  EXPECT_EQ(split("", ','), Parts{""});
  EXPECT_EQ(split("1,,2,", ','), (Parts{"1", "", "2", ""}));
  EXPECT_EQ(words("  0 2\t1 "), (Parts{"0", "2", "1"}));
  EXPECT_EQ(words(" "), Parts{});
}

TEST(Text, QuotedTextIsOneShortLine) {
  EXPECT_EQ(in_quotes("x y"), "'x y'");
  EXPECT_EQ(in_quotes("a\nb\x1b"), "'a?b?'");
  EXPECT_LT(in_quotes(std::string(1000, 'x')).size(), 50u);
  std::string accents = "x";
  for (int k = 0; k < 40; ++k) accents += "\u00e9";  // two bytes each: a cut at 40 would split one
  EXPECT_EQ(in_quotes(accents), std::string("'").append(accents.substr(0, 39)).append("..'"));
}

TEST(Text, FindsInvalidUtf8) {
  EXPECT_EQ(find_invalid_utf8("Gr\u00f6\u00dfe \u4e2d \U0001f600"), std::nullopt);
  EXPECT_EQ(find_invalid_utf8(""), std::nullopt);
  EXPECT_EQ(find_invalid_utf8("ab\xff"), 2u);
  EXPECT_EQ(find_invalid_utf8("\x80"), 0u);
  EXPECT_EQ(find_invalid_utf8("a\xc3"), 1u);      // truncated
  EXPECT_EQ(find_invalid_utf8("a\xc0\xaf"), 1u);  // overlong
  EXPECT_EQ(find_invalid_utf8("\xe0\x80\xaf"), 0u);
  EXPECT_EQ(find_invalid_utf8("\xed\xa0\x80"), 0u);      // a surrogate
  EXPECT_EQ(find_invalid_utf8("\xf4\x90\x80\x80"), 0u);  // beyond the last character
}

TEST(Text, FindsNamesThatWereMeant) {
  const std::vector<std::string> names = {"nim", "small-nim", "moore", "shifted-3.3",
                                          "shifted-3.4"};
  using Names = std::vector<std::string>;
  EXPECT_EQ(near_matches("mooore", names), Names{"moore"});
  EXPECT_EQ(near_matches("omore", names), Names{"moore"}) << "two letters swapped";
  EXPECT_EQ(near_matches("Moore", names), Names{"moore"});
  EXPECT_EQ(near_matches("shifted", names), (Names{"shifted-3.3", "shifted-3.4"}));
  EXPECT_EQ(near_matches("shifted-3.4", names), (Names{"shifted-3.4", "shifted-3.3"}));
  EXPECT_EQ(near_matches("nim", names), (Names{"nim", "small-nim"}));
  EXPECT_EQ(near_matches("x", names), Names{});
  EXPECT_EQ(near_matches("", names), Names{});
  EXPECT_EQ(near_matches(std::string(100'000, 'm'), names), Names{});
  EXPECT_EQ(did_you_mean("mooore", names), "; did you mean moore?");
  EXPECT_EQ(did_you_mean("shifted", names), "; did you mean shifted-3.3 or shifted-3.4?");
  EXPECT_EQ(did_you_mean("x", names), "");
  EXPECT_EQ(expected_names("mooore", names), "; did you mean moore?");
  EXPECT_EQ(expected_names("x", {"nim", "moore"}), "; expected one of: nim, moore");
}

TEST(Error, CarriesItsKindOutward) {
  const Error error = Error(ErrorKind::io, "no space").at("file").at("--output");
  EXPECT_EQ(error.kind(), ErrorKind::io);
  EXPECT_STREQ(error.what(), "--output: file: no space");
}

TEST(Uint128, AdditionSaturates) {
  EXPECT_EQ(saturating_add(1, 2), Uint128{3});
  EXPECT_EQ(saturating_add(kUint128Max - 1, 1), kUint128Max);
  EXPECT_EQ(saturating_add(kUint128Max, 1), kUint128Max);
  EXPECT_EQ(saturating_add(kUint128Max, kUint128Max), kUint128Max);
}

}  // namespace
}  // namespace nimsweep
