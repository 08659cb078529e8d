// The loop of side_by_side_steps.hpp for vectors of any width; see box_rows_loops.hpp for how such
// headers are used.
#pragma once

#include "solve/side_by_side_steps.hpp"

namespace nimsweep::solve_detail {

// Lanes: Vector of kWidth bytes, load, store, fill, smaller; turn.
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
  static constexpr std::size_t kCellsAtOnce = 16;
  static constexpr int kHigh = 4;
  static constexpr std::uint8_t kHighHalf = 0xf0;
  static constexpr std::uint8_t kLowHalf = 0x0f;

  // kPlayers = 0: any number.
  template <int kPlayers>
  static void solve_for(const SideBySideTask& task) {
    fetch_ahead(task);
    make_look_ups<kPlayers>(task);
    constexpr int kTogether = kPlayers == 0 ? 1 : kPlayers;
    if (task.is_impartial)
      solve_places<kPlayers, kTogether>(task);
    else
      solve_places<kPlayers, 1>(task);
    turn_into_rows(task);
  }

  // Tables are written in short pieces, 32 of them in turn, which waits for memory unless it is
  // near by then.
  static void fetch_ahead(const SideBySideTask& task) {
    constexpr std::size_t kLine = 64;
    for (std::size_t byte = 0; byte < task.matrices * task.cells; byte += kLine)
      __builtin_prefetch(task.out + byte, 1, 2);
  }

  template <int kPlayers>
  static void make_look_ups(const SideBySideTask& task) {
    const int n = kPlayers == 0 ? task.players : kPlayers;
    LookUps& look_ups = *task.look_ups;
    for (int i = 0; i < n; ++i) list_values(task, i, n);
    for (std::size_t lane = 0; lane < kSideBySide; lane += Lanes::kWidth)
      for (int i = 0; i < n; ++i) {
        const Vector own = rank_of(Lanes::fill(0), look_ups.value[i], n, lane);
        Lanes::store(look_ups.stuck[i] + lane, own << kHigh);
        list_outcomes(look_ups, i, n, lane);
      }
  }

  // Matrices that are missing are like the last one. Compilers turn the inner loops into vectors.
  static void list_values(const SideBySideTask& task, int player, int n) {
    std::uint32_t low[kSideBySide];
    std::uint32_t high[kSideBySide];
    for (std::size_t lane = 0; lane < kSideBySide; ++lane) {
      const std::size_t matrix = lane < task.matrices ? lane : task.matrices - 1;
      const std::uint64_t row =
          task.rows[matrix * static_cast<std::size_t>(n) + static_cast<std::size_t>(player)];
      low[lane] = static_cast<std::uint32_t>(row);
      high[lane] = static_cast<std::uint32_t>(row >> 32);
    }
    for (int rank = 0; rank < n; ++rank) {
      const std::uint32_t* const half = rank < 8 ? low : high;
      std::uint8_t* const values = task.look_ups->value[player][rank];
      for (std::size_t lane = 0; lane < kSideBySide; ++lane)
        values[lane] = static_cast<std::uint8_t>(half[lane] >> 4 * (rank % 8) & 15);
    }
  }

  // The place of an offset in the row whose values these are.
  static Vector rank_of(Vector offset, const BytesByRank& values, int n, std::size_t lane) {
    Vector found = Lanes::fill(0);
    for (int rank = 1; rank < n; ++rank)
      found |= reinterpret_cast<Vector>(offset == Lanes::load(values[rank] + lane)) &
               static_cast<std::uint8_t>(rank);
    return found;
  }

  // What is k seats after P_i is k + 1 seats after the player before.
  static void list_outcomes(LookUps& look_ups, int player, int n, std::size_t lane) {
    const int before = player > 0 ? player - 1 : n - 1;
    Vector first{};
    for (int rank = 0; rank < n; ++rank) {
      const Vector value = Lanes::load(look_ups.value[player][rank] + lane);
      const Vector from_before = (value + 1) & ~equal(value, n - 1);
      const Vector outcome = rank_of(from_before, look_ups.value[before], n, lane) << kHigh | value;
      if (rank == 0) first = outcome;
      Lanes::store(look_ups.outcome[player][rank] + lane, rank == 0 ? outcome : outcome ^ first);
    }
  }

  // A copy of the task: what is written cannot be part of it, so it stays in registers.
  template <int kPlayers, int kTogether>
  static void solve_places(const SideBySideTask& shared) {
    const SideBySideTask task = shared;
    const int n = kPlayers == 0 ? task.players : kPlayers;
    for (std::size_t lane = 0; lane < kSideBySide; lane += Lanes::kWidth)
      for (std::size_t place = 0; place < task.places; ++place)
        for (int player = 0; player < n; player += kTogether)
          solve_place<kTogether>(task, place, player, n, lane);
  }

  // For `kTogether` players from this one on, who have the same options.
  template <int kTogether>
  static void solve_place(const SideBySideTask& task, std::size_t place, int player, int n,
                          std::size_t lane) {
    const PlaceStep& step = task.steps[player][place];
    Vector best[kTogether];
    for (int k = 0; k < kTogether; ++k) {
      if (!step.has_options())
        best[k] = Lanes::load(task.look_ups->stuck[player + k] + lane);  // they win
      else if (step.before == kNoPlace)
        best[k] = Lanes::fill(255);
      else
        best[k] = Lanes::load(task.best + at(step.before, player + k, n) + lane);
    }
    for (std::uint32_t option = step.from; option < step.to; ++option) {
      const std::uint32_t to = task.options[player][option];
      for (int k = 0; k < kTogether; ++k) {
        const int next = player + k + 1 < n ? player + k + 1 : 0;
        best[k] = Lanes::smaller(best[k], Lanes::load(task.outcomes + at(to, next, n) + lane));
      }
    }
    for (int k = 0; k < kTogether; ++k) finish_place(task, place, player + k, n, lane, best[k]);
  }

  // Each matrix has look_ups of its own, so ranks are compared one by one.
  static void finish_place(const SideBySideTask& task, std::size_t place, int player, int n,
                           std::size_t lane, Vector best) {
    Lanes::store(task.best + at(place, player, n) + lane, best);
    const auto& outcomes = task.look_ups->outcome[player];
    best &= kHighHalf;
    Vector outcome = Lanes::load(outcomes[0] + lane);
    for (int rank = 1; rank < n; ++rank)
      outcome ^= equal(best, rank << kHigh) & Lanes::load(outcomes[rank] + lane);
    Lanes::store(task.outcomes + at(place, player, n) + lane, outcome);
    Lanes::store(task.values + at(place, player, n) + lane, outcome & kLowHalf);
  }

  static Vector equal(Vector bytes, int number) {
    return reinterpret_cast<Vector>(bytes == static_cast<std::uint8_t>(number));
  }

  static std::size_t at(std::size_t place, int player, int players) {
    return (place * static_cast<std::size_t>(players) + static_cast<std::size_t>(player)) *
           kSideBySide;
  }

  // Until here a vector held one byte of each matrix; now a row is the table of one. The last cells
  // of a table may be written twice.
  static void turn_into_rows(const SideBySideTask& task) {
    std::size_t done = 0;
    if (task.matrices == kSideBySide && task.cells >= kCellsAtOnce)
      for (; done < task.cells; done += kCellsAtOnce) {
        const std::size_t last = task.cells - kCellsAtOnce;
        const std::size_t from = done < last ? done : last;
        const std::uint8_t* vectors[kCellsAtOnce];
        for (std::size_t k = 0; k < kCellsAtOnce; ++k) vectors[k] = vector_of(task, from + k);
        for (std::size_t lane = 0; lane < kSideBySide; lane += Lanes::kWidth)
          Lanes::turn(vectors, lane, task.out + lane * task.cells + from, task.cells);
      }
    for (; done < task.cells; ++done)
      for (std::size_t m = 0; m < task.matrices; ++m)
        task.out[m * task.cells + done] = vector_of(task, done)[m];
  }

  static const std::uint8_t* vector_of(const SideBySideTask& task, std::size_t cell) {
    return task.values + std::size_t{task.value_of_cell[cell]} * kSideBySide;
  }
};

}  // namespace nimsweep::solve_detail
