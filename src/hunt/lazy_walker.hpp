// Goes through the tree of n players' choices, depth first. A node is what is known of each
// player's preferences, a partial order; its closure is explored as far as that allows. If no state
// waits, the node is a leaf: all matrices that agree with its orders have the machine found.
// Otherwise a question is asked, and its two answers are the children. Answers that no row agrees
// with are left out, so every leaf has matrices.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "hunt/closure.hpp"
#include "nimsweep/hunt/partial_orders.hpp"
#include "nimsweep/hunt/rank_space.hpp"

namespace nimsweep::hunt_detail {

// By partial order: how many ranks of a row agree with it, among those that count.
using RowCounts = std::vector<std::uint16_t>;

inline bool agrees(Relation order, Relation preferences) noexcept {
  return (order & ~preferences) == 0;
}

RowCounts count_rows(int players, Seat i, RankRange ranks);

// The ranks whose rows agree with an order of P_i, ascending.
std::vector<Rank> ranks_that_agree(int players, Seat i, PartialOrders::Number order,
                                   RankRange ranks);

// By partial order: the first rank of P_i's row that agrees with it.
using FirstRanks = std::vector<std::uint16_t>;

FirstRanks first_ranks(int players, Seat i);

// What all rows of these ranks have in common.
PartialOrders::Number common_order(int players, Seat i, RankRange ranks);

// `Machine` finds states: Closure, or DescendingClosure for Small Nim.
template <int n, template <int> class Machine>
class LazyWalker {
 public:
  using Orders = std::array<PartialOrders::Number, n>;  // of each player
  using Counts = std::array<const RowCounts*, n>;

  // `counts`: branches that no row agrees with are left out.
  LazyWalker(int max_piles, const Counts& counts)
      : orders_table_(PartialOrders::of(n)), counts_(counts), closure_(max_piles, true) {}

  // Calls `leaf(orders, machine)` for every leaf below these orders. After `most_choices` choices
  // (-1: any number) it goes no deeper, and calls `cut(orders)` there.
  template <class Leaf, class Cut>
  void walk(const Orders& orders, int most_choices, const Leaf& leaf, const Cut& cut) {
    for (Seat i = 0; i < n; ++i) decide(i, orders[static_cast<std::size_t>(i)]);
    go(closure_.begin(), std::nullopt, most_choices, leaf, cut);
  }

  // Goes down to one leaf below these orders. `choose(k)` picks one of k children. Returns how many
  // leaves there would be if all had as many children as those on the way.
  template <class Choose>
  double follow(const Orders& orders, const Choose& choose) {
    for (Seat i = 0; i < n; ++i) decide(i, orders[static_cast<std::size_t>(i)]);
    Point point = closure_.begin();
    const auto mark = closure_.mark();
    std::optional<Seat> decided;
    double leaves = 1;
    for (;;) {
      closure_.template explore<true>(point, decided);
      if (!point.is_waiting()) break;
      const auto [i, a, b] = closure_.question(point);
      const auto row = static_cast<std::size_t>(i);
      std::array<PartialOrders::Number, 2> children{};
      std::size_t count = 0;
      for (const auto& [better, worse] : {std::pair{a, b}, std::pair{b, a}}) {
        const PartialOrders::Number order = orders_table_.with(orders_[row], better, worse);
        if ((*counts_[row])[order] != 0) children[count++] = order;
      }
      leaves *= static_cast<double>(count);
      decide(i, children[choose(count)]);
      decided = i;
    }
    closure_.back_to(mark);
    return leaves;
  }

 private:
  using Point = typename Machine<n>::Point;

  void decide(Seat i, PartialOrders::Number order) {
    orders_[static_cast<std::size_t>(i)] = order;
    closure_.set_row(i, orders_table_.choices(order));
  }

  // The point is a copy, and back_to undoes what was found here, so both children begin alike. What
  // waits is not undone: lists only grow after the part that an earlier point refers to.
  template <class Leaf, class Cut>
  void go(Point point, std::optional<Seat> decided, int choices, const Leaf& leaf, const Cut& cut) {
    const auto mark = closure_.mark();
    closure_.template explore<true>(point, decided);
    if (!point.is_waiting()) {
      leaf(orders_, closure_.machine(point));
    } else if (choices == 0) {
      cut(orders_);
    } else {
      const auto [i, a, b] = closure_.question(point);
      const PartialOrders::Number undecided = orders_[static_cast<std::size_t>(i)];
      for (const auto& [better, worse] : {std::pair{a, b}, std::pair{b, a}}) {
        const PartialOrders::Number order = orders_table_.with(undecided, better, worse);
        if ((*counts_[static_cast<std::size_t>(i)])[order] == 0) continue;
        decide(i, order);
        go(point, i, choices - 1, leaf, cut);
      }
      decide(i, undecided);
    }
    closure_.back_to(mark);
  }

  const PartialOrders& orders_table_;
  Counts counts_;
  Orders orders_ = {};
  Machine<n> closure_;
};

}  // namespace nimsweep::hunt_detail
