#include "claims/partial_evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep::claims_detail {

namespace {

using Op = Expression::Op;

// The largest x >= 0 with a * x <= b, or 0 if there is none; a > 0.
Uint128 last_within(Int128 a, Int128 b) {
  return b < 0 ? 0 : static_cast<Uint128>(b / a);
}

}  // namespace

// a * x[pile] + b; a = 0 for a constant.
struct PartialEvaluator::Linear {
  Int128 a = 0;
  Int128 b = 0;
  int pile = 0;
  Evaluation fault = {};  // replaces all of the above

  bool failed() const { return fault.fault != Fault::none; }
};

PartialEvaluator::PartialEvaluator(const Expression& expression, const Situation& situation,
                                   std::string place, SizeLimits& limits)
    : expression_(expression), situation_(situation), place_(std::move(place)), limits_(limits) {}

Evaluation PartialEvaluator::number() {
  const Linear number = linear(expression_.root());
  if (number.failed()) return number.fault;
  if (number.a != 0) refuse(expression_.node(expression_.root()), "a value that depends on piles");
  return {.value = number.b};
}

void PartialEvaluator::refuse(const Node& node, std::string_view what) const {
  throw NotSymbolic{fmt::format("{}: column {}: {}", place_, node.column, what)};
}

PartialEvaluator::FormulaId PartialEvaluator::condition(Expression::NodeId id) {
  const Node& node = expression_.node(id);
  if (!node.uses_piles) return constant(expression_.evaluate(id, situation_));
  if (is_comparison(node.op)) return comparison(node);
  if (node.op == Op::every || node.op == Op::some) refuse(node, "a term over all piles");
  return node.op == Op::opposite ? opposite(condition(node.left)) : connective(node);
}

PartialEvaluator::FormulaId PartialEvaluator::add(const Formula& formula) {
  formulas_.push_back(formula);
  return formulas_.size() - 1;
}

PartialEvaluator::FormulaId PartialEvaluator::constant(const Evaluation& evaluation) {
  if (evaluation.fault != Fault::none) return add({.kind = Kind::fault, .fault = evaluation});
  return add({.kind = evaluation.value != 0 ? Kind::yes : Kind::no});
}

PartialEvaluator::FormulaId PartialEvaluator::opposite(FormulaId operand) {
  switch (formulas_[operand].kind) {
    case Kind::fault:
      return operand;
    case Kind::yes:
      return add({.kind = Kind::no});
    case Kind::no:
      return add({.kind = Kind::yes});
    default:
      return add({.kind = Kind::opposite, .left = operand});
  }
}

// The right side matters only if the left one does not decide.
PartialEvaluator::FormulaId PartialEvaluator::connective(const Node& node) {
  const bool is_both = node.op == Op::both;
  const FormulaId left = condition(node.left);
  const Kind kind = formulas_[left].kind;
  if (kind == Kind::fault || kind == (is_both ? Kind::no : Kind::yes)) return left;
  const FormulaId right = condition(node.right);
  if (kind == (is_both ? Kind::yes : Kind::no)) return right;
  return add({.kind = is_both ? Kind::both : Kind::either, .left = left, .right = right});
}

PartialEvaluator::FormulaId PartialEvaluator::comparison(const Node& node) {
  const Linear left = linear(node.left);
  if (left.failed()) return constant(left.fault);
  const Linear right = linear(node.right);
  if (right.failed()) return constant(right.fault);
  const int pile = common_pile(left, right, node);
  // a * x against b. Neither side gets too large, but their difference may, for numbers.
  Int128 a = left.a - right.a;
  Int128 b = right.b - left.b;
  Op op = node.op;
  if (a < 0) {
    a = -a;
    b = -b;
    op = mirrored(op);
  }
  if (a == 0) return constant({.value = compares(op, 0, b)});
  switch (op) {
    case Op::less:
      return at_most(pile, last_within(a, b - 1));
    case Op::less_equal:
      return at_most(pile, last_within(a, b));
    case Op::greater:
      return opposite(at_most(pile, last_within(a, b)));
    case Op::greater_equal:
      return opposite(at_most(pile, last_within(a, b - 1)));
    default: {
      const FormulaId same = equal(pile, b % a == 0 ? last_within(a, b) : 0);
      return op == Op::equal ? same : opposite(same);
    }
  }
}

// x[pile] == size; piles are not empty.
PartialEvaluator::FormulaId PartialEvaluator::equal(int pile, Uint128 size) {
  if (size <= 1) return at_most(pile, size);
  const FormulaId not_above = at_most(pile, size);
  const FormulaId not_below = opposite(at_most(pile, size - 1));
  return add({.kind = Kind::both, .left = not_above, .right = not_below});
}

PartialEvaluator::FormulaId PartialEvaluator::at_most(int pile, Uint128 size) {
  if (size == 0) return add({.kind = Kind::no});
  limits_.largest_threshold = std::max(limits_.largest_threshold, size);
  if (size >= kMaxCounters) return add({.kind = Kind::yes});
  const auto threshold = static_cast<Counters>(size);
  return add({.kind = Kind::at_most, .pile = pile, .threshold = threshold});
}

PartialEvaluator::Linear PartialEvaluator::linear(Expression::NodeId id) {
  const Node& node = expression_.node(id);
  if (!node.uses_piles) {
    const Evaluation constant = expression_.evaluate(id, situation_);
    return {.b = constant.value, .fault = constant};
  }
  switch (node.op) {
    case Op::pile:
      return pile(node);
    case Op::count:
    case Op::sum:
    case Op::smallest:
    case Op::largest:
      refuse(node, "a term over all piles");
    case Op::divide:
      refuse(node, "a quotient of piles");
    case Op::modulo:
      refuse(node, "mod of piles");
    case Op::exclusive_or:
    case Op::nim_sum:
      refuse(node, "xor of piles");
    case Op::digit_sum:
      refuse(node, "digitsum of piles");
    default:
      return arithmetic(node);
  }
}

PartialEvaluator::Linear PartialEvaluator::pile(const Node& node) {
  const Evaluation index = expression_.evaluate(node.left, situation_);
  if (index.fault != Fault::none) return {.fault = index};
  if (index.value < 1 || index.value > situation_.parameters.N)
    return {.fault = {.fault = Fault::no_such_pile, .column = node.column}};
  return {.a = 1, .pile = static_cast<int>(index.value)};
}

PartialEvaluator::Linear PartialEvaluator::arithmetic(const Node& node) {
  const Linear left = node.op == Op::negate ? Linear{} : linear(node.left);
  if (left.failed()) return left;
  const Linear right = linear(node.op == Op::negate ? node.left : node.right);
  if (right.failed()) return right;
  if (node.op == Op::multiply) return product(left, right, node);
  const int sign = node.op == Op::add ? 1 : -1;
  return limited({.a = left.a + sign * right.a,
                  .b = left.b + sign * right.b,
                  .pile = common_pile(left, right, node)},
                 node);
}

PartialEvaluator::Linear PartialEvaluator::product(const Linear& left, const Linear& right,
                                                   const Node& node) {
  if (left.a != 0 && right.a != 0) refuse(node, "a product of piles");
  const Linear& scaled = left.a != 0 ? left : right;
  const Int128 factor = left.a != 0 ? right.b : left.b;
  Linear result{.pile = scaled.pile};
  if (__builtin_mul_overflow(scaled.a, factor, &result.a) ||
      __builtin_mul_overflow(scaled.b, factor, &result.b))
    refuse(node, "too large a number");
  return limited(result, node);
}

int PartialEvaluator::common_pile(const Linear& left, const Linear& right, const Node& node) const {
  if (left.a != 0 && right.a != 0 && left.pile != right.pile) refuse(node, "two piles at once");
  return left.a != 0 ? left.pile : right.pile;
}

// Records the pile size from which a * x + b is too large; it stays so beyond.
PartialEvaluator::Linear PartialEvaluator::limited(const Linear& number, const Node& node) {
  if (magnitude(number.a) > kMaxNumber || magnitude(number.b) > kMaxNumber)
    refuse(node, "too large a number");
  if (number.a == 0) return number;
  const Int128 towards = number.a > 0 ? number.b : -number.b;
  const Uint128 last = last_within(magnitude(number.a), kMaxNumber - towards);
  limits_.too_large_from = std::min(limits_.too_large_from, last + 1);
  return number;
}

}  // namespace nimsweep::claims_detail
