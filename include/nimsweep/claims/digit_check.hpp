// Checks a claim about a game with a digit machine, for piles of every size at fixed n and N. The
// claim is an automaton over the same digits, which reads them from the other end: both are walked
// from the most significant digit on, the claim backwards. If no digits lead to a wrong value, the
// claim holds for every position.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <variant>

#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/digits/digit_machine.hpp"

namespace nimsweep {

// A claim made ready once, for one n, N, r and k, to be checked for any number of matrices.
class DigitForm {
 public:
  struct Ready;
  explicit DigitForm(std::shared_ptr<const Ready> ready) : ready_(std::move(ready)) {}

  // For a machine that is proved, and positions that start in `mode`. The counts are of states of
  // both together. May be called by several threads at once. Throws Error(interrupted).
  std::variant<Verdict, NotSymbolic> check(const DigitMachine& machine, Mode mode,
                                           std::size_t most_counterexamples,
                                           IsStopped is_stopped = &never_stopped) const;

 private:
  std::shared_ptr<const Ready> ready_;
};

// The claim applies to these parameters.
std::variant<DigitForm, NotSymbolic> make_digit_form(const Claim& claim,
                                                     const Parameters& parameters);

}  // namespace nimsweep
