#include "store/work_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "nimsweep/base/text.hpp"
#include "nimsweep/files/input_file.hpp"

namespace nimsweep::store_detail {

std::string name_of(std::string_view prefix, UnitRange units, std::string_view suffix) {
  return fmt::format("{}{:012}-{:012}{}", prefix, units.from, units.to, suffix);
}

std::optional<UnitRange> units_in(const std::string& name, std::string_view prefix,
                                  std::string_view suffix) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return std::nullopt;
  if (name.size() < prefix.size() + suffix.size()) return std::nullopt;
  const auto parts = split(
      std::string_view(name).substr(prefix.size(), name.size() - prefix.size() - suffix.size()),
      '-');
  if (parts.size() != 2) return std::nullopt;
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  const auto from = parse_number(parts[0], kMost);
  const auto to = parse_number(parts[1], kMost);
  if (!from || !to) return std::nullopt;
  const UnitRange units{static_cast<std::uint64_t>(*from), static_cast<std::uint64_t>(*to)};
  return name_of(prefix, units, suffix) == name ? std::optional(units) : std::nullopt;
}

std::string shard_name(UnitRange units) {
  return name_of(kShard, units, kShardSuffix);
}

std::vector<std::string> names_in(const std::string& folder, std::string_view prefix) {
  std::vector<std::string> names = names_in_folder(folder);
  std::erase_if(names, [&](const std::string& name) { return !name.starts_with(prefix); });
  return names;
}

std::vector<UnitRange> ranges_in(const std::string& folder, std::string_view prefix,
                                 std::string_view suffix) {
  std::vector<UnitRange> ranges;
  for (const std::string& name : names_in(folder, prefix))
    if (const auto units = units_in(name, prefix, suffix)) ranges.push_back(*units);
  std::ranges::sort(ranges);
  return ranges;
}

std::vector<UnitRange> shards_in(const std::string& folder) {
  return ranges_in(folder, kShard, kShardSuffix);
}

std::vector<UnitRange> most_units(std::vector<UnitRange> ranges) {
  std::ranges::sort(ranges, {}, [](UnitRange units) { return std::pair(units.to, units.from); });
  // For the first k ranges: the units of the best choice, and whether it includes the last one.
  std::vector<std::uint64_t> best = {0};
  std::vector<bool> is_chosen = {false};
  const auto ranges_before = [&](std::uint64_t unit) {
    return static_cast<std::size_t>(std::ranges::upper_bound(ranges, unit, {}, &UnitRange::to) -
                                    ranges.begin());
  };
  for (std::size_t k = 0; k < ranges.size(); ++k) {
    const std::uint64_t with =
        best[std::min(k, ranges_before(ranges[k].from))] + (ranges[k].to - ranges[k].from);
    is_chosen.push_back(with > best[k]);
    best.push_back(std::max(with, best[k]));
  }
  std::vector<UnitRange> chosen;
  for (std::size_t k = ranges.size(); k > 0;) {
    if (!is_chosen[k]) {
      --k;
      continue;
    }
    chosen.push_back(ranges[k - 1]);
    k = std::min(k - 1, ranges_before(ranges[k - 1].from));
  }
  std::ranges::reverse(chosen);
  return chosen;
}

}  // namespace nimsweep::store_detail
