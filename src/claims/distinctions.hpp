// What must be known about the numbers in a claim that have no bound, for the claim to be decided:
// the number of piles, their sizes, counts and sums. A claim compares such numbers with constants
// and takes them mod constants, so it tells only finitely many classes of them apart. Which ones is
// found here; ClaimAutomaton then remembers the classes while it reads pile after pile.
//
// Not everything in the language is of this kind: x[2 * N], x[1] == x[2] or xor(x) are not.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/claims/claim.hpp"

namespace nimsweep::claims_detail {

// Which whole numbers are told apart: for each cut t those up to t from those beyond, up to some
// number each from the next, and everywhere those that differ mod the modulus.
class Distinction {
 public:
  void cut(Counters last) { cuts_.insert(last); }
  void cut_all(Counters last) { exact_ = std::max(exact_, last); }
  void take_mod(Counters modulus);  // throws NotSymbolic if that makes it too large
  void join(const Distinction& other);

  Counters modulus() const noexcept { return modulus_; }

  // Beyond this only the residue counts.
  Counters last() const { return std::max(exact_, cuts_.empty() ? 0 : *cuts_.rbegin()); }

  // The smallest positive number of the same class as `number`, which is positive.
  Counters representative(Counters number) const;

  // For numbers that are counted up: exact up to last(), and after that one of the same residue.
  Counters counted(Uint128 number) const;

  // All representatives up to `bound`, ascending; nothing if there are more than `most`.
  std::optional<std::vector<Counters>> representatives(std::optional<Counters> bound,
                                                       std::size_t most) const;

 private:
  Counters begin_of_class(Counters number) const;

  std::set<Counters> cuts_;
  Counters exact_ = 0;
  Counters modulus_ = 1;
};

// What one claim tells apart, for one n, r and first player.
struct Distinctions {
  // How many piles satisfy a condition, or do not.
  struct Count {
    const Expression* expression;
    Expression::NodeId condition;
    bool of_failures;
    Distinction number = {};
  };

  Distinction piles = {};                 // the number of piles
  std::map<int, Distinction> early = {};  // x[k]
  std::map<int, Distinction> late = {};   // x[N - k]
  std::deque<Count> counts = {};
  std::optional<Distinction> sum = {};
  std::optional<Distinction> smallest = {};
  std::optional<Distinction> largest = {};
  Distinction here = {};  // the size of a pile as it is read

  // All that is told apart about the size of a single pile.
  Distinction sizes() const;
};

// Numbers of piles of which one stands for any other number, as far as `given` is concerned. Throws
// NotSymbolic with the term at fault.
std::vector<int> numbers_of_piles(const Claim& claim, const Parameters& parameters);

// For a fixed number of piles, or for every number. The claim must outlive the result. Throws
// NotSymbolic with the term at fault.
Distinctions distinctions_of(const Claim& claim, const Parameters& parameters, Seat first,
                             std::optional<int> piles);

}  // namespace nimsweep::claims_detail
