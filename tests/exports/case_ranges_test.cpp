#include "nimsweep/exports/case_ranges.hpp"

#include <gtest/gtest.h>

#include <map>

namespace nimsweep {
namespace {

// All (n, N) with n in a range and N between two bounds.
template <class From, class To>
CaseSet cases(int first, int last, From from, To to) {
  CaseSet set;
  for (int n = first; n <= last; ++n)
    for (int N = from(n); N <= to(n); ++N) set.emplace(n, N);
  return set;
}

TEST(CaseRanges, AreTheMathematicsOwn) {
  const auto is = [](int number) { return [number](int) { return number; }; };
  const auto n_plus = [](int b) { return [b](int n) { return n + b; }; };
  const auto twice = [](int b) { return [b](int n) { return 2 * n + b; }; };
  EXPECT_EQ(describe_cases({{3, 6}}), "n = 3, N = 6");
  EXPECT_EQ(describe_cases(cases(2, 8, is(1), n_plus(-1))), "n = 2..8, N = 1..n-1");
  EXPECT_EQ(describe_cases(cases(3, 8, n_plus(0), twice(-2))), "n = 3..8, N = n..2n-2");
  EXPECT_EQ(describe_cases(cases(3, 8, twice(-1), twice(-1))), "n = 3..8, N = 2n-1");
  EXPECT_EQ(describe_cases(cases(3, 6, is(2), is(4))), "n = 3..6, N = 2..4");
}

TEST(CaseRanges, SayWhereTheyAreCutOff) {
  const auto cut = cases(
      3, 8, [](int n) { return n; }, [](int n) { return std::min(2 * n - 2, 11); });
  EXPECT_EQ(describe_cases(cut), "n = 3..8, N = n..min(2n-2, 11)");
  const auto cut_below = cases(
      3, 8, [](int n) { return std::max(n, 5); }, [](int) { return 9; });
  EXPECT_EQ(describe_cases(cut_below), "n = 3..8, N = max(n, 5)..9");
}

TEST(CaseRanges, ListWhatHasNoSimpleBounds) {
  EXPECT_EQ(describe_cases({{2, 1}, {4, 1}, {5, 1}}), "n = 2, 4..5, N = 1");
  EXPECT_EQ(describe_cases({{3, 1}, {3, 3}, {4, 2}}), "n = 3, N = 1, 3; n = 4, N = 2");
}

TEST(CaseRanges, OfDifferentCasesDiffer) {
  std::map<std::string, CaseSet> seen;
  for (unsigned bits = 1; bits < 1U << 12; ++bits) {
    CaseSet set;
    for (int k = 0; k < 12; ++k)
      if ((bits >> k & 1U) != 0) set.emplace(2 + k / 4, 1 + k % 4);
    const std::string text = describe_cases(set);
    EXPECT_TRUE(seen.emplace(text, set).second) << text;
  }
}

}  // namespace
}  // namespace nimsweep
