// The result of checking a claim for one matrix, n and N. It counts pairs (position of exactly N
// nonempty piles, first player).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/natural.hpp"
#include "nimsweep/claims/value_set.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

// The number of players and r of a pair, where the verdict itself is about all of them.
struct PairPlace {
  std::optional<int> players = {};
  std::optional<int> r = {};

  friend bool operator==(const PairPlace&, const PairPlace&) = default;
};

struct Counterexample {
  std::vector<Counters> piles;
  Seat first = 0;
  ValueSet expected = {};  // what the claim says: one of these
  int found = 0;           // g
  bool is_other = false;   // the claim says: none of `expected`
  PairPlace place = {};

  friend bool operator==(const Counterexample&, const Counterexample&) = default;
};

// A pair about which the claim says nothing.
struct ClaimError {
  std::vector<Counters> piles;
  Seat first = 0;
  std::string reason;
  PairPlace place = {};

  friend bool operator==(const ClaimError&, const ClaimError&) = default;
};

// The order in which pairs are shown: fewest counters in total first, then fewest piles, then
// lexicographically by piles, then by first player.
bool comes_before(std::span<const Counters> piles, Seat first, std::span<const Counters> other,
                  Seat other_first);

struct Verdict {
  static constexpr std::size_t kDefaultCounterexamples = 5;

  // The counts cover piles 1..bound. If `all_sizes`, what holds there holds for every pile size.
  Counters bound = 0;
  bool all_sizes = false;
  std::vector<Counters> bounds = {};  // per pile, if they differ

  Natural checked = {};
  Natural disagreements = {};
  Natural errors = {};                               // pairs without a value; they do not disagree
  std::vector<Counterexample> counterexamples = {};  // the first few
  std::optional<ClaimError> first_error = {};

  bool holds() const noexcept { return disagreements.is_zero() && errors.is_zero(); }

  // "all pile sizes", "piles <= 6", or "piles <= 3,4,2" if each has its own bound.
  std::string scope() const;

  // Adds the verdict on other pairs, and keeps the first `most` counterexamples. Start with
  // Verdict{}; the order of merging does not matter.
  void merge(const Verdict& other, std::size_t most = kDefaultCounterexamples);

  // Would this pair be among the first `most` counterexamples known so far?
  bool wants(std::span<const Counters> piles, Seat first, std::size_t most) const;

  // Inserts a pair in order, and keeps the first `most`.
  void keep(Counterexample example, std::size_t most);

  // A text to send to another process, and its inverse. Throws Error(io) for any other text.
  std::string to_text() const;
  static Verdict from_text(std::string_view text);

  friend bool operator==(const Verdict&, const Verdict&) = default;
};

}  // namespace nimsweep
