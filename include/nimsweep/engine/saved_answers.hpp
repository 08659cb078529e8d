// Answers about claims that outlive the process: saved in a work folder every few seconds, like the
// results of hunts, and in one file when they are complete.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/engine/claim_work.hpp"
#include "nimsweep/engine/stopwatch.hpp"
#include "nimsweep/engine/work_options.hpp"
#include "nimsweep/engine/work_share.hpp"
#include "nimsweep/store/work_folder.hpp"

namespace nimsweep {

// Receives a unit and its answer.
using AnswerCallback = FunctionRef<void(std::uint64_t unit, std::string_view answer)>;

// Packs answers to consecutive units: add them one after the other. The inverse throws Error(input)
// for any other text.
void pack_answer(std::string& answers, std::string_view answer);
void unpack_answers(UnitRange units, std::string_view answers, AnswerCallback take);

class SavedAnswers {
 public:
  // Opens the work folder; see WorkFolder. The work must outlive it.
  SavedAnswers(const std::string& file, const ClaimWork& work, const WorkShare& share,
               const WorkOptions& options);

  // The units with an answer from earlier runs, in order.
  const std::vector<UnitRange>& finished() const noexcept { return finished_; }
  const std::vector<std::string>& damaged() const noexcept { return folder_.damaged(); }

  // Adds an answer. It is saved before long, at the latest by end().
  void add(std::uint64_t unit, std::string_view answer);
  void end();

  // Hands out the answers of earlier runs, in order: those to units before this one, as far as they
  // were not handed out yet.
  void take_before(std::uint64_t unit, AnswerCallback take);

  // Writes the file, with the packed answers to all units, and removes the folder.
  void complete(std::string answers);

  // The packed answers in a complete file; nothing if there is no file, or if unfinished work will
  // replace it. Throws Error(input) if it belongs to another job, Error(damage), Error(io).
  static std::optional<std::string> in_file(const std::string& file, const ClaimWork& work,
                                            const WorkOptions& options);

 private:
  void save();
  void end_run();

  const ClaimWork& work_;
  double checkpoint_seconds_;
  WorkFolder folder_;
  std::vector<UnitRange> finished_;
  std::size_t taken_ = 0;  // number of earlier runs' saves handed out
  UnitRange run_;          // units answered one after the other
  std::string answers_;    // to these
  Stopwatch since_save_;
};

// What merge_claims found.
struct MergedClaims {
  bool was_there = false;                 // the file was complete before
  std::vector<UnitRange> missing = {};    // units still to answer
  std::vector<std::string> damaged = {};  // damaged saves
};

// Joins what was saved for all units into the job's claims_file(), or reports the missing units.
// Throws like SavedAnswers.
MergedClaims merge_claims(const JobSpec& job, const ClaimWork& work, const WorkOptions& options);

}  // namespace nimsweep
