// Checks claims on all cores: many checks at a time, and the positions of one that has to look at
// each of them.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/engine/work_share.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/solve/prefix_machine.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

struct VerificationOptions {
  int threads = 0;  // 0: as many as there are cores
  std::size_t counterexamples = Verdict::kDefaultCounterexamples;
  bool keeps_machines = false;  // for certificates
  const std::atomic<bool>& stop;
  WorkShare share = WorkShare::everything();  // of a list's checks, by number
};

struct Check {
  std::uint64_t number = 0;  // in a list
  const Claim* claim = nullptr;
  std::string game = {};
  int piles = 0;
  AllianceMatrix matrix;
  int passes = 0;
  std::uint64_t of_matrices = 1;  // for which this claim is checked with as many players and piles
  Verdict verdict = {};
  std::string note = {};      // why every position had to be looked at, if so
  std::string obstacle = {};  // why there is no verdict, if there is none
  std::shared_ptr<const PrefixMachine> machine = {};  // that proved it, if it is kept
};

// The checks of a list by number: its groups' matrices one after the other, also those that a claim
// is not about. The list has to outlive it.
class NumberedChecks {
 public:
  explicit NumberedChecks(const std::vector<CheckGroup>& list);

  std::uint64_t size() const noexcept { return ends_.empty() ? 0 : ends_.back(); }
  const CheckGroup& group(std::uint64_t number) const { return list_[group_number(number)]; }

  // Before it is made; nothing if the claim is not about this matrix.
  std::optional<Check> operator[](std::uint64_t number) const;

  // Would it take a good part of a second, on one core? As far as the claim's form tells.
  bool is_large(std::uint64_t number) const;

  // What came of a check, for another process with the same list, and the check that it then has.
  // Throws Error(io) for any other text.
  static std::string to_text(const Check& check);
  Check from_text(std::uint64_t number, std::string_view text) const;

 private:
  std::size_t group_number(std::uint64_t number) const;

  const std::vector<CheckGroup>& list_;
  std::vector<std::uint64_t> ends_;  // by group, the number after its last check's
};

// Each check in the order of the share, as soon as all before it are made; those that do not apply
// are left out.
using CheckCallback = FunctionRef<void(const Check&)>;

// How far a check is that looks at very many positions, in pairs (position, first player).
using PartCallback = FunctionRef<void(const Check&, std::uint64_t done, std::uint64_t total)>;

// False if it was stopped.
bool run_checks(const JobSpec& job, const std::vector<CheckGroup>& list,
                const VerificationOptions& options, CheckCallback callback,
                PartCallback part_callback);

// The claims against what a table holds. Which of its matrices a claim is checked for is decided as
// for a job that names them all.
bool check_table(const TableReader& table, const std::vector<ClaimSpec>& claims,
                 const VerificationOptions& options, CheckCallback callback,
                 PartCallback part_callback);

// A published value, and what is so.
struct RowCheck {
  const ValueSpec* row = nullptr;
  int passes = 0;
  Seat winner = kNobody;
  std::optional<int> value = {};  // nothing if nobody wins; then no row agrees
  bool agrees = false;
};

// The positions of a job's `values:`, in their order.
std::vector<RowCheck> check_rows(const JobSpec& job);

}  // namespace nimsweep
