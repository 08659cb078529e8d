#include "nimsweep/store/work_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/store/saved_text.hpp"
#include "store/folder_lock.hpp"
#include "store/work_names.hpp"

namespace nimsweep {

using namespace store_detail;

namespace fs = std::filesystem;

namespace {

void check(const std::error_code& error, const std::string& what) {
  if (error) throw Error(ErrorKind::io, fmt::format("cannot {}: {}", what, error.message()));
}

// The name of a worker's own file.
std::string name_for(std::string_view name, const std::string& worker) {
  return worker.empty() ? std::string(name) : fmt::format("{}-{}", name, worker);
}

void remove_file(const std::string& path) {
  std::error_code error;
  fs::remove(path, error);
  check(error, fmt::format("remove {}", path));
}

// Removes the files whose names begin and end like this.
void remove_all(const std::string& folder, std::string_view prefix, std::string_view suffix) {
  for (const std::string& name : names_in(folder, prefix))
    if (name.ends_with(suffix)) remove_file(fmt::format("{}/{}", folder, name));
}

void remove_saves(const std::string& folder) {
  for (const UnitRange units : ranges_in(folder, kSaved, ""))
    remove_file(fmt::format("{}/{}", folder, name_of(kSaved, units, "")));
}

std::uint64_t size_of(const std::string& path) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  return error ? 0 : size;
}

bool is_there(const std::string& path) {
  struct stat status {};
  return lstat(path.c_str(), &status) == 0;
}

// Removes our files except the kept shards: first the mark, because the table has been replaced;
// the lock last. Then removes the folder, unless something else is in it or it is a symbolic link
// to where the shards are.
void remove_work(const std::string& folder, const std::vector<UnitRange>& kept) {
  remove_file(folder + "/" + kReplaces);
  for (const UnitRange units : shards_in(folder))
    if (!std::ranges::binary_search(kept, units)) remove_file(folder + "/" + shard_name(units));
  remove_saves(folder);
  for (const std::string_view prefix : {kShard, kSaved}) remove_all(folder, prefix, kDamaged);
  remove_all(folder, kTemporary, kTemporarySuffix);
  remove_all(folder, kParts, "");
  for (const std::string_view worker : {"-part-", "-rank-"})
    remove_all(folder, std::string(kLock).append(worker), "");
  remove_file(fmt::format("{}/{}", folder, kLock));
  rmdir(folder.c_str());  // fails if shards or other files are left
}

}  // namespace

WorkFolder::WorkFolder(std::string table_path, std::string plan_sha256, Options options)
    : table_path_(std::move(table_path)),
      folder_(path_for(table_path_)),
      plan_sha256_(std::move(plan_sha256)),
      options_(std::move(options)) {
  std::error_code error;
  if (fs::exists(table_path_, error) && !fs::is_regular_file(table_path_, error))
    throw Error(ErrorKind::input,
                fmt::format("{} is not a regular file; expected a file name", table_path_));
  make_folder(folder_);
  check_trusted(folder_);
  lock();
  sweep_temporaries();
  check_parts();
  if (options_.fresh) start_fresh();
  take_up_shards();
  take_up_saved();
}

WorkFolder::~WorkFolder() = default;

void WorkFolder::lock() {
  if (!options_.locks) return;
  const std::string& worker = options_.worker;
  lock_ = std::make_unique<FolderLock>(fmt::format("{}/{}", folder_, kLock), !worker.empty());
  if (!worker.empty())
    worker_lock_ =
        std::make_unique<FolderLock>(fmt::format("{}/{}", folder_, name_for(kLock, worker)), false);
  if (!lock_->is_held() || (worker_lock_ && !worker_lock_->is_held()))
    throw Error(ErrorKind::input, fmt::format("another run is working in {}", folder_));
}

void WorkFolder::sweep_temporaries() const {
  const bool is_alone = options_.worker.empty();
  remove_all(folder_,
             is_alone ? std::string(kTemporary) : name_for(kTemporary, options_.worker) + ".",
             kTemporarySuffix);
}

// A run that is alone does everything left, whatever parts there were; so do MPI ranks.
void WorkFolder::check_parts() const {
  if (options_.parts == 0) return;
  const std::string own = fmt::format("{}{}", kParts, options_.parts);
  auto marks = names_in(folder_, kParts);
  if (marks.empty()) {
    make_mark(folder_ + "/" + own);
    marks = names_in(folder_, kParts);
    if (marks.size() > 1) remove_file(folder_ + "/" + own);  // others started at the same moment
  }
  std::erase(marks, own);
  if (marks.empty()) return;
  const std::string parts = marks.front().substr(kParts.size());
  throw Error(ErrorKind::input,
              fmt::format("{} holds some of {} parts; expected --part K/{}, or a run without "
                          "--part, which does the rest",
                          folder_, parts, parts));
}

void WorkFolder::start_fresh() {
  make_mark(folder_ + "/" + kReplaces);
  if (TableReader::is_virtual(table_path_)) remove_file(table_path_);  // useless without its shards
  for (const UnitRange units : shards_in(folder_)) remove_file(shard_path(units));
  remove_saves(folder_);
  remove_all(folder_, kParts, "");
}

void WorkFolder::take_up_shards() {
  std::vector<UnitRange> whole;
  for (const UnitRange units : shards_in(folder_))
    if (is_whole_shard(units)) whole.push_back(units);
  finished_ = most_units(std::move(whole));
}

bool WorkFolder::is_whole_shard(UnitRange units) {
  const std::string path = shard_path(units);
  if (!InputFile::if_there(path)) return false;  // another worker may have found the damage first
  std::optional<TableReader> shard;
  try {
    shard.emplace(path);
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::io) throw;
    drop_damaged(units);
    return false;
  }
  if (shard->header().plan_sha256 != plan_sha256_) throw is_of_another_job();
  if (shard->units() != units || units.from >= units.to)
    throw Error(ErrorKind::input, fmt::format("{} is not a shard of this job; remove it", path));
  return true;
}

Error WorkFolder::is_of_another_job() const {
  return {ErrorKind::input,
          fmt::format("{} holds work of another job, of this job before it was changed, or of "
                      "another version; --fresh discards it",
                      folder_)};
}

void WorkFolder::save(UnitRange units, std::string_view text) {
  const auto file = new_file();
  SavedText{.plan_sha256 = plan_sha256_, .units = units, .text = std::string(text)}.write(*file);
  file->keep_as(fmt::format("{}/{}", folder_, name_of(kSaved, units, "")));
  if (last_save_ && last_save_->from == units.from && last_save_->to < units.to)
    remove_file(fmt::format("{}/{}", folder_, name_of(kSaved, *last_save_, "")));
  last_save_ = units;
}

void WorkFolder::take_up_saved() {
  std::vector<Saved> whole;
  std::vector<UnitRange> ranges;
  for (const UnitRange units : ranges_in(folder_, kSaved, "")) {
    auto saved = whole_save(fmt::format("{}/{}", folder_, name_of(kSaved, units, "")));
    if (!saved) continue;
    ranges.push_back(saved->units);
    whole.push_back(std::move(*saved));
  }
  for (const UnitRange units : most_units(std::move(ranges)))
    saved_.push_back(std::move(*std::ranges::find(whole, units, &Saved::units)));
}

std::optional<WorkFolder::Saved> WorkFolder::whole_save(const std::string& path) {
  std::optional<SavedText> saved;
  try {
    saved = SavedText::read(path, InputFile::Links::refuse);
  } catch (const Error& problem) {
    if (problem.kind() != ErrorKind::damage) throw;
    set_aside(path);
  }
  if (!saved) return std::nullopt;
  const UnitRange units = saved->units;
  if (saved->plan_sha256 != plan_sha256_ || units.from >= units.to ||
      fs::path(path).filename() != name_of(kSaved, units, ""))
    throw is_of_another_job();
  return Saved{.units = units, .text = std::move(saved->text)};
}

void WorkFolder::drop_damaged(UnitRange units) {
  set_aside(shard_path(units));
  std::erase(finished_, units);
}

void WorkFolder::set_aside(const std::string& path) {
  try {
    rename_durably(path, path + kDamaged);
  } catch (const Error&) {
    if (is_there(path)) throw;  // otherwise another worker was faster
  }
  damaged_.push_back(path);
}

WorkFolder::Leftovers WorkFolder::leftovers(const std::string& table_path) {
  if (!exists(table_path)) return {};
  const std::string folder = path_for(table_path);
  Leftovers left{.shards = shards_in(folder), .unfinished_bytes = 0};
  for (const std::string& name : names_in(folder, kTemporary))
    left.unfinished_bytes += size_of(fmt::format("{}/{}", folder, name));
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

std::shared_ptr<OutputFile> WorkFolder::new_file() const {
  return std::make_shared<OutputFile>(folder_, name_for(kTemporary, options_.worker), folder_);
}

void WorkFolder::keep_shard(OutputFile& file, UnitRange units) {
  file.keep_as(shard_path(units));
  const auto is_within = [&](UnitRange shard) {
    return units.from <= shard.from && shard.to <= units.to;
  };
  for (const UnitRange shard : finished_)
    if (is_within(shard) && shard != units) remove_file(shard_path(shard));
  std::erase_if(finished_, is_within);
  finished_.insert(std::upper_bound(finished_.begin(), finished_.end(), units), units);
}

void WorkFolder::keep_table(OutputFile& file, Shards shards) {
  file.keep_as(table_path_);
  remove_work(folder_, shards == Shards::keep ? finished_ : std::vector<UnitRange>());
}

// The table is complete, so failures here are ignored.
void WorkFolder::remove_leftovers(const std::string& table_path,
                                  std::span<const TableReader> shards, bool locks) {
  if (!exists(table_path)) return;
  const std::string folder = path_for(table_path);
  try {
    check_trusted(folder);
    std::optional<FolderLock> lock;
    if (locks) lock.emplace(fmt::format("{}/{}", folder, kLock), false);
    std::vector<UnitRange> kept;
    for (const TableReader& shard : shards) kept.push_back(shard.units());
    if (!lock || lock->is_held()) remove_work(folder, kept);
  } catch (const Error&) {
    return;
  }
}

bool WorkFolder::exists(const std::string& table_path) {
  std::error_code error;
  return fs::is_directory(path_for(table_path), error);
}

bool WorkFolder::replaces(const std::string& table_path) {
  return is_there(path_for(table_path) + "/" + kReplaces);
}

WorkFolder::Table WorkFolder::existing_table(const std::string& table_path,
                                             const std::string& job_sha256) {
  if (!InputFile::if_there(table_path)) return Table::none;
  try {
    const auto table = TableReader::complete(table_path);
    return table.header().job_sha256 == job_sha256 ? Table::of_this_job : Table::of_another_job;
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::io) throw;
    if (problem.kind() == ErrorKind::damage)
      throw Error(ErrorKind::damage,
                  fmt::format("{}; remove {}, and `run` computes what is missing", problem.what(),
                              table_path));
    return Table::of_another_job;  // whatever it is, it is not ours to replace
  }
}

}  // namespace nimsweep
