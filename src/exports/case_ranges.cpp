#include "nimsweep/exports/case_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/families/row_family.hpp"

namespace nimsweep {

namespace {

// A bound on N for each n.
using Bounds = std::map<int, int>;

// a * n + b.
struct Line {
  int a;
  int b;

  int at(int n) const { return a * n + b; }

  std::string text() const {
    if (a == 0) return fmt::format("{}", b);
    const std::string multiple = a == 1 ? "n" : fmt::format("{}n", a);
    return b == 0 ? multiple : fmt::format("{}{:+}", multiple, b);
  }
};

// "3..8", "2, 4..6".
std::string ranges(const std::vector<int>& ascending) {
  std::string text;
  for (std::size_t begin = 0; begin < ascending.size();) {
    std::size_t end = begin + 1;
    while (end < ascending.size() && ascending[end] == ascending[end - 1] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += end - begin == 1 ? fmt::format("{}", ascending[begin])
                             : fmt::format("{}..{}", ascending[begin], ascending[end - 1]);
    begin = end;
  }
  return text;
}

// The bounds as one expression, if it is simple: a line, or a line cut off at a constant by
// `std::min` (for upper bounds) or `std::max`.
std::optional<std::string> expression_of(const Bounds& bounds, bool is_upper) {
  constexpr int kSteepest = 3;
  const auto by_bound = [](const auto& x, const auto& y) { return x.second < y.second; };
  const auto extreme = is_upper ? std::ranges::max_element(bounds, by_bound)
                                : std::ranges::min_element(bounds, by_bound);
  const int cut = extreme->second;
  for (const bool is_cut : {false, true})
    for (int a = 0; a <= kSteepest; ++a) {
      // An entry that the cut does not touch says what b is.
      const auto free = std::ranges::find_if(
          bounds, [&](const auto& entry) { return !is_cut || entry.second != cut; });
      if (free == bounds.end()) continue;
      const Line line{a, free->second - a * free->first};
      const auto value = [&](int n) {
        if (!is_cut) return line.at(n);
        return is_upper ? std::min(line.at(n), cut) : std::max(line.at(n), cut);
      };
      if (!std::ranges::all_of(
              bounds, [&](const auto& entry) { return value(entry.first) == entry.second; }))
        continue;
      if (!is_cut) return line.text();
      return fmt::format("{}({}, {})", is_upper ? "min" : "max", line.text(), cut);
    }
  return std::nullopt;
}

}  // namespace

std::string describe_cases(const CaseSet& cases) {
  if (cases.contains({kAllPlayers, kAllPiles}))
    return "every number of players, every number of piles";
  std::map<int, std::vector<int>> piles;  // by n, ascending
  bool is_for_all = true;
  for (const auto& [n, N] : cases) {
    piles[n].push_back(N);
    is_for_all &= N == kAllPiles;
  }
  std::vector<int> players;
  Bounds lower;
  Bounds upper;
  bool has_gaps = false;
  for (const auto& [n, counts] : piles) {
    players.push_back(n);
    lower[n] = counts.front();
    upper[n] = counts.back();
    has_gaps |= counts.back() - counts.front() + 1 != static_cast<int>(counts.size());
  }
  if (is_for_all) return fmt::format("n = {}, every number of piles", ranges(players));
  const auto from = expression_of(lower, false);
  const auto to = expression_of(upper, true);
  if (!has_gaps && from && to)
    return fmt::format("n = {}, N = {}", ranges(players),
                       lower == upper ? *from : fmt::format("{}..{}", *from, *to));
  std::string text;
  for (const auto& [n, counts] : piles)
    text += fmt::format("{}n = {}, N = {}", text.empty() ? "" : "; ", n, ranges(counts));
  return text;
}

}  // namespace nimsweep
