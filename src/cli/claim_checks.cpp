#include "cli/claim_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "cli/progress.hpp"
#include "nimsweep/base/error.hpp"

namespace nimsweep {

void check_claims(const JobSpec& job, const std::vector<CheckGroup>& checks,
                  const VerificationOptions& how, bool quiet, VerdictPrinter& printer,
                  Certificate* certificate) {
  std::uint64_t total = 0;
  for (const CheckGroup& group : checks) total += group.verdicts;
  std::uint64_t done = 0;
  Progress progress(quiet);
  const bool ended = run_checks(
      job, checks, how,
      [&](const Check& check) {
        progress.end();
        printer.print(check);
        if (certificate != nullptr) certificate->add(check, job.passes);
        ++done;
        progress.show(
            {.what = "checking", .unit = "verdicts", .done = done, .total = std::max(done, total)});
      },
      [&](const Check& check, std::uint64_t pairs_done, std::uint64_t pairs) {
        const std::string what =
            fmt::format("checking {}, {} players, {} piles:", check.claim->name,
                        check.matrix.players(), check.piles);
        progress.show({.what = what, .unit = "pairs", .done = pairs_done, .total = pairs});
      });
  progress.end();
  if (!ended) throw Error(ErrorKind::interrupted, "interrupted while checking claims");
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

}  // namespace nimsweep
