// Evaluates an expression of a claim as far as possible without piles, in the order used at a
// position: from the left, and no further than needed. What remains must compare one pile with
// constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/model/expression.hpp"

namespace nimsweep::claims_detail {

// What is left of a condition.
struct Formula {
  enum class Kind : std::uint8_t { no, yes, fault, at_most, both, either, opposite };

  Kind kind = Kind::no;
  int pile = 0;  // x[pile] <= threshold
  Counters threshold = 0;
  std::size_t left = 0;  // formulas
  std::size_t right = 0;
  Evaluation fault = {};
};

// The pile sizes up to which results are exact.
struct SizeLimits {
  // The largest t of all conditions x[k] <= t; 0 if there are none.
  Uint128 largest_threshold = 0;

  // The smallest pile size at which some number exceeds kMaxNumber. Formulas ignore that, and are
  // right only for smaller piles.
  Uint128 too_large_from = kUint128Max;
};

class PartialEvaluator {
 public:
  using FormulaId = std::size_t;

  // The situation has no piles. All arguments must outlive the evaluator. Its NotSymbolic reasons
  // begin with `place`.
  PartialEvaluator(const Expression& expression, const Situation& situation, std::string place,
                   SizeLimits& limits);

  // What is left of the whole expression, a condition. Throws NotSymbolic.
  FormulaId condition() { return condition(expression_.root()); }
  const Formula& formula(FormulaId id) const { return formulas_[id]; }

  // The value of the whole expression, a number, which must be the same at all positions. Throws
  // NotSymbolic.
  Evaluation number();

 private:
  struct Linear;
  using Node = Expression::Node;
  using Kind = Formula::Kind;

  [[noreturn]] void refuse(const Node& node, std::string_view what) const;

  FormulaId condition(Expression::NodeId id);
  FormulaId add(const Formula& formula);
  FormulaId constant(const Evaluation& evaluation);
  FormulaId opposite(FormulaId operand);
  FormulaId connective(const Node& node);
  FormulaId comparison(const Node& node);
  FormulaId equal(int pile, Uint128 size);
  FormulaId at_most(int pile, Uint128 size);

  Linear linear(Expression::NodeId id);
  Linear pile(const Node& node);
  Linear arithmetic(const Node& node);
  Linear product(const Linear& left, const Linear& right, const Node& node);
  int common_pile(const Linear& left, const Linear& right, const Node& node) const;
  Linear limited(const Linear& number, const Node& node);

  const Expression& expression_;
  const Situation& situation_;
  std::string place_;
  SizeLimits& limits_;
  std::vector<Formula> formulas_;
};

}  // namespace nimsweep::claims_detail
