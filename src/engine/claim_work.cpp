#include "nimsweep/engine/claim_work.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "nimsweep/base/fields.hpp"
#include "nimsweep/base/sha256.hpp"

namespace nimsweep {

ClaimWork::ClaimWork(const JobSpec& job, const std::vector<CheckGroup>& list)
    : job_(job), checks_(list) {
  sha256_ =
      nimsweep::sha256(fmt::format("claims 2 {} {} {}", NIMSWEEP_VERSION, job.sha256, units()));
}

std::optional<std::uint64_t> ClaimWork::check_of(std::uint64_t unit) const {
  if (unit < first_check() || unit >= first_row()) return std::nullopt;
  return unit - first_check();
}

Uint128 ClaimWork::large_work(std::uint64_t unit) const {
  if (mine_of(unit) != nullptr) return ~Uint128{0};
  const auto check = check_of(unit);
  return check ? checks_.large_work(*check) : 0;
}

bool ClaimWork::continues(std::uint64_t unit) const {
  const auto check = check_of(unit);
  return check && checks_.continues(*check);
}

std::string ClaimWork::to_text(const ClaimAnswer& answer) {
  if (const auto* result = std::get_if<MineResult>(&answer)) return result->to_text();
  if (const auto* check = std::get_if<Check>(&answer)) return NumberedChecks::to_text(*check);
  const auto* row = std::get_if<RowCheck>(&answer);
  if (row == nullptr) return {};
  FieldWriter fields;
  fields.number(static_cast<std::uint64_t>(row->winner - kNobody));
  return std::move(fields).take();
}

ClaimAnswer ClaimWork::from_text(std::uint64_t unit, std::string_view text) const {
  if (text.empty()) return {};
  if (mine_of(unit) != nullptr) return MineResult::from_text(text);
  if (const auto check = check_of(unit)) return checks_.from_text(*check, text);
  FieldReader fields(text);
  const Seat winner = fields.up_to(kMaxPlayers) + kNobody;
  fields.check_end();
  return row_check(job_, *row_of(unit), winner);
}

}  // namespace nimsweep
