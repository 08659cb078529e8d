// Games for every pile size: automata learned and proved per second, against solving a box of side
// 64 once, and positions of 10^18 counters read off an automaton. `ratio` is the box's time divided
// by the time of a proof, measured in the same run.
//
//     build/bench/digits_bench
#include <benchmark/benchmark.h>

#include <chrono>
#include <random>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/digit_search.hpp"

namespace nimsweep {
namespace {

constexpr int kPiles = 2;

const Ruleset& nim() {
  static const auto ruleset = make_ruleset("nim");
  return *ruleset;
}

std::variant<ProvedMachine, NoMachine> find(const AllianceMatrix& matrix) {
  return find_digit_machine(nim(), matrix, kPiles, 0);
}

std::unique_ptr<Box> solved_box(const AllianceMatrix& matrix) {
  const std::vector<Counters> bounds(kPiles, 63);
  auto box = make_box(nim(), matrix, bounds, 0);
  box->solve();
  return box;
}

bool agrees(const DigitMachine& machine, const AllianceMatrix& matrix) {
  const auto box = solved_box(matrix);
  for (std::size_t place = 0; place < box->positions(); ++place) {
    const auto winners = machine.outcomes(machine.state_of(box->piles_at(place)))[0];
    for (Seat first = 0; first < matrix.players(); ++first)
      if (value_of(winners[first], first, matrix.players()) != box->value(place, first))
        return false;
  }
  return true;
}

// Every k-th matrix, about a thousand of them at most.
std::vector<AllianceMatrix> matrices_of(int players) {
  std::vector<AllianceMatrix> matrices;
  const Uint128 count = AllianceMatrix::count(players);
  const Uint128 step = std::max<Uint128>(1, count / 997);
  for (Uint128 index = 0; index < count; index += step)
    matrices.push_back(AllianceMatrix::from_index(players, index));
  return matrices;
}

double box_seconds(const std::vector<AllianceMatrix>& matrices) {
  const auto begun = std::chrono::steady_clock::now();
  for (const AllianceMatrix& matrix : matrices) benchmark::DoNotOptimize(solved_box(matrix));
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

void prove_two_piles(benchmark::State& state) {
  const auto matrices = matrices_of(static_cast<int>(state.range(0)));
  for (const AllianceMatrix& matrix : matrices) {
    const auto found = find(matrix);
    const auto* proved = std::get_if<ProvedMachine>(&found);
    if (proved == nullptr || !agrees(proved->machine, matrix)) {
      state.SkipWithError("a machine is missing, or differs from the box");
      return;
    }
  }
  const auto begun = std::chrono::steady_clock::now();
  for (auto _ : state)
    for (const AllianceMatrix& matrix : matrices) benchmark::DoNotOptimize(find(matrix));
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count() /
      static_cast<double>(state.iterations());
  const auto count = static_cast<double>(matrices.size());
  state.counters["proofs/s"] =
      benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["ratio"] = box_seconds(matrices) / seconds;
}
BENCHMARK(prove_two_piles)
    ->ArgName("players")
    ->Arg(2)
    ->Arg(3)
    ->Arg(4)
    ->Unit(benchmark::kMillisecond);

void read_large_position(benchmark::State& state) {
  const auto found = find(AllianceMatrix::shifted(3, 2));
  const DigitMachine& machine = std::get<ProvedMachine>(found).machine;
  std::mt19937_64 random(1);
  std::vector<Counters> piles{random() >> 4, random() >> 4};
  for (auto _ : state) {
    benchmark::DoNotOptimize(machine.state_of(piles));
    piles[0] ^= piles[1] >> 3;
  }
}
BENCHMARK(read_large_position);

}  // namespace
}  // namespace nimsweep
