// Boxes of Nim with three players and three piles, under one random matrix: by the definition's
// scan of all options, by a plain loop of running bests, by BoxSolver, and by BoxSolver with two
// threads. Every answer is compared with the loop's before a time is printed. The variants run in
// turns, several times, and the best time of each counts, so that a busy machine matters less.
//
//     build/bench/box_bench [LARGEST [REPETITIONS]]
#include <fmt/format.h>
#include <stdlib.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "engine/concurrency.hpp"
#include "engine/huge_pages.hpp"
#include "engine/solve_box.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/box.hpp"

namespace nimsweep {

using namespace engine_detail;
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

using Winners = std::vector<std::uint8_t>;  // by position and player

// The definition: looks at every option of every position.
Winners by_scan(std::size_t bound) {
  const std::size_t extent = bound + 1;
  Winners winners(extent * extent * extent * kPlayers);
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

// Running bests, position by position: the loop one would write first.
Winners by_running_bests(std::size_t bound) {
  using Ranks = std::array<std::uint8_t, kPlayers>;
  const std::size_t extent = bound + 1;
  constexpr Ranks kNone{kPlayers, kPlayers, kPlayers};
  Winners winners(extent * extent * extent * kPlayers);
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
  return make_box(*kNim, kMatrix, std::vector<Counters>(3, bound), 0, huge_pages());
}

const std::atomic<bool> kNever = false;

std::unique_ptr<Box> by_box(std::size_t bound, int threads) {
  auto box = nim_box(bound);
  with_threads(threads, [&] { solve_box(*box, kNever); });
  return box;
}

// Two boxes, each on its own thread with nothing to wait for: the most that the machine gives two
// threads.
void two_boxes(std::size_t bound) {
  std::thread other([&] { by_box(bound, 1); });
  by_box(bound, 1);
  other.join();
}

bool agree(const Box& box, const Winners& winners, std::size_t bound) {
  const std::size_t extent = bound + 1;
  const std::uint8_t* expected = winners.data();
  for (Counters x = 0; x < extent; ++x)
    for (Counters y = 0; y < extent; ++y)
      for (Counters z = 0; z < extent; ++z, expected += kPlayers) {
        const std::size_t place = box.place_of(std::array{x, y, z});
        for (Seat i = 0; i < kPlayers; ++i)
          if (box.value(place, i) != value_of(expected[i], i, kPlayers)) return false;
      }
  return true;
}

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Time {
  double wall = 1e9;
  double cpu = 1e9;  // of all threads
};

struct Way {
  std::string name;
  std::function<void()> run;
  Time best = {};
};

void time_in_turns(std::vector<Way>& ways, int repetitions) {
  for (int k = 0; k < repetitions; ++k)
    for (Way& way : ways) {
      const Time begin{seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID)};
      way.run();
      way.best.wall = std::min(way.best.wall, seconds(CLOCK_MONOTONIC) - begin.wall);
      way.best.cpu = std::min(way.best.cpu, seconds(CLOCK_PROCESS_CPUTIME_ID) - begin.cpu);
    }
}

void print(const Way& way, std::size_t bound) {
  const auto extent = static_cast<double>(bound + 1);
  fmt::print("  {:<28} {:>10.2f} ms wall {:>10.2f} ms cpu {:>8.1f} values/us of cpu\n", way.name,
             1e3 * way.best.wall, 1e3 * way.best.cpu,
             1e-6 * kPlayers * extent * extent * extent / way.best.cpu);
}

void print_ratio(const Way& slow, const Way& fast) {
  fmt::print("  {} / {}: {:.2f} by wall, {:.2f} by cpu\n", slow.name, fast.name,
             slow.best.wall / fast.best.wall, slow.best.cpu / fast.best.cpu);
}

// How much faster two threads would be with a core each: blocks are timed one by one, and scheduled
// as solve_box would.
double ratio_of_two_free_cores(std::size_t bound, int repetitions) {
  const auto box = nim_box(bound);
  const auto [rows, columns] = box->grid();
  std::vector<double> times(rows * columns, 1e9);
  for (int k = 0; k < repetitions; ++k)
    for (std::size_t block = 0; block < times.size(); ++block) {
      const double begin = seconds(CLOCK_THREAD_CPUTIME_ID);
      box->solve_block(block / columns, block % columns);
      times[block] = std::min(times[block], seconds(CLOCK_THREAD_CPUTIME_ID) - begin);
    }
  double sum = 0;
  std::array<double, 2> free{};              // when each thread becomes free
  std::vector<double> solved(columns, 0.0);  // when the block above is solved
  for (std::size_t row = 0; row < rows; ++row) {
    double& now = *std::min_element(free.begin(), free.end());
    for (std::size_t column = 0; column < columns; ++column) {
      sum += times[row * columns + column];
      now = std::max(now, solved[column]) + times[row * columns + column];
      solved[column] = now;
    }
  }
  return sum / *std::max_element(free.begin(), free.end());
}

bool compare(std::size_t bound, bool with_scan, int repetitions) {
  const Winners expected = by_running_bests(bound);
  if (!agree(*by_box(bound, 1), expected, bound) || !agree(*by_box(bound, 2), expected, bound) ||
      (with_scan && by_scan(bound) != expected)) {
    fmt::print(stderr, "wrong values, piles up to {}\n", bound);
    return false;
  }
  std::vector<Way> ways{{"BoxSolver, one thread", [&] { by_box(bound, 1); }},
                        {"BoxSolver, two threads", [&] { by_box(bound, 2); }},
                        {"two boxes, a thread each", [&] { two_boxes(bound); }},
                        {"loop of running bests", [&] { by_running_bests(bound); }}};
  time_in_turns(ways, repetitions);
  if (with_scan) {
    std::vector<Way> scan{{"scan of all options", [&] { by_scan(bound); }}};
    time_in_turns(scan, 1);  // it takes seconds
    ways.push_back(scan.front());
  }
  fmt::print("piles up to {}\n", bound);
  for (const Way& way : ways) print(way, bound);
  for (std::size_t k = 3; k < ways.size(); ++k) print_ratio(ways[k], ways[0]);
  fmt::print(
      "  one thread / two threads: {:.2f} by wall; two boxes with a thread each: {:.2f}; "
      "if both had their own core: {:.2f}\n",
      ways[0].best.wall / ways[1].best.wall, 2 * ways[0].best.wall / ways[2].best.wall,
      ratio_of_two_free_cores(bound, repetitions));
  return true;
}

}  // namespace
}  // namespace nimsweep

int main(int count, char** arguments) {
  const std::size_t largest = count > 1 ? std::stoul(arguments[1]) : 400;
  const int repetitions = count > 2 ? std::stoi(arguments[2]) : 7;
  double load = 0;
  getloadavg(&load, 1);
  fmt::print("best of {} runs in turns; load average {:.1f}\n", repetitions, load);
  return nimsweep::compare(largest / 4, true, repetitions) &&
                 nimsweep::compare(largest / 2, true, repetitions) &&
                 nimsweep::compare(largest, false, repetitions)
             ? 0
             : 1;
}
