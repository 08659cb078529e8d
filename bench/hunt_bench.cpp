// Counts the states of the machines of very many matrices, in matrices per second of one core: one
// matrix at a time with a hash set of outcome vectors, as one would write it first, against the
// walks, and walk_orbits with two threads. Four players: all 331,776 matrices. Five players: some
// units of walk_orbits, spread evenly over all, from which the time for all matrices is
// extrapolated. The loop looks at every matrix it counts; the walks skip rotations, or what makes
// no difference, but count it all the same.
//
// Answers are compared before a time is printed: for four players the numbers of matrices by
// states; for five players those of the smallest units, and the states of one matrix in every few
// pieces. The variants run in turns, and the best time of each counts, so that a busy machine
// matters less.
//
// In games whose machines are looked for, here two-pile Nim of four players, what a search has
// asked for is shared by all matrices that agree, against one matrix of each orbit by itself.
//
//     build/bench/hunt_bench [UNITS [REPETITIONS]]
#include <fmt/format.h>
#include <stdlib.h>
#include <tbb/parallel_for.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_set>
#include <vector>

#include "engine/concurrency.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/hunt/space_walk.hpp"

namespace nimsweep {

using namespace engine_detail;
namespace {

// Tries piles of 1..n counters from each state found.
template <std::size_t n>
std::size_t count_states(const AllianceMatrix& matrix) {
  using Vector = std::array<std::uint8_t, n>;
  struct Hash {
    std::size_t operator()(const Vector& vector) const noexcept {
      std::size_t hash = 0;
      for (const std::uint8_t winner : vector) hash = hash * 8 + winner;
      return hash;
    }
  };
  Vector start{};
  std::iota(start.begin(), start.end(), std::uint8_t{0});
  std::unordered_set<Vector, Hash> known{start};
  std::vector<Vector> states{start};
  for (std::size_t k = 0; k < states.size(); ++k) {
    Vector last = states[k];
    for (std::size_t size = 1; size <= n; ++size) {
      Vector vector{};
      for (std::size_t i = 0; i < n; ++i) {
        const std::uint8_t other = last[(i + 1) % n];
        const bool is_better = size == 1 || matrix.prefers(static_cast<Seat>(i), other, last[i]);
        vector[i] = is_better ? other : last[i];
      }
      last = vector;
      if (known.insert(vector).second) states.push_back(vector);
    }
  }
  return states.size();
}

using Histogram = std::map<std::size_t, Shares>;  // by states

double matrices_in(const Histogram& histogram) {
  Shares total = 0;
  for (const auto& [states, shares] : histogram) total += shares;
  return static_cast<double>(total) / static_cast<double>(kWholeShare);
}

Histogram by_loop(int players, const std::vector<std::uint64_t>& indices) {
  Histogram histogram;
  for (const std::uint64_t index : indices) {
    const auto matrix = AllianceMatrix::from_index(players, index);
    histogram[players == 4 ? count_states<4>(matrix) : count_states<5>(matrix)] += kWholeShare;
  }
  return histogram;
}

using Units = std::vector<std::uint64_t>;

Units all_units(const SpaceWalk& walk) {
  Units units(walk.units());
  std::iota(units.begin(), units.end(), std::uint64_t{0});
  return units;
}

Histogram by_walk(const SpaceWalk& walk, const Units& units, int threads) {
  std::vector<std::vector<Shares>> found(units.size());
  const auto look = [&](std::size_t k) {
    std::vector<Shares>& of_unit = found[k];
    walk.walk(units[k], [&](const Piece& piece) {
      if (of_unit.size() <= piece.states()) of_unit.resize(piece.states() + 1);
      of_unit[piece.states()] += piece.shares;
    });
  };
  if (threads == 1)
    for (std::size_t k = 0; k < units.size(); ++k) look(k);
  else
    with_threads(threads, [&] { tbb::parallel_for(std::size_t{0}, units.size(), look); });
  Histogram histogram;
  for (const auto& of_unit : found)
    for (std::size_t states = 0; states < of_unit.size(); ++states)
      if (of_unit[states] > 0) histogram[states] += of_unit[states];
  return histogram;
}

// All matrices of a piece, by the ranks of their rows.
void add_matrices(const Piece& piece, std::vector<std::vector<Rank>>& found) {
  std::vector<std::vector<Rank>> matrices{{}};
  for (Seat i = 0; i < piece.machine.players; ++i) {
    std::vector<std::vector<Rank>> longer;
    for (const auto& ranks : matrices)
      for (const Rank rank : piece.ranks(i)) {
        longer.push_back(ranks);
        longer.back().push_back(rank);
      }
    matrices = std::move(longer);
  }
  found.insert(found.end(), matrices.begin(), matrices.end());
}

// Looks at every matrix of some small units, weighted by its share.
bool agree_on(const SpaceWalk& walk, int players, const Units& units) {
  Histogram expected;
  for (const std::uint64_t unit : units) {
    std::vector<std::vector<Rank>> matrices;
    walk.walk(unit, [&](const Piece& piece) { add_matrices(piece, matrices); });
    for (const auto& ranks : matrices) {
      // The smallest rank comes first; if m rows have it, m rotations are in the walk.
      const auto ties = static_cast<Shares>(std::ranges::count(ranks, ranks[0]));
      const auto index = static_cast<std::uint64_t>(RankSpace::of(players).index_of(ranks));
      const Histogram one = by_loop(players, {index});
      expected[one.begin()->first] += kWholeShare * static_cast<Shares>(players) / ties;
    }
  }
  return by_walk(walk, units, 1) == expected && by_walk(walk, units, 2) == expected;
}

// One matrix of every few pieces; empty if one has a different number of states than its piece.
std::vector<std::uint64_t> sample_of(const SpaceWalk& walk, int players, const Units& units) {
  constexpr std::uint64_t kEvery = 1'009;
  std::vector<std::uint64_t> indices;
  std::uint64_t pieces = 0;
  bool agree = true;
  for (const std::uint64_t unit : units)
    walk.walk(unit, [&](const Piece& piece) {
      if (pieces++ % kEvery != 0) return;
      std::vector<Rank> ranks;
      for (Seat i = 0; i < players; ++i) ranks.push_back(piece.ranks(i).back());
      indices.push_back(static_cast<std::uint64_t>(RankSpace::of(players).index_of(ranks)));
      agree = agree && by_loop(players, {indices.back()}).contains(piece.machine.states);
    });
  return agree ? indices : std::vector<std::uint64_t>();
}

double seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Way {
  std::string name;
  double matrices;
  std::function<void()> run;
  double wall = 1e9;
  double cpu = 1e9;  // of all threads

  double rate() const { return matrices / cpu; }
};

void time_in_turns(std::vector<Way>& ways, int repetitions) {
  for (int k = 0; k < repetitions; ++k)
    for (Way& way : ways) {
      const double wall = seconds(CLOCK_MONOTONIC);
      const double cpu = seconds(CLOCK_PROCESS_CPUTIME_ID);
      way.run();
      way.wall = std::min(way.wall, seconds(CLOCK_MONOTONIC) - wall);
      way.cpu = std::min(way.cpu, seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu);
    }
}

void print(const Way& way) {
  fmt::print(
      "  {:<36} {:>13} matrices {:>9.1f} ms wall {:>9.1f} ms cpu {:>11.0f} per second of cpu\n",
      way.name, to_grouped_decimal(static_cast<Uint128>(way.matrices)), 1e3 * way.wall,
      1e3 * way.cpu, way.rate());
}

void print_ratio(const Way& fast, const Way& slow) {
  fmt::print("  {} / {}: {:.1f} times as many matrices per second of cpu\n", fast.name, slow.name,
             fast.rate() / slow.rate());
}

void print_threads(const Way& one, const Way& two) {
  fmt::print("  one thread / two threads: {:.2f} by wall, {:.2f} by cpu\n", one.wall / two.wall,
             one.cpu / two.cpu);
}

bool four_players(int repetitions) {
  constexpr int kPlayers = 4;
  const auto orbits = walk_orbits(kPlayers, false);
  const auto choices = walk_choices(kPlayers, 0);
  const auto single = walk_all_matrices(kPlayers, 0);
  std::vector<std::uint64_t> indices(static_cast<std::size_t>(AllianceMatrix::count(kPlayers)));
  std::iota(indices.begin(), indices.end(), std::uint64_t{0});
  const Histogram expected = by_loop(kPlayers, indices);
  for (const SpaceWalk* walk : {orbits.get(), choices.get(), single.get()})
    for (const int threads : {1, 2})
      if (by_walk(*walk, all_units(*walk), threads) != expected) {
        fmt::print(stderr, "four players: the walks and the loop differ\n");
        return false;
      }
  const double count = matrices_in(expected);
  const auto way = [&](std::string name, const SpaceWalk& walk, int threads) {
    return Way{std::move(name), count,
               [&walk, threads] { by_walk(walk, all_units(walk), threads); }};
  };
  std::vector<Way> ways{way("walk_orbits", *orbits, 1),
                        way("walk_orbits, two threads", *orbits, 2),
                        way("walk_choices", *choices, 1),
                        way("walk_all_matrices", *single, 1),
                        {"loop over matrices", count, [&] { by_loop(kPlayers, indices); }}};
  time_in_turns(ways, repetitions);
  fmt::print("four players, all matrices\n");
  for (const Way& timed : ways) print(timed);
  for (std::size_t k : {0u, 2u, 3u}) print_ratio(ways[k], ways.back());
  print_threads(ways[0], ways[1]);
  return true;
}

bool five_players(std::uint64_t unit_count, int repetitions) {
  constexpr int kPlayers = 5;
  const auto orbits = walk_orbits(kPlayers, false);
  const std::uint64_t all = orbits->units();
  unit_count = std::min(unit_count, all);
  Units units;
  for (std::uint64_t k = 0; k < unit_count; ++k)
    units.push_back((2 * k + 1) * all / (2 * unit_count));
  Units smallest;  // the last ones, which have few rows left
  for (std::uint64_t unit = all - 8; unit < all; ++unit) smallest.push_back(unit);
  const auto sample = sample_of(*orbits, kPlayers, units);
  const Histogram found = by_walk(*orbits, units, 1);
  if (!agree_on(*orbits, kPlayers, smallest) || sample.empty() ||
      by_walk(*orbits, units, 2) != found) {
    fmt::print(stderr, "five players: the walk and the loop differ\n");
    return false;
  }
  const double count = matrices_in(found);
  std::vector<Way> ways{{"walk_orbits", count, [&] { by_walk(*orbits, units, 1); }},
                        {"walk_orbits, two threads", count, [&] { by_walk(*orbits, units, 2); }},
                        {"loop over matrices, some of them", static_cast<double>(sample.size()),
                         [&] { by_loop(kPlayers, sample); }}};
  time_in_turns(ways, repetitions);
  fmt::print("five players, {} units of {}\n", unit_count, all);
  for (const Way& timed : ways) print(timed);
  print_ratio(ways[0], ways[2]);
  print_threads(ways[0], ways[1]);
  const auto whole = static_cast<double>(AllianceMatrix::count(kPlayers));
  fmt::print(
      "  extrapolated from these to all {} matrices: {:.0f} s of cpu, {:.0f} s of cpu by the loop; "
      "with two threads as they ran here {:.0f} s\n",
      to_grouped_decimal(AllianceMatrix::count(kPlayers)), whole / ways[0].rate(),
      whole / ways[2].rate(), whole / count * ways[1].wall);
  return true;
}

bool two_pile_nim(int repetitions) {
  constexpr int kPlayers = 4;
  const DigitGame nim{.ruleset = make_ruleset("nim"), .places = 2};
  const auto shared = walk_choices(kPlayers, true, nim);
  const auto single = walk_all_matrices(kPlayers, nim);
  const Histogram expected = by_walk(*single, all_units(*single), 1);
  if (by_walk(*shared, all_units(*shared), 1) != expected) {
    fmt::print(stderr, "two-pile Nim: the walks differ\n");
    return false;
  }
  const double count = matrices_in(expected);
  std::vector<Way> ways{
      {"shared searches", count, [&] { by_walk(*shared, all_units(*shared), 1); }},
      {"loop over matrices, one of each orbit", count,
       [&] { by_walk(*single, all_units(*single), 1); }}};
  time_in_turns(ways, repetitions);
  fmt::print("two-pile Nim of four players, all matrices\n");
  for (const Way& timed : ways) print(timed);
  print_ratio(ways[0], ways[1]);
  return true;
}

}  // namespace
}  // namespace nimsweep

int main(int count, char** arguments) {
  const std::uint64_t units = count > 1 ? std::stoull(arguments[1]) : 4;
  const int repetitions = count > 2 ? std::stoi(arguments[2]) : 3;
  double load = 0;
  getloadavg(&load, 1);
  fmt::print("best of {} runs in turns; load average {:.1f}\n", repetitions, load);
  const bool agree = nimsweep::four_players(repetitions) &&
                     nimsweep::five_players(units, repetitions) &&
                     nimsweep::two_pile_nim(repetitions);
  return agree ? 0 : 1;
}
