// The loops of box_rows.hpp for vectors of any width; included by one source file per width, which
// is compiled for the machines that have it. The linker keeps one copy of a shared inline function,
// and it must run everywhere: so Lanes are known only to files that are compiled for them, and
// nothing of the standard library's is used here.
//
// The one dependence along a row is the best of lowering the last pile, `chain`: the running
// minimum of what the row itself hands on. It only gets smaller, so it changes at most n - 1 times
// per player in a whole row, and between the changes all positions are alike. A vector of positions
// is solved as if it did not change; if some lane turns out to lower it, that lane and those before
// it are right, and those after it are solved once more.
#pragma once

#include <cstdint>

#include "solve/box_rows.hpp"

namespace nimsweep::solve_detail {

// Lanes: Vector of kWidth bytes, load, store, fill, smaller, lookup.
template <class Lanes>
struct RowLoops {
  using Vector = typename Lanes::Vector;
  static constexpr std::size_t kWidth = Lanes::kWidth;

  static void solve(const RankTables& tables, const RowTask& row) {
    switch (tables.players) {  // the compiler unrolls these
      case 2:
        return solve_for<2>(tables, row);
      case 3:
        return solve_for<3>(tables, row);
      case 4:
        return solve_for<4>(tables, row);
      case 5:
        return solve_for<5>(tables, row);
      case 6:
        return solve_for<6>(tables, row);
      default:
        return solve_for<0>(tables, row);
    }
  }

  static void best_of(int players, PlayerRows into, PlayerRows a, PlayerRows b,
                      std::size_t length) {
    for (int i = 0; i < players; ++i)
      for (std::size_t x = 0; x < length; x += kWidth)
        Lanes::store(into.of(i) + x,
                     Lanes::smaller(Lanes::load(a.of(i) + x), Lanes::load(b.of(i) + x)));
  }

 private:
  // 0xff in the lanes before number `count`.
  static Vector first_lanes(std::size_t count) {
    static constexpr struct Bytes {
      std::uint8_t bytes[2 * kWidth] = {};
      constexpr Bytes() {
        for (std::size_t k = 0; k < kWidth; ++k) bytes[k] = 0xff;
      }
    } kLanes;
    return Lanes::load(kLanes.bytes + kWidth - count);
  }

  static std::size_t first_lane(Vector lanes) {
    std::uint8_t bytes[kWidth];
    Lanes::store(bytes, lanes);
    std::size_t lane = 0;
    while (bytes[lane] == 0) ++lane;
    return lane;
  }

  // `open`: the lanes whose chain may still change.
  template <int kPlayers>  // 0: any number
  static void solve_for(const RankTables& tables, const RowTask& row) {
    const int n = kPlayers == 0 ? tables.players : kPlayers;
    constexpr int kMost = kPlayers == 0 ? 16 : kPlayers;
    Vector elsewhere[kMost];
    Vector chain[kMost];
    Vector best[kMost];
    Vector handed[kMost];
    const auto try_chain = [&] {  // lanes that hand on something better than the chain has
      for (int i = 0; i < n; ++i) best[i] = Lanes::smaller(elsewhere[i], chain[i]);
      Vector better = Lanes::fill(0);
      for (int i = 0; i < n; ++i) {
        handed[i] = Lanes::lookup(tables.handed_on[i], n, best[i + 1 == n ? 0 : i + 1]);
        better |= Lanes::less(handed[i], chain[i]);
      }
      return better;
    };
    for (std::size_t x = 0; x < row.length; x += kWidth) {
      const std::size_t left = row.chained > x ? row.chained - x : 0;
      Vector open = first_lanes(left < kWidth ? left : kWidth);
      for (int i = 0; i < n; ++i) {
        elsewhere[i] = Lanes::load(row.ranks.of(i) + x);
        chain[i] = Lanes::fill(row.best[i]) | ~open;
      }
      for (Vector better = try_chain() & open; Lanes::any(better); better = try_chain() & open) {
        const std::size_t lane = first_lane(better);
        const Vector done = first_lanes(lane + 1);
        for (int i = 0; i < n; ++i) {
          std::uint8_t bytes[kWidth];
          Lanes::store(bytes, handed[i]);
          if (bytes[lane] < row.best[i]) row.best[i] = bytes[lane];
          chain[i] = Lanes::smaller(chain[i], Lanes::fill(row.best[i]) | done | ~open);
        }
        open &= ~done;
      }
      for (int i = 0; i < n; ++i) Lanes::store(row.ranks.of(i) + x, handed[i]);
      if (row.lower.bytes != nullptr)
        for (int i = 0; i < n; ++i) Lanes::store(row.lower.of(i) + x, chain[i]);
      if (row.values.bytes != nullptr)
        for (int i = 0; i < n; ++i)
          Lanes::store(row.values.of(i) + x, Lanes::lookup(tables.value[i], n, best[i]));
    }
  }
};

}  // namespace nimsweep::solve_detail
