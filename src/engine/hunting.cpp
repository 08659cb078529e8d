#include "nimsweep/engine/hunting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "engine/concurrency.hpp"
#include "engine/header_of.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/store/hunt_file.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

namespace {

using Clock = std::chrono::steady_clock;

struct Stopped {};  // thrown out of a walk

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// A unit of work, and what its hunts found in it.
struct UnderWay {
  std::size_t group = 0;
  std::uint64_t unit = 0;  // of the group's walk
  bool is_complete = false;
  std::vector<HuntResult> found = {};  // by place in the group
};

class Hunting {
 public:
  Hunting(const JobSpec& job, const HuntList& list, const HuntingOptions& options,
          HuntingCallback callback, WorkFolder* folder)
      : job_(job), list_(list), options_(options), callback_(callback), folder_(folder) {
    for (const HuntGroup& group : list.groups) {
      auto& checks = checks_.emplace_back();
      for (const std::size_t k : group.hunts) {
        checks.emplace_back(job.hunts[k].hunt, group.players);
        results_.emplace_back();
      }
      progress_.matrices += group.matrices;
    }
    if (folder_ != nullptr && !folder_->saved().empty()) resume(folder_->saved());
  }

  // Whether all is done.
  bool run() {
    progress_.matrices_resumed = progress_.matrices_done = matrices_done();
    saved_ = Clock::now();
    std::size_t group = 0;
    std::uint64_t unit = done_;  // of the group
    const auto next = [&]() -> std::optional<UnderWay> {
      while (group < list_.groups.size() && unit >= list_.groups[group].walk->units())
        unit -= list_.groups[group++].walk->units();
      if (group == list_.groups.size() || options_.stop) return std::nullopt;
      return UnderWay{.group = group, .unit = unit++};
    };
    const auto work = [&](UnderWay& of) { walk(of); };
    const auto finish = [&](UnderWay& of) {
      if (of.is_complete) take(of);
    };
    const int threads = thread_count(options_.threads);
    with_threads(threads, [&] { run_in_order<UnderWay>(threads, next, work, finish); });
    const bool is_done = done_ == list_.units;
    if (!is_done && folder_ != nullptr) folder_->save(to_text());
    return is_done;
  }

  std::vector<StoredHunt> answers() && {
    std::vector<StoredHunt> answers;
    auto result = results_.begin();
    for (const HuntGroup& group : list_.groups)
      for (const std::size_t k : group.hunts)
        answers.push_back({.hunt = k,
                           .name = job_.hunts[k].hunt.name,
                           .players = group.players,
                           .matrices = group.matrices,
                           .has_behaviours = job_.hunts[k].hunt.behaviours,
                           .result = std::move(*result++)});
    std::ranges::sort(answers, {}, [](const StoredHunt& answer) {
      return std::pair(answer.players, answer.hunt);
    });
    return answers;
  }

 private:
  void walk(UnderWay& of) const {
    const SpaceWalk& walk = *list_.groups[of.group].walk;
    const auto& checks = checks_[of.group];
    of.found.resize(checks.size());
    try {
      walk.walk(of.unit, [&](const Piece& piece) {
        if (options_.stop.load(std::memory_order_relaxed)) throw Stopped();
        for (std::size_t k = 0; k < checks.size(); ++k)
          checks[k].take(piece, walk.has_all(), of.found[k]);
      });
      of.is_complete = true;
    } catch (const Stopped&) {
      of.found.clear();
    }
  }

  // Units come in order; after one that was stopped there is no other.
  void take(const UnderWay& of) {
    const std::size_t first = first_result(of.group);
    for (std::size_t k = 0; k < of.found.size(); ++k)
      results_[first + k].merge(of.found[k], job_.hunts[list_.groups[of.group].hunts[k]].hunt);
    ++done_;
    progress_.matrices_done = matrices_done();
    callback_(progress_);
    if (folder_ == nullptr || seconds_since(saved_) < options_.checkpoint_seconds) return;
    folder_->save(to_text());
    saved_ = Clock::now();
  }

  std::size_t first_result(std::size_t group) const {
    std::size_t first = 0;
    for (std::size_t k = 0; k < group; ++k) first += list_.groups[k].hunts.size();
    return first;
  }

  std::uint64_t matrices_done() const {
    Shares shares = 0;
    for (std::size_t k = 0; k < list_.groups.size(); ++k)
      shares += results_[first_result(k)].total / kOne;
    return shares;
  }

  // The number of units that are done, and a line for each result.
  std::string to_text() const {
    std::string text = fmt::format("{}\n", done_);
    for (const HuntResult& result : results_) text += result.to_text() + "\n";
    return text;
  }

  void resume(const std::string& text) {
    const auto lines = split(text, '\n');
    const auto done = parse_number(lines[0], list_.units);
    if (!done || lines.size() != results_.size() + 2)
      throw Error(ErrorKind::input, "the work in progress is no hunt's; --fresh discards it");
    done_ = static_cast<std::uint64_t>(*done);
    for (std::size_t k = 0; k < results_.size(); ++k)
      results_[k] = HuntResult::from_text(lines[k + 1]);
  }

  const JobSpec& job_;
  const HuntList& list_;
  const HuntingOptions& options_;
  HuntingCallback callback_;
  WorkFolder* folder_;
  std::vector<std::vector<HuntCheck>> checks_;  // by group and place in it
  std::vector<HuntResult> results_;             // one after the other
  std::uint64_t done_ = 0;                      // units, of all groups
  HuntingProgress progress_;
  Clock::time_point saved_;
};

// The results, if they are all there.
std::optional<std::vector<StoredHunt>> answers_in(const JobSpec& job) {
  const std::string& path = job.result_file;
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return std::nullopt;
  const Error another(ErrorKind::input,
                      fmt::format("{} is there already and does not hold this job's hunts; "
                                  "--fresh replaces it",
                                  path));
  if (!HuntFile::is_one(path)) throw another;
  HuntFile file = HuntFile::read(path);
  if (file.header.job_sha256 != job.sha256) throw another;
  return std::move(file.hunts);
}

}  // namespace

HuntingResult run_hunts(const JobSpec& job, const HuntList& list, const HuntingOptions& options,
                        HuntingCallback callback) {
  const std::string& path = job.result_file;
  std::optional<WorkFolder> folder;
  if (!path.empty()) {
    if (!options.fresh && !WorkFolder::replaces(path))
      if (auto answers = answers_in(job)) {
        WorkFolder::remove_leftovers(path);
        return {.complete = true, .was_there = true, .answers = std::move(*answers)};
      }
    folder.emplace(path, list.sha256, options.fresh);
  }
  Hunting hunting(job, list, options, callback, folder ? &*folder : nullptr);
  if (!hunting.run()) return {};
  HuntingResult result{
      .complete = true, .was_there = false, .answers = std::move(hunting).answers()};
  if (folder) {
    const HuntFile file{.header = header_of(job, list.sha256, list.units), .hunts = result.answers};
    file.write(folder->temporary_path());
    folder->keep_table();
  }
  return result;
}

double estimate_hunting(const HuntList& list, int threads) {
  constexpr int kTrials = 4;
  constexpr double kSecondsOfTrial = 0.1;
  double seconds = 0;
  for (const HuntGroup& group : list.groups) {
    Shares shares = 0;
    double spent = 0;
    for (std::uint64_t trial = 0; trial < kTrials; ++trial) {
      const auto begun = Clock::now();
      std::uint64_t pieces = 0;
      try {
        group.walk->walk(group.walk->units() * trial / kTrials, [&](const Piece& piece) {
          shares += piece.shares;
          if (++pieces % 64 == 0 && seconds_since(begun) > kSecondsOfTrial) throw Stopped();
        });
      } catch (const Stopped&) {  // that is enough
      }
      spent += seconds_since(begun);
    }
    if (shares > 0)
      seconds += spent * static_cast<double>(group.matrices) /
                 (static_cast<double>(shares) / static_cast<double>(kOne));
  }
  return seconds / thread_count(threads);
}

}  // namespace nimsweep
