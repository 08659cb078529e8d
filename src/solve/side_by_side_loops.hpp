// The loop of side_by_side_steps.hpp for vectors of any width; see box_rows_loops.hpp for how such
// headers are used.
#pragma once

#include "solve/side_by_side_steps.hpp"

namespace nimsweep::solve_detail {

// Lanes: Vector of kWidth bytes, load, store, fill, smaller.
template <class Lanes>
struct SideBySideLoops {
  using Vector = typename Lanes::Vector;

  static void solve(const SideBySideTask& task) {
    switch (task.players) {  // the compiler unrolls these
      case 2:
        return solve_for<2>(task);
      case 3:
        return solve_for<3>(task);
      case 4:
        return solve_for<4>(task);
      case 5:
        return solve_for<5>(task);
      case 6:
        return solve_for<6>(task);
      default:
        return solve_for<0>(task);
    }
  }

 private:
  // kPlayers = 0: any number.
  template <int kPlayers>
  static void solve_for(const SideBySideTask& task) {
    for (std::size_t lane = 0; lane < kSideBySide; lane += Lanes::kWidth)
      for (std::size_t place = 0; place < task.places; ++place)
        solve_place<kPlayers>(task, place, lane);
  }

  template <int kPlayers>
  static void solve_place(const SideBySideTask& task, std::size_t place, std::size_t lane) {
    const int n = kPlayers == 0 ? task.players : kPlayers;
    Vector values[16];
    for (int i = 0; i < n; ++i) {
      const PlaceStep& step = task.steps[i][place];
      Vector best = step.before == kNoPlace ? Lanes::fill(255)
                                            : Lanes::load(task.best + at(step.before, i, n) + lane);
      for (std::uint32_t k = step.from; k < step.to; ++k)
        best =
            Lanes::smaller(best, Lanes::load(task.handed_on + at(task.options[i][k], i, n) + lane));
      Lanes::store(task.best + at(place, i, n) + lane, best);
      values[i] = step.has_options ? entry(task.tables->value[i], best, n, lane) : Lanes::fill(0);
      if (step.start != kNoPlace)
        Lanes::store(task.values +
                         (static_cast<std::size_t>(i) * task.positions + step.start) * kSideBySide +
                         lane,
                     values[i]);
    }
    for (int i = 0; i < n; ++i)
      Lanes::store(task.handed_on + at(place, i, n) + lane,
                   entry(task.tables->handed_on[i], values[i + 1 < n ? i + 1 : 0], n, lane));
  }

  static std::size_t at(std::size_t place, int player, int players) {
    return (place * static_cast<std::size_t>(players) + static_cast<std::size_t>(player)) *
           kSideBySide;
  }

  // Each matrix has a table of its own, so entries are compared one by one.
  static Vector entry(const BytesByEntry& table, Vector index, int n, std::size_t lane) {
    Vector found = Lanes::load(table[0] + lane);
    for (int k = 1; k < n; ++k)
      found = index == static_cast<std::uint8_t>(k) ? Lanes::load(table[k] + lane) : found;
    return found;
  }
};

}  // namespace nimsweep::solve_detail
