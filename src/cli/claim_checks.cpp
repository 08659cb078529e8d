#include "cli/claim_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "cli/progress.hpp"
#include "nimsweep/base/error.hpp"
#include "nimsweep/cluster/shared_units.hpp"

namespace nimsweep::cli {

namespace {

// Throws Error(interrupted) if stopped.
void run_checks(const JobSpec& job, const std::vector<CheckGroup>& checks,
                const VerificationOptions& how, Progress& progress, CheckCallback callback) {
  const bool ended = run_checks(
      job, checks, how, callback,
      [&](const Check& check, std::uint64_t pairs_done, std::uint64_t pairs) {
        const std::string what =
            fmt::format("checking {}, {} players, {} piles:", check.claim->name,
                        check.matrix.players(), check.piles);
        progress.show({.what = what, .unit = "pairs", .done = pairs_done, .total = pairs});
      });
  progress.end();
  if (!ended) throw Error(ErrorKind::interrupted, "interrupted while checking claims");
}

void take(const Check& check, const JobSpec& job, VerdictPrinter& printer,
          Certificate* certificate) {
  printer.print(check);
  if (certificate != nullptr) certificate->add(check, job.passes);
}

}  // namespace

void check_claims(const JobSpec& job, const std::vector<CheckGroup>& checks,
                  const VerificationOptions& how, bool quiet, VerdictPrinter& printer,
                  Certificate* certificate) {
  std::uint64_t total = 0;
  for (const CheckGroup& group : checks) total += group.verdicts;
  std::uint64_t done = 0;
  Progress progress(quiet);
  run_checks(job, checks, how, progress, [&](const Check& check) {
    progress.end();
    take(check, job, printer, certificate);
    ++done;
    progress.show(
        {.what = "checking", .unit = "verdicts", .done = done, .total = std::max(done, total)});
  });
}

void share_claims(const JobSpec& job, const std::vector<CheckGroup>& checks,
                  const VerificationOptions& how, bool quiet, Communicator& communicator, int work,
                  VerdictPrinter& printer, Certificate* certificate) {
  const NumberedChecks numbered(checks);
  Progress progress(quiet);
  const auto do_share = [&](const WorkShare& share, FoundCallback found) {
    VerificationOptions of_share = how;
    of_share.share = share;
    run_checks(job, checks, of_share, progress, [&](const Check& check) {
      found(check.number, NumberedChecks::to_text(check));
      // Most before it are made, or being made elsewhere.
      progress.show({.what = "checking",
                     .unit = "matrices",
                     .done = check.number + 1,
                     .total = numbered.size()});
    });
  };
  share_units(communicator, work,
              {.count = numbered.size(),
               .is_large = [&](std::uint64_t number) { return numbered.is_large(number); },
               .do_share = do_share,
               .take =
                   [&](std::uint64_t number, std::string_view found) {
                     take(numbered.from_text(number, found), job, printer, certificate);
                   }});
}

void finish_checks(VerdictPrinter& printer, const Certificate& certificate,
                   const std::string& certificate_file) {
  const auto say = [](const std::string& message) {
    std::fputs(fmt::format("nimsweep: {}\n", message).c_str(), stderr);
  };
  if (certificate_file.empty()) {
    printer.finish();
    return;
  }
  const std::size_t proofs = certificate.proofs();
  if (proofs > 0) {
    certificate.write(certificate_file);
    if (proofs < printer.verdicts())
      say(fmt::format("{} has {} of {} verdicts; the others are no proofs", certificate_file,
                      proofs, printer.verdicts()));
    printer.finish();
    return;
  }
  const std::string nothing =
      fmt::format("nothing was proved for all pile sizes; {} was not written", certificate_file);
  try {
    printer.finish();
  } catch (const Error&) {
    say(nothing);
    throw;
  }
  throw Error(ErrorKind::input, nothing);
}

void name_claims_without_verdict(const JobSpec& job, const VerdictPrinter& printer) {
  for (const ClaimSpec& spec : job.claims) {
    if (printer.has_verdict(spec.claim)) continue;
    const std::string message = fmt::format(
        "{}: no verdict: it is about none of these numbers of players and piles with these "
        "matrices",
        spec.claim.name);
    std::fputs(fmt::format("nimsweep: {}\n", job.error_at(spec.place, message).what()).c_str(),
               stderr);
  }
}

}  // namespace nimsweep::cli
