// Claims in the language of SMT-LIB 2, in which n, N, r and the sizes of piles are unknown
// integers. A term stands for a number or a condition; beside it stands the condition under which
// it has a value. What is mod n is written with two functions that every obligation defines:
//
//     (reduced t)    t mod n         (divides t)    n divides t
//
// Both look only at |t| < wraps * n, so that nothing is multiplied by n; the terms that they are
// used for are collected, and have to be shown to lie there.
#pragma once

#include <compare>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/claims/claim.hpp"
#include "nimsweep/model/expression.hpp"

namespace nimsweep::families_detail {

// Why a claim is not a statement of linear arithmetic: "case 2: when: column 6: ..".
struct NotLinear {
  std::string reason;
};

struct SmtTerm {
  std::string text;
  std::string has_value = "true";
};

// "(and a b)" and so on; simplified if there is nothing or only one thing to join.
std::string all_of(const std::vector<std::string>& conditions);
std::string any_of(const std::vector<std::string>& conditions);
std::string negation(const std::string& condition);
std::string choice(const std::string& condition, const std::string& yes, const std::string& no);
std::string integer_text(Int128 number);
std::string difference(const std::string& left, const std::string& right);

// What expressions may use, besides what all of them may.
struct Vocabulary {
  bool has_shift = true;  // r
  bool has_piles = true;  // N, d and x[..]
};

class SmtWriter {
 public:
  explicit SmtWriter(Vocabulary vocabulary) : vocabulary_(vocabulary) {}

  // Throws NotLinear, with `place` before the reason.
  SmtTerm write(const Expression& expression, std::string_view place);
  SmtTerm write(const Expression& expression, Expression::NodeId part, std::string_view place);

  // What a claim's cases say if the value is the term `value`: do they agree with it?
  SmtTerm agreement(const Claim& claim, std::string_view value);

  // v after one more pile, from a recurrence; v is mod n, or mod its range.
  SmtTerm start(const Claim::Recurrence& recurrence);
  SmtTerm step(const Claim::Recurrence& recurrence);

  std::string reduced(const std::string& term);
  std::string divides(const std::string& term);

  // A term whose residue mod n was asked for, and the condition under which it matters.
  struct Residue {
    std::string when;
    std::string term;

    friend auto operator<=>(const Residue&, const Residue&) = default;
  };

  // The indices of piles that were written, and the residues.
  const std::set<std::string>& piles() const noexcept { return piles_; }
  const std::set<Residue>& residues() const noexcept { return residues_; }

 private:
  class Translation;
  class Cases;
  std::string reduced_by(const Claim::Recurrence& recurrence, const std::string& term);

  Vocabulary vocabulary_;
  std::string path_ = "true";  // under which what is being written matters
  std::set<std::string> piles_;
  std::set<Residue> residues_;
};

}  // namespace nimsweep::families_detail
