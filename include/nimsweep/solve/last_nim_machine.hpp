// Last Nim as a finite machine. Everything that the rest of a play depends on, once the piles after
// a prefix are gone, is the prefix's outcome vector; so vectors are states and pile sizes are
// letters. With w the vector of the prefix and v_t that of the prefix followed by a pile of t
// counters,
//
//     v_1(i)     = w(i+1)
//     v_{t+1}(i) = the one P_i prefers of v_t(i) and v_t(i+1),
//
// because the options of size t+1 are those of size t and size t itself. Players never get worse as
// the pile grows, so v_t stops changing, at t = n at the latest: a larger pile changes nothing.
//
// With K passes a state is K+1 vectors, one for each number k of passes left, and size t with k
// passes also has the option of size t with k-1. Then, too, the best over all smaller sizes never
// gets worse, so such a machine saturates as well, but not always at n: where is found by
// comparing.
#pragma once

#include <span>
#include <vector>

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/outcome_vector.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep {

class LastNimMachine {
 public:
  // Entry k is the outcome vector with k passes left.
  using State = std::vector<OutcomeVector>;

  // Users are refused more: a state has a vector for each pass, and nobody plays with hundreds.
  static constexpr int kMaxPasses = 255;

  explicit LastNimMachine(const AllianceMatrix& matrix, int passes = 0);

  const AllianceMatrix& matrix() const noexcept { return matrix_; }
  int players() const noexcept { return matrix_.players(); }
  int passes() const noexcept { return passes_; }

  // The state before any pile: nobody can move, and nobody may pass.
  State start() const;

  // The state after one more pile. An empty pile changes nothing.
  State step(const State& prefix, Counters pile) const;

  // The outcome vector of a position with all passes left. Cost: O(n) per counter up to
  // saturation, so a large pile costs no more than a small one.
  OutcomeVector outcomes(std::span<const Counters> piles) const;

 private:
  AllianceMatrix matrix_;
  int passes_;
};

// The states of one prefix followed by a pile of t = 1, 2, 3, .. counters. The machine has to
// outlive the walk.
class PileWalk {
 public:
  explicit PileWalk(const LastNimMachine& machine);

  // Begins with t = 1.
  void begin(std::span<const OutcomeVector> prefix) noexcept;

  // From t to t+1. Returns whether the state changed; if it did not, it never will again: a
  // player's best over all sizes below t+1 then holds all that sizes t and t+1 offer.
  bool grow() noexcept;

  // Grows until t = pile or nothing changes any more; the pile is not empty.
  void grow_to(Counters pile) noexcept;

  const LastNimMachine::State& state() const noexcept { return state_; }

 private:
  bool settle() noexcept;

  const AllianceMatrix& matrix_;
  LastNimMachine::State best_;   // over all smaller sizes, with as many passes left
  LastNimMachine::State state_;  // that, or a pass
};

}  // namespace nimsweep
