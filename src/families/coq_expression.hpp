// Expressions of claims in Coq: numbers are integers, conditions are booleans where they are tested
// and propositions where they are assumed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/model/expression.hpp"

namespace nimsweep::detail {

// Why an expression is not linear in n, N, r and piles, and at which column; nothing if it is.
std::optional<std::string> why_not_linear(const Expression& expression);

struct NeededPile {
  std::string premises;  // "", or "x.[n] > 1 -> "
  std::string exists;    // "1 <= n + d <= N"
};

class CoqExpression {
 public:
  explicit CoqExpression(const Expression& expression) : expression_(expression) {}

  std::string number() const { return number(expression_.root(), 0); }            // d + 1
  std::string operand() const { return number(expression_.root(), kTightest); }   // (d + 1)
  std::string boolean() const { return boolean(expression_.root(), 0); }          // x.[n] =? 1
  std::string proposition() const { return proposition(expression_.root(), 0); }  // x.[n] == 1

  // That the expression has a value: which piles have to exist, in the order of evaluation. A pile
  // may be needed only if a condition to its left holds, or does not.
  std::vector<NeededPile> needed_piles() const;

 private:
  using NodeId = Expression::NodeId;

  std::string number(NodeId id, int level) const;
  std::string boolean(NodeId id, int level) const;
  std::string proposition(NodeId id, int level) const;
  std::string negation(NodeId id) const;
  void add_needed(NodeId id, const std::string& premises, std::vector<NeededPile>& needed) const;

  const Expression& expression_;
};

}  // namespace nimsweep::detail
