// Makes row programs from the trees of a claim.
#include "claims/row_program.hpp"

#include <algorithm>
#include <utility>

namespace nimsweep::claims_detail {

namespace {

using Op = Expression::Op;
using Operation = RowProgram::Operation;
using Operand = RowProgram::Operand;
using Instruction = RowProgram::Instruction;

constexpr Int128 kLargest = Int128{1} << 30;
constexpr std::size_t kMostInstructions = 2'000;  // more are hardly faster than a tree

// Why a claim stays a tree.
struct NotCompiled {};

// An operand, and between which numbers it lies.
struct Number {
  Operand operand;
  Int128 least;
  Int128 most;

  bool is_constant() const { return least == most; }
};

}  // namespace

// Makes the instructions of a claim, from its trees. Every result is used once, so its register is
// free again after that.
class RowCompiler {
 public:
  RowCompiler(const Claim& claim, const Parameters& parameters, Seat first,
              std::span<const Counters> bounds, std::size_t fixed)
      : claim_(claim), situation_{.parameters = parameters, .first = first}, bounds_(bounds) {
    program_.fixed_ = fixed;
    program_.varying_ = bounds.size() - fixed;
    program_.scalars_.resize(fixed);
    program_.registers_ = program_.varying_ + 1;
  }

  // Throws NotCompiled.
  RowProgram compile() && {
    if (claim_.recurrence) throw NotCompiled();
    program_.agrees_ = agreement(0).operand;
    return std::move(program_);
  }

 private:
  // Does what the cases from this one on say agree with the value that was found? There must be one
  // that always applies.
  Number agreement(std::size_t number) {
    if (number == claim_.cases.size()) throw NotCompiled();
    const Claim::Case& here = claim_.cases[number];
    if (!here.when) return agreement_with(here);
    const Number when = compiled(*here.when);
    if (when.is_constant()) return when.least != 0 ? agreement_with(here) : agreement(number + 1);
    const Number yes = agreement_with(here);
    const Number no = agreement(number + 1);
    return emit(Operation::choose, 0, 1, yes, no, when);
  }

  Number agreement_with(const Claim::Case& here) {
    const int n = situation_.parameters.n;
    const Number found{{true, static_cast<std::uint32_t>(program_.varying_)}, 0, kNoValue};
    Number contains = constant(0);
    for (const Expression& value : here.values) {
      Number claimed = compiled(value);
      if (here.kind == CaseKind::winner) claimed = subtract(claimed, constant(situation_.first));
      contains = either(contains, compare(Op::equal, found, modulo(claimed, n)));
    }
    if (here.kind != CaseKind::other) return contains;
    // Where nobody wins, there is no value to be another one.
    return both(opposite(contains), compare(Op::less, found, constant(n)));
  }

  Number compiled(const Expression& expression) { return compiled(expression, expression.root()); }

  Number compiled(const Expression& expression, Expression::NodeId id) {
    const Expression::Node& node = expression.node(id);
    const auto left = [&] { return compiled(expression, node.left); };
    const auto right = [&] { return compiled(expression, node.right); };
    switch (node.op) {
      case Op::integer:
      case Op::n:
      case Op::N:
      case Op::d:
      case Op::r:
      case Op::k:
      case Op::first:
        return evaluated(expression, id);
      case Op::fact:
      case Op::v:
        throw NotCompiled();
      case Op::size:
        return pile(here_);
      case Op::number:
        return constant(Int128{here_} + 1);
      case Op::sum:
        return over_piles(&RowCompiler::add);
      case Op::smallest:
        return over_piles(&RowCompiler::smaller);
      case Op::largest:
        return over_piles(&RowCompiler::larger);
      case Op::nim_sum:
        return over_piles(&RowCompiler::exclusive_or);
      case Op::pile: {
        const Number index = evaluated(expression, node.left);
        if (index.least < 1 || index.least > Int128{bounds_.size()}) throw NotCompiled();
        return pile(static_cast<std::size_t>(index.least) - 1);
      }
      case Op::digit_sum:
        return digit_sum(evaluated(expression, node.left).least);
      case Op::count:
        return over_conditions(expression, node.left, constant(0), &RowCompiler::add);
      case Op::every:
        return over_conditions(expression, node.left, constant(1), &RowCompiler::both);
      case Op::some:
        return over_conditions(expression, node.left, constant(0), &RowCompiler::either);
      case Op::negate:
        return subtract(constant(0), left());
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::exclusive_or: {
        const Number a = left();
        const Number b = right();
        if (node.op == Op::add) return add(a, b);
        if (node.op == Op::subtract) return subtract(a, b);
        return node.op == Op::multiply ? multiply(a, b) : exclusive_or(a, b);
      }
      case Op::divide:
      case Op::modulo: {
        const Number a = left();
        const Number b = right();
        if (!b.is_constant() || b.least < 1) throw NotCompiled();
        return node.op == Op::divide ? divide(a, b.least) : modulo(a, b.least);
      }
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal: {
        const Number a = left();
        const Number b = right();
        return compare(node.op, a, b);
      }
      // What the left side decides alone, the right side need not have a value for.
      case Op::both:
      case Op::either: {
        const Number a = left();
        if (a.is_constant() && (a.least != 0) == (node.op == Op::either)) return a;
        const Number b = right();
        return node.op == Op::both ? both(a, b) : either(a, b);
      }
      case Op::opposite:
        return opposite(left());
    }
    throw NotCompiled();
  }

  Number over_piles(Number (RowCompiler::*combine)(Number, Number)) {
    Number result = pile(0);
    for (std::size_t j = 1; j < bounds_.size(); ++j) result = (this->*combine)(result, pile(j));
    return result;
  }

  // For each binary place, how many piles have a 1 there, mod q. With fewer than q piles that is
  // their sum; with q piles, the sum but for the places where all have a 1.
  Number digit_sum(Int128 q) {
    const Int128 piles = Int128{bounds_.size()};
    if (q < 1) throw NotCompiled();
    if (q > piles) return over_piles(&RowCompiler::add);
    if (q == 2) return over_piles(&RowCompiler::exclusive_or);
    if (q == piles) {
      const Number sum = over_piles(&RowCompiler::add);
      return subtract(sum, multiply(over_piles(&RowCompiler::bits_of_both), constant(q)));
    }
    Number sum = constant(0);
    const Counters most = *std::ranges::max_element(bounds_);
    for (Int128 place = 1; place <= Int128{most}; place *= 2) {
      Number ones = constant(0);
      for (std::size_t j = 0; j < bounds_.size(); ++j)
        ones = add(ones, modulo(divide(pile(j), place), 2));
      sum = add(sum, multiply(modulo(ones, q), constant(place)));
    }
    return sum;
  }

  // Of each pile in turn, in which x and i are that pile.
  Number over_conditions(const Expression& expression, Expression::NodeId condition, Number sum,
                         Number (RowCompiler::*combine)(Number, Number)) {
    for (here_ = 0; here_ < bounds_.size(); ++here_)
      sum = (this->*combine)(sum, compiled(expression, condition));
    return sum;
  }

  // A part that uses no piles.
  Number evaluated(const Expression& expression, Expression::NodeId id) {
    const Evaluation evaluation = expression.evaluate(id, situation_);
    if (evaluation.fault != Fault::none) throw NotCompiled();
    return constant(evaluation.value);
  }

  Number pile(std::size_t j) {
    const bool varies = j >= program_.fixed_;
    return checked({{varies, static_cast<std::uint32_t>(varies ? j - program_.fixed_ : j)},
                    1,
                    Int128{bounds_[j]}});
  }

  // Numbers that are known are not computed; 1..1 is a pile that is as good as known.
  Number constant(Int128 value) {
    if (value < -kLargest || value > kLargest) throw NotCompiled();
    const auto number = static_cast<std::uint32_t>(program_.scalars_.size());
    program_.scalars_.push_back(static_cast<std::int32_t>(value));
    return {{false, number}, value, value};
  }

  static Number checked(Number number) {
    if (number.least < -kLargest || number.most > kLargest) throw NotCompiled();
    return number;
  }

  Number add(Number a, Number b) {
    return emit(Operation::add, a.least + b.least, a.most + b.most, a, b);
  }
  Number subtract(Number a, Number b) {
    return emit(Operation::subtract, a.least - b.most, a.most - b.least, a, b);
  }
  Number multiply(Number a, Number b) {
    const auto [least, most] =
        std::minmax({a.least * b.least, a.least * b.most, a.most * b.least, a.most * b.most});
    return emit(Operation::multiply, least, most, a, b);
  }
  Number smaller(Number a, Number b) {
    return emit(Operation::smaller, std::min(a.least, b.least), std::min(a.most, b.most), a, b);
  }
  Number larger(Number a, Number b) {
    return emit(Operation::larger, std::max(a.least, b.least), std::max(a.most, b.most), a, b);
  }

  // At most all bits that one of them may have.
  Number exclusive_or(Number a, Number b) {
    if (a.least < 0 || b.least < 0) throw NotCompiled();
    if (a.is_constant() && b.is_constant()) return constant(a.least ^ b.least);
    Int128 most = 1;
    while (most <= std::max(a.most, b.most)) most *= 2;
    return emit(Operation::exclusive_or, 0, most - 1, a, b);
  }

  Number bits_of_both(Number a, Number b) {
    if (a.least < 0 || b.least < 0) throw NotCompiled();
    return emit(Operation::both, 0, std::min(a.most, b.most), a, b);
  }

  // With a multiple of the divisor added where the number may be negative.
  Number divide(Number a, Int128 divisor) {
    const Int128 more = a.least < 0 ? -floor_quotient(a.least, divisor) : 0;
    const Number quotient =
        emit(Operation::divide, floor_quotient(a.least, divisor) + more,
             floor_quotient(a.most, divisor) + more, raised(a, more * divisor), constant(divisor));
    return subtract(quotient, constant(more));
  }
  Number modulo(Number a, Int128 divisor) {
    if (a.least >= 0 && a.most < divisor) return a;
    if (a.is_constant()) return constant(a.least - divisor * floor_quotient(a.least, divisor));
    const Int128 more = a.least < 0 ? -floor_quotient(a.least, divisor) : 0;
    return emit(Operation::modulo, 0, divisor - 1, raised(a, more * divisor), constant(divisor));
  }
  Number raised(Number a, Int128 by) { return by == 0 ? a : add(a, constant(by)); }

  Number compare(Op op, Number a, Number b) {
    switch (op) {
      case Op::greater:
        return compare(Op::less, b, a);
      case Op::greater_equal:
        return compare(Op::less_equal, b, a);
      case Op::not_equal:
        return opposite(compare(Op::equal, a, b));
      case Op::equal:
        if (a.most < b.least || b.most < a.least) return decided(false, a, b);
        if (a.is_constant() && b.is_constant()) return decided(true, a, b);
        return emit(Operation::equal, 0, 1, a, b);
      case Op::less:
        if (a.most < b.least) return decided(true, a, b);
        if (a.least >= b.most) return decided(false, a, b);
        return emit(Operation::less, 0, 1, a, b);
      default:
        if (a.most <= b.least) return decided(true, a, b);
        if (a.least > b.most) return decided(false, a, b);
        return emit(Operation::less_equal, 0, 1, a, b);
    }
  }
  Number decided(bool holds, Number a, Number b) {
    release(a);
    release(b);
    return constant(holds ? 1 : 0);
  }

  // Conditions are 0 or 1.
  Number both(Number a, Number b) {
    if (a.is_constant()) return a.least != 0 ? b : decided(false, a, b);
    if (b.is_constant()) return b.least != 0 ? a : decided(false, a, b);
    return emit(Operation::both, 0, 1, a, b);
  }
  Number either(Number a, Number b) {
    if (a.is_constant()) return a.least == 0 ? b : decided(true, a, b);
    if (b.is_constant()) return b.least == 0 ? a : decided(true, a, b);
    return emit(Operation::either, 0, 1, a, b);
  }
  Number opposite(Number a) {
    if (a.is_constant()) return constant(a.least == 0 ? 1 : 0);
    return emit(Operation::opposite, 0, 1, a);
  }

  Number emit(Operation operation, Int128 least, Int128 most, Number a,
              std::optional<Number> b = {}, std::optional<Number> c = {}) {
    const bool is_number = operation != Operation::choose;
    if (is_number && least == most && least >= -kLargest && most <= kLargest) {
      release(a);
      if (b) release(*b);
      return constant(least);
    }
    if (program_.instructions_.size() == kMostInstructions) throw NotCompiled();
    Instruction instruction{.operation = operation, .target = {}, .a = a.operand};
    if (b) instruction.b = b->operand;
    if (c) instruction.c = c->operand;
    const bool varies = a.operand.varies || (b && b->operand.varies) || (c && c->operand.varies);
    // Not one that is read: loops whose rows may overlap are slow.
    instruction.target = varies ? free_register() : constant(0).operand;
    release(a);
    if (b) release(*b);
    if (c) release(*c);
    program_.instructions_.push_back(instruction);
    return checked({instruction.target, least, most});
  }

  // Results are used once; piles and what was found stay.
  void release(const Number& number) {
    if (number.operand.varies && number.operand.number > program_.varying_)
      free_.push_back(number.operand.number);
  }
  Operand free_register() {
    if (free_.empty()) return {true, static_cast<std::uint32_t>(program_.registers_++)};
    const std::uint32_t number = free_.back();
    free_.pop_back();
    return {true, number};
  }

  const Claim& claim_;
  Situation situation_;
  std::span<const Counters> bounds_;
  std::size_t here_ = 0;  // the pile that a condition on each is about
  std::vector<std::uint32_t> free_;
  RowProgram program_;
};

std::optional<RowProgram> RowProgram::compile(const Claim& claim, const Parameters& parameters,
                                              Seat first, std::span<const Counters> bounds,
                                              std::size_t fixed) {
  try {
    return RowCompiler(claim, parameters, first, bounds, fixed).compile();
  } catch (const NotCompiled&) {
    return {};
  }
}

}  // namespace nimsweep::claims_detail
