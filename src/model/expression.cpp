#include "nimsweep/model/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>

namespace nimsweep {

namespace {

using Op = Expression::Op;
using Node = Expression::Node;
using NodeId = Expression::NodeId;

constexpr bool fits(Int128 number) {
  return -kMaxNumber <= number && number <= kMaxNumber;
}

// Fast path: most numbers are small, and dividing large ones is slow.
Int128 remainder(Int128 number, Int128 modulus) {
  const auto small = static_cast<std::int64_t>(number);
  const auto small_modulus = static_cast<std::int64_t>(modulus);
  const Int128 rest =
      small == number && small_modulus == modulus ? small % small_modulus : number % modulus;
  return rest < 0 ? rest + modulus : rest;
}

// Walks the tree. After a fault there is nothing left but to return, so the fault is checked after
// every operand.
class Evaluator {
 public:
  Evaluator(const Expression& expression, const Situation& situation) noexcept
      : expression_(expression), situation_(situation), here_(situation.here) {}

  Int128 value(NodeId id) noexcept {
    const Node& node = expression_.node(id);
    const Parameters& parameters = situation_.parameters;
    switch (node.op) {
      case Op::integer:
        return node.integer;
      case Op::n:
        return parameters.n;
      case Op::N:
        return parameters.N;
      case Op::d:
        return parameters.d();
      case Op::r:
        return parameters.r ? *parameters.r : stop(Fault::no_shift, node);
      case Op::k:
        return parameters.k ? *parameters.k : stop(Fault::no_k, node);
      case Op::first:
        return situation_.first;
      case Op::fact:
        return (*situation_.facts)(node.integer);
      case Op::v:
        return situation_.v;
      case Op::size:
        return here_.size;
      case Op::number:
        return here_.number;
      case Op::sum:
        return sum();
      case Op::smallest:
        return situation_.piles.empty() ? 0 : *std::ranges::min_element(situation_.piles);
      case Op::largest:
        return situation_.piles.empty() ? 0 : *std::ranges::max_element(situation_.piles);
      case Op::count:
        return count(node);
      case Op::every:
        return count(node) == Int128{situation_.piles.size()};
      case Op::some:
        return count(node) > 0;
      case Op::pile:
        return pile(node);
      case Op::nim_sum:
        return nim_sum();
      case Op::digit_sum:
        return digit_sum(node);
      case Op::both:
      case Op::either:
        return connective(node);
      default:
        return operation(node);
    }
  }

  Fault fault() const noexcept { return fault_; }
  std::uint32_t column() const noexcept { return column_; }

 private:
  Int128 stop(Fault fault, const Node& node) noexcept {
    fault_ = fault;
    column_ = node.column;
    return 0;
  }

  bool stopped() const noexcept { return fault_ != Fault::none; }

  Int128 pile(const Node& node) noexcept {
    const Int128 index = value(node.left);
    if (stopped()) return 0;
    if (index < 1 || index > situation_.parameters.N) return stop(Fault::no_such_pile, node);
    return situation_.piles[static_cast<std::size_t>(index) - 1];
  }

  Int128 sum() const noexcept {
    Int128 sum = 0;
    for (const Counters pile : situation_.piles) sum += pile;
    return sum;
  }

  // The piles for which the condition holds. Conditions are not nested.
  Int128 count(const Node& node) noexcept {
    Int128 count = 0;
    here_ = {};
    for (const Counters pile : situation_.piles) {
      here_ = {.size = pile, .number = here_.number + 1};
      const bool holds = value(node.left) != 0;
      if (stopped()) return 0;
      if (holds) ++count;
    }
    here_ = situation_.here;
    return count;
  }

  Int128 nim_sum() const noexcept {
    Counters sum = 0;
    for (const Counters pile : situation_.piles) sum ^= pile;
    return sum;
  }

  Int128 digit_sum(const Node& node) noexcept {
    const Int128 q = value(node.left);
    if (stopped()) return 0;
    if (q < 1) return stop(Fault::bad_modulus, node);
    Counters used = 0;
    for (const Counters pile : situation_.piles) used |= pile;
    Int128 sum = 0;
    for (int place = 0; place < 64 && used >> place != 0; ++place) {
      std::uint64_t ones = 0;
      for (const Counters pile : situation_.piles) ones += pile >> place & 1;
      sum += Int128{q > ones ? ones : ones % static_cast<std::uint64_t>(q)} << place;
    }
    return sum;
  }

  Int128 connective(const Node& node) noexcept {
    const bool left = value(node.left) != 0;
    if (stopped() || left == (node.op == Op::either)) return left;
    return value(node.right);
  }

  Int128 operation(const Node& node) noexcept {
    const Int128 left = value(node.left);
    if (stopped()) return 0;
    if (node.op == Op::opposite) return left == 0;
    if (node.op == Op::negate) return -left;
    const Int128 right = value(node.right);
    return stopped() ? 0 : combined(left, right, node);
  }

  Int128 combined(Int128 left, Int128 right, const Node& node) noexcept {
    switch (node.op) {
      case Op::add:
        return limited(left + right, node);
      case Op::subtract:
        return limited(left - right, node);
      case Op::multiply: {
        Int128 result = 0;
        return __builtin_mul_overflow(left, right, &result) ? stop(Fault::too_large, node)
                                                            : limited(result, node);
      }
      case Op::divide:
        return right < 1 ? stop(Fault::bad_divisor, node) : (left - remainder(left, right)) / right;
      case Op::modulo:
        return right < 1 ? stop(Fault::bad_modulus, node) : remainder(left, right);
      case Op::exclusive_or:
        return left < 0 || right < 0 ? stop(Fault::negative, node) : limited(left ^ right, node);
      default:
        assert(is_comparison(node.op));
        return compares(node.op, left, right);
    }
  }

  Int128 limited(Int128 number, const Node& node) noexcept {
    return fits(number) ? number : stop(Fault::too_large, node);
  }

  const Expression& expression_;
  const Situation& situation_;
  PileHere here_;
  Fault fault_ = Fault::none;
  std::uint32_t column_ = 0;
};

std::string_view explain(Fault fault) {
  switch (fault) {
    case Fault::none:
      break;
    case Fault::too_large:
      return "the number is too large; expected at most 2^100";
    case Fault::bad_modulus:
      return "the modulus is less than 1; expected 1 or more";
    case Fault::bad_divisor:
      return "the divisor is less than 1; expected 1 or more";
    case Fault::no_such_pile:
      return "there is no such pile; expected an index from 1 to N";
    case Fault::no_shift:
      return "r is the shift of the matrix SSAM^r; this matrix has none";
    case Fault::no_k:
      return "k is the number in the name of a game such as moore:2; this game has none";
    case Fault::negative:
      return "xor of a negative number; expected 0 or more";
  }
  return "no fault";
}

}  // namespace

Evaluation Expression::evaluate(NodeId part, const Situation& situation) const noexcept {
  Evaluator evaluator(*this, situation);
  const Int128 value = evaluator.value(part);
  if (evaluator.fault() != Fault::none)
    return {.fault = evaluator.fault(), .column = evaluator.column()};
  return {.value = value};
}

std::string describe(Fault fault, std::uint32_t column) {
  return fmt::format("column {}: {}", column, explain(fault));
}

bool is_comparison(Expression::Op op) noexcept {
  return Op::equal <= op && op <= Op::greater_equal;
}

bool compares(Expression::Op op, Int128 a, Int128 b) noexcept {
  switch (op) {
    case Op::equal:
      return a == b;
    case Op::not_equal:
      return a != b;
    case Op::less:
      return a < b;
    case Op::less_equal:
      return a <= b;
    case Op::greater:
      return a > b;
    default:
      return a >= b;
  }
}

Expression::Op mirrored(Expression::Op op) noexcept {
  assert(is_comparison(op));
  constexpr std::array kMirrored = {Op::equal,         Op::not_equal, Op::greater,
                                    Op::greater_equal, Op::less,      Op::less_equal};
  return kMirrored[static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::equal)];
}

}  // namespace nimsweep
