// What a job's verdicts and published values amount to.
#include "nimsweep/run/run_job.hpp"

namespace nimsweep {

void RunSummary::add(const Check& check) {
  if (!check.obstacle.empty()) {
    ++unchecked;
    return;
  }
  ++verdicts;
  const bool fails = !check.verdict.holds();
  if (!check.known_wrong) {
    if (fails) ++failures;
    return;
  }
  KnownWrong& claim = known_wrong_[check.claim];
  claim.name = check.claim->name;
  claim.fails = claim.fails || fails;
}

void RunSummary::add(const RowCheck& row) {
  ++rows;
  if (!row.row->known_wrong && !row.agrees) ++wrong_rows;
  if (row.row->known_wrong && !row.agrees) ++known_wrong_rows;
  if (row.row->known_wrong && row.agrees) surprises.push_back(row.row->id);
}

std::vector<std::string> RunSummary::known_wrong_claims(bool fails) const {
  std::vector<std::string> names;
  for (const auto& [claim, known] : known_wrong_)
    if (known.fails == fails) names.push_back(known.name);
  return names;
}

bool RunSummary::holds() const {
  return failures == 0 && wrong_rows == 0 && unchecked == 0 && surprises.empty() &&
         surprising_claims().empty();
}

}  // namespace nimsweep
