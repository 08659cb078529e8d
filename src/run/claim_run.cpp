#include "run/claim_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/cluster/shared_units.hpp"
#include "run/telling.hpp"

namespace nimsweep::run_detail {

namespace {

// The units of a share, one by one; the next can be looked at before it is taken.
class UnitQueue {
 public:
  UnitQueue(const WorkShare& share, std::uint64_t units, const std::vector<UnitRange>& finished)
      : units_(share, units, finished), next_(units_.next()) {}

  std::optional<std::uint64_t> next() const { return next_; }
  void take() { next_ = units_.next(); }

 private:
  UnitsToDo units_;
  std::optional<std::uint64_t> next_;
};

}  // namespace

ClaimRun::ClaimRun(const JobSpec& job, const std::vector<CheckGroup>& list,
                   const RunOptions& options, RunSink& sink, Communicator& communicator, int kind)
    : job_(job),
      sink_(sink),
      communicator_(communicator),
      kind_(kind),
      saves_(saves(job, options)),
      work_(job, list),
      verification_{
          .threads = options.threads,
          .counterexamples = saves_ ? ClaimWork::kSavedCounterexamples : options.counterexamples,
          .keeps_proofs = options.proofs.are_wanted(),
          .stop = options.stop},
      checker_(job, work_.checks(), verification_) {}

bool ClaimRun::saves(const JobSpec& job, const RunOptions& options) {
  return !job.claims_file().empty() && options.counterexamples <= ClaimWork::kSavedCounterexamples;
}

void ClaimRun::run(const WorkOptions& options, TakeAnswer take) {
  const bool has_others = communicator_.size() > 1;
  if (!saves_) return share_without_saving(take);
  if (has_others) share_and_save(options);
  do_together(communicator_, [&] {
    if (communicator_.rank() == 0) complete(options, take);
  });
}

void ClaimRun::run_share(const WorkShare& share, const WorkOptions& options) {
  const std::string file = job_.claims_file();
  if (SavedAnswers::in_file(file, work_, options)) return;
  SavedAnswers saved(file, work_, share, options);
  tell_damage(saved.damaged(), sink_);
  find_and_save(share, saved);
  saved.end();
}

// A process that is alone takes each answer at once.
void ClaimRun::share_without_saving(TakeAnswer take) {
  if (communicator_.size() == 1) {
    if (!find(WorkShare::everything(), {}, take)) throw interrupted();
    return;
  }
  const auto do_share = [&](const WorkShare& share, FoundCallback tell) {
    const bool ended = find(share, {}, [&](std::uint64_t unit, const ClaimAnswer& answer) {
      if (!std::holds_alternative<std::monostate>(answer)) tell(unit, ClaimWork::to_text(answer));
    });
    if (!ended) throw interrupted();
  };
  share_units(communicator_, kind_,
              {.count = work_.units(),
               .large_work = [&](std::uint64_t unit) { return work_.large_work(unit); },
               .continues = [&](std::uint64_t unit) { return work_.continues(unit); },
               .do_share = do_share,
               .take = [&](std::uint64_t unit,
                           std::string_view text) { take(unit, work_.from_text(unit, text)); }});
}

// Every process saves what it finds; then rank 0 completes the file, as if others had done parts.
void ClaimRun::share_and_save(const WorkOptions& options) {
  std::optional<SavedAnswers> saved;
  bool is_complete = false;
  do_together(communicator_, [&] {
    const std::string file = job_.claims_file();
    is_complete = SavedAnswers::in_file(file, work_, options).has_value();
    if (!is_complete)
      saved.emplace(file, work_, communicator_.share(kind_, Handout::in_ranges), options);
    if (saved) tell_damage(saved->damaged(), sink_);
  });
  if (communicator_.largest(is_complete ? 1 : 0) != 0) return;
  share_units(
      communicator_, kind_,
      {.count = work_.units(),
       .large_work = [&](std::uint64_t unit) { return work_.large_work(unit); },
       .continues = [&](std::uint64_t unit) { return work_.continues(unit); },
       .do_share = [&](const WorkShare& share, FoundCallback) { find_and_save(share, *saved); },
       .take = [](std::uint64_t, std::string_view) {}});
  do_together(communicator_, [&] {
    saved->end();
    saved.reset();  // rank 0 must be alone there
  });
}

void ClaimRun::complete(const WorkOptions& options, TakeAnswer take) {
  const std::string file = job_.claims_file();
  std::string all;
  const auto take_text = [&](std::uint64_t unit, std::string_view text) {
    take(unit, work_.from_text(unit, text));
  };
  if (const auto answers = SavedAnswers::in_file(file, work_, options))
    return unpack_answers({0, work_.units()}, *answers, take_text);
  SavedAnswers saved(file, work_, WorkShare::everything(), options);
  tell_damage(saved.damaged(), sink_);
  const auto take_saved = [&](std::uint64_t unit, std::string_view text) {
    pack_answer(all, text);
    take_text(unit, text);
  };
  const bool ended = find(WorkShare::everything(), saved.finished(),
                          [&](std::uint64_t unit, const ClaimAnswer& answer) {
                            saved.take_before(unit, take_saved);
                            const std::string text = ClaimWork::to_text(answer);
                            saved.add(unit, text);
                            pack_answer(all, text);
                            take(unit, answer);
                          });
  if (!ended) {
    saved.end();
    throw interrupted();
  }
  saved.take_before(work_.units(), take_saved);
  saved.complete(std::move(all));
}

void ClaimRun::find_and_save(const WorkShare& share, SavedAnswers& saved) {
  const bool ended =
      find(share, saved.finished(), [&](std::uint64_t unit, const ClaimAnswer& answer) {
        saved.add(unit, ClaimWork::to_text(answer));
      });
  if (ended) return;
  saved.end();
  throw interrupted();
}

bool ClaimRun::find(const WorkShare& share, const std::vector<UnitRange>& finished,
                    TakeAnswer found) {
  UnitQueue units(share, work_.units(), finished);
  while (const auto unit = units.next()) {
    if (verification_.stop) return false;
    if (const MineSpec* spec = work_.mine_of(*unit)) {
      auto result = mined(*spec);
      if (!result) return false;
      found(*unit, std::move(*result));
      units.take();
    } else if (const ValueSpec* row = work_.row_of(*unit)) {
      found(*unit, check_row(job_, *row));
      units.take();
    } else {
      const auto next_check = [&] {
        const auto check = units.next() ? work_.check_of(*units.next()) : std::nullopt;
        if (check) units.take();
        return check;
      };
      if (!find_checks(next_check, found)) return false;
    }
  }
  return true;
}

bool ClaimRun::find_checks(FunctionRef<std::optional<std::uint64_t>()> next_number,
                           TakeAnswer found) {
  const bool ended = checker_.run(
      next_number,
      [&](std::uint64_t number, const Check* check) {
        found(work_.unit_of_check(number), check != nullptr ? ClaimAnswer(*check) : ClaimAnswer());
        if (check != nullptr) tell_progress(number);
      },
      [&](const Check& check, std::uint64_t pairs_done, std::uint64_t pairs) {
        const std::string what =
            fmt::format("checking {}, {} players, {} piles:", check.claim->name, check.players(),
                        check.piles);  // listed: others have no parts
        sink_.progress({.what = what, .unit = "pairs", .done = pairs_done, .total = pairs});
      });
  sink_.step_ended();
  return ended;
}

std::optional<MineResult> ClaimRun::mined(const MineSpec& spec) {
  is_mining_ = true;
  auto result = mine(spec.task, [&](std::uint64_t settled, std::uint64_t cases) {
    if (settled > 0)
      sink_.progress({.what = "mining", .unit = "cases", .done = settled, .total = cases});
    return !verification_.stop;
  });
  sink_.step_ended();
  if (result) is_mining_ = false;
  return result;
}

// Nearly all checks before this one are made.
void ClaimRun::tell_progress(std::uint64_t number) {
  sink_.progress(
      {.what = "checking", .unit = "matrices", .done = number + 1, .total = work_.checks().size()});
}

Error ClaimRun::interrupted() const {
  if (!saves_)
    return {ErrorKind::interrupted,
            is_mining_ ? "interrupted while mining" : "interrupted while checking claims"};
  return interrupted_at(job_.claims_file());
}

}  // namespace nimsweep::run_detail
