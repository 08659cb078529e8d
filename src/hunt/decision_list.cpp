#include "hunt/decision_list.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace nimsweep::hunt_detail {

namespace {

// Depth first over the conditions, the shortest first. A case is kept only if some value is right
// wherever it applies first; kProbes positions rule out nearly all values before a whole set is
// compared. Pairs of conditions are tried after single ones, and only of the first few, because
// there are quadratically many.
class ListSearch {
 public:
  ListSearch(std::size_t positions, std::span<const PointSet> conditions,
             std::span<const PointSet> values, const ListLimits& limits, FunctionRef<void()> tell)
      : conditions_(conditions),
        values_(values),
        limits_(limits),
        tell_(tell),
        right_at_(positions, PointSet(values.size())) {
    for (std::size_t v = 0; v < values.size(); ++v)
      for (auto at = values[v].first(); at; at = values[v].first(*at + 1)) right_at_[*at].insert(v);
  }

  // Adds all lists with this many comparisons that decide `rest`.
  void extend(const PointSet& rest, std::size_t comparisons) {
    if (comparisons == 0) {
      if (const auto value = common_value(rest)) {
        found_.push_back(chosen_);
        found_.back().cases.push_back({{}, *value});
      }
      return;
    }
    tell_();
    try_single(rest, comparisons - 1);
    if (comparisons >= 2) try_connected(rest, comparisons - 2);
  }

  std::vector<DecisionList> take() && { return std::move(found_); }

 private:
  static constexpr int kProbes = 8;

  bool is_full() const { return found_.size() >= limits_.lists; }

  // The first value that is right on all these positions. A few of them leave few values, if any.
  std::optional<std::size_t> common_value(const PointSet& positions) {
    auto at = positions.first();
    if (!at) return 0;
    possible_ = right_at_[*at];
    for (int k = 1; k < kProbes && (at = positions.first(*at + 1)); ++k)
      possible_ &= right_at_[*at];
    for (auto v = possible_.first(); v; v = possible_.first(*v + 1))
      if (positions.is_within(values_[*v])) return *v;
    return std::nullopt;
  }

  void try_single(const PointSet& rest, std::size_t comparisons) {
    for (std::size_t c = 0; c < conditions_.size() && !is_full(); ++c)
      try_case({c}, rest, rest & conditions_[c], comparisons);
  }

  // Conditions further on are longer. Where there is more to be decided afterwards, fewer are
  // tried.
  void try_connected(const PointSet& rest, std::size_t comparisons) {
    const std::size_t most =
        std::min(conditions_.size(), limits_.connected / (comparisons + chosen_.cases.size() + 1));
    for (std::size_t a = 0; a < most && !is_full(); ++a) {
      const PointSet both = rest & conditions_[a];
      if (both.is_empty() || both == rest) continue;
      for (std::size_t b = a + 1; b < most && !is_full(); ++b) {
        const PointSet decided = both & conditions_[b];
        if (decided != both) try_case({a, b}, rest, decided, comparisons);
      }
    }
  }

  void try_case(std::vector<std::size_t> all_of, const PointSet& rest, const PointSet& decided,
                std::size_t comparisons) {
    if (decided.is_empty() || decided == rest) return;
    const auto value = common_value(decided);
    if (!value) return;
    PointSet left = rest;
    left.remove(decided);
    chosen_.cases.push_back({std::move(all_of), *value});
    extend(left, comparisons);
    chosen_.cases.pop_back();
  }

  std::span<const PointSet> conditions_;
  std::span<const PointSet> values_;
  const ListLimits& limits_;
  FunctionRef<void()> tell_;
  DecisionList chosen_;
  std::vector<DecisionList> found_;
  std::vector<PointSet> right_at_;  // values, by position
  PointSet possible_;               // to work in
};

}  // namespace

std::vector<DecisionList> decision_lists(std::span<const PointSet> conditions,
                                         std::span<const PointSet> values,
                                         const PointSet& everywhere, std::size_t comparisons,
                                         const ListLimits& limits, FunctionRef<void()> tell) {
  const auto positions = everywhere.size();
  ListSearch search(positions, conditions, values, limits, tell);
  search.extend(everywhere, comparisons);
  return std::move(search).take();
}

}  // namespace nimsweep::hunt_detail
