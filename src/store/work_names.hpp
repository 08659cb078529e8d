// The names of files in a work folder.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/store/table_file.hpp"

namespace nimsweep::store_detail {

inline constexpr std::string_view kShard = "units-";
inline constexpr std::string_view kShardSuffix = ".h5";
inline constexpr std::string_view kSaved = "saved-";
inline constexpr std::string_view kTemporary = "unfinished";
inline constexpr std::string_view kTemporarySuffix = ".tmp";  // the suffix of every OutputFile
inline constexpr std::string_view kLock = "lock";
inline constexpr std::string_view kParts = "parts-of-";
inline const std::string kReplaces = "replaces-the-table";
inline const std::string kDamaged = ".damaged";

std::string name_of(std::string_view prefix, UnitRange units, std::string_view suffix);

// The inverse of name_of.
std::optional<UnitRange> units_in(const std::string& name, std::string_view prefix,
                                  std::string_view suffix);

std::string shard_name(UnitRange units);

// The names in a folder with this prefix, sorted.
std::vector<std::string> names_in(const std::string& folder, std::string_view prefix);

// The unit ranges in the names of a folder's files, sorted.
std::vector<UnitRange> ranges_in(const std::string& folder, std::string_view prefix,
                                 std::string_view suffix);
std::vector<UnitRange> shards_in(const std::string& folder);

// Chooses disjoint ranges that together have the most units; sorted.
std::vector<UnitRange> most_units(std::vector<UnitRange> ranges);

}  // namespace nimsweep::store_detail
