#include "nimsweep/run/run_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/cluster/shared_units.hpp"
#include "nimsweep/engine/resources.hpp"
#include "nimsweep/engine/stopwatch.hpp"
#include "nimsweep/exports/latex_theorems.hpp"
#include "nimsweep/files/output_file.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/job/hunt_list.hpp"
#include "nimsweep/job/output_files.hpp"
#include "nimsweep/records/certificate.hpp"
#include "nimsweep/records/formal_proofs.hpp"
#include "nimsweep/records/records.hpp"
#include "nimsweep/report/page.hpp"
#include "run/claim_run.hpp"
#include "run/job_files.hpp"
#include "run/sequences.hpp"
#include "run/telling.hpp"

namespace nimsweep {

using namespace run_detail;

namespace {

// The kinds of work that processes share. Claims use all that follow.
enum { kTables, kHunts, kClaims };

// A run of one job, in one of its processes.
class JobRun {
 public:
  JobRun(const RunOptions& options, RunSink& sink, Communicator& communicator)
      : options_(options), sink_(sink), communicator_(communicator) {}

  // A job may fail in one process only, on a machine with less memory.
  void prepare(FunctionRef<JobSpec()> read) {
    do_together(communicator_, [&] {
      JobSpec spec = read();
      check_options(spec);
      check_proof_files(spec);
      plan_.emplace(make_plan(std::move(spec)));
      checks_ = check_list(job());
      if (has_hunts()) hunts_ = hunt_list(job());
      check_job();
    });
  }

  RunSummary run() {
    if (has_others()) share_tables_and_hunts();
    by_rank_0([&] {
      if (has_tables()) complete_tables();
      if (has_hunts()) complete_hunts();
      if (!has_parts()) write_sequences();
    });
    if (has_parts()) {  // the rest takes little time, and is left to the last run
      if (saves_claims()) do_part_of_claims();
      return {};
    }
    if (job().has_claim_work()) settle_claims();
    by_rank_0([&] {
      if (job().verifies_tables && has_tables()) check_tables();
      name_claims_without_verdict();
      for (const RowCheck& row : found_rows_) take(row);
      write_proofs();
      if (has_page()) write_page();
    });
    return summary_;
  }

 private:
  const JobSpec& job() const { return plan_->job; }
  bool has_tables() const { return !job().table_file.empty(); }
  bool has_hunts() const { return !job().hunts.empty(); }
  bool has_page() const { return !job().page_file.empty(); }
  bool has_parts() const { return options_.parts > 0; }
  WorkShare own_part() const { return WorkShare::part(options_.part, options_.parts); }
  bool has_others() const { return communicator_.size() > 1; }
  bool is_rank_0() const { return communicator_.rank() == 0; }

  // If it fails, the others do not wait.
  void by_rank_0(FunctionRef<void()> work) {
    do_together(communicator_, [&] {
      if (is_rank_0()) work();
    });
  }

  // ---- Before any work.

  // A part only leaves work for the run that completes the job.
  void check_options(const JobSpec& job) const {
    const auto refuse = [](std::string_view message) {
      throw Error(ErrorKind::input, std::string(message));
    };
    if (options_.threads < 0)
      throw Error(ErrorKind::input,
                  fmt::format("{} threads; expected 1 or more, or 0 for one on each core",
                              options_.threads));
    if (!(options_.checkpoint_seconds >= 0))
      throw Error(ErrorKind::input, fmt::format("a checkpoint after {} seconds; expected 0 or more",
                                                options_.checkpoint_seconds));
    const bool is_part = has_parts() || options_.part > 0;
    if (is_part && (options_.part < 1 || options_.part > options_.parts))
      throw Error(ErrorKind::input,
                  fmt::format("part {}; expected 1 to {}", options_.part, options_.parts));
    if (is_part && options_.fresh)
      refuse("--part: --fresh would discard what other parts do; expected only one of them");
    if (is_part && job.result_file.empty() && (!job.hunts.empty() || job.table_file.empty()))
      throw Error(ErrorKind::input,
                  fmt::format("--part: the {} have no file; expected 'results: {{file: ..}}' in "
                              "the job",
                              job.hunts.empty() ? "claims" : "hunts"));
    if (is_part && has_others())
      refuse("--part: processes of one run share its work by themselves");
    if (options_.fresh && has_others())
      refuse("--fresh: expected a run of one process, which discards the work");
  }

  void check_job() const {
    if (!has_tables() && !has_hunts() && job().claims.empty() && job().values.empty() &&
        job().mines.empty() && job().sequences.empty())
      throw job().error_at({},
                           "nothing to do; expected 'tables:', 'verify:', 'values:', 'hunt:', "
                           "'mine:' or 'sequence:'");
    if (!job().claims.empty() && checks_.empty())
      throw job().error_at(job().claims.front().place,
                           "verify: no claim is about any of these numbers of players and piles "
                           "with these matrices; see nimsweep list");
    if (has_tables()) check_resources(*plan_, options_.threads, memory_limit(), options_.fresh);
    check_hunting_memory(job(), options_.threads, memory_limit());
    check_sequences(job(), hunts_);
    if (has_parts()) return;
    for (const SequenceSpec& spec : job().sequences)
      check_output(spec.place, "sequence", spec.file, "sequence", begins_like_a_b_file);
    if (has_page())
      check_output(job().page_place, "report", job().page_file, "report", begins_like_a_page);
  }

  void check_proof_files(const JobSpec& job) const {
    const ProofFiles& files = options_.proofs;
    if (has_parts() && (files.are_wanted() || !files.latex.empty()))
      throw Error(ErrorKind::usage,
                  "--part: proofs are written by the run that completes the job; expected no "
                  "--certificate, --coq, --smt2 or --latex");
    check_distinct_files(job, {{"--certificate", files.certificate},
                               {"--coq", files.coq},
                               {"--smt2", files.smt2},
                               {"--latex", files.latex}});
    if (!files.certificate.empty()) Certificate::check_replaceable(files.certificate);
    if (!files.coq.empty()) FormalProofs::check_coq_file(files.coq);
    if (!files.smt2.empty()) FormalProofs::check_smt_folder(files.smt2);
    if (!files.latex.empty()) LatexTheorems::check_replaceable(files.latex);
  }

  std::uint64_t memory_limit() const {
    return options_.memory_limit ? *options_.memory_limit : default_memory_limit();
  }

  // Makes the folder, too: what keeps a file from being written is told before hours of work.
  void check_output(Place place, std::string_view key, const std::string& file,
                    std::string_view kind,
                    const std::function<bool(std::string_view)>& is_one) const {
    std::error_code ignored;
    std::filesystem::create_directories(folder_of(file), ignored);  // if it fails, so does this:
    try {
      check_replaceable(key, file, kind, is_one);
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::io) throw;
      throw job().error_at(place, error.what());
    }
  }

  // ---- Tables and hunts: every process does its share. Then rank 0 completes the files, as if
  // others had done parts of the job.

  WorkOptions work_options() const {
    return {.threads = options_.threads,
            .checkpoint_seconds = options_.checkpoint_seconds,
            .fresh = options_.fresh,
            .stop = options_.stop,
            .locks = options_.locks,
            .memory_limit = memory_limit()};
  }

  // Ends a step that worked on `file`.
  template <class Result>
  Result ended(Result result, const std::string& file) {
    sink_.step_ended();
    tell_damage(result.damaged, sink_);
    if (result.stopped) throw interrupted(file);
    return result;
  }

  auto telling_progress() {
    return [this](const auto& now) { sink_.progress(shown(now)); };
  }

  SweepResult sweep_share(const WorkShare& share) {
    return ended(make_shards(*plan_, share, work_options(), telling_progress()), job().table_file);
  }

  SweepResult sweep_all() {
    const Merge merge = has_others() ? Merge::link : Merge::copy;
    return ended(make_table(*plan_, merge, work_options(), telling_progress()), job().table_file);
  }

  HuntingResult hunt_share(const WorkShare& share) {
    return ended(nimsweep::hunt_share(job(), hunts_, share, work_options(), telling_progress()),
                 job().result_file);
  }

  HuntingResult hunt_all() {
    return ended(run_hunts(job(), hunts_, work_options(), telling_progress()), job().result_file);
  }

  // A process that is done waits for the others only after the last kind of work.
  void share_tables_and_hunts() {
    const bool shares_hunts = has_hunts() && !job().result_file.empty();
    const Stopwatch watch;
    do_together(communicator_, [&] {
      if (has_tables()) sweep_share(communicator_.share(kTables, Handout::in_ranges));
      seconds_of_tables_ = watch.seconds();
      if (shares_hunts) hunt_share(communicator_.share(kHunts, Handout::in_ranges));
    });
    const double all = watch.seconds();
    if (!shares_hunts) seconds_of_tables_ = all;
    seconds_of_hunts_ = all - seconds_of_tables_;
    tell_coordination(all);
  }

  void complete_tables() {
    const Stopwatch watch;
    const SweepResult result = has_parts() ? sweep_share(own_part()) : sweep_all();
    if (result.complete)
      sink_.table(*plan_, result, seconds_of_tables_ + watch.seconds());
    else
      sink_.part_done(job().table_file);
  }

  void complete_hunts() {
    const Stopwatch watch;
    HuntingResult result = has_parts() ? hunt_share(own_part()) : hunt_all();
    if (result.complete)
      sink_.hunts(job(), result, seconds_of_hunts_ + watch.seconds());
    else
      sink_.part_done(job().result_file);
    answers_ = std::move(result.answers);
  }

  void write_sequences() {
    for (const SequenceSpec& spec : job().sequences) {
      const std::string text = b_file_of(job(), spec, answers_, options_.stop);
      write_file(spec.file, text);
      sink_.sequence(spec.file, static_cast<std::size_t>(std::ranges::count(text, '\n')));
    }
    answers_.clear();
  }

  static Error interrupted(const std::string& file) {
    if (!file.empty()) return interrupted_at(file);
    return {ErrorKind::interrupted,
            "interrupted; with 'results: {file: ..}' a hunt can be continued"};
  }

  // How much of all processes' time went into sharing work.
  void tell_coordination(double elapsed) {
    const auto cost = communicator_.coordination();
    if (!is_rank_0() || cost.questions == 0) return;
    sink_.remark(
        fmt::format("{} processes asked for work {} times: {:.3f} s, {:.2f} % of their "
                    "time",
                    communicator_.size(), cost.questions, cost.seconds,
                    100 * cost.seconds / (communicator_.size() * elapsed)));
  }

  // ---- Mining, claims and published values.

  bool saves_claims() const { return ClaimRun::saves(job(), options_); }

  ClaimRun claim_run() { return ClaimRun(job(), checks_, options_, sink_, communicator_, kClaims); }

  void do_part_of_claims() {
    claim_run().run_share(own_part(), work_options());
    sink_.part_done(job().claims_file());
  }

  // Published values wait: their section comes last.
  void settle_claims() {
    WholeChecks whole(options_.counterexamples);
    ClaimRun claims = claim_run();
    claims.run(work_options(), [&](std::uint64_t unit, const ClaimAnswer& answer) {
      if (const auto* result = std::get_if<MineResult>(&answer))
        take(*claims.work().mine_of(unit), *result);
      if (const auto* slice = std::get_if<Check>(&answer))
        if (const auto check = whole.add(*slice)) take(*check);
      if (const auto* row = std::get_if<RowCheck>(&answer)) found_rows_.push_back(*row);
    });
  }

  void take(const MineSpec& spec, const MineResult& result) {
    sink_.mined(spec, result);
    if (!options_.proofs.latex.empty()) latex_.add(spec, result);
    if (has_page()) add_mined(found_, spec, result);
  }

  void take(const Check& check) {
    claims_.insert(check.claim);
    summary_.add(check);
    sink_.verdict(check);
    if (!options_.proofs.certificate.empty()) certificate_.add(check);
    if (!options_.proofs.coq.empty() || !options_.proofs.smt2.empty()) formal_proofs_.add(check);
    if (!options_.proofs.latex.empty()) latex_.add(check);
    if (has_page()) add_to_page(check);
  }

  // As many counterexamples as by default, however many the sink wants.
  void add_to_page(Check check) {
    auto& examples = check.verdict.counterexamples;
    examples.resize(std::min(examples.size(), Verdict::kDefaultCounterexamples));
    found_.verdicts.add(check_record(check).json());
  }

  void check_tables() {
    check_stored(TableReader::complete(job().table_file), job().claims,
                 {.counterexamples = options_.counterexamples, .stop = options_.stop}, sink_,
                 [&](Check check) {
                   check.table = job().table_file;
                   take(check);
                 });
  }

  void name_claims_without_verdict() {
    for (const ClaimSpec& spec : job().claims)
      if (!claims_.contains(&spec.claim)) sink_.remark(no_verdict_on(job(), spec));
  }

  void take(const RowCheck& row) {
    summary_.add(row);
    sink_.row(row);
    if (has_page()) found_.rows.push_back(row_record(row).json());
  }

  void write_proofs() {
    const ProofFiles& files = options_.proofs;
    summary_.proofs = certificate_.proofs();
    if (summary_.proofs > 0) certificate_.write(files.certificate);
    summary_.theorems = formal_proofs_.theorems();
    summary_.obligations = formal_proofs_.obligations();
    if (!files.coq.empty() && summary_.theorems > 0) formal_proofs_.write_coq(files.coq);
    if (!files.smt2.empty() && summary_.obligations > 0) formal_proofs_.write_smt(files.smt2);
    summary_.latex_theorems = latex_.theorems();
    summary_.latex_remarks = latex_.remarks();
    if (summary_.latex_theorems + summary_.latex_remarks > 0) latex_.write(files.latex);
    if (files.coq.empty()) return;
    for (const std::string& remark : formal_proofs_.remarks()) sink_.remark(remark);
  }

  // ---- The page.

  void write_page() {
    std::vector<Section> sections;
    sections.push_back(section_of_files(job()));
    sections.back().verdicts = std::move(found_.verdicts);
    sections.back().rows = std::move(found_.rows);
    sections.back().mined = std::move(found_.mined);
    sections.back().mining = std::move(found_.mining);
    for (const std::string& remark : sections.back().remarks) sink_.remark(remark);
    const Page page = make_page(sections, ReportOrigin::here_and_now(), options_.stop);
    write_file(job().page_file, page.html);
    sink_.page(job().page_file, page);
  }

  const RunOptions& options_;
  RunSink& sink_;
  Communicator& communicator_;
  std::optional<Plan> plan_;
  std::vector<CheckGroup> checks_;
  HuntList hunts_;
  double seconds_of_tables_ = 0;  // that all processes shared
  double seconds_of_hunts_ = 0;
  std::vector<StoredHunt> answers_;  // of the hunts, for the sequences
  Certificate certificate_;
  FormalProofs formal_proofs_;
  LatexTheorems latex_;
  std::set<const Claim*> claims_;  // that had a verdict
  std::vector<RowCheck> found_rows_;
  Section found_;  // what the page shows and no file holds
  RunSummary summary_;
};

RunSummary run(FunctionRef<JobSpec()> job, const RunOptions& options, RunSink& sink,
               Communicator& communicator) {
  JobRun run(options, sink, communicator);
  run.prepare(job);
  return run.run();
}

}  // namespace

std::string no_verdict_on(const JobSpec& job, const ClaimSpec& spec) {
  return job
      .error_at(spec.place, fmt::format("{}: no verdict: it is about none of these numbers of "
                                        "players and piles with these matrices",
                                        spec.claim.name))
      .what();
}

void check_stored(const TableReader& table, const std::vector<ClaimSpec>& claims,
                  const VerificationOptions& options, RunSink& sink, CheckCallback take) {
  const bool ended = check_table(
      table, claims, options, take,
      [&](const Check& check, std::uint64_t done, std::uint64_t total) {
        const std::string what = fmt::format("checking {} in {}:", check.claim->name, table.path());
        sink.progress({.what = what, .unit = "pairs", .done = done, .total = total});
      });
  sink.step_ended();
  if (!ended) throw Error(ErrorKind::interrupted, "interrupted while checking claims");
}

RunSummary run_job(const std::string& job_path, const RunOptions& options, RunSink& sink,
                   Communicator& communicator) {
  return run([&] { return read_job(job_path); }, options, sink, communicator);
}

RunSummary run_job(const JobSpec& job, const RunOptions& options, RunSink& sink,
                   Communicator& communicator) {
  return run([&] { return job; }, options, sink, communicator);
}

}  // namespace nimsweep
