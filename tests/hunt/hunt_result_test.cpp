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

TEST(HuntResult, IsReadBackAsItWasWritten) {
  EXPECT_EQ(HuntResult::from_text(HuntResult().to_text()), HuntResult());
  Hunt hunt{.name = "behaviours", .keep = 9, .behaviours = true};
  const auto check = [](const HuntResult& result) {
    const std::string text = result.to_text();
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_EQ(HuntResult::from_text(text), result);
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
  const std::string text = run(hunt, 3, *walk_orbits(3, false)).to_text();
  const auto refused = [](const std::string& damaged) {
    EXPECT_ERROR(ErrorKind::input, "not the result of a hunt", HuntResult::from_text(damaged));
  };
  const auto parts = words(text);
  const auto joined = [](const std::vector<std::string>& list) {
    std::string all;
    for (const std::string& part : list) all += (all.empty() ? "" : " ") + part;
    return all;
  };
  const std::vector<std::string> list(parts.begin(), parts.end());
  for (std::size_t k = 0; k < list.size(); ++k) {
    refused(joined({list.begin(), list.begin() + static_cast<int>(k)}));
    auto fewer = list;
    fewer.erase(fewer.begin() + static_cast<int>(k));
    if (k < 4 || k > 6) refused(joined(fewer));
    for (const char* wrong :
         {"x", "-1", "1.5", "0x1", "999999999999999999999999999999999999999999"}) {
      auto damaged = list;
      damaged[k] = wrong;
      refused(joined(damaged));
    }
  }
  refused(text + " 1");
  refused(text + " x");
  refused("0 0 0 0 18446744073709551615 0 0");
  refused("0 0 0 0 0 0 18446744073709551616");
  refused("18446744073709551616 0 0 0 0 0 0");
  refused("0 0 0 0 0 0 1 0 4294967296 0 0 0");
}

}  // namespace
}  // namespace nimsweep
