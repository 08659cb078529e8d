#include "nimsweep/store/work_status.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/store/saved_text.hpp"
#include "nimsweep/store/work_folder.hpp"
#include "store/folder_lock.hpp"
#include "store/work_names.hpp"

namespace nimsweep {

using namespace store_detail;

namespace {

constexpr int kMostLooks = 10;

std::optional<WorkStatus::Time> changed_at(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) return std::nullopt;
  return WorkStatus::Time(std::chrono::seconds(status.st_mtim.tv_sec)) +
         std::chrono::duration_cast<WorkStatus::Time::duration>(
             std::chrono::nanoseconds(status.st_mtim.tv_nsec));
}

std::optional<UnitRange> units_of(const std::string& name) {
  const auto shard = units_in(name, kShard, kShardSuffix);
  return shard ? shard : units_in(name, kSaved, "");
}

bool contains(UnitRange range, UnitRange units) {
  return range.from <= units.from && units.to <= range.to;
}

// One look at a folder. A save is replaced by a longer one, so a look may read neither; what an
// earlier look has seen is finished, too, and what has vanished while a longer one came.
class Look {
 public:
  Look(std::string folder, const std::string& plan_sha256, std::vector<UnitRange>& seen,
       WorkStatus& status)
      : folder_(std::move(folder)), plan_sha256_(plan_sha256), seen_(seen), status_(status) {}

  // False if files have come or gone meanwhile.
  bool look() {
    const auto before = names();
    for (const std::string& name : before) look_at(name);
    const auto after = names();
    take_replaced(after);
    std::ranges::sort(seen_);
    seen_.erase(std::unique(seen_.begin(), seen_.end()), seen_.end());
    status_.finished = most_units(seen_);
    std::erase_if(set_aside_, [&](const auto& file) { return is_finished(file.first); });
    for (auto& [units, path] : set_aside_) status_.damaged.push_back(std::move(path));
    estimate();
    return after == before;
  }

 private:
  // Files for unfinished work come and go all the time.
  std::vector<std::string> names() const {
    std::error_code error;
    if (!std::filesystem::is_directory(folder_, error)) return {};
    try {
      auto names = names_in_folder(folder_);
      std::erase_if(names, [](const std::string& name) { return name.starts_with(kTemporary); });
      return names;
    } catch (const Error&) {
      if (std::filesystem::is_directory(folder_, error)) throw;
      return {};  // it has just been removed
    }
  }

  void look_at(const std::string& name) {
    const std::string path = fmt::format("{}/{}", folder_, name);
    if (const auto shard = units_in(name, kShard, kShardSuffix)) {
      look_at_units(*shard, path, [&] {
        const TableReader reader(path);
        return std::pair(reader.header().plan_sha256, reader.units());
      });
    } else if (const auto save = units_in(name, kSaved, "")) {
      look_at_units(*save, path, [&] {
        const auto saved = SavedText::read(path, InputFile::Links::refuse).value_or(SavedText{});
        return std::pair(saved.plan_sha256, saved.units);
      });
    } else if (name.starts_with(kParts)) {
      status_.parts = static_cast<std::uint64_t>(
          parse_number(name.substr(kParts.size()), ~std::uint32_t{0}).value_or(0));
    } else if (name == kLock || name.starts_with(fmt::format("{}-", kLock))) {
      look_at_lock(name, path);
    } else if (name.ends_with(kDamaged)) {
      const std::string before = name.substr(0, name.size() - kDamaged.size());
      if (const auto units = units_of(before)) set_aside_.emplace_back(*units, path);
    }
  }

  // Is a file what its name says? It may vanish at any moment.
  template <class Read>
  void look_at_units(UnitRange units, const std::string& path, Read read) {
    const auto written = changed_at(path);
    try {
      const auto [plan_sha256, found] = read();
      if (!changed_at(path)) return vanished_.push_back(units);
      if (plan_sha256 != plan_sha256_ || found != units || units.from >= units.to ||
          units.to > status_.units) {
        status_.is_of_another_job = true;
        return;
      }
      seen_.push_back(units);
      if (written) written_.emplace_back(*written, units);
    } catch (const Error& problem) {
      if (!changed_at(path)) return vanished_.push_back(units);
      if (problem.kind() == ErrorKind::io) throw;
      status_.damaged.push_back(path);
    }
  }

  void take_replaced(const std::vector<std::string>& after) {
    for (const UnitRange units : vanished_)
      if (std::ranges::any_of(after, [&](const std::string& name) {
            const auto range = units_of(name);
            return range && contains(*range, units);
          }))
        seen_.push_back(units);
  }

  // The lock that workers with names share says nothing about any of them.
  void look_at_lock(const std::string& name, const std::string& path) {
    const LockOwner owner = owner_of_lock(path);
    if (owner.process == 0) return;
    WorkStatus::Worker worker{.name = name == kLock ? "" : name.substr(kLock.size() + 1),
                              .host = owner.host,
                              .process = owner.process,
                              .since = changed_at(path).value_or(WorkStatus::Time()),
                              .is_at_work = owner.is_held};
    status_.workers.push_back(std::move(worker));
  }

  bool is_finished(UnitRange units) const {
    return std::ranges::any_of(status_.finished,
                               [&](UnitRange range) { return contains(range, units); });
  }

  // From what those at work have saved since they began.
  void estimate() {
    std::optional<WorkStatus::Time> since;
    for (const WorkStatus::Worker& worker : status_.workers)
      if (worker.is_at_work.value_or(false))
        since = since ? std::min(*since, worker.since) : worker.since;
    if (!since) return;
    std::uint64_t saved = 0;
    for (const auto& [time, units] : written_)
      if (time >= *since) saved += units.to - units.from;
    if (saved == 0) return;
    const double seconds =
        std::chrono::duration<double>(std::chrono::system_clock::now() - *since).count();
    status_.seconds_left = std::max(0.0, seconds) *
                           static_cast<double>(status_.units - status_.done()) /
                           static_cast<double>(saved);
  }

  std::string folder_;
  const std::string& plan_sha256_;
  std::vector<UnitRange>& seen_;  // whole, by this look or an earlier one
  WorkStatus& status_;
  std::vector<UnitRange> vanished_;
  std::vector<std::pair<WorkStatus::Time, UnitRange>> written_;
  std::vector<std::pair<UnitRange, std::string>> set_aside_;
};

}  // namespace

std::uint64_t WorkStatus::done() const {
  std::uint64_t done = 0;
  for (const UnitRange range : finished) done += range.to - range.from;
  return done;
}

// The folder first: if the file is completed meanwhile, its folder is already gone.
WorkStatus look_at_work(const std::string& file, const std::string& plan_sha256,
                        std::uint64_t units, FunctionRef<FileState()> file_state) {
  WorkStatus status;
  std::vector<UnitRange> seen;
  bool was_replaced = false;
  for (int looks = 0; looks < kMostLooks; ++looks) {
    status = {.file = file, .units = units};
    const bool is_replaced = WorkFolder::replaces(file);
    if (is_replaced && !was_replaced) seen.clear();  // somebody has started over
    was_replaced = is_replaced;
    const bool is_same = Look(WorkFolder::path_for(file), plan_sha256, seen, status).look();
    const FileState state = is_replaced ? FileState::none : file_state();
    if (state == FileState::complete) {
      status.is_complete = true;
      status.is_of_another_job = false;
      status.finished = {{0, units}};
      status.damaged.clear();
      status.workers.clear();
      status.seconds_left.reset();
      return status;
    }
    if (state == FileState::of_another_job) status.is_of_another_job = true;
    if (state == FileState::damaged) status.damaged.push_back(file);
    if (is_same) return status;
  }
  return status;
}

}  // namespace nimsweep
