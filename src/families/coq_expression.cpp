#include "families/coq_expression.hpp"

#include <fmt/format.h>

#include <array>

namespace nimsweep::detail {

namespace {

using Op = Expression::Op;
using Node = Expression::Node;
using NodeId = Expression::NodeId;

// Does the part, or anything below it, satisfy `has`?
template <class Has>
bool any_below(const Expression& expression, NodeId id, Has has) {
  const Node& node = expression.node(id);
  if (has(node.op)) return true;
  switch (node.op) {
    case Op::pile:
    case Op::negate:
    case Op::opposite:
      return any_below(expression, node.left, has);
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      return any_below(expression, node.left, has) || any_below(expression, node.right, has);
    default:
      return false;
  }
}

bool is_constant(const Expression& expression, NodeId id) {
  return !any_below(expression, id, [](Op op) {
    return op == Op::n || op == Op::N || op == Op::d || op == Op::r || op == Op::first ||
           op == Op::v || op == Op::size || op == Op::pile;
  });
}

bool reads_pile(const Expression& expression, NodeId id) {
  return any_below(expression, id, [](Op op) { return op == Op::pile || op == Op::size; });
}

bool is_positive_integer(const Node& node) {
  return node.op == Op::integer && node.integer >= 1;
}

// What is not linear about the node itself; empty if nothing is.
std::string_view fault_of(const Expression& expression, const Node& node) {
  switch (node.op) {
    case Op::k:
    case Op::fact:
      return "Last Nim has no such number";
    case Op::number:
    case Op::sum:
    case Op::smallest:
    case Op::largest:
    case Op::count:
    case Op::every:
    case Op::some:
      return "it is about all piles, whose number is not known";
    case Op::nim_sum:
    case Op::digit_sum:
    case Op::exclusive_or:
      return "binary digits are not linear";
    case Op::multiply:
      return is_constant(expression, node.left) || is_constant(expression, node.right)
                 ? ""
                 : "a product of two variables is not linear";
    case Op::divide:
      return is_positive_integer(expression.node(node.right))
                 ? ""
                 : "the divisor is not a positive integer";
    case Op::modulo:
      if (is_positive_integer(expression.node(node.right))) return "";
      if (expression.node(node.right).op != Op::n) return "the modulus is not n or an integer";
      return reads_pile(expression, node.left) ? "a pile mod n is not linear" : "";
    default:
      return "";
  }
}

// How tightly an operator binds a number. Those of level 2 are not chained without parentheses:
// in Coq, mod has no associativity.
// The comparison that holds if and only if this one does not.
Op opposite_of(Op op) {
  constexpr std::array kOpposites = {Op::not_equal, Op::equal,      Op::greater_equal,
                                     Op::greater,   Op::less_equal, Op::less};
  return kOpposites[static_cast<std::size_t>(op) - static_cast<std::size_t>(Op::equal)];
}

// The letter for an operator without operands.
std::string enclosed_if(bool is_looser, const std::string& text) {
  return is_looser ? fmt::format("({})", text) : text;
}

}  // namespace

std::optional<std::string> why_not_linear(const Expression& expression) {
  for (const Node& node : expression.nodes())
    if (const std::string_view fault = fault_of(expression, node); !fault.empty())
      return fmt::format("column {}: {}", node.column, fault);
  return std::nullopt;
}

std::string CoqExpression::number(NodeId id, int level) const {
  const Node& node = expression_.node(id);
  const int own = level_of(node.op);
  switch (node.op) {
    case Op::integer:
      return enclosed_if(node.integer < 0, fmt::format("{}", node.integer));
    case Op::pile:
      return fmt::format("x.[{}]", number(node.left, 0));
    case Op::negate:
      return enclosed_if(own < level, "- " + number(node.left, kTightest));
    case Op::add:
    case Op::subtract:
      return enclosed_if(own < level, fmt::format("{} {} {}", number(node.left, own),
                                                  sign_of(node.op), number(node.right, own + 1)));
    case Op::multiply:
    case Op::divide:
    case Op::modulo:
      return enclosed_if(own < level, fmt::format("{} {} {}", number(node.left, kTightest),
                                                  sign_of(node.op), number(node.right, kTightest)));
    default:
      return std::string(node.op == Op::size ? "size" : letter_of(node.op));
  }
}

// Levels: 0 as it is, 1 beside && or ||.
std::string CoqExpression::boolean(NodeId id, int level) const {
  const Node& node = expression_.node(id);
  std::string text;
  switch (node.op) {
    case Op::both:
      text = fmt::format("{} && {}", boolean(node.left, 1), boolean(node.right, 1));
      break;
    case Op::either:
      text = fmt::format("{} || {}", boolean(node.left, 1), boolean(node.right, 1));
      break;
    case Op::opposite:
      text = fmt::format("negb {}", boolean(node.left, 1));
      break;
    case Op::not_equal:
      text = fmt::format("negb ({} =? {})", number(node.left, 0), number(node.right, 0));
      break;
    case Op::equal:
      text = fmt::format("{} =? {}", number(node.left, 0), number(node.right, 0));
      break;
    default:
      text =
          fmt::format("{} {}? {}", number(node.left, 0), sign_of(node.op), number(node.right, 0));
  }
  return enclosed_if(level > 0, text);
}

// Levels: 0 as it is, 1 beside \/, 2 beside /\, 3 before -> or after ~.
std::string CoqExpression::proposition(NodeId id, int level) const {
  const Node& node = expression_.node(id);
  switch (node.op) {
    case Op::both:
      return enclosed_if(level > 2, fmt::format("{} /\\ {}", proposition(node.left, 2),
                                                proposition(node.right, 2)));
    case Op::either:
      return enclosed_if(level > 1, fmt::format("{} \\/ {}", proposition(node.left, 1),
                                                proposition(node.right, 1)));
    case Op::opposite:
      return negation(node.left);
    default:
      return fmt::format("{} {} {}", number(node.left, 0), sign_of(node.op), number(node.right, 0));
  }
}

std::string CoqExpression::negation(NodeId id) const {
  const Node& node = expression_.node(id);
  if (is_comparison(node.op))
    return fmt::format("{} {} {}", number(node.left, 0), sign_of(opposite_of(node.op)),
                       number(node.right, 0));
  return fmt::format("~ ({})", proposition(id, 0));
}

std::vector<NeededPile> CoqExpression::needed_piles() const {
  std::vector<NeededPile> needed;
  add_needed(expression_.root(), "", needed);
  return needed;
}

void CoqExpression::add_needed(NodeId id, const std::string& premises,
                               std::vector<NeededPile>& needed) const {
  const Node& node = expression_.node(id);
  switch (node.op) {
    case Op::pile:
      needed.push_back({premises, fmt::format("1 <= {} <= N", number(node.left, 0))});
      break;
    case Op::both:
      add_needed(node.left, premises, needed);
      add_needed(node.right, fmt::format("{}{} -> ", premises, proposition(node.left, 3)), needed);
      break;
    case Op::either:
      add_needed(node.left, premises, needed);
      add_needed(node.right, fmt::format("{}{} -> ", premises, negation(node.left)), needed);
      break;
    case Op::negate:
    case Op::opposite:
      add_needed(node.left, premises, needed);
      break;
    default:
      if (level_of(node.op) == kTightest) break;
      add_needed(node.left, premises, needed);
      add_needed(node.right, premises, needed);
  }
}

}  // namespace nimsweep::detail
