// What `run` and `verify` share: checks on all cores, with progress, their verdicts printed as they
// come.
#pragma once

#include <functional>
#include <vector>

#include "cli/verdicts.hpp"
#include "nimsweep/engine/verification.hpp"

namespace nimsweep {

// Also tells `each` of every verdict. Throws Error(interrupted) if stopped; what was printed until
// then stays.
void check_claims(const JobSpec& job, const std::vector<CheckGroup>& checks,
                  const VerificationOptions& how, bool quiet, VerdictPrinter& printer,
                  const std::function<void(const Check&)>& each);

// Says of which claims there was no verdict.
void name_claims_without_verdict(const JobSpec& job, const VerdictPrinter& printer);

}  // namespace nimsweep
