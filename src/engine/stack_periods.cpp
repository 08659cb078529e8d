#include "engine/stack_periods.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

namespace nimsweep::engine_detail {

// Matrices of the whole space come in the order of their last row, then of the row before it. A
// table is much like the one where the last player ranks two neighbouring winners the other way
// round, and like the one n! before, which has the same last row. For longer rows only the last six
// entries count; their order repeats after 6!.
std::vector<std::vector<std::size_t>> stack_periods(int players) {
  std::vector<int> row(static_cast<std::size_t>(std::min(players, 6)));
  std::iota(row.begin(), row.end(), 0);
  std::map<std::vector<int>, std::size_t> rows;
  do rows.emplace(row, rows.size());
  while (std::ranges::next_permutation(row).found);
  std::vector<std::vector<std::size_t>> periods;
  for (const auto& [entries, number] : rows) {
    std::vector<std::size_t>& here = periods.emplace_back();
    for (std::size_t k = entries.size() - 1; k > 0; --k) {
      if (entries[k - 1] < entries[k]) continue;  // the other one comes later
      std::vector<int> swapped = entries;
      std::swap(swapped[k - 1], swapped[k]);
      here.push_back(number - rows.at(swapped));
    }
    here.insert(here.end(), {rows.size(), 2 * rows.size()});
  }
  return periods;
}

}  // namespace nimsweep::engine_detail
