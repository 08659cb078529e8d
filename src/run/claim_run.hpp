// Answers what a job asks about claims: by one process, by several, or in parts.
#pragma once

#include <cstdint>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/cluster/communicator.hpp"
#include "nimsweep/engine/claim_work.hpp"
#include "nimsweep/engine/saved_answers.hpp"
#include "nimsweep/run/run_job.hpp"

namespace nimsweep::run_detail {

class ClaimRun {
 public:
  // All of them must outlive it. Kinds of work from `kind` on are shared by processes.
  ClaimRun(const JobSpec& job, const std::vector<CheckGroup>& list, const RunOptions& options,
           RunSink& sink, Communicator& communicator, int kind);

  // Are answers saved, and those of earlier runs used? Only if the job says where; and not if more
  // counterexamples are wanted than are saved.
  static bool saves(const JobSpec& job, const RunOptions& options);

  using TakeAnswer = FunctionRef<void(std::uint64_t unit, const ClaimAnswer& answer)>;

  // Finds all answers, which rank 0 takes in order. Throws Error(interrupted).
  void run(const WorkOptions& options, TakeAnswer take);

  // Saves the answers to a share of the units.
  void run_share(const WorkShare& share, const WorkOptions& options);

  const ClaimWork& work() const noexcept { return work_; }

 private:
  // Finds the answers to the unfinished units of a share. False if it was stopped.
  bool find(const WorkShare& share, const std::vector<UnitRange>& finished, TakeAnswer found);
  bool find_checks(FunctionRef<std::optional<std::uint64_t>()> next_number, TakeAnswer found);
  std::optional<MineResult> mined(const MineSpec& spec);

  void share_without_saving(TakeAnswer take);
  void share_and_save(const WorkOptions& options);
  void complete(const WorkOptions& options, TakeAnswer take);
  void find_and_save(const WorkShare& share, SavedAnswers& saved);
  void tell_progress(std::uint64_t unit);
  Error interrupted() const;

  const JobSpec& job_;
  RunSink& sink_;
  Communicator& communicator_;
  int kind_;
  bool saves_;
  ClaimWork work_;
  VerificationOptions verification_;
  Checker checker_;
  bool is_mining_ = false;  // or was, when it was stopped
};

}  // namespace nimsweep::run_detail
