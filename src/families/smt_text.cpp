#include "families/smt_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "nimsweep/base/text.hpp"

namespace nimsweep::families_detail {

namespace {

using Op = Expression::Op;
using Node = Expression::Node;
using NodeId = Expression::NodeId;

const std::string kTrue = "true";
const std::string kFalse = "false";

// Leaves out `neutral`; anything that is `absorbing` decides.
std::string joined(std::string_view word, const std::vector<std::string>& conditions,
                   const std::string& neutral, const std::string& absorbing) {
  std::vector<std::string> kept;
  for (const std::string& condition : conditions) {
    if (condition == absorbing) return absorbing;
    if (condition != neutral && std::ranges::find(kept, condition) == kept.end())
      kept.push_back(condition);
  }
  if (kept.empty()) return neutral;
  return kept.size() == 1 ? kept.front() : fmt::format("({} {})", word, fmt::join(kept, " "));
}

std::string_view smt_sign_of(Op op) {
  return op == Op::equal ? "=" : op == Op::not_equal ? "distinct" : sign_of(op);
}

}  // namespace

std::string all_of(const std::vector<std::string>& conditions) {
  return joined("and", conditions, kTrue, kFalse);
}

std::string any_of(const std::vector<std::string>& conditions) {
  return joined("or", conditions, kFalse, kTrue);
}

std::string negation(const std::string& condition) {
  if (condition == kTrue) return kFalse;
  if (condition == kFalse) return kTrue;
  return fmt::format("(not {})", condition);
}

std::string choice(const std::string& condition, const std::string& yes, const std::string& no) {
  if (condition == kTrue || yes == no) return yes;
  if (condition == kFalse) return no;
  return fmt::format("(ite {} {} {})", condition, yes, no);
}

std::string integer_text(Int128 number) {
  return number < 0 ? fmt::format("(- {})", to_decimal(static_cast<Uint128>(-number)))
                    : to_decimal(static_cast<Uint128>(number));
}

std::string difference(const std::string& left, const std::string& right) {
  return right == "0" ? left : fmt::format("(- {} {})", left, right);
}

// One expression.
class SmtWriter::Translation {
 public:
  Translation(SmtWriter& writer, const Expression& expression, std::string_view place)
      : writer_(writer), expression_(expression), place_(place) {}

  SmtTerm term(NodeId id) {
    const Node& node = expression_.node(id);
    switch (node.op) {
      case Op::integer:
        return {integer_text(node.integer)};
      case Op::n:
        return {"n"};
      case Op::N:
        return about_piles(node, "N");
      case Op::d:
        return about_piles(node, "(- N n)");
      case Op::r:
        if (!writer_.vocabulary_.has_shift) refuse(node, "r, but the matrices are not SSAM^r");
        return {"r"};
      case Op::first:
        return {"i"};
      case Op::v:
        return {"v"};
      case Op::size:
        return {"y"};
      case Op::pile:
        return pile(node);
      case Op::negate:
        return unary(node, "-");
      case Op::opposite:
        return unary(node, "not");
      case Op::both:
      case Op::either:
        return junction(node);
      case Op::multiply:
        return product(node);
      case Op::divide:
      case Op::modulo:
        return quotient(node);
      case Op::add:
      case Op::subtract:
      case Op::equal:
      case Op::not_equal:
      case Op::less:
      case Op::less_equal:
      case Op::greater:
      case Op::greater_equal:
        return binary(node, smt_sign_of(node.op));
      default:
        refuse(node, "a term over all piles, or over their digits");
    }
  }

 private:
  [[noreturn]] void refuse(const Node& node, std::string_view what) const {
    throw NotLinear{fmt::format("{}: column {}: {}", place_, node.column, what)};
  }

  SmtTerm about_piles(const Node& node, std::string text) const {
    if (!writer_.vocabulary_.has_piles)
      refuse(node, "cases of a recurrence that use more than v, n, r and first");
    return {std::move(text)};
  }

  SmtTerm pile(const Node& node) {
    about_piles(node, "");
    const SmtTerm index = term(node.left);
    writer_.piles_.insert(index.text);
    return {fmt::format("(x {})", index.text),
            all_of({index.has_value, fmt::format("(<= 1 {} N)", index.text)})};
  }

  SmtTerm unary(const Node& node, std::string_view sign) {
    SmtTerm operand = term(node.left);
    return {fmt::format("({} {})", sign, operand.text), std::move(operand.has_value)};
  }

  SmtTerm binary(const Node& node, std::string_view sign) {
    const SmtTerm left = term(node.left);
    const SmtTerm right = term(node.right);
    return {fmt::format("({} {} {})", sign, left.text, right.text),
            all_of({left.has_value, right.has_value})};
  }

  // The right side is evaluated only if the left one does not decide.
  SmtTerm junction(const Node& node) {
    const SmtTerm left = term(node.left);
    const SmtTerm right = term(node.right);
    const bool is_and = node.op == Op::both;
    const std::string decides = is_and ? negation(left.text) : left.text;
    return {fmt::format("({} {} {})", is_and ? "and" : "or", left.text, right.text),
            all_of({left.has_value,
                    right.has_value == kTrue ? kTrue : any_of({decides, right.has_value})})};
  }

  // Solvers of linear arithmetic want one side to be a number as it is written.
  SmtTerm product(const Node& node) {
    const auto factor = constant(node.left);
    const auto other = constant(node.right);
    if (!factor && !other) refuse(node, "a product of variables");
    SmtTerm term = this->term(factor ? node.right : node.left);
    return {fmt::format("(* {} {})", integer_text(factor ? *factor : *other), term.text),
            std::move(term.has_value)};
  }

  // Rounded down, as in SMT-LIB for positive divisors.
  SmtTerm quotient(const Node& node) {
    SmtTerm left = term(node.left);
    const bool is_mod = node.op == Op::modulo;
    if (is_mod && expression_.node(node.right).op == Op::n)
      return {writer_.reduced(left.text), std::move(left.has_value)};
    const auto divisor = constant(node.right);
    if (!divisor) refuse(node, is_mod ? "mod by a variable" : "division by a variable");
    if (*divisor < 1) return {"0", kFalse};
    return {fmt::format("({} {} {})", is_mod ? "mod" : "div", left.text, integer_text(*divisor)),
            std::move(left.has_value)};
  }

  // Its value, if it is built from integers only and has one.
  std::optional<Int128> constant(NodeId id) const {
    if (!is_constant(id)) return std::nullopt;
    const Evaluation found = expression_.evaluate(id, {});
    return found.fault == Fault::none ? std::optional(found.value) : std::nullopt;
  }

  bool is_constant(NodeId id) const {
    const Node& node = expression_.node(id);
    switch (node.op) {
      case Op::integer:
        return true;
      case Op::negate:
        return is_constant(node.left);
      case Op::add:
      case Op::subtract:
      case Op::multiply:
      case Op::divide:
      case Op::modulo:
        return is_constant(node.left) && is_constant(node.right);
      default:
        return false;
    }
  }

  SmtWriter& writer_;
  const Expression& expression_;
  std::string_view place_;
};

SmtTerm SmtWriter::write(const Expression& expression, std::string_view place) {
  return Translation(*this, expression, place).term(expression.root());
}

SmtTerm SmtWriter::write(const Expression& expression, Expression::NodeId part,
                         std::string_view place) {
  return Translation(*this, expression, place).term(part);
}

// A list of cases: the first one whose condition holds decides, so that a case matters only if no
// case before it does.
class SmtWriter::Cases {
 public:
  explicit Cases(SmtWriter& writer) : writer_(writer), path_(writer.path_) {}

  // `write` makes what the case says.
  template <class Write>
  void add(const std::optional<Expression>& when, const std::string& place, Write write) {
    writer_.path_ = all_of({path_, none_before()});
    SmtTerm condition = when ? writer_.write(*when, place + ": when") : SmtTerm{kTrue};
    writer_.path_ = all_of({writer_.path_, condition.text});
    cases_.emplace_back(std::move(condition), write());
    writer_.path_ = path_;
  }

  // What the list says; `otherwise` where no case applies, where it has no value.
  SmtTerm term(const std::string& otherwise) const {
    SmtTerm rest{otherwise, kFalse};
    for (auto here = cases_.rbegin(); here != cases_.rend(); ++here) {
      const auto& [when, says] = *here;
      rest = {choice(when.text, says.text, rest.text),
              all_of({when.has_value, choice(when.text, says.has_value, rest.has_value)})};
    }
    return rest;
  }

 private:
  std::string none_before() const {
    std::vector<std::string> conditions;
    for (const auto& [when, says] : cases_) conditions.push_back(negation(when.text));
    return all_of(conditions);
  }

  SmtWriter& writer_;
  std::string path_;
  std::vector<std::pair<SmtTerm, SmtTerm>> cases_;
};

std::string SmtWriter::reduced(const std::string& term) {
  residues_.insert({path_, term});
  return fmt::format("(reduced {})", term);
}

std::string SmtWriter::divides(const std::string& term) {
  residues_.insert({path_, term});
  return fmt::format("(divides {})", term);
}

SmtTerm SmtWriter::agreement(const Claim& claim, std::string_view value) {
  Cases cases(*this);
  for (std::size_t k = 0; k < claim.cases.size(); ++k) {
    const Claim::Case& here = claim.cases[k];
    const std::string place = fmt::format("case {}", k + 1);
    cases.add(here.when, place, [&]() -> SmtTerm {
      const std::string found =
          here.kind == CaseKind::winner ? fmt::format("(+ i {})", value) : std::string(value);
      std::vector<std::string> equal;
      std::vector<std::string> has_value;
      for (const Expression& claimed : here.values) {
        const SmtTerm term = write(claimed, fmt::format("{}: {}", place, word_of(here.kind)));
        equal.push_back(divides(difference(found, term.text)));
        has_value.push_back(term.has_value);
      }
      const std::string is_one = any_of(equal);
      return {here.kind == CaseKind::other ? negation(is_one) : is_one, all_of(has_value)};
    });
  }
  return cases.term(kFalse);
}

std::string SmtWriter::reduced_by(const Claim::Recurrence& recurrence, const std::string& term) {
  return recurrence.range ? fmt::format("(mod {} {})", term, *recurrence.range) : reduced(term);
}

SmtTerm SmtWriter::start(const Claim::Recurrence& recurrence) {
  SmtTerm begin = write(recurrence.start, "start");
  return {reduced_by(recurrence, begin.text), std::move(begin.has_value)};
}

SmtTerm SmtWriter::step(const Claim::Recurrence& recurrence) {
  Cases steps(*this);
  for (std::size_t k = 0; k < recurrence.each.size(); ++k) {
    const Claim::Step& here = recurrence.each[k];
    const std::string place = fmt::format("each {}", k + 1);
    steps.add(here.when, place, [&]() -> SmtTerm {
      SmtTerm value = write(here.value, place + ": value");
      return {reduced_by(recurrence, value.text), std::move(value.has_value)};
    });
  }
  return steps.term("0");
}

}  // namespace nimsweep::families_detail
