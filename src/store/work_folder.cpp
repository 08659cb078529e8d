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
const std::string kTemporary = "unfinished.h5";

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

std::string shard_name(UnitRange units) {
  return fmt::format("{}{:012}-{:012}{}", kShardPrefix, units.from, units.to, kSuffix);
}

void remove_file(const std::string& path) {
  std::error_code error;
  fs::remove(path, error);
  check(error, fmt::format("remove {}", path));
}

// The units of the shards in a folder, in order.
std::vector<UnitRange> shards_in(const std::string& folder) {
  std::vector<UnitRange> shards;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const auto units = units_of(name);
    if (units && shard_name(*units) == name) shards.push_back(*units);
  }
  check(error, fmt::format("list {}", folder));
  std::sort(shards.begin(), shards.end());
  return shards;
}

// Locks the folder until the descriptor is closed; -1 if another process has it.
int lock(const std::string& folder) {
  const int descriptor = open((folder + "/lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) check({errno, std::generic_category()}, fmt::format("write to {}", folder));
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  close(descriptor);
  return -1;
}

// Removes what is ours, the lock last, and the folder if nothing else is in it.
void remove_folder(const std::string& folder) {
  for (const UnitRange units : shards_in(folder)) remove_file(folder + "/" + shard_name(units));
  remove_file(folder + "/" + kTemporary);
  remove_file(folder + "/lock");
  std::error_code ignored;  // somebody else's file may be there
  fs::remove(folder, ignored);
}

}  // namespace

WorkFolder::WorkFolder(std::string table_path, const std::string& job_sha256, bool fresh)
    : table_path_(std::move(table_path)), folder_(folder_of(table_path_)) {
  std::error_code error;
  fs::create_directories(folder_, error);
  check(error, fmt::format("make the folder {}", folder_));
  lock_ = lock(folder_);
  if (lock_ < 0)
    throw Error(ErrorKind::input, fmt::format("another run is at work in {}", folder_));
  remove_file(temporary_path());
  for (const UnitRange units : shards_in(folder_)) {
    if (fresh) {
      remove_file(shard_path(units));
      continue;
    }
    const TableReader shard(shard_path(units));
    if (shard.header().job_sha256 != job_sha256)
      throw Error(ErrorKind::input,
                  fmt::format("{} holds work of another job, or of this job before it was changed; "
                              "--fresh discards it",
                              folder_));
    const bool follows = finished_.empty() || units.from >= finished_.back().to;
    if (shard.units() != units || units.from >= units.to || !follows)
      throw Error(ErrorKind::input,
                  fmt::format("{} is no shard of this job, or overlaps another; remove it",
                              shard_path(units)));
    finished_.push_back(units);
  }
}

WorkFolder::~WorkFolder() {
  if (lock_ >= 0) close(lock_);
}

std::string WorkFolder::shard_path(UnitRange units) const {
  return folder_ + "/" + shard_name(units);
}

std::string WorkFolder::temporary_path() const {
  return folder_ + "/" + kTemporary;
}

void WorkFolder::drop_temporary() {
  remove_file(temporary_path());
}

void WorkFolder::keep_shard(UnitRange units) {
  rename_durably(temporary_path(), shard_path(units));
  finished_.insert(std::upper_bound(finished_.begin(), finished_.end(), units), units);
}

void WorkFolder::keep_table() {
  rename_durably(temporary_path(), table_path_);
  remove_folder(folder_);
}

void WorkFolder::remove_leftovers(const std::string& table_path) {
  const std::string folder = folder_of(table_path);
  std::error_code error;
  if (!fs::exists(folder, error)) return;
  const int descriptor = lock(folder);
  if (descriptor < 0) return;  // another run is at work there
  remove_folder(folder);
  close(descriptor);
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
