#include "nimsweep/base/natural.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

#include "nimsweep/base/text.hpp"
#include "support/power.hpp"

namespace nimsweep {
namespace {

using test::power;

constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();

// A random number of any length up to `bits` bits.
std::uint64_t random_word(std::mt19937_64& random, unsigned bits) {
  return random() >> (64 - bits + random() % bits);
}

TEST(Natural, SmallNumbersAreThemselves) {
  EXPECT_EQ(to_decimal(Natural()), "0");
  EXPECT_EQ(Natural(), Natural(0));
  EXPECT_TRUE(Natural(0).is_zero());
  EXPECT_FALSE(Natural(1).is_zero());
  for (const std::uint64_t number :
       {std::uint64_t{1}, std::uint64_t{999'999'999'999'999'999},
        std::uint64_t{1'000'000'000'000'000'000}, std::uint64_t{1'000'000'000'000'000'001}, kMax})
    EXPECT_EQ(to_decimal(Natural(number)), to_decimal(Uint128{number}));
}

TEST(Natural, KnownPowersAreExact) {
  EXPECT_EQ(to_decimal(power(10, 40)), "1" + std::string(40, '0'));
  EXPECT_EQ(to_decimal(power(10, 1000)), "1" + std::string(1000, '0'));
  EXPECT_EQ(to_decimal(power(2, 200)),
            "1606938044258990275541962092341162602522202993782792835301376");
  EXPECT_EQ(to_decimal(power(kMax, 3)),
            "6277101735386680762814942322444851025767571854389858533375");
}

TEST(Natural, AgreesWithA128BitInteger) {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 10'000; ++repeat) {
    const std::uint64_t a = random_word(random, 63);
    const std::uint64_t b = random_word(random, 63);
    const std::uint64_t c = random_word(random, 63);
    Natural number = a;
    number *= b;
    number += c;
    const Uint128 expected = Uint128{a} * b + c;
    ASSERT_EQ(to_decimal(number), to_decimal(expected));
    const Natural other = Natural(b) * c;
    ASSERT_EQ(number < other, expected < Uint128{b} * c);
    ASSERT_EQ(number == other, expected == Uint128{b} * c);
  }
}

TEST(Natural, CarriesThroughAllItsDigits) {
  Natural nines = power(10, 90);
  Natural sum;
  for (int k = 0; k < 10; ++k) sum += power(10, 89);
  EXPECT_EQ(sum, nines);
  Natural below;  // 10^90 - 1
  for (int k = 0; k < 90; ++k) below += power(10, k) * 9;
  EXPECT_LT(below, nines);
  EXPECT_EQ(to_decimal(below), std::string(90, '9'));
  below += 1;
  EXPECT_EQ(below, nines);
  below += below;
  EXPECT_EQ(below, nines * 2);
  EXPECT_TRUE((nines *= 0).is_zero());
}

TEST(Natural, IsReadAsItIsWritten) {
  std::mt19937_64 random(2);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    std::string digits;
    for (auto length = 1 + random() % 60; length > 0; --length)
      digits += static_cast<char>('0' + random() % 10);
    const auto number = parse_natural(digits);
    ASSERT_TRUE(number);
    const auto leading_zeros = std::min(digits.find_first_not_of('0'), digits.size() - 1);
    ASSERT_EQ(to_decimal(*number), digits.substr(leading_zeros));
    ASSERT_EQ(parse_natural(to_decimal(*number)), number);
  }
  for (const char* text : {"", " 1", "1 ", "-1", "+1", "1,000", "x"})
    EXPECT_FALSE(parse_natural(text)) << text;
}

}  // namespace
}  // namespace nimsweep
