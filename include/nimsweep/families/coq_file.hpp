// The proof of a claim as a file for Coq: for every number of players n, every number of piles N
// and every pile size, under SSAM^r. The theorem is stated from the definition of the game in
// src/proofs, in the words of the claim; where the claim reads a pile, the theorem also says that
// the pile exists. The proof is one call of a tactic of src/proofs/Tactics.v. Nothing here decides
// whether the claim holds: Coq rejects the file if it does not.
//
// Numbers in the theorem are not bounded by kMaxNumber.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "nimsweep/claims/claim.hpp"

namespace nimsweep {

// Which games the theorem is about, and what its proof needs to know.
struct CoqScope {
  std::optional<int> shift;  // SSAM^shift, for every n > shift; nothing: every SSAM^r, r < n

  // For a claim of cases: no position that it is about has more piles that matter. If it is too
  // small, Coq rejects the proof; if it is larger than necessary, nothing changes. Each pile that
  // does matter doubles the time of the proof: about 2 s for two, 8 s for five.
  int most_piles_that_matter = 0;
};

// Why there is no such file.
struct NotInCoq {
  std::string reason;  // "case 2: when: column 6: xor is not linear"
};

// The theorem with its proof, to stand in a file. It is named after the claim: claim_shifted_3_4.
std::variant<std::string, NotInCoq> coq_theorem(const Claim& claim, const CoqScope& scope);

// The file that contains these theorems, which have different names.
std::string coq_file(std::span<const std::string> theorems);

// "claim_shifted_3_4" for "shifted-3.4".
std::string coq_name(std::string_view claim_name);

}  // namespace nimsweep
