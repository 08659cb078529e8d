// Runs a job from beginning to end: tables, hunts, mining, claims and published values, in this
// order, by one process or by all of a communicator, each of which makes the same call. What an
// earlier run has finished is taken up.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "nimsweep/cluster/communicator.hpp"
#include "nimsweep/run/run_sink.hpp"

namespace nimsweep {

struct RunOptions {
  int threads = 0;                                 // 0: as many as there are cores
  double checkpoint_seconds = 10;                  // of work that a kill may lose
  std::optional<std::uint64_t> memory_limit = {};  // bytes; nothing: default_memory_limit()
  std::size_t counterexamples = Verdict::kDefaultCounterexamples;
  bool fresh = false;            // discard what earlier runs left under these names
  bool locks = true;             // false: the user keeps runs apart
  std::uint64_t part = 0;        // do only the part-th of so many parts, 1 to parts,
  std::uint64_t parts = 0;       // of the tables and hunts; 0: everything
  std::string certificate = {};  // the file to write proofs of claims to; empty: none
  const std::atomic<bool>& stop;
};

// What the claims and published values of a job came to.
struct RunSummary {
  std::uint64_t verdicts = 0;
  std::uint64_t failures = 0;   // of these, what does not hold
  std::uint64_t unchecked = 0;  // checks that could not be made
  std::uint64_t rows = 0;
  std::uint64_t wrong_rows = 0;
  std::size_t proofs = 0;  // in the certificate

  void add(const Check& check);
  void add(const RowCheck& row);
  bool holds() const noexcept { return failures == 0 && wrong_rows == 0 && unchecked == 0; }
};

// Throws Error(job) if the job is wrong, or needs more than the machine has; Error(input) if the
// options do not fit it, or its files are another job's; Error(io); Error(interrupted) if stopped:
// what is finished is kept. In a run by several processes one throws what is wrong, and the others
// FailedElsewhere. Only rank 0 of a run that is not a part gets the summary; that of others is
// empty.
RunSummary run_job(const std::string& job_path, const RunOptions& options, RunSink& sink,
                   Communicator& communicator);
RunSummary run_job(const JobSpec& job, const RunOptions& options, RunSink& sink,
                   Communicator& communicator);

// The same by this process alone.
RunSummary run_job(const std::string& job_path, const RunOptions& options, RunSink& sink);
RunSummary run_job(const JobSpec& job, const RunOptions& options, RunSink& sink);

// What is to be said of a claim on which there was no verdict.
std::string no_verdict_on(const JobSpec& job, const ClaimSpec& spec);

}  // namespace nimsweep
