// Last Nim: solves one position by the machine, with its line, by the generic solver, and in the
// paper's own way (000, Algorithms 3.1-3.3: build the whole tree, then evaluate it), all on the
// same positions. Also builds whole machines. Compare times within one run only.
//
//     build/bench/last_nim_bench
#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>
#include <vector>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/game_tree.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "nimsweep/solve/last_nim_solver.hpp"
#include "nimsweep/solve/moore_machine.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {
namespace {

AllianceMatrix random_matrix(int players, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(players));
  for (auto& row : rows) {
    for (int j = 0; j < players; ++j) row.push_back(j);
    std::shuffle(row.begin(), row.end(), random);
  }
  return AllianceMatrix::from_rows(rows);
}

const int kPlayers = 4;
const AllianceMatrix kMatrix = random_matrix(kPlayers, 1);

// k piles of 4 counters; each pile makes the tree eight times as large.
Position piles_of_four(benchmark::State& state) {
  return {.piles = std::vector<Counters>(static_cast<std::size_t>(state.range(0)), 4)};
}

// The winner that every way must find: by the generic solver, from the definition.
Seat expected_winner(const Position& position) {
  const auto ruleset = make_ruleset("last-nim");
  return GenericSolver(*ruleset, kMatrix).outcome(position, 0).winner;
}

// Times `winner` after checking its answer.
template <class Winner>
void measure(benchmark::State& state, const Position& position, Winner winner) {
  if (winner(position) != expected_winner(position)) {
    state.SkipWithError("wrong winner");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(winner(position));
  state.SetItemsProcessed(state.iterations());
}

void position_by_machine(benchmark::State& state) {
  const LastNimMachine machine(kMatrix);
  measure(state, piles_of_four(state),
          [&](const Position& position) { return machine.outcomes(position.piles)[0]; });
}
BENCHMARK(position_by_machine)->DenseRange(1, 6)->Arg(100)->Arg(1'000);

void position_by_prefix_machine(benchmark::State& state) {
  const PrefixMachine machine{LastNimMachine(kMatrix)};
  measure(state, piles_of_four(state), [&](const Position& position) {
    PrefixMachine::StateId id = 0;
    for (const Counters pile : position.piles)
      id = machine.next(id)[std::min<std::size_t>(pile, machine.letters()) - 1];
    return machine.outcomes(id)[0];
  });
}
BENCHMARK(position_by_prefix_machine)->DenseRange(1, 6)->Arg(100)->Arg(1'000);

void position_with_line(benchmark::State& state) {
  LastNimSolver solver(kMatrix);
  measure(state, piles_of_four(state), [&](const Position& position) {
    Seat last = 0;
    solver.best_line(position, 0, [&](Seat player, const Position&) { last = player; });
    return last;
  });
}
BENCHMARK(position_with_line)->DenseRange(1, 6)->Arg(100)->Arg(1'000);

void position_by_generic_solver(benchmark::State& state) {
  const auto ruleset = make_ruleset("last-nim");
  measure(state, piles_of_four(state), [&](const Position& position) {
    return GenericSolver(*ruleset, kMatrix).outcome(position, 0).winner;
  });
}
BENCHMARK(position_by_generic_solver)->DenseRange(1, 6)->Arg(100);

void position_by_whole_tree(benchmark::State& state) {
  const auto ruleset = make_ruleset("last-nim");
  measure(state, piles_of_four(state), [&](const Position& position) {
    return build_tree(*ruleset, kMatrix, position, 0, 10'000'000).nodes.front().outcome.winner;
  });
}
BENCHMARK(position_by_whole_tree)->DenseRange(1, 6);

// Reachable machines of random matrices; the rate is states per second.
void machine_construction(benchmark::State& state) {
  const int players = static_cast<int>(state.range(0));
  const int passes = static_cast<int>(state.range(1));
  const LastNimMachine machine(random_matrix(players, 2), passes);
  const PrefixMachine built(machine, 1'000'000);
  for (PrefixMachine::StateId id = 0; id < built.size(); ++id) {  // every arrow is a step
    const LastNimMachine::State here(built.state(id).begin(), built.state(id).end());
    for (std::size_t letter = 1; letter <= built.letters(); ++letter) {
      const auto next = built.state(built.next(id)[letter - 1]);
      if (machine.step(here, letter) != LastNimMachine::State(next.begin(), next.end())) {
        state.SkipWithError("wrong arrow");
        return;
      }
    }
  }
  for (auto _ : state) benchmark::DoNotOptimize(PrefixMachine(machine, 1'000'000).size());
  state.counters["states"] = static_cast<double>(built.size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(built.size()));
}
BENCHMARK(machine_construction)
    ->ArgNames({"players", "passes"})
    ->ArgsProduct({{3, 4, 5, 6, 8}, {0}})
    ->ArgsProduct({{3, 4}, {1}});

// The same machines by the generic solver, which must be asked about whole positions: for each
// state, one row of piles that leads to it, continued by every letter.
void machine_construction_by_generic_solver(benchmark::State& state) {
  const int players = static_cast<int>(state.range(0));
  const auto matrix = random_matrix(players, 2);
  const auto ruleset = make_ruleset("last-nim");
  const auto explore = [&] {
    GenericSolver solver(*ruleset, matrix);
    std::vector<OutcomeVector> found;
    std::vector<std::vector<Counters>> rows{{}};
    const auto outcomes = [&](const std::vector<Counters>& piles) {
      OutcomeVector vector;
      for (Seat i = 0; i < players; ++i) vector.set(i, solver.outcome({.piles = piles}, i).winner);
      return vector;
    };
    found.push_back(outcomes({}));
    for (std::size_t k = 0; k < rows.size(); ++k)
      for (Counters pile = 1; pile <= static_cast<Counters>(players); ++pile) {
        auto longer = rows[k];
        longer.push_back(pile);
        const OutcomeVector vector = outcomes(longer);
        if (std::find(found.begin(), found.end(), vector) != found.end()) continue;
        found.push_back(vector);
        rows.push_back(std::move(longer));
      }
    return found.size();
  };
  const std::size_t states = explore();
  if (states != PrefixMachine(LastNimMachine(matrix)).size()) {
    state.SkipWithError("wrong number of states");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(explore());
  state.counters["states"] = static_cast<double>(states);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(states));
}
BENCHMARK(machine_construction_by_generic_solver)->ArgName("players")->Arg(3)->Arg(4)->Arg(5);

void machine_minimisation(benchmark::State& state) {
  const PrefixMachine machine(LastNimMachine(random_matrix(static_cast<int>(state.range(0)), 2)),
                              1'000'000);
  const MooreMachine minimal(machine, 0);
  std::mt19937_64 random(3);
  PrefixMachine::StateId here = 0;
  MooreMachine::StateId merged = 0;
  for (int pile = 0; pile < 10'000; ++pile) {  // both must agree all along a long row of piles
    if (minimal.winner(merged) != machine.outcomes(here)[0]) {
      state.SkipWithError("wrong winner");
      return;
    }
    const std::size_t letter = random() % machine.letters();
    here = machine.next(here)[letter];
    merged = minimal.next(merged)[letter];
  }
  for (auto _ : state) benchmark::DoNotOptimize(MooreMachine(machine, 0).size());
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(machine.size()));
}
BENCHMARK(machine_minimisation)->ArgName("players")->Arg(3)->Arg(5)->Arg(8);

}  // namespace
}  // namespace nimsweep
