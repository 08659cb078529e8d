#include "nimsweep/store/work_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <system_error>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/sha256.hpp"
#include "nimsweep/base/text.hpp"
#include "store/sync.hpp"

namespace nimsweep {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kShardPrefix = "units-";
constexpr std::string_view kSuffix = ".h5";
constexpr std::string_view kTemporary = "unfinished";
constexpr std::string_view kLock = "lock";
const std::string kReplaces = "replaces-the-table";
const std::string kDamaged = ".damaged";
constexpr std::string_view kSaved = "saved-";
constexpr std::string_view kUnsaved = "unsaved";

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

// The name of a file of a worker's own.
std::string name_for(std::string_view name, const std::string& worker) {
  return worker.empty() ? std::string(name) : fmt::format("{}-{}", name, worker);
}

// The files in a folder whose names begin so, in the order of their names.
std::vector<std::string> files_in(const std::string& folder, std::string_view prefix) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().filename().string().starts_with(prefix))
      files.push_back(entry->path().string());
  check(error, fmt::format("list {}", folder));
  std::sort(files.begin(), files.end());
  return files;
}

void make_mark(const std::string& path) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor < 0) check({errno, std::generic_category()}, fmt::format("make {}", path));
  close(descriptor);
  sync_to_disk(fs::absolute(path).parent_path().string());
}

void remove_file(const std::string& path) {
  std::error_code error;
  fs::remove(path, error);
  check(error, fmt::format("remove {}", path));
}

// The units of the shards in a folder, in order; with a suffix, of those that have it.
std::vector<UnitRange> shards_in(const std::string& folder, const std::string& suffix = "") {
  std::vector<UnitRange> shards;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.ends_with(suffix)) continue;
    const auto units = units_of(name.substr(0, name.size() - suffix.size()));
    if (units && shard_name(*units) + suffix == name) shards.push_back(*units);
  }
  check(error, fmt::format("list {}", folder));
  // If several begin with one unit, the longest is first.
  std::ranges::sort(shards, [](UnitRange a, UnitRange b) {
    return a.from != b.from ? a.from < b.from : a.to > b.to;
  });
  return shards;
}

// Whether the file that is open is the one that has this name now.
bool is_still(int descriptor, const std::string& path) {
  struct stat open_file {};
  struct stat named {};
  return fstat(descriptor, &open_file) == 0 && stat(path.c_str(), &named) == 0 &&
         open_file.st_dev == named.st_dev && open_file.st_ino == named.st_ino;
}

std::uint64_t size_of(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return error ? 0 : size;
}

// Removes what is ours: first the mark, for the table is replaced, the lock last; and the folder,
// if nothing else is in it and it is no symbolic link to where the shards are.
void remove_work(const std::string& folder, WorkFolder::Shards shards) {
  remove_file(folder + "/" + kReplaces);
  if (shards == WorkFolder::Shards::drop)
    for (const UnitRange units : shards_in(folder)) remove_file(folder + "/" + shard_name(units));
  for (const UnitRange units : shards_in(folder, kDamaged))
    remove_file(fmt::format("{}/{}{}", folder, shard_name(units), kDamaged));
  for (const std::string_view prefix : {kTemporary, kSaved, kUnsaved, kLock})
    for (const std::string& file : files_in(folder, prefix)) remove_file(file);
  rmdir(folder.c_str());  // fails if shards or somebody else's file are there
}

}  // namespace

WorkFolder::Lock::Lock(const std::string& folder, const std::string& name, bool is_shared) {
  const std::string path = folder + "/" + name;
  descriptor_ = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) check({errno, std::generic_category()}, fmt::format("write to {}", folder));
  const bool is_locked = flock(descriptor_, (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0;
  if (!is_locked && errno != EWOULDBLOCK) {  // some file systems of clusters have no locks
    const std::error_code error(errno, std::generic_category());
    close(descriptor_);
    check(error, fmt::format("lock {}", path));
  }
  // Another process may have had it a moment ago, and removed it.
  is_held_ = is_locked && is_still(descriptor_, path);
}

WorkFolder::Lock::~Lock() {
  if (descriptor_ >= 0) close(descriptor_);
}

WorkFolder::WorkFolder(std::string table_path, std::string plan_sha256, bool fresh,
                       std::string worker)
    : table_path_(std::move(table_path)),
      folder_(path_for(table_path_)),
      plan_sha256_(std::move(plan_sha256)),
      worker_(std::move(worker)) {
  std::error_code error;
  if (fs::exists(table_path_, error) && !fs::is_regular_file(table_path_, error))
    throw Error(
        ErrorKind::input,
        fmt::format("{} is a directory, or no regular file; expected a file name", table_path_));
  fs::create_directories(folder_, error);
  check(error, fmt::format("make the folder {}", folder_));
  sync_to_disk(fs::absolute(folder_).parent_path().string());
  const bool is_alone = worker_.empty();
  lock_.emplace(folder_, std::string(kLock), !is_alone);
  if (!is_alone) worker_lock_.emplace(folder_, name_for(kLock, worker_), false);
  if (!lock_->is_held() || (worker_lock_ && !worker_lock_->is_held()))
    throw Error(ErrorKind::input, fmt::format("another run is at work in {}", folder_));
  for (const std::string_view name : {kTemporary, kUnsaved})
    for (const std::string& file : files_in(folder_, name_for(name, worker_)))
      if (is_alone || fs::path(file).stem() == name_for(name, worker_)) remove_file(file);
  if (fresh) start_fresh();
  for (const UnitRange units : shards_in(folder_)) take_up(units);
  for (const std::string& file : files_in(folder_, kSaved)) take_up_saved(file);
}

void WorkFolder::start_fresh() {
  make_mark(folder_ + "/" + kReplaces);
  if (TableReader::is_virtual(table_path_)) remove_file(table_path_);  // nothing without shards
  for (const UnitRange units : shards_in(folder_)) remove_file(shard_path(units));
  for (const std::string& file : files_in(folder_, kSaved)) remove_file(file);
}

void WorkFolder::take_up(UnitRange units) {
  std::optional<TableReader> shard;
  try {
    shard.emplace(shard_path(units));
  } catch (const Error&) {
    if (access(shard_path(units).c_str(), R_OK) == 0)
      drop_damaged(units);
    else if (errno != ENOENT)  // another worker may have found the damage, too
      throw;
    return;
  }
  if (shard->header().plan_sha256 != plan_sha256_) throw is_of_another_job();
  if (shard->units() != units || units.from >= units.to)
    throw Error(ErrorKind::input,
                fmt::format("{} is no shard of this job; remove it", shard_path(units)));
  if (finished_.empty() || units.from >= finished_.back().to)
    finished_.push_back(units);
  else if (worker_.empty())  // left by parts that overlap, or when shards were joined
    remove_file(shard_path(units));
}

Error WorkFolder::is_of_another_job() const {
  return {ErrorKind::input,
          fmt::format("{} holds work of another job, of this job before it was changed, or of "
                      "another version; --fresh discards it",
                      folder_)};
}

// A line with the sum of all that follows, a line with the plan's, a line with the units, and the
// text.
void WorkFolder::save(UnitRange units, std::string_view text) {
  const std::string body = fmt::format("{}\n{} {}\n{}", plan_sha256_, units.from, units.to, text);
  const std::string path = folder_ + "/" + name_for(kUnsaved, worker_);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << sha256(body) << '\n' << body;
  file.close();
  if (!file) check({errno, std::generic_category()}, fmt::format("write {}", path));
  sync_to_disk(path);
  rename_durably(path, fmt::format("{}/{}{:012}", folder_, kSaved, units.from));
}

void WorkFolder::take_up_saved(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string sum;
  std::getline(file, sum);
  const std::string body{std::istreambuf_iterator<char>(file), {}};
  if (!file || sha256(body) != sum) return;  // as if nothing had been saved
  std::istringstream lines(body);
  std::string plan;
  Saved saved;
  lines >> plan >> saved.units.from >> saved.units.to;
  if (plan != plan_sha256_) throw is_of_another_job();
  if (!lines || lines.get() != '\n' || saved.units.from >= saved.units.to)
    throw Error(ErrorKind::input, fmt::format("{} is no work of this job; remove it", path));
  const bool overlaps = !saved_.empty() && saved.units.from < saved_.back().units.to;
  if (overlaps) return;  // left by parts that overlap: what is not known otherwise is done again
  saved.text.assign(std::istreambuf_iterator<char>(lines), {});
  saved_.push_back(std::move(saved));
}

void WorkFolder::drop_damaged(UnitRange units) {
  try {
    rename_durably(shard_path(units), shard_path(units) + kDamaged);
  } catch (const Error&) {
    if (access(shard_path(units).c_str(), F_OK) == 0) throw;  // else another worker was faster
  }
  damaged_.push_back(shard_path(units));
  std::erase(finished_, units);
}

WorkFolder::Leftovers WorkFolder::leftovers(const std::string& table_path) {
  if (!exists(table_path)) return {};
  const std::string folder = path_for(table_path);
  Leftovers left{.shards = shards_in(folder), .unfinished_bytes = 0};
  for (const std::string& file : files_in(folder, kTemporary))
    left.unfinished_bytes += size_of(file);
  for (const UnitRange units : left.shards)
    left.shard_bytes += size_of(folder + "/" + shard_name(units));
  return left;
}

std::string WorkFolder::shard_path(UnitRange units) const {
  return folder_ + "/" + shard_name(units);
}

std::string WorkFolder::name() const {
  return fs::path(folder_).filename().string();
}

std::string WorkFolder::temporary_path() const {
  return fmt::format("{}/{}{}", folder_, name_for(kTemporary, worker_), kSuffix);
}

void WorkFolder::drop_temporary() {
  remove_file(temporary_path());
}

void WorkFolder::keep_shard(UnitRange units) {
  rename_durably(temporary_path(), shard_path(units));
  const auto is_within = [&](UnitRange shard) {
    return units.from <= shard.from && shard.to <= units.to;
  };
  for (const UnitRange shard : finished_)
    if (is_within(shard) && shard != units) remove_file(shard_path(shard));
  std::erase_if(finished_, is_within);
  finished_.insert(std::upper_bound(finished_.begin(), finished_.end(), units), units);
}

void WorkFolder::keep_table(Shards shards) {
  rename_durably(temporary_path(), table_path_);
  remove_work(folder_, shards);
}

void WorkFolder::remove_leftovers(const std::string& table_path, Shards shards) {
  if (!exists(table_path)) return;
  const std::string folder = path_for(table_path);
  try {
    const Lock lock(folder, std::string(kLock), false);
    if (lock.is_held()) remove_work(folder, shards);  // else another run is at work there
  } catch (const Error&) {
    return;  // the table is complete, whatever lies beside it
  }
}

bool WorkFolder::exists(const std::string& table_path) {
  std::error_code error;
  return fs::is_directory(path_for(table_path), error);
}

bool WorkFolder::replaces(const std::string& table_path) {
  std::error_code error;
  return fs::exists(path_for(table_path) + "/" + kReplaces, error);
}

WorkFolder::Table WorkFolder::existing_table(const std::string& table_path,
                                             const std::string& job_sha256) {
  std::error_code error;
  if (!fs::exists(table_path, error)) return Table::none;
  try {
    const auto table = TableReader::complete(table_path);
    return table.header().job_sha256 == job_sha256 ? Table::of_this_job : Table::of_another_job;
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::io) throw;
    if (problem.kind() == ErrorKind::damage)
      throw Error(ErrorKind::damage,
                  fmt::format("{}; if you remove {}, `run` makes what is missing", problem.what(),
                              table_path));
    return Table::of_another_job;  // whatever it is, it is not ours to replace
  }
}

}  // namespace nimsweep
