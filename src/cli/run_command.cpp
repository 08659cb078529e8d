// run: a job, done.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/claim_checks.hpp"
#include "cli/commands.hpp"
#include "cli/game_options.hpp"
#include "cli/hunts.hpp"
#include "cli/job_options.hpp"
#include "cli/launcher.hpp"
#include "cli/mining.hpp"
#include "cli/stop_signals.hpp"
#include "cli/tables.hpp"
#include "cli/verdicts.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/cluster/shared_units.hpp"
#include "nimsweep/engine/resources.hpp"

namespace nimsweep::cli {

namespace {

// "2/4"; everything if nothing is said.
WorkShare parsed_part(const std::string& text) {
  if (text.empty()) return WorkShare::everything();
  const auto numbers = split(text, '/');
  constexpr std::uint64_t kMost = 1'000'000;
  const auto k = parse_number(numbers.front(), kMost);
  const auto m = parse_number(numbers.back(), kMost);
  if (numbers.size() != 2 || !k || !m || *k < 1 || *k > *m)
    throw Error(ErrorKind::input,
                fmt::format("--part: {}; expected K/M with 1 <= K <= M <= {}, such as 2/4",
                            in_quotes(text), kMost));
  return WorkShare::part(static_cast<std::uint64_t>(*k), static_cast<std::uint64_t>(*m));
}

struct RunOptions {
  explicit RunOptions(const Arguments& given)
      : job(given),
        format(format_of(given)),
        checkpoint_seconds(static_cast<double>(given.number("--checkpoint", 0, 1'000'000))),
        certificate(given.text("--certificate")),
        part(given.text("--part")),
        share(parsed_part(part)),
        fresh(given.has("--fresh")),
        no_locks(given.has("--no-locks")),
        quiet(given.has("--quiet")) {}

  JobOptions job;
  Format format;
  double checkpoint_seconds;
  std::string certificate;
  std::string part;
  WorkShare share;
  bool fresh;
  bool no_locks;
  bool quiet;
};

// A part of a job only leaves work for the run that completes it.
void check_part(const RunOptions& options, const JobSpec& job) {
  const auto refuse = [](std::string_view message) {
    throw Error(ErrorKind::input, fmt::format("--part: {}", message));
  };
  if (options.fresh) refuse("--fresh would discard what other parts do; expected only one of them");
  if (job.table_file.empty() && job.hunts.empty())
    refuse("the job has neither tables nor hunts to be done in parts");
  if (!job.hunts.empty() && job.result_file.empty())
    refuse("the hunts have no file; expected 'results: {file: ..}' in the job");
}

// Copies that do not know of each other would all do the whole job, in one folder.
void check_copies(const RunOptions& options, int processes) {
  const Copies copies = copies_started();
  if (processes > 1 || copies.count <= 1 || !options.part.empty()) return;
  const std::string message = fmt::format(
      "run: {} copies were started that do not know of each other; expected "
      "nimsweep-mpi (with srun: --mpi=pmix), or a --part of the job for each",
      copies.count);
  if (copies.rank > 0) throw FailedElsewhere(ErrorKind::usage, message);
  throw Error(ErrorKind::usage, message);
}

// Says that a part of a file is done.
void print_part(const RunOptions& options, const std::string& file, Output& output) {
  if (options.format == Format::json)
    output.write_json({{"type", "part"}, {"file", file}, {"part", options.part}});
  else
    output.write(fmt::format("{}: part {} is done; once all are, run or merge the job\n", file,
                             options.part));
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

// What several processes have made stays where each of them wrote it; that took `shared_seconds`.
void write_tables(const RunOptions& options, const Plan& plan, bool has_others,
                  double shared_seconds, const std::atomic<bool>& stop, Output& output) {
  const auto begun = Clock::now();
  const SweepResult result = run_sweep(plan,
                                       {.threads = options.job.threads,
                                        .checkpoint_seconds = options.checkpoint_seconds,
                                        .fresh = options.fresh,
                                        .stop = stop,
                                        .share = options.share,
                                        .keeps_shards = has_others,
                                        .locks = !options.no_locks},
                                       options.quiet);
  if (!result.complete) {
    print_part(options, plan.job.table_file, output);
    return;
  }
  print_table(output, options.format, plan, result, shared_seconds + seconds_since(begun));
}

// The kinds of work that processes share; mining has two, and the checks all from theirs on.
enum { kTables, kHunts, kMines, kChecks = kMines + 2 };

// Claims and published values; throws if any of them does not hold.
void check(const RunOptions& options, const JobSpec& job, const std::vector<CheckGroup>& checks,
           const std::atomic<bool>& stop, Communicator& communicator, Output& output) {
  VerdictPrinter printer(output, options.format);
  Certificate certificate;
  Certificate* proofs = options.certificate.empty() ? nullptr : &certificate;
  const VerificationOptions how{.threads = options.job.threads, .stop = stop};
  if (communicator.size() == 1)
    check_claims(job, checks, how, options.quiet, printer, proofs);
  else
    share_claims(job, checks, how, options.quiet || communicator.rank() > 0, communicator, kChecks,
                 printer, proofs);
  if (communicator.rank() > 0) return;
  if (!options.quiet) name_claims_without_verdict(job, printer);
  const auto winners = winners_of_values(job);
  for (std::size_t k = 0; k < winners.size(); ++k) printer.print(job.values[k], winners[k]);
  finish_checks(printer, certificate, options.certificate);
}

// What all processes do before rank 0 completes the files takes its time, too.
struct SharedSeconds {
  double tables = 0;
  double hunts = 0;
};

// Every process does its share of the tables and hunts. Then rank 0 completes them, as if others
// had done parts of the job. Returns the seconds that the tables took in this process.
double do_share(const RunOptions& options, const Plan& plan, const std::atomic<bool>& stop,
                Communicator& communicator) {
  const bool is_quiet = options.quiet || communicator.rank() > 0;
  const int threads = options.job.threads;
  const auto begun = Clock::now();
  if (!plan.job.table_file.empty())
    run_sweep(plan,
              {.threads = threads,
               .checkpoint_seconds = options.checkpoint_seconds,
               .stop = stop,
               .share = communicator.share(kTables),
               .locks = !options.no_locks},
              is_quiet);
  const double seconds = seconds_since(begun);
  if (!plan.job.hunts.empty() && !plan.job.result_file.empty())
    run_hunts(plan.job,
              {.threads = threads,
               .checkpoint_seconds = options.checkpoint_seconds,
               .stop = stop,
               .share = communicator.share(kHunts),
               .locks = !options.no_locks},
              is_quiet);
  return seconds;
}

// The same by all of them. Who is done waits for the others, with the last kind of work.
SharedSeconds share_work(const RunOptions& options, const Plan& plan, const std::atomic<bool>& stop,
                         Communicator& communicator) {
  const auto begun = Clock::now();
  double tables = 0;
  do_together(communicator, [&] { tables = do_share(options, plan, stop, communicator); });
  const double all = seconds_since(begun);
  if (plan.job.hunts.empty() || plan.job.result_file.empty()) return {.tables = all};
  return {.tables = tables, .hunts = all - tables};
}

// How much of all processes' time sharing has taken.
void tell_coordination(Communicator& communicator, Clock::time_point begun) {
  const double elapsed = seconds_since(begun);
  const auto cost = communicator.coordination();
  if (communicator.rank() > 0 || cost.questions == 0) return;
  std::fputs(fmt::format("nimsweep: {} processes asked for work {} times: {:.3f} s, {:.2f} % of "
                         "their time\n",
                         communicator.size(), cost.questions, cost.seconds,
                         100 * cost.seconds / (communicator.size() * elapsed))
                 .c_str(),
             stderr);
}

// What can be known before any work.
void check_job(const RunOptions& options, const Plan& plan, const std::vector<CheckGroup>& checks,
               bool has_others) {
  const JobSpec& job = plan.job;
  if (!options.part.empty()) check_part(options, job);
  if (has_others && !options.part.empty())
    throw Error(ErrorKind::input, "--part: processes of one run share its work by themselves");
  if (has_others && options.fresh)
    throw Error(ErrorKind::input,
                "--fresh: expected a run of one process, which discards the work");
  const bool has_tables = !job.table_file.empty();
  if (!has_tables && job.claims.empty() && job.values.empty() && job.hunts.empty() &&
      job.mines.empty())
    throw job.error_at({},
                       "nothing to do; expected 'tables:', 'verify:', 'values:', 'hunt:' or "
                       "'mine:'");
  if (!job.claims.empty() && checks.empty())
    throw job.error_at(job.claims.front().place,
                       "verify: no claim is about any of these numbers of players and piles "
                       "with these matrices");
  if (!options.certificate.empty()) Certificate::check_replaceable(options.certificate);
  if (has_tables)
    check_resources(plan, options.job.threads, options.job.memory_limit, options.fresh);
}

void run(const RunOptions& options, Session& session) {
  Output& output = session.output;
  Communicator& communicator = session.communicator;
  const Format format = options.format;
  check_copies(options, communicator.size());
  const std::atomic<bool>& stop = stop_on_signals();
  const bool has_others = communicator.size() > 1;
  std::optional<Plan> made;
  std::vector<CheckGroup> checks;
  // A job may be wrong for one process only, on a machine with less memory.
  do_together(communicator, [&] {
    made.emplace(make_plan(read_job(options.job.job)));
    checks = check_list(made->job);
    check_job(options, *made, checks, has_others);
  });
  const Plan& plan = *made;
  const bool has_tables = !plan.job.table_file.empty();
  const bool has_hunts = !plan.job.hunts.empty();
  const bool has_mines = !plan.job.mines.empty();

  SharedSeconds shared;
  if (has_others) {
    const auto begun = Clock::now();
    shared = share_work(options, plan, stop, communicator);
    if (!options.quiet) tell_coordination(communicator, begun);
  }
  bool is_first = !has_tables;
  const auto separate = [&] {
    if (!std::exchange(is_first, false) && format == Format::text) output.write("\n");
  };
  // What goes wrong there is not to leave others waiting.
  const auto by_rank_0 = [&](const auto& work) {
    do_together(communicator, [&] {
      if (communicator.rank() == 0) work();
    });
  };
  by_rank_0([&] {
    if (has_tables) write_tables(options, plan, has_others, shared.tables, stop, output);
    if (!has_hunts) return;
    separate();
    const HuntingOptions hunting{.threads = options.job.threads,
                                 .checkpoint_seconds = options.checkpoint_seconds,
                                 .fresh = options.fresh,
                                 .stop = stop,
                                 .share = options.share,
                                 .locks = !options.no_locks};
    if (!hunt(plan.job, hunting, shared.hunts, options.quiet, format, output))
      print_part(options, plan.job.result_file, output);
  });
  if (!options.part.empty()) return;  // the rest takes little time, and is done in the end
  if (has_mines) {
    by_rank_0(separate);
    mine_all(plan.job, stop, options.quiet || communicator.rank() > 0, format, communicator, kMines,
             output);
  }
  if (checks.empty() && plan.job.values.empty()) return;
  by_rank_0(separate);
  check(options, plan.job, checks, stop, communicator, output);
}

}  // namespace

Command run_command() {
  Command command = make_command(
      {.name = "run",
       .summary =
           "Runs a job: writes its tables, hunts, mines and checks claims; continues what was "
           "interrupted",
       .options = joined(
           {job_options(),
            {option("--checkpoint", "SECONDS",
                    "Seconds of work that a kill may lose; 0 keeps every unit", "10"),
             option("--part", "K/M",
                    "Do only the K-th of M parts of the tables and hunts, for a run elsewhere to "
                    "complete"),
             option("--certificate", "FILE",
                    "Write the proofs of claims there, for scripts/check_certificate.py"),
             flag("--fresh", "Discard what earlier runs left under these names"), no_locks_option(),
             quiet_option(), json_option()}}),
       .footer = "Work in progress lies beside the table, in <table>.parts; a table under its own "
                 "name is "
                 "complete.\n\n"
                 "Ctrl-C, SIGTERM and SIGUSR1 stop it, and what is finished is saved; more of them "
                 "change "
                 "nothing.\nCtrl-\\ (SIGQUIT) ends it at once, without saving.\n\n"
                 "Example:\n  nimsweep run jobs/theorems.yaml"},
      run);
  command.is_for_all_ranks = true;
  return command;
}

}  // namespace nimsweep::cli
