#include "nimsweep/exports/case_ranges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/exports/labels.hpp"
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
  std::map<int, std::set<int>> piles;  // by n
  bool is_for_all = true;
  for (const auto& [n, N] : cases) {
    piles[n].insert(N);
    is_for_all &= N == kAllPiles;
  }
  std::set<int> players;
  Bounds lower;
  Bounds upper;
  bool has_gaps = false;
  for (const auto& [n, counts] : piles) {
    players.insert(n);
    lower[n] = *counts.begin();
    upper[n] = *counts.rbegin();
    has_gaps |= upper[n] - lower[n] + 1 != static_cast<int>(counts.size());
  }
  if (is_for_all) return fmt::format("n = {}, every number of piles", describe_numbers(players));
  const auto from = expression_of(lower, false);
  const auto to = expression_of(upper, true);
  if (!has_gaps && from && to)
    return fmt::format("n = {}, N = {}", describe_numbers(players),
                       lower == upper ? *from : fmt::format("{}..{}", *from, *to));
  std::string text;
  for (const auto& [n, counts] : piles)
    text += fmt::format("{}n = {}, N = {}", text.empty() ? "" : "; ", n, describe_numbers(counts));
  return text;
}

}  // namespace nimsweep
