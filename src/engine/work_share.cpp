#include "nimsweep/engine/work_share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace nimsweep {

namespace {

// k/m of the units, without overflow.
std::uint64_t fraction(std::uint64_t units, std::uint64_t k, std::uint64_t m) {
  return static_cast<std::uint64_t>(Uint128{units} * k / m);
}

// One range, and then nothing.
WorkShare one_range(std::string worker, std::uint64_t k, std::uint64_t m) {
  const std::uint64_t parts = worker.empty() ? 0 : m;
  return {.worker = std::move(worker),
          .parts = parts,
          .next = [k, m, is_given = false](std::uint64_t units) mutable {
            std::optional<UnitRange> range;
            if (!std::exchange(is_given, true))
              range = {fraction(units, k - 1, m), fraction(units, k, m)};
            return range;
          }};
}

}  // namespace

WorkShare WorkShare::everything() {
  return one_range("", 1, 1);
}

WorkShare WorkShare::part(std::uint64_t k, std::uint64_t m) {
  return one_range(fmt::format("part-{}-of-{}", k, m), k, m);
}

std::vector<UnitRange> missing_units(std::uint64_t units, const std::vector<UnitRange>& finished) {
  std::vector<UnitRange> missing;
  std::uint64_t begin = 0;
  for (const UnitRange range : finished) {
    if (begin < range.from) missing.push_back({begin, range.from});
    begin = range.to;
  }
  if (begin < units) missing.push_back({begin, units});
  return missing;
}

UnitsToDo::UnitsToDo(const WorkShare& share, std::uint64_t units, std::vector<UnitRange> finished)
    : share_(share), units_(units), finished_(std::move(finished)) {}

std::optional<std::uint64_t> UnitsToDo::next() {
  for (;;) {
    if (now_.from >= now_.to) {
      const auto range = share_.next(units_);
      if (!range) return std::nullopt;
      now_ = *range;
      continue;
    }
    // The last one that begins at this unit or before.
    auto found =
        std::upper_bound(finished_.begin(), finished_.end(), now_.from,
                         [](std::uint64_t unit, UnitRange range) { return unit < range.from; });
    if (found == finished_.begin() || (--found)->to <= now_.from) return now_.from++;
    now_.from = found->to;
  }
}

}  // namespace nimsweep
