#include "nimsweep/store/work_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "store/sync.hpp"

namespace nimsweep {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kShardPrefix = "units-";
constexpr std::string_view kSuffix = ".h5";

std::string folder_of(const std::string& table_path) {
  return table_path + ".part";
}

void check(const std::error_code& error, const std::string& what) {
  if (error) throw Error(ErrorKind::io, fmt::format("cannot {}: {}", what, error.message()));
}

// The units in the name of a shard.
std::optional<UnitRange> units_of(std::string name) {
  if (!name.starts_with(kShardPrefix) || !name.ends_with(kSuffix)) return std::nullopt;
  name = name.substr(kShardPrefix.size(), name.size() - kShardPrefix.size() - kSuffix.size());
  const auto parts = split(name, '-');
  if (parts.size() != 2) return std::nullopt;
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  const auto from = parse_number(parts[0], kMost);
  const auto to = parse_number(parts[1], kMost);
  if (!from || !to) return std::nullopt;
  return UnitRange{static_cast<std::uint64_t>(*from), static_cast<std::uint64_t>(*to)};
}

}  // namespace

WorkFolder::WorkFolder(std::string table_path, const std::string& job_sha256, bool fresh)
    : table_path_(std::move(table_path)), folder_(folder_of(table_path_)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  check(error, fmt::format("make the folder {}", folder_));
  lock_ = open((folder_ + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (lock_ < 0) check({errno, std::generic_category()}, fmt::format("write to {}", folder_));
  if (flock(lock_, LOCK_EX | LOCK_NB) != 0)
    throw Error(ErrorKind::input, fmt::format("another run is at work in {}", folder_));

  for (const auto& entry : fs::directory_iterator(folder_, error)) {
    const auto units = units_of(entry.path().filename().string());
    if (entry.path().filename() == "lock") continue;
    if (fresh || !units) {  // half-written, or not wanted
      fs::remove(entry.path(), error);
      check(error, fmt::format("remove {}", entry.path().string()));
      continue;
    }
    const TableReader shard(entry.path().string());
    if (shard.header().job_sha256 != job_sha256)
      throw Error(ErrorKind::input,
                  fmt::format("{} holds work of another job, or of this job before it was changed; "
                              "--fresh discards it",
                              folder_));
    finished_.push_back(*units);
  }
  check(error, fmt::format("list {}", folder_));
  std::sort(finished_.begin(), finished_.end());
}

WorkFolder::~WorkFolder() {
  if (lock_ >= 0) close(lock_);
}

std::string WorkFolder::shard_path(UnitRange units) const {
  return fmt::format("{}/{}{:012}-{:012}{}", folder_, kShardPrefix, units.from, units.to, kSuffix);
}

std::string WorkFolder::temporary_path() const {
  return folder_ + "/unfinished.h5";
}

void WorkFolder::keep_shard(UnitRange units) {
  rename_durably(temporary_path(), shard_path(units));
  finished_.insert(std::upper_bound(finished_.begin(), finished_.end(), units), units);
}

void WorkFolder::keep_table() {
  rename_durably(temporary_path(), table_path_);
  remove_leftovers(table_path_);
}

void WorkFolder::remove_leftovers(const std::string& table_path) {
  const std::string folder = folder_of(table_path);
  std::error_code error;
  fs::remove_all(folder, error);
  check(error, fmt::format("remove {}", folder));
}

WorkFolder::Table WorkFolder::existing_table(const std::string& table_path,
                                             const std::string& job_sha256) {
  std::error_code error;
  if (!fs::exists(table_path, error)) return Table::none;
  try {
    const TableReader table(table_path);
    return table.header().job_sha256 == job_sha256 ? Table::of_this_job : Table::of_another_job;
  } catch (const Error&) {
    return Table::of_another_job;  // whatever it is, it is not ours to replace
  }
}

}  // namespace nimsweep
