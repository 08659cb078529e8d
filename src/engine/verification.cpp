#include "nimsweep/engine/verification.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <memory_resource>
#include <optional>
#include <utility>
#include <variant>

#include "engine/check_parts.hpp"
#include "engine/concurrency.hpp"
#include "engine/huge_pages.hpp"
#include "engine/solve_box.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/exhaustive_check.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/solve/digit_search.hpp"
#include "nimsweep/solve/solver.hpp"
#include "nimsweep/store/table_rows.hpp"

namespace nimsweep {

using namespace engine_detail;

namespace {

constexpr Uint128 kMostBoxBytes = Uint128{4} << 30;

// How many pieces of a check make a part of the work, at most.
std::uint64_t pieces_per_part(const Claim& claim, const ExhaustiveCheck& check) {
  const Uint128 pieces =
      Uint128{check.pieces()} * kOperationsPerPart / (check.pairs() * Uint128{claim.size()});
  return static_cast<std::uint64_t>(
      std::clamp<Uint128>(pieces, 1, std::max<std::uint64_t>(1, check.pieces())));
}

// About how many pairs are in this many pieces.
std::uint64_t pairs_of(const ExhaustiveCheck& check, std::uint64_t pieces) {
  return static_cast<std::uint64_t>(Uint128{check.pairs()} * pieces / check.pieces());
}

}  // namespace

// Values of any game, for any number of threads.
using Values = std::function<void(std::span<const Counters> prefix, Seat first, Counters from,
                                  std::span<std::uint8_t> out)>;

// The values that the slices of one check look at.
struct Checker::LargeValues {
  KeptPages pages;          // of one box after another
  std::uint64_t check = 0;  // the number of its first slice
  Values values = {};       // empty: none
};

class Checker::Run {
 public:
  Run(Checker& checker, NextNumber next, NumberCallback callback, PartCallback part_callback)
      : job_(checker.job_),
        checks_(checker.checks_),
        options_(checker.options_),
        large_values_(*checker.values_),
        next_(next),
        callback_(callback),
        part_callback_(part_callback) {}

  bool run() {
    const int threads = thread_count(options_.threads);
    with_threads(threads, [&] {
      run_in_order<Task>(
          threads, [&] { return next(); },
          [&](Task& task) {
            try {
              attempt(task);
            } catch (...) {
              if (!options_.stop) task.failure = std::current_exception();
            }
          },
          [&](Task& task) {
            if (task.failure) std::rethrow_exception(task.failure);
            if (task.large && !options_.stop) look_at_parts(task);
            if (!options_.stop) callback_(task.number, task.check ? &*task.check : nullptr);
          });
    });
    return !options_.stop;
  }

 private:
  // A check that looks at each of very many positions, which all threads do together.
  struct Large {
    ExhaustiveCheck every;
    std::vector<Counters> bounds;
  };

  struct Task {
    std::uint64_t number;
    const CheckGroup* group;
    std::optional<Check> check;  // nothing: the claim does not apply
    std::optional<Large> large = std::nullopt;
    std::exception_ptr failure = nullptr;
  };

  std::optional<Task> next() {
    const auto number = options_.stop ? std::nullopt : next_();
    if (!number) return std::nullopt;
    return Task{.number = *number, .group = &checks_.group(*number), .check = checks_[*number]};
  }

  void attempt(Task& task) const {
    if (options_.stop || !task.check) return;
    const CheckGroup& group = *task.group;
    Check& check = *task.check;
    std::string reason = check.family ? prove_family(check) : prove(group, check);
    if (reason.empty()) return;
    if (group.piles == kAllPiles) {
      check.obstacle = std::move(reason);
      return;
    }
    check.note = fmt::format("looked at each position up to a bound: {}", reason);
    try {
      look_at_each(task, group.bounds_of_positions(reason));
    } catch (const Error& error) {
      check.obstacle = error.what();
    }
  }

  // Why it could not be proved or refuted for every size; empty if it could.
  std::string prove(const CheckGroup& group, Check& check) const {
    const ClaimForm& form = group.form(shift_of(*check.matrix));
    if (const auto* why = std::get_if<NotSymbolic>(&form)) return why->reason;
    if (const auto* digits = std::get_if<DigitForm>(&form))
      return prove_by_digits(group, *digits, check);
    auto explored = proof_machine(*check.matrix, job_.passes, group.piles);
    if (const auto* why = std::get_if<NotSymbolic>(&explored)) return why->reason;
    auto& machine = std::get<PrefixMachine>(explored);
    const auto is_stopped = [&] { return options_.stop.load(); };
    std::string reason = take(
        std::get<SymbolicClaim>(form).check(machine, options_.counterexamples, is_stopped), check);
    if (reason.empty() && options_.keeps_proofs)
      check.machine = std::make_shared<const PrefixMachine>(std::move(machine));
    return reason;
  }

  // The same for every number of players.
  std::string prove_family(Check& check) const {
    const auto is_stopped = [&] { return options_.stop.load(); };
    auto answer = check_family(*check.claim, *check.family, options_.counterexamples, is_stopped);
    if (auto* why = std::get_if<NotDecided>(&answer)) return std::move(why->reason);
    auto& found = std::get<FamilyVerdict>(answer);
    check.verdict = found.verdict;
    check.note = found.note;
    if (options_.keeps_proofs)
      check.family_verdict = std::make_shared<const FamilyVerdict>(std::move(found));
    return {};
  }

  // Play starts in the last mode: with all passes, or all zero moves.
  std::string prove_by_digits(const CheckGroup& group, const DigitForm& form, Check& check) const {
    const auto is_stopped = [&] { return options_.stop.load(); };
    auto found = find_digit_machine(*group.ruleset, *check.matrix, group.piles,
                                    static_cast<Counters>(job_.passes), {}, is_stopped);
    if (const auto* none = std::get_if<NoMachine>(&found)) return none->reason;
    DigitMachine& machine = std::get<ProvedMachine>(found).machine;
    const auto mode = static_cast<Mode>(machine.modes() - 1);
    std::string reason =
        take(form.check(machine, mode, options_.counterexamples, is_stopped), check);
    if (reason.empty() && options_.keeps_proofs)
      check.digit_machine = std::make_shared<const DigitMachine>(std::move(machine));
    return reason;
  }

  static std::string take(std::variant<Verdict, NotSymbolic> answer, Check& check) {
    if (const auto* why = std::get_if<NotSymbolic>(&answer)) return why->reason;
    check.verdict = std::get<Verdict>(std::move(answer));
    return {};
  }

  // The pieces of a check's slice.
  struct Pieces {
    std::uint64_t begin;
    std::uint64_t end;
  };
  static Pieces pieces_of(const Check& check, const ExhaustiveCheck& every) {
    const auto first_of = [&](std::uint64_t slice) {
      return static_cast<std::uint64_t>(Uint128{every.pieces()} * slice / check.slice.of);
    };
    return {first_of(check.slice.number), first_of(check.slice.number + 1)};
  }

  void look_at_each(Task& task, std::vector<Counters> bounds) const {
    Check& check = *task.check;
    const Parameters parameters{
        .n = check.players(), .N = check.piles, .r = shift_of(*check.matrix), .k = task.group->k};
    ExhaustiveCheck every(*check.claim, parameters, bounds, options_.counterexamples,
                          pile_order_of(*task.group->ruleset));
    if (check.slice.of > 1 || every.pieces() > pieces_per_part(*check.claim, every)) {
      task.large = Large{.every = std::move(every), .bounds = std::move(bounds)};
      return;
    }
    if (const Values values =
            values_of(*task.group->ruleset, *check.matrix, bounds, solve_box_alone, huge_pages()))
      check.verdict = every.check_pieces(0, every.pieces(), values);
  }

  // With all threads, one task at a time.
  void look_at_parts(Task& task) const {
    try {
      if (const Values values = values_of_slice(task)) check_parts(task, values);
    } catch (const Error& error) {
      task.check->obstacle = error.what();
    }
  }

  // Empty if stopped.
  Values values_of_slice(const Task& task) const {
    const Check& check = *task.check;
    const std::uint64_t whole = task.number - check.slice.number;
    if (check.slice.number > 0 && large_values_.values && large_values_.check == whole)
      return large_values_.values;
    const Ruleset& ruleset = *task.group->ruleset;
    large_values_.values = {};  // first, because there may not be memory for both
    if (!needs_box(ruleset)) large_values_.pages.release();
    Values values =
        values_of(ruleset, *check.matrix, task.large->bounds, solve_box, &large_values_.pages);
    if (!check.slice.is_last()) {
      large_values_.check = whole;
      large_values_.values = values;
    }
    return values;
  }

  static bool needs_box(const Ruleset& ruleset) {
    return !std::holds_alternative<LowerLast>(ruleset.move_shape());
  }

  // Empty if stopped.
  Values values_of(const Ruleset& ruleset, const AllianceMatrix& matrix,
                   const std::vector<Counters>& bounds,
                   bool (*solve)(Box&, const std::atomic<bool>&),
                   std::pmr::memory_resource* memory) const {
    if (!needs_box(ruleset))
      return [rows = std::make_shared<LastNimRows>(matrix, job_.passes, bounds)](
                 auto prefix, Seat first, Counters from, auto out) {
        (*rows)(prefix, first, from, out);
      };
    const auto passes = static_cast<Counters>(job_.passes);
    const Uint128 bytes = box_bytes(ruleset, matrix.players(), bounds, passes);
    if (bytes > kMostBoxBytes)
      throw Error(ErrorKind::input,
                  fmt::format("the values of {} positions need {} MiB; expected at most {}, with a "
                              "smaller 'max'",
                              to_grouped_decimal(product(bounds)), to_grouped_decimal(bytes >> 20),
                              to_grouped_decimal(kMostBoxBytes >> 20)));
    std::shared_ptr<Box> box = make_box(ruleset, matrix, bounds, passes, memory);
    if (!solve(*box, options_.stop)) return {};
    return [box](auto prefix, Seat first, Counters from, auto out) {
      box->copy(first, prefix, from, from + out.size(), out.data());
    };
  }

  void check_parts(Task& task, const Values& values) const {
    struct Part {
      std::uint64_t begin;
      std::uint64_t end;
      Verdict verdict = {};
    };
    const ExhaustiveCheck& every = task.large->every;
    Check& check = *task.check;
    const auto range = pieces_of(check, every);
    const int threads = thread_count(options_.threads);
    // So many that no thread waits long for the last one.
    const std::uint64_t enough_parts = std::uint64_t{4} * static_cast<unsigned>(threads);
    const std::uint64_t pieces = std::clamp<std::uint64_t>((range.end - range.begin) / enough_parts,
                                                           1, pieces_per_part(*check.claim, every));
    std::uint64_t begin = range.begin;
    const std::uint64_t last = range.end;
    std::uint64_t pairs_done = pairs_of(every, begin);
    run_in_order<Part>(
        threads,
        [&]() -> std::optional<Part> {
          if (begin == last || options_.stop) return std::nullopt;
          const std::uint64_t end = begin + std::min(pieces, last - begin);
          return Part{std::exchange(begin, end), end};
        },
        [&](Part& part) { part.verdict = every.check_pieces(part.begin, part.end, values); },
        [&](const Part& part) {
          check.verdict.merge(part.verdict, options_.counterexamples);
          pairs_done += pairs_of(every, part.end - part.begin);
          part_callback_(check, std::min(pairs_done, every.pairs()), every.pairs());
        });
  }

  const JobSpec& job_;
  const NumberedChecks& checks_;
  const VerificationOptions& options_;
  LargeValues& large_values_;
  NextNumber next_;
  NumberCallback callback_;
  PartCallback part_callback_;
};

Checker::Checker(const JobSpec& job, const NumberedChecks& checks,
                 const VerificationOptions& options)
    : job_(job), checks_(checks), options_(options), values_(std::make_unique<LargeValues>()) {}

Checker::~Checker() = default;

bool Checker::run(NextNumber next, NumberCallback callback, PartCallback part_callback) {
  return Run(*this, next, callback, part_callback).run();
}

bool run_checks(const JobSpec& job, const std::vector<CheckGroup>& list,
                const VerificationOptions& options, CheckCallback callback,
                PartCallback part_callback) {
  const NumberedChecks checks(list);
  WholeChecks whole(options.counterexamples);
  std::uint64_t number = 0;
  return Checker(job, checks, options)
      .run([&] { return number < checks.size() ? std::optional(number++) : std::nullopt; },
           [&](std::uint64_t, const Check* slice) {
             if (slice == nullptr) return;
             if (const auto check = whole.add(*slice)) callback(*check);
           },
           part_callback);
}

namespace {

// Claims against one table.
class TableCheck {
 public:
  TableCheck(const TableReader& table, const VerificationOptions& options, CheckCallback callback,
             PartCallback part_callback)
      : table_(table),
        order_(pile_order_of(*make_ruleset(table.header().game))),
        options_(options),
        callback_(callback),
        part_callback_(part_callback) {}

  // False if it was stopped.
  bool check(const ClaimSpec& spec, std::size_t case_number) {
    const auto bounds = bounds_of(spec, case_number);
    if (!is_asked_for(spec, case_number, bounds.size())) return true;
    // Claims are about piles that are not empty.
    if (std::ranges::find(bounds, Counters{0}) != bounds.end()) return true;
    const auto numbers = matrices_for(spec, case_number);
    auto next = numbers.begin();
    bool goes_on = true;
    table_.visit_matrices(case_number, [&](std::uint64_t number, const AllianceMatrix& matrix) {
      if (!goes_on || next == numbers.end() || number != *next) return;
      ++next;
      goes_on = check_matrix(TableRows(table_, case_number, number), bounds,
                             {.claim = &spec.claim,
                              .game = table_.header().game,
                              .piles = static_cast<int>(bounds.size()),
                              .matrix = matrix,
                              .passes = static_cast<int>(table_.header().passes),
                              .matrices = numbers.size(),
                              .known_wrong = spec.known_wrong});
    });
    return goes_on;
  }

 private:
  // False if it was stopped.
  bool check_matrix(TableRows rows, const std::vector<Counters>& bounds, Check check) {
    const Parameters parameters{.n = check.players(),
                                .N = check.piles,
                                .r = shift_of(*check.matrix),
                                .k = number_of_game(table_.header().game)};
    if (!check.claim->applies(parameters)) return true;
    const ExhaustiveCheck every(*check.claim, parameters, bounds, options_.counterexamples, order_);
    if (!look_at_each(every, rows, check)) return false;
    callback_(check);
    return true;
  }

  // Does the claim's entry name these numbers of players and piles, or none?
  bool is_asked_for(const ClaimSpec& spec, std::size_t case_number, std::size_t piles) const {
    const auto names = [](const std::vector<int>& numbers, std::uint64_t number) {
      return std::ranges::find(numbers, static_cast<int>(number)) != numbers.end();
    };
    const std::uint64_t players = table_.cases()[case_number].layout.dims[kFirstAxis];
    return (spec.players.empty() || names(spec.players, kAllPlayers) ||
            names(spec.players, players)) &&
           (spec.pile_counts.empty() || names(spec.pile_counts, kAllPiles) ||
            names(spec.pile_counts, piles));
  }

  // Within the table, and within what is asked for.
  std::vector<Counters> bounds_of(const ClaimSpec& spec, std::size_t case_number) const {
    const auto& dims = table_.cases()[case_number].layout.dims;
    std::vector<Counters> bounds;
    for (std::size_t axis = kPileAxes; axis < dims.size(); ++axis)
      bounds.push_back(std::min(dims[axis] - 1, spec.max_counters.value_or(kMaxCounters)));
    return bounds;
  }

  // The numbers of the matrices that the claim is checked for.
  std::vector<std::uint64_t> matrices_for(const ClaimSpec& spec, std::size_t case_number) const {
    const auto& dims = table_.cases()[case_number].layout.dims;
    const auto own = own_matrix(spec.claim, static_cast<int>(dims[kFirstAxis]));
    const bool is_about_shifts = spec.claim.matrix == Claim::kEveryShift;
    if (!own && !is_about_shifts && !spec.claim.matrix.empty()) return {};
    std::vector<std::uint64_t> all;
    std::vector<std::uint64_t> owned;
    table_.visit_matrices(case_number, [&](std::uint64_t number, const AllianceMatrix& matrix) {
      if (is_about_shifts && !shift_of(matrix)) return;
      all.push_back(number);
      if (own && matrix == *own) owned.push_back(number);
    });
    return own && (spec.names_matrix || !owned.empty()) ? owned : all;
  }

  // False if it was stopped.
  bool look_at_each(const ExhaustiveCheck& every, TableRows& rows, Check& check) {
    const auto values = [&](std::span<const Counters> prefix, Seat first, Counters from,
                            std::span<std::uint8_t> out) { rows.read(prefix, first, from, out); };
    const std::uint64_t pieces = pieces_per_part(*check.claim, every);
    for (std::uint64_t begin = 0; begin < every.pieces(); begin += pieces) {
      if (options_.stop) return false;
      const std::uint64_t end = begin + std::min(pieces, every.pieces() - begin);
      check.verdict.merge(every.check_pieces(begin, end, values), options_.counterexamples);
      part_callback_(check, pairs_of(every, end), every.pairs());
    }
    return true;
  }

  const TableReader& table_;
  const PileOrder order_;
  const VerificationOptions& options_;
  CheckCallback callback_;
  PartCallback part_callback_;
};

}  // namespace

bool check_table(const TableReader& table, const std::vector<ClaimSpec>& claims,
                 const VerificationOptions& options, CheckCallback callback,
                 PartCallback part_callback) {
  for (const TableCase& table_case : table.cases())
    if (table_case.quantity != Quantity::value)
      throw Error(ErrorKind::input,
                  fmt::format("{}: a table of Grundy values; expected one of values, which claims "
                              "are about",
                              table.path()));
  TableCheck check(table, options, callback, part_callback);
  for (const ClaimSpec& spec : claims)
    for (std::size_t k = 0; k < table.cases().size(); ++k)
      if (spec.claim.is_about_game(table.header().game) && !check.check(spec, k)) return false;
  return true;
}

RowCheck row_check(const JobSpec& job, const ValueSpec& row, Seat winner) {
  RowCheck check{.row = &row, .passes = job.passes, .winner = winner};
  if (winner == kNobody) return check;
  check.value = value_of(winner, row.first, row.matrix.players());
  check.agrees =
      row.value.value_or(*check.value) == *check.value && row.winner.value_or(winner) == winner;
  return check;
}

RowCheck check_row(const JobSpec& job, const ValueSpec& row) {
  return job.at(row.place, row.id, [&] {
    const auto ruleset = make_ruleset(row.game);
    const Position start = ruleset->start(row.piles, static_cast<Counters>(job.passes));
    return row_check(job, row, make_solver(*ruleset, row.matrix)->winner(start, row.first));
  });
}

}  // namespace nimsweep
