#include "nimsweep/cluster/shared_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kUnitsAtATime = 1 << 16;  // some ten megabytes of verdicts

// Turns a share of places in `list` into a share of its units, one by one. The list must outlive
// it.
WorkShare among(const std::vector<std::uint64_t>& list, const WorkShare& share) {
  struct Places {
    WorkShare share;
    UnitsToDo to_do;
    Places(WorkShare source, std::uint64_t count)
        : share(std::move(source)), to_do(share, count, {}) {}
  };
  return {.worker = share.worker,
          .next = [&list, places = std::make_shared<Places>(share, list.size())](std::uint64_t) {
            std::optional<UnitRange> unit;
            if (const auto k = places->to_do.next()) unit = {list[*k], list[*k] + 1};
            return unit;
          }};
}

WorkShare only(UnitRange range) {
  return {.worker = "one range", .next = [range, is_given = false](std::uint64_t) mutable {
            return std::exchange(is_given, true) ? std::nullopt : std::optional(range);
          }};
}

// Large units that one process does together.
struct Lot {
  UnitRange units;
  Uint128 work = 0;
};

struct SortedUnits {
  std::vector<Lot> large;
  std::vector<std::uint64_t> small;
};

SortedUnits by_size(const SharedUnits& units, std::uint64_t begin, std::uint64_t end) {
  SortedUnits sorted;
  std::vector<Lot>& large = sorted.large;
  for (std::uint64_t unit = begin; unit < end; ++unit) {
    const Uint128 work = units.large_work(unit);
    if (work == 0)
      sorted.small.push_back(unit);
    else if (!large.empty() && large.back().units.to == unit && units.continues(unit))
      large.back() = {{large.back().units.from, unit + 1}, saturating_add(large.back().work, work)};
    else
      large.push_back({{unit, unit + 1}, work});
  }
  return sorted;
}

// The largest first. A lot stays whole while what comes after it keeps every process busy for as
// long; the last ones are cut into their units, so that processes end together.
std::vector<UnitRange> to_hand_out(std::vector<Lot> lots, int processes) {
  std::ranges::stable_sort(lots, std::greater(), &Lot::work);
  Uint128 left = 0;
  std::vector<UnitRange> smallest_first;
  for (auto lot = lots.rbegin(); lot != lots.rend(); ++lot) {
    if (lot->work <= left / static_cast<unsigned>(processes))
      smallest_first.push_back(lot->units);
    else
      for (std::uint64_t unit = lot->units.to; unit-- > lot->units.from;)
        smallest_first.push_back({unit, unit + 1});
    left = saturating_add(left, lot->work);
  }
  std::ranges::reverse(smallest_first);
  return smallest_first;
}

// Takes the results of all processes, in order of units.
void take_all(const std::vector<std::string>& found, FoundCallback take) {
  std::vector<std::pair<std::uint64_t, std::string_view>> units;
  for (const std::string& process_text : found)
    for (FieldReader fields(process_text); !fields.is_at_end();) {
      const std::uint64_t unit = fields.number();
      units.emplace_back(unit, fields.text());
    }
  std::ranges::sort(units);
  for (const auto& [unit, text] : units) take(unit, text);
}

// Errors prepared in advance, to be thrown when memory has run out.
struct PreparedErrors {
  static constexpr ErrorKind kKinds[] = {ErrorKind::usage, ErrorKind::input,
                                         ErrorKind::job,   ErrorKind::damage,
                                         ErrorKind::io,    ErrorKind::interrupted};

  explicit PreparedErrors(int rank)
      : place(fmt::format("rank {}", rank)),
        interrupted(ErrorKind::interrupted, "another process was interrupted"),
        out_of_memory(ErrorKind::io, "out of memory"),
        out_of_memory_here(out_of_memory.at(place)) {
    for (const ErrorKind kind : kKinds) elsewhere.emplace_back(kind, "another process has failed");
  }

  const FailedElsewhere& of_kind(ErrorKind kind) const {
    return *std::ranges::find(elsewhere, kind, &Error::kind);
  }

  // The error of a process that reports it for all.
  Error reported(const Error& problem) const noexcept {
    try {
      return problem.at(place);
    } catch (const std::bad_alloc&) {
      return out_of_memory_here;
    }
  }

  std::string place;
  std::vector<FailedElsewhere> elsewhere;
  Error interrupted;
  Error out_of_memory;
  Error out_of_memory_here;
};

// Never throws, because the other processes wait for this one.
std::optional<Error> problem_in(FunctionRef<void()> work, const PreparedErrors& prepared) noexcept {
  try {
    try {
      work();
      return std::nullopt;
    } catch (const Error& error) {
      return error;
    } catch (const std::length_error&) {  // larger than any container
      return prepared.out_of_memory;
    } catch (const std::bad_alloc&) {
      return prepared.out_of_memory;
    } catch (const std::exception& error) {
      return Error(ErrorKind::io, error.what());
    }
  } catch (const std::bad_alloc&) {
    return prepared.out_of_memory;
  }
}

}  // namespace

void do_together(Communicator& communicator, FunctionRef<void()> work) {
  if (communicator.size() == 1) {
    work();
    return;
  }
  const PreparedErrors prepared(communicator.rank());
  const std::optional<Error> problem = problem_in(work, prepared);
  const int worst = communicator.largest(problem ? 1 + static_cast<int>(problem->kind()) : 0);
  if (worst == 0) return;
  const int rank = communicator.rank();
  const int size = communicator.size();
  // Rank 0 reports an interruption, unless something went wrong while work was saved.
  const bool is_wrong = problem && problem->kind() != ErrorKind::interrupted;
  const int first = size - communicator.largest(is_wrong ? size - rank : 0);
  const int reporter = first < size ? first : 0;
  if (rank != reporter) throw prepared.of_kind(static_cast<ErrorKind>(worst - 1));
  if (!problem) throw prepared.interrupted;
  throw rank == 0 ? *problem : prepared.reported(*problem);
}

void share_units(Communicator& communicator, int work, const SharedUnits& units) {
  if (communicator.size() == 1) {
    units.do_share(WorkShare::everything(), units.take);
    return;
  }
  std::vector<std::string> found_before;
  for (std::uint64_t next = 0; next < units.count; work += 2) {
    const std::uint64_t begin =
        std::exchange(next, next + std::min(kUnitsAtATime, units.count - next));
    FieldWriter found;
    const auto tell = [&](std::uint64_t unit, std::string_view text) {
      found.number(unit);
      found.text(text);
    };
    do_together(communicator, [&] {
      take_all(std::exchange(found_before, {}), units.take);
      auto [large, small] = by_size(units, begin, next);
      const std::vector<UnitRange> lots = to_hand_out(std::move(large), communicator.size());
      const WorkShare large_share = communicator.share(work, Handout::one_by_one);
      while (const auto some = large_share.next(lots.size()))
        for (std::uint64_t lot = some->from; lot < some->to; ++lot)
          units.do_share(only(lots[static_cast<std::size_t>(lot)]), tell);
      units.do_share(among(small, communicator.share(work + 1, Handout::in_ranges)), tell);
    });
    found_before = communicator.gather(std::move(found).take());
  }
  do_together(communicator, [&] { take_all(found_before, units.take); });
}

}  // namespace nimsweep
