// Checks claims on all cores: many checks at once, or the positions of one check that must look at
// every position.
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
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/engine/work_share.hpp"
#include "nimsweep/families/family_check.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/solve/prefix_machine.hpp"
#include "nimsweep/store/table_file.hpp"

namespace nimsweep {

struct VerificationOptions {
  int threads = 0;  // 0: one for each core
  std::size_t counterexamples = Verdict::kDefaultCounterexamples;
  bool keeps_proofs = false;  // for certificates
  const std::atomic<bool>& stop;
  WorkShare share = WorkShare::everything();  // of a list's checks, by number
};

struct Check {
  std::uint64_t number = 0;  // in a list
  const Claim* claim = nullptr;
  std::string game = {};
  int piles = 0;                              // or kAllPiles
  std::optional<AllianceMatrix> matrix = {};  // nothing: the family
  std::optional<RowFamily> family = {};       // a verdict for every number of players
  int passes = 0;
  std::uint64_t matrices = 1;  // that the claim is checked for, with this many players and piles
  bool known_wrong = false;    // the claim is expected to fail somewhere
  bool by_digits = false;      // what is proved is proved over the digits of piles
  std::string table = {};      // the job's, if its stored values were checked
  Verdict verdict = {};
  std::string note = {};      // why every position had to be looked at, if so
  std::string obstacle = {};  // why there is no verdict, if there is none
  // The machine that proved it, if it is kept: one that reads sizes, or one that reads digits.
  std::shared_ptr<const PrefixMachine> machine = {};
  std::shared_ptr<const DigitMachine> digit_machine = {};
  std::shared_ptr<const FamilyVerdict> family_verdict = {};  // likewise

  int players() const noexcept { return matrix ? matrix->players() : kAllPlayers; }
};

// The checks of a list by number: the matrices of its groups one after another, including those
// that a claim does not apply to. The list must outlive it.
class NumberedChecks {
 public:
  explicit NumberedChecks(const std::vector<CheckGroup>& list);

  std::uint64_t size() const noexcept { return ends_.empty() ? 0 : ends_.back(); }
  const CheckGroup& group(std::uint64_t number) const { return list_[group_number(number)]; }

  // The check, still to be made; nothing if the claim does not apply to this matrix.
  std::optional<Check> operator[](std::uint64_t number) const;

  // About how many operations a check takes, as far as the claim's form tells; 0 if it does not
  // take a good part of a second on one core.
  Uint128 large_work(std::uint64_t number) const;

  // The result of a check as text, for another process with the same list, and back. Throws
  // Error(io) for any other text.
  static std::string to_text(const Check& check);
  Check from_text(std::uint64_t number, std::string_view text) const;

 private:
  std::size_t group_number(std::uint64_t number) const;

  const std::vector<CheckGroup>& list_;
  std::vector<std::uint64_t> ends_;  // by group, the number after its last check's
};

// Gets each check, in the order of the share; those that do not apply are left out.
using CheckCallback = FunctionRef<void(const Check&)>;

// Progress of a check that looks at very many positions, in pairs (position, first player).
using PartCallback = FunctionRef<void(const Check&, std::uint64_t done, std::uint64_t total)>;

// False if it was stopped.
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

// Checks a job's `values:`, in order.
std::vector<RowCheck> check_rows(const JobSpec& job);

}  // namespace nimsweep
