#include "nimsweep/engine/verification.hpp"

#include <fmt/format.h>
#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <variant>

#include "engine/concurrency.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/claims/exhaustive_check.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/solver.hpp"
#include "nimsweep/store/table_rows.hpp"

namespace nimsweep {

namespace {

constexpr std::size_t kChecksAtOnce = 1024;
constexpr std::uint64_t kPairsAPart = 1 << 18;  // some milliseconds

class Verification {
 public:
  Verification(const JobSpec& job, const VerificationOptions& options)
      : job_(job), options_(options) {}

  struct Task {
    const CheckGroup* group;
    Check check;
  };

  // Fills in the verdicts.
  void run(std::vector<Task>& tasks) {
    Handover results;
    results.give();
    tbb::parallel_for(std::size_t{0}, tasks.size(), [&](std::size_t k) {
      results.take();
      if (!options_.stop) check(*tasks[k].group, tasks[k].check);
      results.give();
    });
    results.take();
  }

 private:
  void check(const CheckGroup& group, Check& check) const {
    const Claim& claim = *check.claim;
    const auto bound = group.spec->max_counters;
    auto answer = symbolic_check(claim, check.matrix, job_.passes, group.piles, bound,
                                 options_.counterexamples);
    if (auto* verdict = std::get_if<Verdict>(&answer)) {
      check.verdict = std::move(*verdict);
      return;
    }
    check.note = fmt::format("looked at each position up to a bound: {}",
                             std::get<NotSymbolic>(answer).reason);
    try {
      if (!bound && group.fallback_bound == 0)
        throw Error(ErrorKind::input,
                    fmt::format("{} piles are too many to look at each position ({}); expected "
                                "fewer piles, or 'max'",
                                group.piles, std::get<NotSymbolic>(answer).reason));
      check.verdict =
          check_positions(claim, check.matrix, group.piles, bound.value_or(group.fallback_bound));
    } catch (const Error& error) {
      throw job_.error_at(group.spec->place, fmt::format("{}: {}", claim.name, error.what()));
    }
  }

  Verdict check_positions(const Claim& claim, const AllianceMatrix& matrix, int piles,
                          Counters bound) const {
    const int n = matrix.players();
    const ExhaustiveCheck every(claim, {.n = n, .N = piles, .r = shift_of(matrix)}, bound,
                                options_.counterexamples);
    const LastNimRows values(matrix, job_.passes, piles, bound);
    const std::uint64_t rows_a_part =
        std::max<std::uint64_t>(1, kPairsAPart / (bound * static_cast<unsigned>(n)));
    std::mutex merging;
    Verdict verdict;
    tbb::task_group_context group;
    tbb::parallel_for(
        tbb::blocked_range<std::uint64_t>(0, every.rows(), rows_a_part),
        [&](const tbb::blocked_range<std::uint64_t>& rows) {
          if (options_.stop) {
            group.cancel_group_execution();  // there may be trillions of parts
            return;
          }
          const Verdict part = every.check_rows(rows.begin(), rows.end(), values);
          const std::lock_guard lock(merging);
          verdict.merge(part, options_.counterexamples);
        },
        tbb::simple_partitioner(), group);
    const std::lock_guard lock(merging);
    return verdict;
  }

  const JobSpec& job_;
  const VerificationOptions& options_;
};

bool applies(const JobSpec& job, const CheckGroup& group, const AllianceMatrix& matrix) {
  try {
    return group.spec->claim.applies({.n = group.players, .N = group.piles, .r = shift_of(matrix)});
  } catch (const Error& error) {
    throw job.error_at(group.spec->place,
                       fmt::format("{}: {}", group.spec->claim.name, error.what()));
  }
}

}  // namespace

bool run_checks(const JobSpec& job, const std::vector<CheckGroup>& list,
                const VerificationOptions& options, CheckCallback callback) {
  const int threads = thread_count(options.threads);
  const tbb::global_control more_than_cores(tbb::global_control::max_allowed_parallelism,
                                            static_cast<std::size_t>(threads));
  tbb::task_arena arena(threads);
  Verification verification(job, options);
  std::vector<Verification::Task> tasks;
  const auto run = [&] {
    arena.execute([&] { verification.run(tasks); });
    if (options.stop) return false;
    for (const auto& task : tasks) callback(task.check);
    tasks.clear();
    return true;
  };
  for (const CheckGroup& group : list)
    for (std::uint64_t m = 0; m < group.matrix_count; ++m) {
      const AllianceMatrix matrix = group.matrix(m);
      if (applies(job, group, matrix))
        tasks.push_back({&group,
                         {.claim = &group.spec->claim,
                          .piles = group.piles,
                          .matrix = matrix,
                          .of_matrices = group.matrix_count}});
      if (tasks.size() == kChecksAtOnce && !run()) return false;
    }
  return run();
}

namespace {

// The numbers of the matrices of a table that a claim is checked for.
std::vector<std::uint64_t> matrices_for(const TableReader& table, std::size_t of_case,
                                        const Claim& claim) {
  const auto& dims = table.cases()[of_case].layout.dims;
  const int n = static_cast<int>(dims[1]);
  std::vector<std::uint64_t> all;
  std::vector<std::uint64_t> own;
  for (std::uint64_t m = 0; m < dims[0]; ++m) {
    all.push_back(m);
    if (!claim.matrix.empty() && table.matrix(of_case, m) == parse_matrix(claim.matrix, n))
      own.push_back(m);
  }
  return own.empty() ? all : own;
}

}  // namespace

bool check_table(const TableReader& table, const std::vector<ClaimSpec>& claims,
                 const VerificationOptions& options, CheckCallback callback) {
  for (const ClaimSpec& spec : claims)
    for (std::size_t k = 0; k < table.cases().size(); ++k) {
      const auto& dims = table.cases()[k].layout.dims;
      std::vector<Counters> bounds;  // within the table, and within what is asked for
      for (std::size_t axis = 2; axis < dims.size(); ++axis)
        bounds.push_back(std::min(dims[axis] - 1, spec.max_counters.value_or(kMaxCounters)));
      const auto numbers = matrices_for(table, k, spec.claim);
      for (const std::uint64_t m : numbers) {
        Check check{.claim = &spec.claim,
                    .piles = static_cast<int>(bounds.size()),
                    .matrix = table.matrix(k, m),
                    .of_matrices = numbers.size()};
        const Parameters parameters{
            .n = check.matrix.players(), .N = check.piles, .r = shift_of(check.matrix)};
        if (!spec.claim.applies(parameters)) continue;
        const ExhaustiveCheck every(spec.claim, parameters, bounds, options.counterexamples);
        TableRows rows(table, k, m);
        const auto values = [&](std::span<const Counters> prefix, Seat first, Counters from,
                                std::span<std::uint8_t> out) {
          rows.read(prefix, first, from, out);
        };
        const std::uint64_t at_once = std::max<std::uint64_t>(1, every.rows() / 64);
        for (std::uint64_t row = 0; row < every.rows(); row += at_once) {
          if (options.stop) return false;
          check.verdict.merge(every.check_rows(row, std::min(row + at_once, every.rows()), values),
                              options.counterexamples);
        }
        callback(check);
      }
    }
  return true;
}

std::vector<Seat> winners_of_values(const JobSpec& job) {
  const auto ruleset = make_ruleset(job.game);
  std::vector<Seat> winners;
  for (const ValueSpec& row : job.values) {
    try {
      const Position start = ruleset->start(row.piles, static_cast<Counters>(job.passes));
      winners.push_back(make_solver(*ruleset, row.matrix)->outcome(start, row.first).winner);
    } catch (const Error& error) {
      throw job.error_at(row.place, fmt::format("{}: {}", row.id, error.what()));
    }
  }
  return winners;
}

}  // namespace nimsweep
