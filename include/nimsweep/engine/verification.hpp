// Checks claims on all cores: many checks at once, or the positions of one check that must look at
// every position.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/engine/numbered_checks.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

struct VerificationOptions {
  int threads = 0;  // 0: one for each core
  std::size_t counterexamples = Verdict::kDefaultCounterexamples;
  bool keeps_proofs = false;  // for certificates
  const std::atomic<bool>& stop;
};

// Gets each check in order; those that do not apply are left out.
using CheckCallback = FunctionRef<void(const Check&)>;

// Progress of a check that looks at very many positions, in pairs (position, first player).
using PartCallback = FunctionRef<void(const Check&, std::uint64_t done, std::uint64_t total)>;

// Makes checks by number, many at once. The values of the last check that was cut into slices are
// kept, because the next slice is likely to need them.
class Checker {
 public:
  // What it is made of must outlive it.
  Checker(const JobSpec& job, const NumberedChecks& checks, const VerificationOptions& options);
  ~Checker();

  // The number of the next check to make; nothing when there are no more. Called by one thread at a
  // time.
  using NextNumber = FunctionRef<std::optional<std::uint64_t>()>;

  // Gets each number with its check, in order; without it if there is none.
  using NumberCallback = FunctionRef<void(std::uint64_t number, const Check* check)>;

  // False if it was stopped. Checks before a failing one are still reported.
  bool run(NextNumber next, NumberCallback callback, PartCallback part_callback);

 private:
  class Run;
  struct LargeValues;

  const JobSpec& job_;
  const NumberedChecks& checks_;
  const VerificationOptions& options_;
  std::unique_ptr<LargeValues> values_;
};

// Makes all checks of a list, and joins their slices. False if it was stopped.
bool run_checks(const JobSpec& job, const std::vector<CheckGroup>& list,
                const VerificationOptions& options, CheckCallback callback,
                PartCallback part_callback);

// Checks claims against the values of a table. A claim is checked for the same matrices as in a job
// that names all matrices of the table.
bool check_table(const TableReader& table, const std::vector<ClaimSpec>& claims,
                 const VerificationOptions& options, CheckCallback callback,
                 PartCallback part_callback);

// A published value, and what was found.
struct RowCheck {
  const ValueSpec* row = nullptr;
  int passes = 0;
  Seat winner = kNobody;
  std::optional<int> value = {};  // nothing if nobody wins; such a row never agrees
  bool agrees = false;

  bool is_as_expected() const noexcept { return agrees != row->known_wrong; }
};

// Checks an entry of a job's `values:`.
RowCheck check_row(const JobSpec& job, const ValueSpec& row);

// The same from the winner, who is known.
RowCheck row_check(const JobSpec& job, const ValueSpec& row, Seat winner);

}  // namespace nimsweep
