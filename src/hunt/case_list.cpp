#include "hunt/case_list.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>

// A shape is a table: the cells are the combinations of size classes of the piles, and each has a
// value. A case says "the position is in one of these cubes", and cases are read in order: what an
// earlier case has said need not be excluded by a later one. So the shortest list is found in two
// searches, one inside the other: over the orders in which values are said (OrderSearch), and for
// each value over the sets of cubes that cover its cells and no cell that is still open
// (CoverSearch).
namespace nimsweep::hunt_detail {

namespace {

using Cells = std::uint64_t;  // a set of at most 64
static_assert(ValueFunction::kMostCells <= 64);

struct Choice {
  Cube cube;
  Cells cells = 0;
  std::size_t comparisons = 0;
};

std::size_t comparisons(const Cube& cube, const std::vector<std::size_t>& classes) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < cube.size(); ++k)
    count += (cube[k].first > 0 ? 1U : 0U) + (cube[k].second + 1 < classes[k] ? 1U : 0U);
  return count;
}

// Every cube, pile by pile: a range of classes for each. Those of all classes come first.
std::vector<Choice> all_cubes(const Shape& shape) {
  std::vector<Choice> cubes{{.cube = {}, .cells = 1, .comparisons = 0}};
  for (const std::size_t classes : shape.classes) {
    std::vector<Choice> longer;
    for (const Choice& shorter : cubes)
      for (std::size_t from = 0; from < classes; ++from)
        for (std::size_t to = classes; to-- > from;) {
          Choice next = shorter;
          next.cube.emplace_back(from, to);
          next.cells = 0;
          for (std::size_t cell = 0; cell < ValueFunction::kMostCells / classes; ++cell)
            if ((shorter.cells >> cell & 1) != 0)
              for (std::size_t k = from; k <= to; ++k)
                next.cells |= Cells{1} << (cell * classes + k);
          longer.push_back(std::move(next));
        }
    cubes = std::move(longer);
  }
  for (Choice& choice : cubes) choice.comparisons = comparisons(choice.cube, shape.classes);
  return cubes;
}

struct Cover {
  std::vector<std::size_t> cubes = {};
  std::size_t comparisons = std::numeric_limits<std::size_t>::max();
};

// The cubes with the fewest comparisons, then the fewest cubes, that hold all cells of one set and
// none of another. Some cube must hold the open cell that fewest cubes hold, so these are tried,
// the largest first; a branch that is no shorter than the best so far is cut. The search is exact
// unless it takes more than kMaxSteps; then it ends with the best found so far.
class CoverSearch {
 public:
  CoverSearch(const std::vector<Choice>& cubes, Cells wanted, Cells forbidden) : cubes_(cubes) {
    for (std::size_t k = 0; k < cubes.size(); ++k)
      if ((cubes[k].cells & forbidden) == 0 && (cubes[k].cells & wanted) != 0) add(k, wanted);
    Cover none{.cubes = {}, .comparisons = 0};
    extend(none, wanted);
  }

  const Cover& best() const noexcept { return best_; }

 private:
  static constexpr std::size_t kMaxSteps = 20'000;

  // Adds a cube, unless another covers as much with no more comparisons; drops those for which the
  // new one does.
  void add(std::size_t k, Cells wanted) {
    const auto serves = [&](std::size_t a, std::size_t b) {
      return (cubes_[b].cells & wanted & ~cubes_[a].cells) == 0 &&
             cubes_[a].comparisons <= cubes_[b].comparisons;
    };
    if (std::any_of(useful_.begin(), useful_.end(),
                    [&](std::size_t other) { return serves(other, k); }))
      return;
    std::erase_if(useful_, [&](std::size_t other) { return serves(k, other); });
    useful_.push_back(k);
  }

  void extend(Cover& cover, Cells open) {
    if (std::tuple(cover.comparisons, cover.cubes.size()) >=
        std::tuple(best_.comparisons, best_.cubes.size()))
      return;
    if (open == 0) {
      best_ = cover;
      return;
    }
    if (++steps_ > kMaxSteps && !best_.cubes.empty()) return;
    for (const std::size_t k : holders_of_rarest(open)) {
      cover.cubes.push_back(k);
      cover.comparisons += cubes_[k].comparisons;
      extend(cover, open & ~cubes_[k].cells);
      cover.comparisons -= cubes_[k].comparisons;
      cover.cubes.pop_back();
    }
  }

  // The cubes that hold the rarest open cell, those with the most open cells first.
  std::vector<std::size_t> holders_of_rarest(Cells open) const {
    std::vector<std::size_t> rarest;
    for (Cells rest = open; rest != 0; rest &= rest - 1) {
      const Cells cell = rest & ~(rest - 1);
      std::vector<std::size_t> holders;
      for (const std::size_t k : useful_)
        if ((cubes_[k].cells & cell) != 0) holders.push_back(k);
      if (rarest.empty() || holders.size() < rarest.size()) rarest = std::move(holders);
    }
    std::stable_sort(rarest.begin(), rarest.end(), [&](std::size_t a, std::size_t b) {
      return std::popcount(cubes_[a].cells & open) > std::popcount(cubes_[b].cells & open);
    });
    return rarest;
  }

  const std::vector<Choice>& cubes_;
  std::vector<std::size_t> useful_;
  Cover best_;
  std::size_t steps_ = 0;
};

// Which value to say next: dynamic programming over the sets of values already said, at most 2^8.
// What is best from there on depends on the set only, not on the order in which it was said.
class OrderSearch {
 public:
  explicit OrderSearch(const Shape& shape)
      : cubes_(all_cubes(shape)), cells_(shape.values()), plans_(std::size_t{1} << cells_.size()) {
    for (std::size_t cell = 0; cell < shape.cells.size(); ++cell)
      cells_[shape.cells[cell]] |= Cells{1} << cell;
  }

  std::vector<ShapeCase> list() {
    std::vector<ShapeCase> cases;
    std::size_t said = 0;
    while (!is_last(said)) {
      const Plan& plan = plan_after(said);
      ShapeCase next{.any_of = {}, .value = plan.value};
      for (const std::size_t k : plan.cover.cubes) next.any_of.push_back(cubes_[k].cube);
      std::sort(next.any_of.begin(), next.any_of.end());
      cases.push_back(std::move(next));
      said |= std::size_t{1} << plan.value;
    }
    cases.push_back({.any_of = {}, .value = static_cast<std::size_t>(std::countr_one(said))});
    return cases;
  }

 private:
  struct Plan {
    std::size_t value = 0;
    Cover cover;
    std::size_t comparisons = 0;  // of this case and all after it
    std::size_t terms = 0;
  };

  bool is_last(std::size_t said) const {
    return static_cast<std::size_t>(std::popcount(said)) + 1 == cells_.size();
  }

  const Plan& plan_after(std::size_t said) {
    std::optional<Plan>& plan = plans_[said];
    if (plan) return *plan;
    for (std::size_t value = 0; value < cells_.size(); ++value) {
      const std::size_t bit = std::size_t{1} << value;
      if ((said & bit) != 0) continue;
      Cells forbidden = 0;
      for (std::size_t other = 0; other < cells_.size(); ++other)
        if (other != value && (said >> other & 1) == 0) forbidden |= cells_[other];
      Plan next{.value = value, .cover = CoverSearch(cubes_, cells_[value], forbidden).best()};
      next.comparisons = next.cover.comparisons;
      next.terms = next.cover.cubes.size();
      if (!is_last(said | bit)) {
        const Plan& rest = plan_after(said | bit);
        next.comparisons += rest.comparisons;
        next.terms += rest.terms;
      }
      if (!plan ||
          std::tuple(next.comparisons, next.terms) < std::tuple(plan->comparisons, plan->terms))
        plan = std::move(next);
    }
    return *plan;
  }

  std::vector<Choice> cubes_;
  std::vector<Cells> cells_;  // of each value
  std::vector<std::optional<Plan>> plans_;
};

}  // namespace

std::size_t comparisons(const Shape& shape, const std::vector<ShapeCase>& list) {
  std::size_t count = 0;
  for (const ShapeCase& of_list : list)
    for (const Cube& cube : of_list.any_of) count += comparisons(cube, shape.classes);
  return count;
}

std::vector<ShapeCase> shortest_case_list(const Shape& shape) {
  return OrderSearch(shape).list();
}

}  // namespace nimsweep::hunt_detail
