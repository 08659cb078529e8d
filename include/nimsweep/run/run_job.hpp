// Runs a job from beginning to end: tables, hunts, sequences, mining, claims, published values and
// the report page, in this order. With several processes, each makes the same call. Finished work
// of earlier runs is reused.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nimsweep/cluster/communicator.hpp"
#include "nimsweep/run/run_sink.hpp"

namespace nimsweep {

// Where to write proofs of claims; nothing is written where a name is empty.
struct ProofFiles {
  std::string certificate = {};  // for scripts/check_certificate.py
  std::string coq = {};          // theorems for Coq
  std::string smt2 = {};         // a folder: what z3 decided, for SMT solvers
  std::string latex = {};        // theorems and counterexamples, stated in LaTeX

  // Are the proofs themselves to be kept? LaTeX has only statements.
  bool are_wanted() const noexcept { return !certificate.empty() || !coq.empty() || !smt2.empty(); }
};

struct RunOptions {
  int threads = 0;                                 // 0: one for each core
  double checkpoint_seconds = 10;                  // a kill may lose that much work
  std::optional<std::uint64_t> memory_limit = {};  // bytes; nothing: default_memory_limit()
  std::size_t counterexamples = Verdict::kDefaultCounterexamples;
  bool fresh = false;       // discard what earlier runs left
  bool locks = true;        // false: the user keeps runs apart
  std::uint64_t part = 0;   // do only this part, 1 to `parts`;
  std::uint64_t parts = 0;  // number of parts of tables, hunts and claims; 0: everything
  ProofFiles proofs = {};
  const std::atomic<bool>& stop;
};

// The results of a job's claims and published values. What is known to be wrong is not a failure if
// it fails, and is one if it holds.
class RunSummary {
 public:
  std::uint64_t verdicts = 0;
  std::uint64_t failures = 0;   // verdicts that do not hold
  std::uint64_t unchecked = 0;  // checks that could not be made
  std::uint64_t rows = 0;
  std::uint64_t wrong_rows = 0;
  std::uint64_t known_wrong_rows = 0;  // that are wrong indeed
  std::vector<std::string> surprises;  // ids of rows that are known to be wrong, but agree
  std::size_t proofs = 0;              // in the certificate
  std::size_t theorems = 0;            // for Coq
  std::size_t obligations = 0;         // for SMT solvers
  std::size_t latex_theorems = 0;      // in LaTeX, and propositions
  std::size_t latex_remarks = 0;       // on claims that fail

  void add(const Check& check);
  void add(const RowCheck& row);

  // Names of claims that are known to be wrong, and hold everywhere; or fail somewhere.
  std::vector<std::string> surprising_claims() const { return known_wrong_claims(false); }
  std::vector<std::string> failing_as_known() const { return known_wrong_claims(true); }

  bool holds() const;

 private:
  struct KnownWrong {
    std::string name;
    bool fails = false;  // somewhere
  };

  std::vector<std::string> known_wrong_claims(bool fails) const;

  std::map<const Claim*, KnownWrong> known_wrong_;  // keys are only compared
};

// By this process alone unless there is a communicator. Throws Error(job) if the job is wrong or
// needs more than the machine has; Error(input) if the options do not fit it or its files belong to
// another job; Error(io); Error(interrupted) if stopped: finished work is kept. With several
// processes, one throws the error and the others throw FailedElsewhere. The summary is empty except
// in rank 0, and always for a part.
RunSummary run_job(const std::string& job_path, const RunOptions& options, RunSink& sink,
                   Communicator& communicator = *alone());
RunSummary run_job(const JobSpec& job, const RunOptions& options, RunSink& sink,
                   Communicator& communicator = *alone());

// Checks claims against the values of a table as they are stored. `take` gets every check, the sink
// only hears of the progress. Throws Error(interrupted) if stopped, Error(damage), Error(io).
void check_stored(const TableReader& table, const std::vector<ClaimSpec>& claims,
                  const VerificationOptions& options, RunSink& sink, CheckCallback take);

// The remark on a claim without a verdict.
std::string no_verdict_on(const JobSpec& job, const ClaimSpec& spec);

}  // namespace nimsweep
