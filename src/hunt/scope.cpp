#include "hunt/scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace nimsweep::hunt_detail {

namespace {

using Left = Comparison::Left;

constexpr int kLargestConstant = 6;
constexpr int kLargestFactor = 4;  // of n

// Shortest first.
std::vector<Comparison> all_comparisons(bool with_r, ScopeSearch::Right right) {
  std::vector<Comparison> comparisons;
  const auto add = [&](Left left, const LinearForm& form) {
    using enum Comparison::Relation;
    for (const auto relation : {equal, at_least, at_most})
      comparisons.push_back({left, relation, form});
  };
  for (int constant = 2; constant <= kLargestConstant; ++constant)
    add(Left::n, {.constant = constant});
  for (int constant = 0; with_r && constant <= kLargestConstant; ++constant)
    add(Left::r, {.constant = constant});
  const bool has_forms = right == ScopeSearch::Right::forms;
  for (int constant = 1; with_r && has_forms && constant <= kLargestConstant; ++constant)
    add(Left::r, {.n = 1, .constant = -constant});
  for (int n = 0; n <= (has_forms ? kLargestFactor : 0); ++n)
    for (int r = with_r && has_forms ? -1 : 0; r <= (with_r && has_forms ? 1 : 0); ++r)
      for (int constant = -kLargestConstant; constant <= kLargestConstant; ++constant)
        add(Left::N, {.n = n, .r = r, .constant = constant});
  std::stable_sort(comparisons.begin(), comparisons.end(),
                   [](const Comparison& a, const Comparison& b) {
                     if (a.cost() != b.cost()) return a.cost() < b.cost();
                     return comes_before(a.right, b.right);
                   });
  return comparisons;
}

}  // namespace

bool Comparison::holds(const Parameters& parameters) const noexcept {
  const int number = left == Left::n   ? parameters.n
                     : left == Left::r ? parameters.r.value_or(0)
                                       : parameters.N;
  const int bound = right.at(parameters);
  if (relation == Relation::equal) return number == bound;
  return relation == Relation::at_least ? number >= bound : number <= bound;
}

std::string Comparison::text() const {
  return fmt::format("{} {} {}",
                     left == Left::n   ? "n"
                     : left == Left::r ? "r"
                                       : "N",
                     relation == Relation::equal      ? "=="
                     : relation == Relation::at_least ? ">="
                                                      : "<=",
                     right.text());
}

bool holds(const Scope& scope, const Parameters& parameters) noexcept {
  return std::all_of(scope.begin(), scope.end(),
                     [&](const Comparison& comparison) { return comparison.holds(parameters); });
}

std::string text_of(const Scope& scope) {
  std::string text;
  for (const Comparison& comparison : scope)
    text += (text.empty() ? "" : " and ") + comparison.text();
  return text;
}

ScopeSearch::ScopeSearch(std::span<const Parameters> points, bool with_r, Right right)
    : points_(points) {
  std::set<PointSet> known;
  for (const Comparison& comparison : all_comparisons(with_r, right)) {
    PointSet where = points_of({comparison});
    const std::size_t size = where.size();
    if (size == 0 || size == points.size() || !known.insert(where).second) continue;
    choices_.push_back({comparison, std::move(where)});
  }
}

PointSet ScopeSearch::points_of(const Scope& scope) const {
  PointSet where(points_.size());
  for (std::size_t k = 0; k < points_.size(); ++k)
    if (holds(scope, points_[k])) where.insert(k);
  return where;
}

// Some comparison must exclude the first forbidden point that is left, so all that do are tried.
struct ScopeSearch::Search {
  struct Rank {
    std::size_t wanted = 0;
    std::size_t comparisons = 0;
    int cost = 0;

    bool is_better_than(const Rank& other) const {
      return std::tuple(other.wanted, comparisons, cost) <
             std::tuple(wanted, other.comparisons, other.cost);
    }
  };

  const std::vector<Choice>& choices;
  const PointSet& wanted;
  const PointSet& forbidden;
  std::vector<const Choice*> chosen = {};
  std::vector<const Choice*> best = {};
  Rank best_rank = {};

  Rank rank(const PointSet& points) const {
    Rank rank{.wanted = (points & wanted).size(), .comparisons = chosen.size()};
    for (const Choice* choice : chosen) rank.cost += choice->comparison.cost();
    return rank;
  }

  void extend(const PointSet& points) {
    const Rank here = rank(points);
    if (here.wanted == 0 || !here.is_better_than(best_rank)) return;
    const auto wrong = (points & forbidden).first();
    if (!wrong) {
      best = chosen;
      best_rank = here;
      return;
    }
    if (chosen.size() == kMostComparisons) return;
    std::vector<std::pair<std::size_t, const Choice*>> next;
    for (const Choice& choice : choices)
      if (!choice.points.contains(*wrong))
        next.emplace_back((points & choice.points & wanted).size(), &choice);
    std::stable_sort(next.begin(), next.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [most, choice] : next) {
      if (most < std::max<std::size_t>(best_rank.wanted, 1)) return;
      chosen.push_back(choice);
      extend(points & choice->points);
      chosen.pop_back();
    }
  }
};

std::optional<Scope> ScopeSearch::best(const PointSet& wanted, const PointSet& forbidden) const {
  PointSet all(points_.size());
  for (std::size_t k = 0; k < points_.size(); ++k) all.insert(k);
  PointSet possible = wanted;
  possible.remove(forbidden);
  Search search{.choices = choices_, .wanted = possible, .forbidden = forbidden};
  search.extend(all);
  if (search.best_rank.wanted == 0) return std::nullopt;
  Scope scope;
  for (const Choice* choice : search.best) scope.push_back(choice->comparison);
  std::stable_sort(scope.begin(), scope.end(), [](const Comparison& a, const Comparison& b) {
    return std::tuple(a.left, a.relation) < std::tuple(b.left, b.relation);
  });
  return scope;
}

}  // namespace nimsweep::hunt_detail
