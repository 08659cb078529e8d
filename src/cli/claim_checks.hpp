// What `run` and `verify` share: checks on all cores, with progress, their verdicts printed as they
// come.
#pragma once

#include <string>
#include <vector>

#include "cli/certificate.hpp"
#include "cli/verdicts.hpp"
#include "nimsweep/cluster/communicator.hpp"
#include "nimsweep/engine/verification.hpp"

namespace nimsweep::cli {

// Throws Error(interrupted) if stopped; what was printed until then stays. Proofs are put into a
// certificate if there is one.
void check_claims(const JobSpec& job, const std::vector<CheckGroup>& checks,
                  const VerificationOptions& how, bool quiet, VerdictPrinter& printer,
                  Certificate* certificate);

// The same by all processes of a run together, from this kind of work on; rank 0 prints.
void share_claims(const JobSpec& job, const std::vector<CheckGroup>& checks,
                  const VerificationOptions& how, bool quiet, Communicator& communicator, int work,
                  VerdictPrinter& printer, Certificate* certificate);

// Writes the certificate, if one is wanted, and sums up. Throws as VerdictPrinter::finish does, and
// Error(input) if there is nothing to put into a certificate.
void finish_checks(VerdictPrinter& printer, const Certificate& certificate,
                   const std::string& certificate_file);

// Says of which claims there was no verdict.
void name_claims_without_verdict(const JobSpec& job, const VerdictPrinter& printer);

}  // namespace nimsweep::cli
