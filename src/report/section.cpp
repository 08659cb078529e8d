#include "nimsweep/report/section.hpp"

#include <utility>

namespace nimsweep {

void VerdictList::add(ShownVerdict verdict) {
  ++size_;
  Counts& counts = by_claim_[verdict.claim];
  const bool is_checked = verdict.obstacle.empty();
  ++(!is_checked ? counts.unchecked : verdict.holds ? counts.hold : counts.fail);
  auto& kept = is_checked && !verdict.holds ? failing_ : others_;
  if (kept.size() < kMostKept) kept.push_back(std::move(verdict));
}

bool Section::is_empty() const noexcept {
  return !table && verdicts.size() == 0 && rows.empty() && hunts.empty() && mined.empty() &&
         mining.empty() && tables.empty();
}

}  // namespace nimsweep
