#include "nimsweep/base/fields.hpp"

#include <gtest/gtest.h>

#include <random>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

TEST(Fields, AreDigitsAndLengths) {
  FieldWriter writer;
  writer.number(0);
  writer.text("two words\n");
  writer.numbers(std::vector<std::uint64_t>{7, ~std::uint64_t{0}});
  writer.text("");
  EXPECT_EQ(std::move(writer).take(), "0 10:two words\n2 7 18446744073709551615 0:");
}

TEST(Fields, AreReadAsTheyWereWritten) {
  std::mt19937_64 random(1);
  for (int repeat = 0; repeat < 1000; ++repeat) {
    std::vector<std::string> texts(random() % 4);
    std::vector<std::vector<std::uint64_t>> lists(texts.size());
    std::vector<std::uint64_t> numbers(texts.size());
    FieldWriter writer;
    for (std::size_t k = 0; k < texts.size(); ++k) {
      for (auto length = random() % 20; length > 0; --length)
        texts[k] += static_cast<char>(random() % 256);
      lists[k].resize(random() % 5);
      for (auto& number : lists[k]) number = random() >> (random() % 64);
      numbers[k] = random() >> (random() % 64);
      writer.text(texts[k]);
      writer.numbers(lists[k]);
      writer.number(numbers[k]);
    }
    const std::string fields = std::move(writer).take();
    FieldReader reader(fields);
    for (std::size_t k = 0; k < texts.size(); ++k) {
      EXPECT_FALSE(reader.is_at_end());
      EXPECT_EQ(reader.text(), texts[k]);
      EXPECT_EQ(reader.numbers(), lists[k]);
      EXPECT_EQ(reader.number(), numbers[k]);
    }
    EXPECT_TRUE(reader.is_at_end());
    reader.check_end();
  }
}

TEST(Fields, MayBeLarge) {
  FieldWriter writer;
  writer.large(kUint128Max);
  writer.number(7);
  const std::string fields = std::move(writer).take();
  FieldReader reader(fields);
  EXPECT_EQ(reader.large(), kUint128Max);
  EXPECT_EQ(reader.up_to(7), 7);
  EXPECT_ERROR(ErrorKind::io, "damaged", FieldReader("8 ").up_to(7));
  EXPECT_ERROR(ErrorKind::io, "damaged", FieldReader("2:x1").large());
}

TEST(Fields, ThatAreNotReadAreToldAsTheReaderWants) {
  EXPECT_ERROR(ErrorKind::input, "not a save",
               FieldReader("x", ErrorKind::input, "not a save").number());
}

TEST(Fields, NothingElseIsRead) {
  for (const char* fields :
       {"", "12", ":", "x:", "-1:", "18446744073709551616:", "5:abcd", "4 abcd"})
    EXPECT_ERROR(ErrorKind::io, "damaged", FieldReader(fields).text());
  for (const char* fields : {"", "2 1 ", "18446744073709551615 1 "})
    EXPECT_ERROR(ErrorKind::io, "damaged", FieldReader(fields).numbers());
  EXPECT_ERROR(ErrorKind::io, "damaged", FieldReader(" ").check_end());
}

}  // namespace
}  // namespace nimsweep
