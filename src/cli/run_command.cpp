// run: does a job.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "cli/job_options.hpp"
#include "cli/launcher.hpp"
#include "cli/run_printer.hpp"
#include "cli/stop_signals.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/cluster/shared_units.hpp"

namespace nimsweep::cli {

namespace {

struct Part {
  std::uint64_t k = 0;
  std::uint64_t m = 0;  // 0: everything
};

// "2/4"; an empty text means everything.
Part parsed_part(const std::string& text) {
  if (text.empty()) return {};
  const auto numbers = split(text, '/');
  constexpr std::uint64_t kMost = 1'000'000;
  const auto k = parse_number(numbers.front(), kMost);
  const auto m = parse_number(numbers.back(), kMost);
  if (numbers.size() != 2 || !k || !m || *k < 1 || *k > *m)
    throw Error(ErrorKind::input,
                fmt::format("--part: {}; expected K/M with 1 <= K <= M <= {}, such as 2/4",
                            in_quotes(text), kMost));
  return {static_cast<std::uint64_t>(*k), static_cast<std::uint64_t>(*m)};
}

struct RunArguments {
  explicit RunArguments(const Arguments& given)
      : job(given),
        format(format_of(given)),
        checkpoint_seconds(static_cast<double>(given.number("--checkpoint", 0, 1'000'000))),
        proofs{.certificate = given.text("--certificate"),
               .coq = given.text("--coq"),
               .smt2 = given.text("--smt2"),
               .latex = given.text("--latex")},
        part_text(given.text("--part")),
        part(parsed_part(part_text)),
        fresh(given.has("--fresh")),
        no_locks(given.has("--no-locks")),
        verdicts{.format = format, .all = given.has("--all")},
        quiet(given.has("--quiet")) {}

  JobOptions job;
  Format format;
  double checkpoint_seconds;
  ProofFiles proofs;
  std::string part_text;
  Part part;
  bool fresh;
  bool no_locks;
  VerdictOptions verdicts;
  bool quiet;
};

// Independent copies would all do the whole job, in one folder.
void check_copies(const RunArguments& options, int processes) {
  const Copies copies = copies_started();
  if (processes > 1 || copies.count <= 1 || options.part.m > 0) return;
  const std::string message = fmt::format(
      "run: {} independent copies were started; expected nimsweep-mpi (with srun: --mpi=pmix), or "
      "a --part of the job for each",
      copies.count);
  if (copies.rank > 0) throw FailedElsewhere(ErrorKind::usage, message);
  throw Error(ErrorKind::usage, message);
}

void run(const RunArguments& options, Session& session) {
  Communicator& communicator = session.communicator;
  check_copies(options, communicator.size());
  const bool is_quiet = options.quiet || communicator.rank() > 0;
  RunPrinter printer(session.output, options.verdicts, is_quiet);
  printer.set_part(options.part_text);
  const RunSummary summary = printer.run([&] {
    return run_job(options.job.job,
                   {.threads = options.job.threads,
                    .checkpoint_seconds = options.checkpoint_seconds,
                    .memory_limit = options.job.memory_limit,
                    .counterexamples = options.verdicts.pairs(),
                    .fresh = options.fresh,
                    .locks = !options.no_locks,
                    .part = options.part.k,
                    .parts = options.part.m,
                    .proofs = options.proofs,
                    .stop = stop_on_signals()},
                   printer, communicator);
  });
  if (communicator.rank() == 0) printer.finish(summary, options.proofs);
}

}  // namespace

Command run_command() {
  Command command = make_command(
      {.name = "run",
       .summary =
           "Runs a job: tables, hunts, mining, claims and its page; continues an interrupted run",
       .options = joined(
           {job_options(),
            {option("--checkpoint", "SECONDS",
                    "Seconds of work that a kill may lose; 0 saves every unit", "10"),
             option("--part", "K/M",
                    "Do only part K of M of the tables, hunts and claims; `merge` or `run` joins "
                    "them"),
             option("--certificate", "FILE",
                    "Write the proofs of claims to FILE, for nimsweep-check or "
                    "scripts/check_certificate.py"),
             option("--coq", "FILE.v", "Write the proofs of claims to FILE.v, for Coq"),
             option("--smt2", "DIR",
                    "Write what the solver decided for every number of players, for SMT solvers"),
             option("--latex", "FILE.tex",
                    "Write proved and mined claims as theorems, and counterexamples, in LaTeX"),
             flag("--fresh", "Discard files that earlier runs left under the names of this job"),
             no_locks_option(), all_option(), quiet_option(), json_option()}}),
       .footer = "Work in progress is beside the table, in <table>.parts; a table under its own "
                 "name is complete.\n"
                 "With 'results:', verdicts, mined claims and published values are saved in "
                 "<results>.claims: a run that was\nkilled continues, and the next one prints them "
                 "at once. --fresh checks again.\n\n"
                 "Ctrl-C, SIGTERM and SIGUSR1 save finished work and stop; repeating them changes "
                 "nothing.\nCtrl-\\ (SIGQUIT) ends the run at once, without saving.\n\n"
                 "Example:\n  nimsweep run jobs/theorems.yaml"},
      run);
  command.is_for_all_ranks = true;
  return command;
}

}  // namespace nimsweep::cli
