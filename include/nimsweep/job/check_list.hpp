// A job's claims as a list of checks: each claim for each number of players and piles that it is
// about, with all matrices that it is to be checked for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "nimsweep/claims/digit_check.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/families/row_family.hpp"
#include "nimsweep/games/ruleset.hpp"
#include "nimsweep/job/job_spec.hpp"
#include "nimsweep/job/matrix_set.hpp"

namespace nimsweep {

// How a claim is checked: with the machine that reads pile sizes, with one that reads digits, or
// why neither is possible. Then positions are looked at one by one.
using ClaimForm = std::variant<SymbolicClaim, DigitForm, NotSymbolic>;

struct CheckGroup {
  const ClaimSpec* spec = nullptr;
  std::shared_ptr<const Ruleset> ruleset;
  int players = 0;                       // or kAllPlayers
  std::vector<RowFamily> families = {};  // then these are what the claim is checked for
  int piles = 0;                         // or kAllPiles
  int passes = 0;
  std::optional<int> k = std::nullopt;       // of the game
  std::optional<AllianceMatrix> own_matrix;  // the claim's, if that alone is meant
  MatrixSet matrices;                        // else these, as far as the claim is about them
  std::uint64_t matrix_count = 0;            // or number of families
  std::uint64_t verdicts = 0;                // about how many to expect
  std::vector<bool> applies;                 // by place_of
  std::vector<std::optional<ClaimForm>> forms = {};  // likewise
  std::vector<Counters> fallback_bounds;  // see bounds_of_positions; empty: too many positions

  AllianceMatrix matrix(std::uint64_t number) const {
    return own_matrix ? *own_matrix : matrices[number];
  }
  bool applies_to(std::optional<int> shift) const { return applies[place_of(shift)]; }

  // For a matrix that the claim applies to.
  const ClaimForm& form(std::optional<int> shift) const { return *forms[place_of(shift)]; }

  // SSAM^0 .. SSAM^(n-1) come first, then all other matrices.
  std::size_t place_of(std::optional<int> shift) const {
    return static_cast<std::size_t>(shift.value_or(players));
  }

  // About how many positions a check looks at, as far as the claim's form tells; 0 for none.
  Uint128 looks = 0;

  // The largest sizes of the positions that are looked at one by one, if the claim's form asks for
  // that, for this `reason`. Throws Error(input) if they are too many.
  std::vector<Counters> bounds_of_positions(std::string_view reason) const;
};

// The claim's own matrix for this many players; nothing if it has none, or one of another size.
std::optional<AllianceMatrix> own_matrix(const Claim& claim, int players);

// A claim with a matrix of its own is checked for that one if its entry says so, or if the job
// names it or names none. Otherwise, and without such a matrix, it is checked for every matrix of
// the job. A claim about every SSAM^r is checked for those that the job names, or if it names no
// matrices for all of them. Numbers of players and piles that the game does not allow are left out.
// The job must outlive the list. Throws Error(job) for what cannot be checked.
std::vector<CheckGroup> check_list(const JobSpec& job);

}  // namespace nimsweep
