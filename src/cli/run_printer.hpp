// Prints a run: results on standard output as they come, progress and remarks on standard error.
#pragma once

#include <string>
#include <utility>

#include "cli/game_options.hpp"
#include "cli/progress.hpp"
#include "cli/verdicts.hpp"
#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/run/run_job.hpp"

namespace nimsweep::cli {

class RunPrinter : public RunSink {
 public:
  RunPrinter(Output& output, const VerdictOptions& options, bool quiet)
      : output_(output),
        format_(options.format),
        quiet_(quiet),
        progress_(quiet),
        verdicts_(output, options) {}

  // As the user wrote it, "2/4"; printed when the part is done.
  void set_part(std::string part) { part_ = std::move(part); }

  // Runs a job. If it is interrupted, what is known of the last claim is still printed.
  RunSummary run(FunctionRef<RunSummary()> job);

  void progress(const RunProgress& now) override { progress_.show(now); }
  void step_ended() override { progress_.end(); }
  void remark(const std::string& text) override;
  void part_done(const std::string& file) override;
  void table(const Plan& plan, const SweepResult& result, double seconds) override;
  void hunts(const JobSpec& job, const HuntingResult& result, double seconds) override;
  void sequence(const std::string& file, std::size_t terms) override;
  void mined(const MineSpec& spec, const MineResult& result) override;
  void verdict(const Check& check) override;
  void row(const RowCheck& row) override;
  void page(const std::string& file, const Page& page) override;

  // Sums up claims and published values, and says what the files of proofs hold. Throws
  // Error(damage) if anything is not as expected or could not be checked, Error(input) if such a
  // file would be empty.
  void finish(const RunSummary& summary, const ProofFiles& files);

 private:
  enum class Section { none, part, tables, hunts, sequences, mined, checks };

  void print_files();

  // Prints an empty line between sections.
  void begin(Section section);

  Output& output_;
  Format format_;
  bool quiet_;
  std::string part_;
  std::string table_;  // files that were written
  std::string page_;
  Progress progress_;
  VerdictPrinter verdicts_;
  Section section_ = Section::none;
};

}  // namespace nimsweep::cli
