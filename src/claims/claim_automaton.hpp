// A claim as an automaton that reads piles: its state is everything that the claim needs to know
// about the piles read so far, and says what the claim says about them. It is made state by state,
// as far as it is walked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "claims/distinctions.hpp"
#include "nimsweep/claims/claim.hpp"

namespace nimsweep::claims_detail {

class ClaimAutomaton {
 public:
  using StateId = std::uint32_t;

  static constexpr std::size_t kMaxStates = 1'000'000;
  static constexpr std::size_t kMaxNumbers = std::size_t{1} << 25;  // in all states

  // For one first player, and a fixed number of piles or every number. The claim must outlive the
  // automaton. Throws NotSymbolic if the claim is not of this kind.
  ClaimAutomaton(const Claim& claim, const Parameters& parameters, Seat first,
                 std::optional<int> piles);

  // Sizes of one class always lead to the same state.
  const Distinction& sizes() const noexcept { return sizes_; }

  // The start, before any pile, is state 0. Throws NotSymbolic beyond kMaxStates or kMaxNumbers.
  StateId next(StateId state, Counters size);

  // What the claim says about the piles that lead here; nothing if `given` excludes their number.
  // There is at least one pile; if their number is fixed, there are that many.
  std::optional<ClaimedValue> value(StateId state);

  // Is it a recurrence that knows v, and of the number of piles only that there are some?
  bool remembers_only_v() const;

  // v after the piles that lead here, if it is a recurrence and v has a value.
  int v(StateId state) const;

  // What it says about these piles.
  ClaimedValue value_at(std::span<const Counters> piles) const;

 private:
  // Numbers, each in a form that stands for its class.
  using State = std::vector<Counters>;
  struct StateHash {
    std::size_t operator()(const State& state) const noexcept;
  };
  // How a state was reached first.
  struct Origin {
    StateId before;
    Counters size;
  };
  class Reading;

  static constexpr Counters kNone = kMaxCounters;  // a count or v that has no value any more

  StateId add(State state, Origin origin);
  State start() const;
  State after(const State& state, Counters size, int number) const;
  Counters count_after(const Distinctions::Count& count, Counters known, Counters size,
                       int number) const;
  Counters v_after(Counters v, Counters size, int number) const;
  std::vector<Counters> piles_to(StateId state) const;
  std::optional<ClaimedValue> find_value(StateId state) const;
  Parameters parameters_for(std::size_t piles) const;

  const Claim* claim_;
  Parameters parameters_;
  Seat first_;
  std::optional<int> piles_;
  Distinctions distinctions_;
  std::vector<Distinction> window_;  // entry k: what may still be asked about x[N - k]
  Distinction sizes_;
  std::vector<State> states_;
  std::vector<Origin> origins_;
  std::vector<std::uint32_t> lengths_;  // of the piles that reached a state first
  std::unordered_map<State, StateId, StateHash> known_;
  std::vector<std::optional<std::optional<ClaimedValue>>> values_;  // as far as asked for
};

}  // namespace nimsweep::claims_detail
