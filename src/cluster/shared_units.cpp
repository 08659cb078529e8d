#include "nimsweep/cluster/shared_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kUnitsAtATime = 1 << 16;  // some ten megabytes of verdicts

// One by one a share of the units in this list, which has to outlive it.
WorkShare among(const std::vector<std::uint64_t>& list, const WorkShare& share) {
  struct Places {
    WorkShare share;
    UnitsToDo to_do;
    Places(WorkShare of, std::uint64_t count) : share(std::move(of)), to_do(share, count, {}) {}
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

// In order what all processes have found.
void take_all(const std::vector<std::string>& found, FoundCallback take) {
  std::vector<std::pair<std::uint64_t, std::string_view>> units;
  for (const std::string& of_process : found)
    for (FieldReader fields(of_process); !fields.is_at_end();) {
      const std::uint64_t unit = fields.number();
      units.emplace_back(unit, fields.text());
    }
  std::ranges::sort(units);
  for (const auto& [unit, text] : units) take(unit, text);
}

}  // namespace

void do_together(Communicator& communicator, FunctionRef<void()> work) {
  if (communicator.size() == 1) {
    work();
    return;
  }
  std::optional<Error> problem;
  try {
    work();
  } catch (const Error& error) {
    problem = error;
  } catch (const std::exception& error) {  // out of memory
    problem = Error(ErrorKind::io, error.what());
  }
  const int worst = communicator.largest(problem ? 1 + static_cast<int>(problem->kind()) : 0);
  if (worst == 0) return;
  const int rank = communicator.rank();
  const int first =
      communicator.size() - communicator.largest(problem ? communicator.size() - rank : 0);
  if (!problem) {
    const auto kind = static_cast<ErrorKind>(worst - 1);  // only a job's own error has its place
    throw Error(kind == ErrorKind::job ? ErrorKind::input : kind, "another process has failed");
  }
  // What is wrong for several is told by the first of them.
  const bool is_news = rank > 0 && rank == first && problem->kind() != ErrorKind::interrupted;
  throw is_news ? problem->at(fmt::format("rank {}", rank)) : *problem;
}

void share_units(Communicator& communicator, int work, const SharedUnits& units) {
  if (communicator.size() == 1) {
    units.do_share(WorkShare::everything(), units.take);
    return;
  }
  std::vector<std::string> found_before;
  for (std::uint64_t next = 0; next < units.count; work += 2) {
    std::vector<std::uint64_t> large;
    std::vector<std::uint64_t> small;
    for (const std::uint64_t end = next + std::min(kUnitsAtATime, units.count - next); next < end;
         ++next)
      (units.is_large(next) ? large : small).push_back(next);
    FieldWriter found;
    const auto tell = [&](std::uint64_t unit, std::string_view text) {
      found.number(unit);
      found.text(text);
    };
    do_together(communicator, [&] {
      take_all(std::exchange(found_before, {}), units.take);
      const WorkShare large_share = among(large, communicator.share(work));
      while (const auto unit = large_share.next(units.count)) units.do_share(only(*unit), tell);
      units.do_share(among(small, communicator.share(work + 1)), tell);
    });
    found_before = communicator.gather(std::move(found).take());
  }
  do_together(communicator, [&] { take_all(found_before, units.take); });
}

}  // namespace nimsweep
