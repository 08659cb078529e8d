#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nimsweep/base/text.hpp"
#include "nimsweep/hunt/hunt.hpp"
#include "support/expect_error.hpp"
#include "support/hunting.hpp"

namespace nimsweep {
namespace {

using test::run;

std::string text_of(const HuntResult& result) {
  FieldWriter fields;
  result.write(fields);
  return std::move(fields).take();
}

HuntResult result_of(const std::string& text) {
  FieldReader fields(text, ErrorKind::input, "not the result of a hunt");
  HuntResult result = HuntResult::read(fields);
  fields.check_end();
  return result;
}

TEST(HuntResult, IsReadBackAsItWasWritten) {
  EXPECT_EQ(result_of(text_of(HuntResult())), HuntResult());
  Hunt hunt{.name = "behaviours", .keep = 9, .behaviours = true};
  const auto check = [](const HuntResult& result) {
    EXPECT_EQ(result_of(text_of(result)), result);
  };
  check(run(hunt, 3, *walk_orbits(3, true)));
  hunt.behaviours = false;
  check(run(hunt, 4, *walk_choices(4, 2)));
  HuntResult large;
  large.total = ~Shares{0};
  large.hits = ~Shares{0} - 1;
  large.states = {0, 0, 5};
  large.kept = {
      {.index = kUint128Max, .orbit = ~0u, .states = ~0u, .letters = ~0u, .alike = kUint128Max},
      {.index = AllianceMatrix::count(8) - 1}};
  check(large);
}

TEST(HuntResult, RefusesDamagedText) {
  Hunt hunt{.name = "all", .keep = 4};
  const std::string text = text_of(run(hunt, 3, *walk_orbits(3, false)));
  const auto refused = [](const std::string& damaged) {
    EXPECT_ERROR(ErrorKind::input, "not the result of a hunt", result_of(damaged));
  };
  for (std::size_t k = 0; k < text.size(); ++k) {
    refused(text.substr(0, k));
    for (const char wrong : {'x', '-', '.'}) {
      std::string damaged = text;
      damaged[k] = wrong;
      refused(damaged);
    }
  }
  refused(text + "1 ");
  refused(text + " ");
  refused("0 0 0 0 18446744073709551615 0 0 ");
  refused("0 0 0 0 0 0 18446744073709551616 ");
  refused("18446744073709551616 0 0 0 0 0 0 ");
  refused("0 0 0 0 0 0 1 1:04294967296 0 0 1:0");
}

TEST(HuntResult, OfDigitMachinesIsReadBackOrRefused) {
  HuntResult result;
  result.total = 60 * 216;
  result.open = 60;
  result.states = {0, 0, 60 * 215};
  result.kept = {{.index = 7, .orbit = 3, .states = 2}, {.index = 43, .blocks = {1, 8, 44}}};
  result.alike = {{kUint128Max, {.rotations = 3, .states = 2, .first = 7, .matrices = 60 * 3}}};
  FieldWriter fields;
  result.write(fields);
  const std::string text = std::move(fields).take();
  const auto read = [](const std::string& packed) {
    FieldReader reader(packed, ErrorKind::input, "not the result of a hunt");
    HuntResult found = HuntResult::read(reader);
    reader.check_end();
    return found;
  };
  EXPECT_EQ(read(text), result);
  for (std::size_t k = 0; k < text.size(); ++k) {
    EXPECT_ERROR(ErrorKind::input, "not the result of a hunt", read(text.substr(0, k)));
    std::string damaged = text;
    damaged[k] = 'x';
    EXPECT_ERROR(ErrorKind::input, "not the result of a hunt", read(damaged));
  }
}

}  // namespace
}  // namespace nimsweep
