#include "nimsweep/claims/statement.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "nimsweep/model/matrix_text.hpp"

namespace nimsweep {

namespace {

using Op = Expression::Op;
using Node = Expression::Node;
using NodeId = Expression::NodeId;

// How tightly an operator binds; what stands alone binds tightest.
std::string_view mathematical_sign_of(Op op) {
  return op == Op::equal ? "=" : sign_of(op);
}

class Printer {
 public:
  explicit Printer(const Expression& expression) : expression_(expression) {}

  std::string text(NodeId id, std::string_view blank = " ") const {
    const Node& node = expression_.node(id);
    switch (node.op) {
      case Op::integer:
        return fmt::format("{}", node.integer);
      case Op::fact:
        return "?";  // claims have none
      case Op::size:
        return "x";
      case Op::number:
        return "i";
      case Op::sum:
        return "sum(x)";
      case Op::smallest:
        return "min(x)";
      case Op::largest:
        return "max(x)";
      case Op::count:
        return fmt::format("count({})", text(node.left));
      case Op::every:
        return fmt::format("all({})", text(node.left));
      case Op::some:
        return fmt::format("any({})", text(node.left));
      case Op::pile:
        return pile(node);
      case Op::nim_sum:
        return "nim-sum";
      case Op::digit_sum:
        return fmt::format("digitsum({})", text(node.left));
      case Op::exclusive_or:
        return fmt::format("xor({})", arguments(id));
      case Op::negate:
        return fmt::format("-{}", operand(node.left, level_of(Op::negate), blank));
      case Op::opposite:
        return fmt::format("not {}", operand(node.left, level_of(Op::opposite), blank));
      default:
        if (const std::string_view letter = letter_of(node.op); !letter.empty())
          return std::string(letter);
        return binary(node, blank);
    }
  }

  // The conditions that `and` joins.
  void add_conditions(NodeId id, std::vector<std::string>& parts) const {
    const Node& node = expression_.node(id);
    if (node.op != Op::both) {
      parts.push_back(text(id));
      return;
    }
    add_conditions(node.left, parts);
    add_conditions(node.right, parts);
  }

 private:
  // x_n, x_{n-1}.
  std::string pile(const Node& node) const {
    const std::string index = text(node.left, "");
    return index.size() == 1 ? fmt::format("x_{}", index) : fmt::format("x_{{{}}}", index);
  }

  std::string binary(const Node& node, std::string_view blank) const {
    const int level = level_of(node.op);
    // "n mod 2" needs its blanks everywhere.
    const std::string_view sign = mathematical_sign_of(node.op);
    const std::string_view around = sign == "mod" || level < level_of(Op::add) ? " " : blank;
    return fmt::format("{}{}{}{}{}", operand(node.left, level, blank), around, sign, around,
                       operand(node.right, level + 1, blank));
  }

  std::string operand(NodeId id, int level, std::string_view blank) const {
    const std::string inner = text(id, blank);
    return level_of(expression_.node(id).op) < level ? "(" + inner + ")" : inner;
  }

  // The parser makes xor(0, a), then xor(that, b), ..
  std::string arguments(NodeId id) const {
    const Node& node = expression_.node(id);
    const Node& left = expression_.node(node.left);
    if (left.op != Op::exclusive_or) return text(node.right);
    return arguments(node.left) + ", " + text(node.right);
  }

  const Expression& expression_;
};

}  // namespace

std::string in_mathematics(const Expression& expression) {
  return Printer(expression).text(expression.root());
}

std::string matrix_in_mathematics(std::string_view matrix) {
  std::string name = canonical_matrix(matrix);
  if (name.empty()) return "any matrix";
  if (name == "sam") return "SAM";
  if (name.starts_with("ssam:")) return "SSAM^" + name.substr(5);
  if (name == Claim::kEveryShift) return "SSAM^r";
  if (name.starts_with("formula:")) return "A_ij = " + name.substr(8);
  return name;
}

std::vector<std::string> scope_of(const Claim& claim) {
  std::vector<std::string> parts;
  if (claim.game != "last-nim") parts.push_back(claim.game);
  parts.push_back(matrix_in_mathematics(claim.matrix));
  if (claim.given) Printer(*claim.given).add_conditions(claim.given->root(), parts);
  return parts;
}

namespace {

// "g =" and "d + 1", "g in" and "{0, n - 1}", "winner !=" and so on.
struct SignedValue {
  std::string sign;
  std::string value;
};

SignedValue signed_value(const Claim::Case& claim_case) {
  const std::string_view name = claim_case.kind == CaseKind::winner ? "winner" : "g";
  const bool is_other = claim_case.kind == CaseKind::other;
  if (claim_case.values.size() == 1)
    return {fmt::format("{} {}", name, is_other ? "!=" : "="),
            in_mathematics(claim_case.values.front())};
  std::vector<std::string> values;
  for (const Expression& value : claim_case.values) values.push_back(in_mathematics(value));
  return {fmt::format("{} {}", name, is_other ? "not in" : "in"),
          fmt::format("{{{}}}", fmt::join(values, ", "))};
}

std::string condition_text(const std::optional<Expression>& when) {
  return when ? in_mathematics(*when) : "";
}

// "a if x, b if y, else c".
class CaseWriter {
 public:
  void add(const std::string& sign, std::string_view value, const std::string& condition) {
    if (!text_.empty()) text_ += condition.empty() ? ", else " : ", ";
    if (sign != sign_) text_ += sign + " ";  // said once for cases that share it
    sign_ = sign;
    text_ += value;
    if (!condition.empty()) text_ += " if " + condition;
  }

  const std::string& text() const noexcept { return text_; }

 private:
  std::string text_;
  std::string sign_;
};

}  // namespace

std::vector<CaseStatement> cases_of(const Claim& claim) {
  std::vector<CaseStatement> cases;
  for (const Claim::Case& claim_case : claim.cases) {
    const auto [sign, value] = signed_value(claim_case);
    cases.push_back(
        {.value = fmt::format("{} {}", sign, value), .condition = condition_text(claim_case.when)});
  }
  return cases;
}

std::string start_of(const Claim::Recurrence& recurrence) {
  const std::string modulus =
      recurrence.range ? fmt::format(", mod {}", *recurrence.range) : std::string();
  return fmt::format("v = {}{}", in_mathematics(recurrence.start), modulus);
}

std::vector<CaseStatement> steps_of(const Claim::Recurrence& recurrence) {
  std::vector<CaseStatement> steps;
  for (const Claim::Step& step : recurrence.each)
    steps.push_back({.value = fmt::format("v -> {}", in_mathematics(step.value)),
                     .condition = condition_text(step.when)});
  return steps;
}

std::string statement_of(const Claim& claim) {
  std::string text = fmt::format("{}:  ", fmt::join(scope_of(claim), ", "));
  if (claim.recurrence) {
    CaseWriter steps;
    for (const Claim::Step& step : claim.recurrence->each)
      steps.add("v ->", in_mathematics(step.value), condition_text(step.when));
    text += fmt::format("{}; for each pile {};  ", start_of(*claim.recurrence), steps.text());
  }
  CaseWriter cases;
  for (const Claim::Case& claim_case : claim.cases) {
    const auto [sign, value] = signed_value(claim_case);
    cases.add(sign, value, condition_text(claim_case.when));
  }
  return text + cases.text();
}

std::vector<std::string> letters_of(const Claim& claim) {
  std::vector<std::string> letters = {"g = value, mod n", "n players"};
  const bool has_d = claim.uses(Op::d);
  const bool has_piles = claim.uses(Op::pile);
  const bool has_each =
      claim.recurrence || claim.uses(Op::count) || claim.uses(Op::every) || claim.uses(Op::some);
  if (claim.uses(Op::N) || has_d || has_piles || has_each)
    letters.emplace_back("N piles, none of them empty");
  if (has_d) letters.emplace_back("d = N - n");
  if (claim.uses(Op::r)) letters.emplace_back("r of the matrix SSAM^r");
  if (claim.uses(Op::k)) letters.push_back(fmt::format("k of the game {}:k", claim.game));
  if (claim.uses(Op::first)) letters.emplace_back("first = seat of the first player");
  if (has_piles) letters.emplace_back("x_1 = size of the first pile");
  if (claim.recurrence)
    letters.emplace_back(
        fmt::format("v = a number, mod {}",
                    claim.recurrence->range ? fmt::format("{}", *claim.recurrence->range) : "n"));
  if (has_each) letters.emplace_back("x = size of a pile");
  if (claim.uses(Op::number)) letters.emplace_back("i = its number");
  if (claim.uses(Op::nim_sum)) letters.emplace_back("nim-sum = xor of all piles");
  if (claim.uses(Op::digit_sum))
    letters.emplace_back(
        "digitsum(q): for each binary place, the number of piles with a 1 there, mod q");
  return letters;
}

}  // namespace nimsweep
