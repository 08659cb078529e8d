// The checks of a list by number, and their results as text. A check that must look at very many
// positions is cut into slices of them, so that several processes can share it and a kill loses
// only a slice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/claims/verdict.hpp"
#include "nimsweep/digits/digit_machine.hpp"
#include "nimsweep/families/family_check.hpp"
#include "nimsweep/job/check_list.hpp"
#include "nimsweep/solve/prefix_machine.hpp"

namespace nimsweep {

// Slice number `number` of `of`; most checks are one slice.
struct CheckSlice {
  std::uint64_t number = 0;
  std::uint64_t of = 1;

  bool is_last() const noexcept { return number + 1 == of; }
};

struct Check {
  std::uint64_t number = 0;  // in a list
  CheckSlice slice = {};     // what the verdict is about
  const Claim* claim = nullptr;
  std::string game = {};
  int piles = 0;                              // or kAllPiles
  std::optional<AllianceMatrix> matrix = {};  // nothing: the family
  std::optional<RowFamily> family = {};       // a verdict for every number of players
  int passes = 0;
  std::uint64_t matrices = 1;  // that the claim is checked for, with this many players and piles
  bool known_wrong = false;    // the claim is expected to fail somewhere
  bool by_digits = false;      // its proof, if any, reads digits of piles, not sizes
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

// Numbers the matrices of a list's groups in order, also those that a claim does not apply to. Each
// matrix has one number for each slice that its check may have. The list must outlive it.
class NumberedChecks {
 public:
  explicit NumberedChecks(const std::vector<CheckGroup>& list);

  std::uint64_t size() const noexcept { return groups_.empty() ? 0 : groups_.back().end; }
  const CheckGroup& group(std::uint64_t number) const { return list_[place_of(number).group]; }

  // The slice, still to be checked; nothing if the claim does not apply to this matrix, or if the
  // check has fewer slices.
  std::optional<Check> operator[](std::uint64_t number) const;

  // About how many operations it takes, as far as the claim's form tells; 0 if it does not take a
  // good part of a second on one core.
  Uint128 large_work(std::uint64_t number) const;

  // Is it a slice of the same check as the number before it?
  bool continues(std::uint64_t number) const { return place_of(number).slice > 0; }

  // The result as text, for another process with the same list, and back. Throws Error(io) for any
  // other text.
  static std::string to_text(const Check& check);
  Check from_text(std::uint64_t number, std::string_view text) const;

 private:
  struct Numbers {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t slices;  // of each check that looks at positions
  };
  struct NumberPlace {
    std::size_t group;
    std::uint64_t matrix;
    std::uint64_t slice;
  };

  NumberPlace place_of(std::uint64_t number) const;

  const std::vector<CheckGroup>& list_;
  std::vector<Numbers> groups_;
};

// Joins the slices of checks, which come in the order of their numbers.
class WholeChecks {
 public:
  // Keeps the first `counterexamples` of each check; a slice may have more.
  explicit WholeChecks(std::size_t counterexamples) : counterexamples_(counterexamples) {}

  // The whole check, if this is its last slice.
  std::optional<Check> add(Check slice);

 private:
  std::size_t counterexamples_;
  std::optional<Check> begun_;
};

}  // namespace nimsweep
