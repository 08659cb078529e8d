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
                  const std::function<void(const Check&)>& each) {
  std::uint64_t total = 0;
  for (const CheckGroup& group : checks) total += group.verdicts;
  std::uint64_t done = 0;
  Progress progress(quiet);
  const bool ended = run_checks(
      job, checks, how,
      [&](const Check& check) {
        progress.end();
        printer.print(check);
        each(check);
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
