// Checks one claim both ways on the same boxes: position by position, and symbolically. The first
// grows with the number of positions, the second with the number of piles. `ratio` is how many
// times longer the first takes, measured in the same run.
//
//     build/bench/claims_bench
#include <benchmark/benchmark.h>

#include <chrono>

#include "nimsweep/claims/exhaustive_check.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep {
namespace {

constexpr int kPlayers = 4;
constexpr Counters kBound = 6;

// Theorem 3.4 of 001, which covers N < 2n - 1 piles only: beyond that, both count how often it
// fails.
const Claim kClaim = make_claim(
    {.name = "shifted-3.4", .cases = {{"N < n", "N"}, {"x[n] == 1", "d"}, {.value = "d + 1"}}});

Verdict exhaustive(const AllianceMatrix& matrix, int piles) {
  const ExhaustiveCheck check(kClaim, {.n = kPlayers, .N = piles, .r = shift_of(matrix)}, kBound);
  const LastNimRows rows(matrix, 0, std::vector<Counters>(static_cast<std::size_t>(piles), kBound));
  return check.check_pieces(0, check.pieces(), rows);
}

Verdict symbolic(const AllianceMatrix& matrix, int piles, std::optional<Counters> bound) {
  return std::get<Verdict>(symbolic_check(kClaim, matrix, 0, piles, bound));
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

double symbolic_seconds(const AllianceMatrix& matrix, int piles) {
  constexpr int kRepeats = 200;
  const auto begun = Clock::now();
  for (int k = 0; k < kRepeats; ++k) benchmark::DoNotOptimize(symbolic(matrix, piles, kBound));
  return seconds_since(begun) / kRepeats;
}

// Pairs per second.
void report(benchmark::State& state, const Verdict& verdict) {
  const double pairs = std::stod(to_decimal(verdict.checked));
  state.counters["pairs"] = pairs;
  state.counters["pairs/s"] =
      benchmark::Counter(pairs, benchmark::Counter::kIsIterationInvariantRate);
}

void claim_exhaustively(benchmark::State& state) {
  const auto matrix = AllianceMatrix::shifted(kPlayers, 1);
  const int piles = static_cast<int>(state.range(0));
  const Verdict verdict = exhaustive(matrix, piles);
  if (verdict != symbolic(matrix, piles, kBound)) {
    state.SkipWithError("the two checks differ");
    return;
  }
  const auto begun = Clock::now();
  for (auto _ : state) benchmark::DoNotOptimize(exhaustive(matrix, piles));
  const double seconds = seconds_since(begun) / static_cast<double>(state.iterations());
  report(state, verdict);
  state.counters["ratio"] = seconds / symbolic_seconds(matrix, piles);
}
BENCHMARK(claim_exhaustively)->ArgName("piles")->DenseRange(2, 8);

// A claim that compares piles, which is looked at position by position: compiled for rows of
// positions, and evaluated as a tree for each. `ratio` is how many times longer the tree takes.
const Claim kOrder = make_claim({.name = "order",
                                 .cases = {{"x[1] == x[N]", "0"},
                                           {"x[1] < x[N] and x[N] > 2", "1"},
                                           {.value = "2", .kind = CaseKind::other}}});

void claim_by_rows(benchmark::State& state) {
  const auto matrix = AllianceMatrix::shifted(3, 1);
  const int piles = static_cast<int>(state.range(0));
  const auto bound = static_cast<Counters>(state.range(1));
  const std::vector<Counters> bounds(static_cast<std::size_t>(piles), bound);
  const ExhaustiveCheck check(kOrder, {.n = 3, .N = piles, .r = 1}, bounds);
  const LastNimRows rows(matrix, 0, bounds);
  const auto begun = Clock::now();
  const Verdict expected = check.check_pieces_one_by_one(0, check.pieces(), rows);
  const double as_tree = seconds_since(begun);
  if (!check.is_compiled() || check.check_pieces(0, check.pieces(), rows) != expected) {
    state.SkipWithError("the two ways differ");
    return;
  }
  const auto again = Clock::now();
  for (auto _ : state) benchmark::DoNotOptimize(check.check_pieces(0, check.pieces(), rows));
  const double seconds = seconds_since(again) / static_cast<double>(state.iterations());
  report(state, expected);
  state.counters["ratio"] = as_tree / seconds;
}
BENCHMARK(claim_by_rows)
    ->ArgNames({"piles", "max"})
    ->Args({2, 1000})
    ->Args({3, 100})
    ->Args({5, 12});

void claim_symbolically(benchmark::State& state) {
  const auto matrix = AllianceMatrix::shifted(kPlayers, 1);
  const int piles = static_cast<int>(state.range(0));
  const Verdict verdict = symbolic(matrix, piles, kBound);
  constexpr int kFewEnough = 7;  // to check every position
  if (piles <= kFewEnough && verdict != exhaustive(matrix, piles)) {
    state.SkipWithError("the two checks differ");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(symbolic(matrix, piles, kBound));
  report(state, verdict);
}
BENCHMARK(claim_symbolically)->ArgName("piles")->DenseRange(2, 8)->Arg(40)->Arg(200);

void claim_for_every_size(benchmark::State& state) {
  const auto matrix = AllianceMatrix::shifted(kPlayers, 1);
  const int piles = static_cast<int>(state.range(0));
  const Verdict verdict = symbolic(matrix, piles, std::nullopt);
  if (verdict.holds() != (piles < 2 * kPlayers - 1)) {
    state.SkipWithError("the theorem holds where it should not, or not where it should");
    return;
  }
  for (auto _ : state) benchmark::DoNotOptimize(symbolic(matrix, piles, std::nullopt));
}
BENCHMARK(claim_for_every_size)->ArgName("piles")->DenseRange(2, 8)->Arg(40);

}  // namespace
}  // namespace nimsweep
