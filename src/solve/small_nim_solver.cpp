#include "nimsweep/solve/small_nim_solver.hpp"

#include <algorithm>
#include <numeric>

namespace nimsweep {

namespace {

Position rearranged(const Position& position, std::span<const std::size_t> order) {
  return {.piles = in_order(position.piles, order), .state = {}, .passes = position.passes};
}

}  // namespace

std::vector<std::size_t> descending_order(std::span<const Counters> piles) {
  std::vector<std::size_t> order(piles.size());
  std::iota(order.rbegin(), order.rend(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t j) { return piles[j]; });
  return order;
}

std::vector<Counters> in_order(std::span<const Counters> piles,
                               std::span<const std::size_t> order) {
  std::vector<Counters> ordered;
  ordered.reserve(order.size());
  for (const std::size_t j : order) ordered.push_back(piles[j]);
  return ordered;
}

Outcome SmallNimSolver::outcome(const Position& position, Seat first) {
  return last_nim_.outcome(rearranged(position, descending_order(position.piles)), first);
}

// A move changes one pile, the last that is not empty; so putting all piles of all positions back
// into the order given takes one step a move.
void SmallNimSolver::best_line(const Position& position, Seat first, LineVisitor visit) {
  const auto order = descending_order(position.piles);
  Position here = position;
  std::size_t nonempty = order.size();
  last_nim_.best_line(rearranged(position, order), first,
                      [&](Seat player, const Position& in_last_nim) {
                        for (; nonempty > 0; --nonempty) {
                          const Counters pile = in_last_nim.piles[nonempty - 1];
                          here.piles[order[nonempty - 1]] = pile;
                          if (pile > 0) break;
                        }
                        here.passes = in_last_nim.passes;
                        visit(player, here);
                      });
}

}  // namespace nimsweep
