// A claim about a family of matrices, for every number of players, as statements of linear
// arithmetic. Each is a text in SMT-LIB 2 that any solver reads (QF_UFLIA); what it asserts must be
// impossible. Why they are enough:
//
// - Cases under SSAM^r. With c_1 = (r - 2) mod n + 1 and c_{j+1} = c_j + n - [x_{c_j} > 1], the
//   value is N plus the number of the piles c_1, c_2, .. <= N that have more than one counter, mod
//   n: the piles that matter. If `given` allows at most K of them, there are 2^(K+1) - 1 ways in
//   which they may exist and be large, and in each of them the value is linear.
// - Cases under a circle that goes down. There any pile may matter. If `given` bounds N, the value
//   follows pile by pile.
// - Recurrences, under both: the claim holds after one pile, and if it holds before a pile it holds
//   after it.
//
// src/proofs proves the value under SSAM^r, in these forms.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/families/row_family.hpp"

namespace nimsweep {

struct Obligation {
  enum class Kind : std::uint8_t {
    scope,      // no more piles matter than were looked at
    residues,   // what is taken mod n is not far from 0..n-1
    value,      // the claim says something
    agreement,  // what it says is right
  };

  Kind kind = Kind::agreement;
  std::string name;  // "agreement if 2 piles matter, of sizes > 1 and 1"
  std::string text;  // without (check-sat)
};

// How far obligations look.
struct Reach {
  int piles = 0;  // that matter; under a circle that goes down, all piles
  int wraps = 1;  // numbers t with |t| < wraps * n have a residue

  static constexpr int kMostPiles = 6;
  static constexpr int kMostWraps = 16;
};

struct Obligations {
  std::string scope;  // what the claim is about, as a text that must be possible
  std::vector<Obligation> list;
};

// Why a claim cannot be stated in this way: "case 2: when: column 6: a product of variables".
struct NotStated {
  std::string reason;
};

std::variant<Obligations, NotStated> obligations_of(const Claim& claim, const RowFamily& family,
                                                    Reach reach);

}  // namespace nimsweep
