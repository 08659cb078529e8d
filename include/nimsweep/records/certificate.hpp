// Proofs that another program can check: the claim and the machine of the game. For Last Nim, and
// Small Nim, which has the same, also the pile sizes that matter and, for a recurrence and every
// number of piles, the pairs of a state and v that occur. scripts/check_certificate.py checks them
// and documents the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/engine/verification.hpp"

namespace nimsweep {

class Certificate {
 public:
  // Adds a check, if it proves its claim for every pile size.
  void add(const Check& check);

  std::size_t proofs() const noexcept { return proofs_.size(); }

  // Throws Error(input) if the path exists and is not a certificate. To be called before any work.
  static void check_replaceable(const std::string& path);

  // As a whole or not at all. Throws Error(io).
  void write(const std::string& path) const;

  // The same in memory.
  std::string text() const;

 private:
  void visit_pieces(FunctionRef<void(std::string_view)> visit) const;
  std::ptrdiff_t number_of(const Claim* claim);
  void add_last_nim(const Check& check, PileOrder order);  // or Small Nim

  std::vector<const Claim*> claims_;
  std::vector<std::string> proofs_;  // JSON
};

}  // namespace nimsweep
