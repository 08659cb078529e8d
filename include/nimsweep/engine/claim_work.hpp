// What a job asks about claims, as numbered units: the entries of `mine:`, then the checks of
// claims, then the published values. The answer to a unit is a text, which is saved or sent to
// another process; it is empty where there is nothing to say.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/engine/verification.hpp"
#include "nimsweep/hunt/mine.hpp"
#include "nimsweep/job/job_spec.hpp"

namespace nimsweep {

// Nothing if the claim of a check does not apply. A check may be a slice of one.
using ClaimAnswer = std::variant<std::monostate, MineResult, Check, RowCheck>;

class ClaimWork {
 public:
  // Verdicts are saved with this many counterexamples, and cut to fewer where fewer are wanted.
  static constexpr std::size_t kSavedCounterexamples =
      Verdict::kDefaultCounterexamples * kMaxPlayers;

  // Both must outlive it.
  ClaimWork(const JobSpec& job, const std::vector<CheckGroup>& list);

  std::uint64_t units() const noexcept { return first_row() + job_.values.size(); }

  // Changes whenever the units or their answers may be different ones.
  const std::string& sha256() const noexcept { return sha256_; }

  // What a unit is. These are nothing if it is something else.
  const MineSpec* mine_of(std::uint64_t unit) const {
    return unit < first_check() ? &job_.mines[unit] : nullptr;
  }
  std::optional<std::uint64_t> check_of(std::uint64_t unit) const;  // its number
  const ValueSpec* row_of(std::uint64_t unit) const {
    return unit >= first_row() ? &job_.values[unit - first_row()] : nullptr;
  }

  const NumberedChecks& checks() const noexcept { return checks_; }
  std::uint64_t unit_of_check(std::uint64_t number) const noexcept {
    return first_check() + number;
  }

  // As in SharedUnits: mining comes first, then large checks. Slices of one check look at the same
  // values.
  Uint128 large_work(std::uint64_t unit) const;
  bool continues(std::uint64_t unit) const;

  // The answer to a unit as text, and back. Throws Error(io) for any other text.
  static std::string to_text(const ClaimAnswer& answer);
  ClaimAnswer from_text(std::uint64_t unit, std::string_view text) const;

 private:
  std::uint64_t first_check() const noexcept { return job_.mines.size(); }
  std::uint64_t first_row() const noexcept { return first_check() + checks_.size(); }

  const JobSpec& job_;
  NumberedChecks checks_;
  std::string sha256_;
};

}  // namespace nimsweep
