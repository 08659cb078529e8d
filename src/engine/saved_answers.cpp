#include "nimsweep/engine/saved_answers.hpp"

#include <fmt/format.h>

#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/fields.hpp"
#include "nimsweep/store/saved_text.hpp"

namespace nimsweep {

namespace {

// A longer run of answers goes on in another save, because a save is written as a whole.
constexpr std::size_t kLongestRun = 1 << 18;

constexpr std::string_view kForeignAnswers =
    "the saved verdicts are not of these claims; --fresh discards them";

}  // namespace

void pack_answer(std::string& answers, std::string_view answer) {
  FieldWriter fields;
  fields.text(answer);
  answers += std::move(fields).take();
}

void unpack_answers(UnitRange units, std::string_view answers, AnswerCallback take) {
  FieldReader fields(answers, ErrorKind::input, kForeignAnswers);
  for (std::uint64_t unit = units.from; unit < units.to; ++unit) take(unit, fields.text());
  fields.check_end();
}

SavedAnswers::SavedAnswers(const std::string& file, const ClaimWork& work, const WorkShare& share,
                           const WorkOptions& options)
    : work_(work),
      checkpoint_seconds_(options.checkpoint_seconds),
      folder_(file, work.sha256(),
              {.fresh = options.fresh,
               .worker = share.worker,
               .parts = share.parts,
               .locks = options.locks}) {
  for (const WorkFolder::Saved& saved : folder_.saved()) {
    if (saved.units.to > work.units()) throw Error(ErrorKind::input, std::string(kForeignAnswers));
    finished_.push_back(saved.units);
  }
}

void SavedAnswers::add(std::uint64_t unit, std::string_view answer) {
  if (run_.to != unit || answers_.size() > kLongestRun) end_run();
  if (run_.from == run_.to) run_ = {unit, unit};
  pack_answer(answers_, answer);
  ++run_.to;
  if (since_save_.seconds() >= checkpoint_seconds_) save();
}

void SavedAnswers::end() {
  end_run();
}

void SavedAnswers::save() {
  folder_.save(run_, answers_);
  since_save_.restart();
}

void SavedAnswers::end_run() {
  if (run_.from == run_.to) return;
  save();
  run_ = {};
  answers_.clear();
}

void SavedAnswers::take_before(std::uint64_t unit, AnswerCallback take) {
  const auto& saves = folder_.saved();
  for (; taken_ < saves.size() && saves[taken_].units.from < unit; ++taken_)
    unpack_answers(saves[taken_].units, saves[taken_].text, take);
}

void SavedAnswers::complete(std::string answers) {
  const auto output = folder_.new_file();
  SavedText{.plan_sha256 = work_.sha256(), .units = {0, work_.units()}, .text = std::move(answers)}
      .write(*output);
  folder_.keep_table(*output, WorkFolder::Shards::drop);
}

std::optional<std::string> SavedAnswers::in_file(const std::string& file, const ClaimWork& work,
                                                 const WorkOptions& options) {
  if (options.fresh || WorkFolder::replaces(file)) return std::nullopt;
  const auto another = [&] {
    return Error(ErrorKind::input, fmt::format("{} exists and does not hold this job's verdicts; "
                                               "--fresh replaces it",
                                               file));
  };
  std::optional<SavedText> saved;
  try {
    saved = SavedText::read(file, InputFile::Links::follow);
  } catch (const Error& problem) {
    if (problem.kind() == ErrorKind::input) throw another();
    if (problem.kind() == ErrorKind::damage)
      throw Error(ErrorKind::damage,
                  fmt::format("{}, or was not written by nimsweep; remove it, and `run` checks the "
                              "claims again",
                              problem.what()));
    throw;
  }
  if (!saved) return std::nullopt;
  if (saved->plan_sha256 != work.sha256() || saved->units != UnitRange{0, work.units()})
    throw another();
  WorkFolder::remove_leftovers(file, {}, options.locks);
  return std::move(saved->text);
}

MergedClaims merge_claims(const JobSpec& job, const ClaimWork& work, const WorkOptions& options) {
  const std::string file = job.claims_file();
  if (SavedAnswers::in_file(file, work, options)) return {.was_there = true};
  if (!WorkFolder::exists(file)) return {.missing = {{0, work.units()}}};
  SavedAnswers saved(file, work, WorkShare::everything(), options);
  if (auto missing = missing_units(work.units(), saved.finished()); !missing.empty())
    return {.missing = std::move(missing), .damaged = saved.damaged()};
  std::string all;
  saved.take_before(work.units(),
                    [&](std::uint64_t, std::string_view answer) { pack_answer(all, answer); });
  saved.complete(std::move(all));
  return {.damaged = saved.damaged()};
}

}  // namespace nimsweep
