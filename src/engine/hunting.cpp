#include "nimsweep/engine/hunting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "engine/concurrency.hpp"
#include "engine/header_of.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/engine/stopwatch.hpp"
#include "nimsweep/store/hunt_file.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

using namespace engine_detail;

namespace {

constexpr std::string_view kForeignHunts =
    "the work in progress is not of these hunts; --fresh discards it";

struct Stopped {};  // thrown out of a walk

// What the hunts of all groups found, one after the other.
using Results = std::vector<HuntResult>;

// A unit of work, and what its hunts found in it.
struct HuntUnit {
  std::uint64_t unit = 0;  // of all groups together
  bool is_complete = false;
  Results found = {};  // by place in the group
};

class Hunting {
 public:
  Hunting(const JobSpec& job, const HuntList& list, const WorkOptions& options,
          HuntingCallback callback, WorkFolder* folder)
      : job_(job), list_(list), options_(options), callback_(callback), folder_(folder) {
    for (const HuntGroup& group : list.groups) {
      for (const std::size_t k : group.hunts) hunts_.push_back(&job.hunts[k].hunt);
      progress_.matrices += group.matrices;
    }
    results_.resize(hunts_.size());
    if (folder_ == nullptr) return;
    for (const WorkFolder::Saved& saved : folder_->saved()) {
      if (saved.units.to > list.units) throw Error(ErrorKind::input, std::string(kForeignHunts));
      merge_into(results_, read(saved.text));
      finished_.push_back(saved.units);
    }
  }

  void hunt(const WorkShare& share) {
    progress_.matrices_resumed = progress_.matrices_done = matrices_in(results_);
    since_save_.restart();
    UnitsToDo units(share, list_.units, finished_);
    const auto next = [&]() -> std::optional<HuntUnit> {
      if (options_.stop) return std::nullopt;
      const auto unit = units.next();
      return unit ? std::optional(HuntUnit{.unit = *unit}) : std::nullopt;
    };
    const auto work = [&](HuntUnit& item) { walk(item); };
    const auto finish = [&](const HuntUnit& item) {
      if (item.is_complete) take(item);
    };
    const int threads = thread_count(options_.threads);
    with_threads(threads, [&] { run_in_order<HuntUnit>(threads, next, work, finish); });
    end_run();
  }

  std::vector<UnitRange> missing() const {
    auto finished = finished_;
    std::ranges::sort(finished);
    return missing_units(list_.units, finished);
  }

  std::vector<StoredHunt> answers() && {
    std::vector<StoredHunt> answers;
    auto result = results_.begin();
    for (const HuntGroup& group : list_.groups)
      for (const std::size_t k : group.hunts) {
        result->finish(job_.hunts[k].hunt);
        answers.push_back({.hunt = k,
                           .name = job_.hunts[k].hunt.name,
                           .game = job_.game,
                           .players = group.players,
                           .places = group.places,
                           .max_piles = group.max_piles,
                           .passes = job_.passes,
                           .matrices = group.matrices,
                           .has_behaviours = job_.hunts[k].hunt.behaviours,
                           .shows_orbits = job_.walks_all_matrices() &&
                                           job_.hunts[k].hunt.is_same_for_rotations(),
                           .facts = job_.hunts[k].hunt.where ? job_.hunts[k].hunt.where->facts()
                                                             : std::vector<std::string>(),
                           .result = std::move(*result++)});
      }
    std::ranges::sort(answers, {}, [](const StoredHunt& answer) {
      return std::tuple(answer.players, answer.places, answer.hunt, answer.max_piles);
    });
    return answers;
  }

 private:
  // The group that a unit is of, and its number there.
  std::pair<std::size_t, std::uint64_t> place_of(std::uint64_t unit) const {
    std::size_t group = 0;
    while (unit >= list_.groups[group].walk->units()) unit -= list_.groups[group++].walk->units();
    return {group, unit};
  }

  void walk(HuntUnit& item) const {
    const auto [group, unit] = place_of(item.unit);
    const SpaceWalk& walk = *list_.groups[group].walk;
    const auto& checks = list_.groups[group].checks;
    item.found.resize(checks.size());
    try {
      const auto is_stopped = [&] { return options_.stop.load(std::memory_order_relaxed); };
      const auto visit = [&, group = group](const Piece& piece) {
        if (is_stopped()) throw Stopped();
        for (std::size_t k = 0; k < checks.size(); ++k) {
          try {
            checks[k].take(piece, walk.has_all(), item.found[k]);
          } catch (const Error& error) {
            const HuntSpec& spec = job_.hunts[list_.groups[group].hunts[k]];
            throw job_.error_at(
                spec.place, fmt::format("hunt {}: {}", in_quotes(spec.hunt.name), error.what()));
          }
        }
      };
      walk.walk(unit, visit, is_stopped);
      for (std::size_t k = 0; k < checks.size(); ++k)
        item.found[k].tidy(*hunts_[first_result(group) + k]);
      item.is_complete = true;
    } catch (const Stopped&) {
      item.found.clear();
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::interrupted) throw;
      item.found.clear();
    }
  }

  // Units come in order, but finished and stopped ones are left out. What lies between these is
  // a run of units, and each run is saved by itself.
  void take(const HuntUnit& item) {
    if (run_.to != item.unit) end_run();
    if (run_.from == run_.to) {
      run_ = {item.unit, item.unit};
      found_.assign(hunts_.size(), {});
    }
    const std::size_t first = first_result(place_of(item.unit).first);
    for (std::size_t k = 0; k < item.found.size(); ++k)
      found_[first + k].merge(item.found[k], *hunts_[first + k]);
    ++run_.to;
    progress_.matrices_done = matrices_in(results_) + matrices_in(found_);
    callback_(progress_);
    if (since_save_.seconds() >= options_.checkpoint_seconds) save();
  }

  void save() {
    if (folder_ != nullptr) folder_->save(run_, to_text(found_));
    since_save_.restart();
  }

  void end_run() {
    if (run_.from == run_.to) return;
    save();
    merge_into(results_, found_);
    finished_.push_back(run_);
    run_ = {};
    found_.clear();
  }

  void merge_into(Results& results, const Results& others) const {
    for (std::size_t k = 0; k < results.size(); ++k) results[k].merge(others[k], *hunts_[k]);
  }

  std::size_t first_result(std::size_t group) const {
    std::size_t first = 0;
    for (std::size_t k = 0; k < group; ++k) first += list_.groups[k].hunts.size();
    return first;
  }

  std::uint64_t matrices_in(const Results& results) const {
    std::uint64_t matrices = 0;
    for (std::size_t k = 0; k < list_.groups.size() && !results.empty(); ++k)
      matrices += results[first_result(k)].total / kWholeShare;
    return matrices;
  }

  std::string to_text(const Results& results) const {
    FieldWriter fields;
    for (const HuntResult& result : results) result.write(fields);
    return std::move(fields).take();
  }

  Results read(const std::string& text) const {
    FieldReader fields(text, ErrorKind::input, kForeignHunts);
    Results results;
    for (std::size_t k = 0; k < hunts_.size(); ++k) results.push_back(HuntResult::read(fields));
    fields.check_end();
    return results;
  }

  const JobSpec& job_;
  const HuntList& list_;
  const WorkOptions& options_;
  HuntingCallback callback_;
  WorkFolder* folder_;
  std::vector<const Hunt*> hunts_;  // one after the other
  Results results_;                 // of what is finished, except the current run
  std::vector<UnitRange> finished_;
  UnitRange run_;  // units done one after the other
  Results found_;  // in these
  HuntingProgress progress_;
  Stopwatch since_save_;
};

// The results, if they are all there.
std::optional<std::vector<StoredHunt>> answers_in(const JobSpec& job) {
  const std::string& path = job.result_file;
  if (!InputFile::if_there(path)) return std::nullopt;
  const Error another(ErrorKind::input,
                      fmt::format("{} exists and does not hold this job's hunts; --fresh replaces "
                                  "it",
                                  path));
  HuntFile file;
  try {
    file = HuntFile::read(path);
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::input) throw another;
    throw;
  }
  if (file.header.job_sha256 != job.sha256) throw another;
  return std::move(file.hunts);
}

std::optional<HuntingResult> was_there(const JobSpec& job, const WorkOptions& options) {
  const std::string& path = job.result_file;
  if (path.empty() || options.fresh || WorkFolder::replaces(path)) return std::nullopt;
  auto answers = answers_in(job);
  if (!answers) return std::nullopt;
  WorkFolder::remove_leftovers(path, {}, options.locks);
  return HuntingResult{.complete = true, .was_there = true, .answers = std::move(*answers)};
}

HuntingResult write_answers(const JobSpec& job, const HuntList& list, Hunting hunting,
                            WorkFolder& folder) {
  HuntingResult result{
      .complete = true, .damaged = folder.damaged(), .answers = std::move(hunting).answers()};
  const HuntFile file{.header = header_of(job, list.sha256, list.units), .hunts = result.answers};
  const auto output = folder.new_file();
  file.write(output);
  folder.keep_table(*output, WorkFolder::Shards::drop);
  return result;
}

}  // namespace

HuntingResult hunt_share(const JobSpec& job, const HuntList& list, const WorkShare& share,
                         const WorkOptions& options, HuntingCallback callback) {
  if (auto result = was_there(job, options)) return std::move(*result);
  WorkFolder folder(job.result_file, list.sha256,
                    {.fresh = options.fresh,
                     .worker = share.worker,
                     .parts = share.parts,
                     .locks = options.locks});
  Hunting(job, list, options, callback, &folder).hunt(share);
  return {.stopped = options.stop, .damaged = folder.damaged()};
}

HuntingResult merge_hunts(const JobSpec& job, const HuntList& list, const WorkOptions& options) {
  if (auto result = was_there(job, options)) return std::move(*result);
  if (!WorkFolder::exists(job.result_file)) return {.missing = {{0, list.units}}};
  WorkFolder folder(job.result_file, list.sha256, {.fresh = options.fresh, .locks = options.locks});
  Hunting hunting(
      job, list, options, [](const HuntingProgress&) {}, &folder);
  if (auto missing = hunting.missing(); !missing.empty())
    return {.missing = std::move(missing), .damaged = folder.damaged()};
  return write_answers(job, list, std::move(hunting), folder);
}

HuntingResult run_hunts(const JobSpec& job, const HuntList& list, const WorkOptions& options,
                        HuntingCallback callback) {
  if (auto result = was_there(job, options)) return std::move(*result);
  std::optional<WorkFolder> folder;
  if (!job.result_file.empty())
    folder.emplace(job.result_file, list.sha256,
                   WorkFolder::Options{.fresh = options.fresh, .locks = options.locks});
  Hunting hunting(job, list, options, callback, folder ? &*folder : nullptr);
  hunting.hunt(WorkShare::everything());
  if (auto missing = hunting.missing(); !missing.empty())
    return {.stopped = true,
            .missing = std::move(missing),
            .damaged = folder ? folder->damaged() : std::vector<std::string>{}};
  if (!folder) return {.complete = true, .answers = std::move(hunting).answers()};
  return write_answers(job, list, std::move(hunting), *folder);
}

namespace {

// Some pieces of a walk, at the beginnings of units here and there.
struct Trial {
  Shares shares = 0;
  double pieces = 0;
  double seconds = 0;

  explicit Trial(const HuntGroup& group) {
    constexpr int kUnits = 4;
    constexpr double kMostSeconds = 0.1;
    for (std::uint64_t k = 0; k < kUnits; ++k) {
      const Stopwatch watch;
      Results found(group.checks.size());
      try {
        group.walk->walk(group.walk->units() * k / kUnits, [&](const Piece& piece) {
          for (std::size_t check = 0; check < group.checks.size(); ++check)
            group.checks[check].take(piece, group.walk->has_all(), found[check]);
          shares += piece.shares;
          ++pieces;
          if (watch.seconds() > kMostSeconds) throw Stopped();
        });
      } catch (const Stopped&) {  // that is enough
      }
      seconds += watch.seconds();
    }
  }
};

std::optional<double> guess_pieces(const SpaceWalk& walk) {
  constexpr double kMostSeconds = 0.3;
  const Stopwatch watch;
  double sum = 0;
  std::uint64_t guesses = 0;
  do {
    const auto guess = walk.guess_pieces(guesses++);
    if (!guess) return std::nullopt;
    sum += *guess;
  } while (watch.seconds() < kMostSeconds);
  return sum / static_cast<double>(guesses);
}

}  // namespace

// The first pieces of a unit stand for more matrices than others, so where the number of pieces can
// be guessed, time goes by them.
double estimate_hunting(const HuntList& list, int threads) {
  double seconds = 0;
  for (const HuntGroup& group : list.groups) {
    const Trial trial(group);
    if (trial.pieces == 0) continue;
    if (const auto pieces = guess_pieces(*group.walk))
      seconds += trial.seconds * *pieces / trial.pieces;
    else
      seconds += trial.seconds * static_cast<double>(group.matrices) /
                 (static_cast<double>(trial.shares) / static_cast<double>(kWholeShare));
  }
  return seconds / thread_count(threads);
}

}  // namespace nimsweep
