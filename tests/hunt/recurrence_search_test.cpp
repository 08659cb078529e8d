#include "hunt/recurrence_search.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "nimsweep/hunt/mine.hpp"
#include "support/check_claims.hpp"

namespace nimsweep {
namespace {

using hunt_detail::Climb;
using hunt_detail::climbs_of;
using hunt_detail::fit_recurrence;
using hunt_detail::NoRecurrence;

AllianceMatrix equal_rows(const std::vector<int>& row) {
  return AllianceMatrix::from_rows(std::vector(row.size(), row));
}

// Calls `visit` with every row of n players.
template <class Visit>
void for_each_row(int n, Visit visit) {
  std::vector<int> row(static_cast<std::size_t>(n));
  std::iota(row.begin(), row.end(), 0);
  do {
    visit(row);
  } while (std::ranges::next_permutation(row).found);
}

// Where v + 1 is preferred to v: from there a pile of several counters leads on.
std::set<int> rising(const std::vector<int>& row) {
  const auto n = static_cast<int>(row.size());
  const auto place = [&](int value) { return std::ranges::find(row, value) - row.begin(); };
  std::set<int> values;
  for (int v = 0; v < n; ++v)
    if (place((v + 1) % n) < place(v)) values.insert(v);
  return values;
}

bool is_proved(const ClaimText::Recurrence& recurrence, const AllianceMatrix& matrix) {
  ClaimText text{.name = "mined", .cases = {{.value = "v"}}};
  text.recurrence = recurrence;
  const auto answer = symbolic_check(make_claim(text), matrix, 0, kAllPiles, std::nullopt);
  return std::holds_alternative<Verdict>(answer) && std::get<Verdict>(answer).holds();
}

TEST(RecurrenceSearch, FindsARecurrenceForEveryMatrixWithEqualRows) {
  for (int n = 2; n <= 6; ++n)
    for_each_row(n, [&](const std::vector<int>& row) {
      const AllianceMatrix matrix = equal_rows(row);
      const auto found = climbs_of(matrix, 0);
      ASSERT_TRUE(std::holds_alternative<std::vector<Climb>>(found));
      const auto& climbs = std::get<std::vector<Climb>>(found);
      // Each value that is reached and rises belongs to a climb that begins before it.
      const std::set<int> rises = rising(row);
      for (const Climb& climb : climbs)
        for (int k = 1; k < climb.length; ++k)
          EXPECT_TRUE(rises.contains((climb.begin + k) % n)) << testing::PrintToString(row);
      const AllianceMatrix* const only = &matrix;
      const auto recurrence = fit_recurrence({&only, 1}, {&climbs, 1}, 1, false);
      ASSERT_TRUE(recurrence);
      EXPECT_TRUE(is_proved(*recurrence, matrix)) << testing::PrintToString(row);
    });
}

TEST(RecurrenceSearch, FindsTheClimbOfReversedRows) {
  MineTask task{.name = "reverse",
                .matrices = {},
                .piles = {1, 2},
                .check_matrices = {},
                .check_piles = {1, 2}};
  for (int n = 3; n <= 7; ++n) {
    std::vector<int> row{0};
    for (int offset = n - 1; offset > 0; --offset) row.push_back(offset);
    (n <= 5 ? task.matrices : task.check_matrices).push_back(equal_rows(row));
  }
  const auto result = mine(task, [](std::uint64_t, std::uint64_t) { return true; });
  ASSERT_TRUE(result && result->recurrences.size() == 1);
  const MinedClaim& mined = result->recurrences.front();
  EXPECT_EQ(mined.fitted.size(), 3u);
  EXPECT_EQ(mined.checked.size(), 2u);
  const auto& each = mined.text.recurrence->each;
  ASSERT_EQ(each.size(), 2u);
  EXPECT_EQ(each[0].when, "v + x >= n");
  EXPECT_EQ(each[0].value, "0");
  EXPECT_EQ(each[1].value, "v + x");
}

TEST(RecurrenceSearch, SaysWhatItTried) {
  const auto reason = [](const AllianceMatrix& matrix, int passes) {
    const auto found = climbs_of(matrix, passes);
    const auto* none = std::get_if<NoRecurrence>(&found);
    return none != nullptr ? none->reason : "";
  };
  EXPECT_EQ(reason(AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}}), 0),
            "values depend on the first player");
  EXPECT_EQ(reason(AllianceMatrix::standard(4), 1),
            "the value before a pile does not determine the value after it");
  EXPECT_EQ(reason(AllianceMatrix::standard(4), 0), "");
}

}  // namespace
}  // namespace nimsweep
