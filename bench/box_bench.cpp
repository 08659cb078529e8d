// A box of Nim, three players and three piles, by the definition's scan of all options, by running
// bests one position after another, and by BoxSolver; all three on the same random matrix, and
// compared before anything is timed. The scan of the full box takes a while, so its rate is also
// measured on smaller ones. Compare times within one run only.
//
//     build/bench/box_bench
#include <benchmark/benchmark.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <random>
#include <vector>

#include "engine/solve_box.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/box.hpp"

namespace nimsweep {
namespace {

constexpr int kPlayers = 3;

AllianceMatrix random_matrix() {
  std::mt19937_64 random(1);
  std::vector<std::vector<int>> rows(kPlayers);
  for (auto& row : rows) {
    for (int j = 0; j < kPlayers; ++j) row.push_back(j);
    std::shuffle(row.begin(), row.end(), random);
  }
  return AllianceMatrix::from_rows(rows);
}

const AllianceMatrix kMatrix = random_matrix();

using Values = std::vector<std::uint8_t>;

// The first two ways find winners by position and player: the values of those.
Values to_values(const Values& winners) {
  const std::size_t positions = winners.size() / kPlayers;
  Values values(winners.size());
  for (std::size_t x = 0; x < positions; ++x)
    for (Seat i = 0; i < kPlayers; ++i)
      values[static_cast<std::size_t>(i) * positions + x] = static_cast<std::uint8_t>(
          value_of(winners[x * kPlayers + static_cast<std::size_t>(i)], i, kPlayers));
  return values;
}

// The definition: every option of every position is looked at.
Values by_scan(std::size_t bound) {
  const std::size_t extent = bound + 1;
  Values winners(extent * extent * extent * kPlayers);
  for (std::size_t x = 0; x < extent; ++x)
    for (std::size_t y = 0; y < extent; ++y)
      for (std::size_t z = 0; z < extent; ++z) {
        const auto at = [&](std::size_t a, std::size_t b, std::size_t c) {
          return winners.data() + ((a * extent + b) * extent + c) * kPlayers;
        };
        std::uint8_t* here = at(x, y, z);
        for (Seat i = 0; i < kPlayers; ++i) {
          const Seat next = next_seat(i, kPlayers);
          int best = kPlayers;
          const auto look = [&](const std::uint8_t* option) {
            best = std::min(best, kMatrix.rank(i, option[next]));
          };
          for (std::size_t a = 0; a < x; ++a) look(at(a, y, z));
          for (std::size_t b = 0; b < y; ++b) look(at(x, b, z));
          for (std::size_t c = 0; c < z; ++c) look(at(x, y, c));
          here[i] = static_cast<std::uint8_t>(
              best == kPlayers ? i : (i + kMatrix.offset(i, best)) % kPlayers);
        }
      }
  return winners;
}

// Running bests, one position after another: the loop one would write first.
Values by_running_bests(std::size_t bound) {
  using Ranks = std::array<std::uint8_t, kPlayers>;
  const std::size_t extent = bound + 1;
  constexpr Ranks kNone{kPlayers, kPlayers, kPlayers};
  Values winners(extent * extent * extent * kPlayers);
  std::vector<Ranks> plane(extent * extent, kNone);  // along the first pile
  std::vector<Ranks> row(extent);                    // along the second
  std::uint8_t* here = winners.data();
  for (std::size_t x = 0; x < extent; ++x) {
    std::fill(row.begin(), row.end(), kNone);
    for (std::size_t y = 0; y < extent; ++y) {
      Ranks last = kNone;
      for (std::size_t z = 0; z < extent; ++z, here += kPlayers) {
        Ranks& along_x = plane[y * extent + z];
        Ranks& along_y = row[z];
        for (Seat i = 0; i < kPlayers; ++i) {
          const auto k = static_cast<std::size_t>(i);
          const int best = std::min({along_x[k], along_y[k], last[k]});
          here[i] = static_cast<std::uint8_t>(
              best == kPlayers ? i : (i + kMatrix.offset(i, best)) % kPlayers);
        }
        for (Seat i = 0; i < kPlayers; ++i) {
          const auto k = static_cast<std::size_t>(i);
          const auto rank =
              static_cast<std::uint8_t>(kMatrix.rank(i, here[next_seat(i, kPlayers)]));
          along_x[k] = std::min(along_x[k], rank);
          along_y[k] = std::min(along_y[k], rank);
          last[k] = std::min(last[k], rank);
        }
      }
    }
  }
  return winners;
}

std::unique_ptr<Box> nim_box(std::size_t bound) {
  static const auto kNim = make_ruleset("nim");
  return make_box(*kNim, kMatrix, std::vector<Counters>(3, bound), 0);
}

Values values_of(const Box& box) {
  Values values(box.positions() * kPlayers);
  for (Seat i = 0; i < kPlayers; ++i)
    box.copy(i, values.data() + static_cast<std::size_t>(i) * box.positions());
  return values;
}

Values by_box(std::size_t bound) {
  const auto box = nim_box(bound);
  box->solve();
  return values_of(*box);
}

std::size_t bound_of(const benchmark::State& state) {
  return static_cast<std::size_t>(state.range(0));
}

void count(benchmark::State& state) {
  const auto extent = static_cast<std::int64_t>(bound_of(state)) + 1;
  state.SetItemsProcessed(state.iterations() * kPlayers * extent * extent * extent);
}

void scan_of_all_options(benchmark::State& state) {
  if (to_values(by_scan(bound_of(state))) != by_box(bound_of(state))) {
    state.SkipWithError("wrong values");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(by_scan(bound_of(state)));
  count(state);
}
BENCHMARK(scan_of_all_options)->Arg(50)->Arg(100)->Arg(200)->Unit(benchmark::kMillisecond);

void running_bests_one_by_one(benchmark::State& state) {
  if (to_values(by_running_bests(bound_of(state))) != by_box(bound_of(state))) {
    state.SkipWithError("wrong values");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(by_running_bests(bound_of(state)));
  count(state);
}
BENCHMARK(running_bests_one_by_one)->Arg(50)->Arg(100)->Arg(200)->Unit(benchmark::kMillisecond);

void box_solver(benchmark::State& state) {
  if (to_values(by_running_bests(bound_of(state))) != by_box(bound_of(state))) {
    state.SkipWithError("wrong values");
    return;
  }
  for (auto _ : state) {
    const auto box = nim_box(bound_of(state));
    box->solve();
    benchmark::DoNotOptimize(box->positions());
  }
  count(state);
}
BENCHMARK(box_solver)->Arg(50)->Arg(100)->Arg(200)->Unit(benchmark::kMillisecond);

// One large box by several threads.
void box_solver_in_parallel(benchmark::State& state) {
  const tbb::global_control threads(tbb::global_control::max_allowed_parallelism,
                                    static_cast<std::size_t>(state.range(1)));
  const std::atomic<bool> never = false;
  const auto solved = nim_box(bound_of(state));
  solve_box(*solved, never);
  if (bound_of(state) <= 200 &&
      values_of(*solved) != to_values(by_running_bests(bound_of(state)))) {
    state.SkipWithError("wrong values");
    return;
  }
  for (auto _ : state) {
    const auto box = nim_box(bound_of(state));
    benchmark::DoNotOptimize(solve_box(*box, never));
  }
  count(state);
}
BENCHMARK(box_solver_in_parallel)
    ->ArgNames({"bound", "threads"})
    ->ArgsProduct({{200, 500}, {1, 2}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nimsweep
