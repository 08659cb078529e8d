// From the expressions of a claim to what DigitClaim follows.
#include "claims/digit_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep::claims_detail {

namespace {

constexpr std::size_t kMostForms = 4'096;
constexpr std::size_t kMostPairs = 65'536;
constexpr std::size_t kMostFollowed = 1'024;
constexpr std::int64_t kLargestDigitModulus = 1'000'000;
// Nothing is then too large for the evaluator with any piles that claims are checked for, nor for
// the carries here.
constexpr Int128 kLargestFactor = Int128{1} << 30;
constexpr Int128 kLargestDigitConstant = Int128{1} << 50;

}  // namespace

// Compiles one expression after another.
class DigitClaim::Compiler {
 public:
  explicit Compiler(DigitClaim& claim)
      : claim_(claim), situation_{.parameters = claim.parameters_, .first = claim.first_} {}

  NodeId compile(const Expression& expression, std::string place) {
    expression_ = &expression;
    place_ = std::move(place);
    return node(expression.root());
  }

  // Its residues mod n.
  std::vector<Followed> residues(NodeId id, std::int64_t modulus) {
    std::vector<Followed> residues;
    for (const Form& form : claim_.nodes_[id].forms)
      residues.push_back(residue(form, modulus, expression_->node(expression_->root())));
    return residues;
  }

 private:
  using Written = Expression::Node;
  using Kind = Node::Kind;

  [[noreturn]] void refuse(const Written& at, std::string_view what) const {
    throw NotSymbolic{fmt::format("{}: column {}: {}", place_, at.column, what)};
  }

  NodeId add(Node node) {
    claim_.nodes_.push_back(std::move(node));
    return static_cast<NodeId>(claim_.nodes_.size() - 1);
  }

  int piles() const { return claim_.parameters_.N; }

  // A part that depends on parameters only.
  NodeId constant(Expression::NodeId id, const Written& written) {
    const Evaluation value = expression_->evaluate(id, situation_);
    if (value.fault != Fault::none)
      return add(
          {.kind = Kind::fault, .fault = value.fault, .column = value.column, .forms = {{}}});
    if (is_condition(written.op)) return add({.kind = Kind::known, .holds = value.value != 0});
    if (value.value > kLargestDigitConstant || value.value < -kLargestDigitConstant)
      refuse(written, "too large a number");
    return number(static_cast<std::int64_t>(value.value));
  }

  static bool is_condition(Op op) {
    return is_comparison(op) || op == Op::both || op == Op::either || op == Op::opposite ||
           op == Op::every || op == Op::some;
  }

  NodeId number(std::int64_t value) {
    return add({.kind = Kind::form, .forms = {{.constant = value}}});
  }

  NodeId node(Expression::NodeId id) {
    const Written& written = expression_->node(id);
    if (written.op == Op::number && here_) return number(*here_ + 1);
    if (!written.uses_piles && written.op != Op::size) return constant(id, written);
    switch (written.op) {
      case Op::size:
        return pile(*here_);
      case Op::pile:
        return pile_at(written);
      case Op::sum:
        return sum();
      case Op::nim_sum:
        return digit_sums(2);
      case Op::digit_sum:
        return digit_sum(written);
      case Op::smallest:
      case Op::largest:
        return extreme(written);
      case Op::count:
        return count(written);
      case Op::every:
        return compare(Op::equal, count(written), number(piles()), written);
      case Op::some:
        return compare(Op::greater, count(written), number(0), written);
      case Op::negate:
        return scale(node(written.left), number(-1), written);
      case Op::both:
      case Op::either:
        return connect(written);
      case Op::opposite:
        return add({.kind = Kind::opposite, .left = node(written.left)});
      default:
        break;
    }
    const NodeId left = node(written.left);
    const NodeId right = node(written.right);
    switch (written.op) {
      case Op::add:
        return plus(left, right, written);
      case Op::subtract:
        return plus(left, scale(right, number(-1), written), written);
      case Op::multiply:
        return has_constants(right) ? scale(left, right, written) : scale(right, left, written);
      case Op::modulo:
      case Op::divide:
        return divide(left, right, written);
      case Op::exclusive_or:
        return exclusive_or(left, right, written);
      default:
        if (is_comparison(written.op)) return compare(written.op, left, right, written);
        refuse(written, "a term that is not known digit by digit");
    }
  }

  NodeId connect(const Written& written) {
    const NodeId left = node(written.left);
    const NodeId right = node(written.right);
    return add(
        {.kind = written.op == Op::both ? Kind::both : Kind::either, .left = left, .right = right});
  }

  // ---- Streams.

  Form stream(std::vector<std::int64_t> by_letter) {
    const auto known = std::ranges::find(claim_.streams_, by_letter, &Stream::by_letter);
    const auto id = static_cast<StreamId>(known - claim_.streams_.begin());
    if (known == claim_.streams_.end())
      claim_.streams_.push_back({.by_letter = std::move(by_letter)});
    return {.terms = {{id, 1}}};
  }

  // A digit for each letter, from how many piles have a 1 there and whether one pile has.
  template <class Digit>
  NodeId digits(Digit digit) {
    std::vector<std::int64_t> by_letter;
    for (DigitLetter letter = 0; letter < DigitLetter{1} << piles(); ++letter)
      by_letter.push_back(digit(letter));
    return add({.kind = Kind::form, .forms = {stream(std::move(by_letter))}});
  }

  NodeId pile(int j) {
    return digits([&](DigitLetter letter) { return std::int64_t{digit_of(letter, j, piles())}; });
  }

  NodeId sum() {
    return digits([](DigitLetter letter) { return std::int64_t{std::popcount(letter)}; });
  }

  NodeId digit_sums(std::int64_t q) {
    return digits([&](DigitLetter letter) { return std::int64_t{std::popcount(letter)} % q; });
  }

  // Indices and q use parameters only.
  NodeId pile_at(const Written& written) {
    const Evaluation index = expression_->evaluate(written.left, situation_);
    if (index.fault != Fault::none)
      return add(
          {.kind = Kind::fault, .fault = index.fault, .column = index.column, .forms = {{}}});
    if (index.value < 1 || index.value > piles())
      return add({.kind = Kind::fault,
                  .fault = Fault::no_such_pile,
                  .column = written.column,
                  .forms = {{}}});
    return pile(static_cast<int>(index.value) - 1);
  }

  NodeId digit_sum(const Written& written) {
    const Evaluation q = expression_->evaluate(written.left, situation_);
    if (q.fault != Fault::none)
      return add({.kind = Kind::fault, .fault = q.fault, .column = q.column, .forms = {{}}});
    if (q.value < 1)
      return add({.kind = Kind::fault,
                  .fault = Fault::bad_modulus,
                  .column = written.column,
                  .forms = {{}}});
    return digit_sums(static_cast<std::int64_t>(std::min<Int128>(q.value, 1 << 20)));
  }

  // ---- Forms.

  bool has_constants(NodeId id) const {
    return std::ranges::all_of(claim_.nodes_[id].forms, &Form::is_constant);
  }

  Form limited(const Form& form, const Written& at) const {
    Int128 factors = form.divisor;
    for (const auto& [id, factor] : form.terms) factors += magnitude(factor) * (piles() + 1);
    if (factors > kLargestFactor || magnitude(form.constant) > kLargestDigitConstant)
      refuse(at, "too large a number");
    return form;
  }

  static Form combined(const Form& a, Int128 times_a, const Form& b, Int128 times_b) {
    const Int128 divisor =
        std::lcm(static_cast<std::int64_t>(a.divisor), static_cast<std::int64_t>(b.divisor));
    Form result{.divisor = divisor};
    const auto take = [&](const Form& form, Int128 times) {
      const Int128 factor = times * (divisor / form.divisor);
      result.constant += factor * form.constant;
      for (const auto& [id, own] : form.terms) result.terms[id] += factor * own;
    };
    take(a, times_a);
    take(b, times_b);
    std::erase_if(result.terms, [](const auto& term) { return term.second == 0; });
    return result;
  }

  // One form for each pair of forms of the operands.
  template <class Make>
  std::vector<Form> pairs(NodeId left, NodeId right, const Written& at, Make make) {
    const auto a = claim_.nodes_[left].forms;
    const auto b = claim_.nodes_[right].forms;
    if (a.size() * b.size() > kMostForms) refuse(at, "too many cases to follow");
    std::vector<Form> forms;
    for (const Form& x : a)
      for (const Form& y : b) forms.push_back(limited(make(x, y), at));
    return forms;
  }

  NodeId plus(NodeId left, NodeId right, const Written& at) {
    auto forms =
        pairs(left, right, at, [](const Form& a, const Form& b) { return combined(a, 1, b, 1); });
    return add({.kind = Kind::added, .left = left, .right = right, .forms = std::move(forms)});
  }

  NodeId scale(NodeId left, NodeId right, const Written& at) {
    if (!has_constants(right)) refuse(at, "a product of numbers that vary");
    auto forms = pairs(left, right, at, [&](const Form& a, const Form& b) {
      if (b.constant > kLargestFactor || b.constant < -kLargestFactor)
        refuse(at, "too large a number");
      Form product = combined(a, b.constant, {}, 0);
      product.divisor = a.divisor * b.divisor;
      return product;
    });
    return add({.kind = Kind::scaled, .left = left, .right = right, .forms = std::move(forms)});
  }

  // mod and /.
  NodeId divide(NodeId left, NodeId right, const Written& at) {
    const bool is_modulo = at.op == Op::modulo;
    if (claim_.nodes_[right].kind == Kind::fault) return right;
    if (claim_.nodes_[right].forms.size() != 1 || !has_constants(right) ||
        claim_.nodes_[right].forms.front().divisor != 1)
      refuse(at, is_modulo ? "mod a number that varies" : "a divisor that varies");
    const auto m = static_cast<std::int64_t>(claim_.nodes_[right].forms.front().constant);
    if (m < 1)
      return add({.kind = Kind::fault,
                  .left = left,
                  .fault = is_modulo ? Fault::bad_modulus : Fault::bad_divisor,
                  .column = at.column,
                  .forms = {{}}});
    Node result{.kind = is_modulo ? Kind::modulo : Kind::divided, .left = left, .modulus = m};
    const auto operand = claim_.nodes_[left].forms;
    if (static_cast<std::size_t>(m) > kMostForms / (is_modulo ? 1 : operand.size()))
      refuse(at, "too large a modulus");
    for (const Form& form : operand) {
      result.asked.push_back(residue(form, m, at));
      for (std::int64_t r = 0; r < m && !is_modulo; ++r) {
        Form quotient = combined(form, 1, {.constant = r}, -1);
        quotient.divisor *= m;
        result.forms.push_back(limited(quotient, at));
      }
    }
    for (std::int64_t r = 0; r < m && is_modulo; ++r) result.forms.push_back({.constant = r});
    return add(std::move(result));
  }

  NodeId exclusive_or(NodeId left, NodeId right, const Written& at) {
    Node result{.kind = Kind::exclusive_or,
                .left = left,
                .right = right,
                .fault = Fault::negative,
                .column = at.column};
    result.forms = pairs(left, right, at, [&](const Form& a, const Form& b) -> Form {
      if (a.divisor != 1 || b.divisor != 1) refuse(at, "xor of a quotient");
      const auto x = sum(a, at);
      const auto y = sum(b, at);
      const auto known = std::ranges::find_if(claim_.streams_, [&](const Stream& stream) {
        return stream.by_letter.empty() && stream.left == x && stream.right == y;
      });
      const auto id = static_cast<StreamId>(known - claim_.streams_.begin());
      if (known == claim_.streams_.end()) claim_.streams_.push_back({.left = x, .right = y});
      return {.terms = {{id, 1}}};
    });
    for (const NodeId operand : {left, right})
      for (const Form& form : Forms(claim_.nodes_[operand].forms))
        result.asked.push_back({.known = 0, .number = sum(form, at)});
    return add(std::move(result));
  }

  NodeId count(const Written& written) {
    Node result{.kind = Kind::counted};
    for (int j = 0; j < piles(); ++j) {
      here_ = j;
      result.conditions.push_back(node(written.left));
    }
    here_.reset();
    for (int k = 0; k <= piles(); ++k) result.forms.push_back({.constant = k});
    return add(std::move(result));
  }

  // Signs of x[a] - x[b] for a < b.
  NodeId extreme(const Written& written) {
    Node result{.kind = written.op == Op::smallest ? Kind::smallest : Kind::largest};
    for (int j = 0; j < piles(); ++j) result.forms.push_back(claim_.nodes_[pile(j)].forms.front());
    const auto forms = result.forms;
    for (std::size_t a = 0; a < forms.size(); ++a)
      for (std::size_t b = a + 1; b < forms.size(); ++b)
        result.asked.push_back(sign(combined(forms[a], 1, forms[b], -1), written));
    return add(std::move(result));
  }

  NodeId compare(Op op, NodeId left, NodeId right, const Written& at) {
    Node result{.kind = Kind::compared, .left = left, .right = right, .comparison = op};
    const auto a = claim_.nodes_[left].forms;
    const auto b = claim_.nodes_[right].forms;
    if (a.size() * b.size() > kMostPairs) refuse(at, "too many cases to follow");
    for (const Form& x : a)
      for (const Form& y : b) result.asked.push_back(sign(limited(combined(x, 1, y, -1), at), at));
    return add(std::move(result));
  }

  // ---- What is followed.

  using Forms = std::vector<Form>;

  void check_followed(const Written& at) const {
    if (claim_.sums_.size() + claim_.residues_.size() > kMostFollowed)
      refuse(at, "too many numbers to follow");
  }

  std::size_t sum(const Form& form, const Written& at) {
    const auto known = std::ranges::find(claim_.sums_, form, &Sum::form);
    if (known != claim_.sums_.end()) return static_cast<std::size_t>(known - claim_.sums_.begin());
    check_followed(at);
    claim_.sums_.push_back({form, claim_.streams_.size()});
    return claim_.sums_.size() - 1;
  }

  Followed sign(Form form, const Written& at) {
    if (form.is_constant())
      return {.known = form.constant < 0 ? -1 : form.constant > 0 ? 1 : 0, .number = {}};
    form.divisor = 1;
    return {.known = 0, .number = sum(form, at)};
  }

  // A form mod a number; what is followed is its numerator, mod the number times the divisor.
  Followed residue(const Form& form, std::int64_t modulus, const Written& at) {
    if (form.is_constant())
      return {.known = remainder(static_cast<std::int64_t>(form.constant / form.divisor), modulus),
              .number = {}};
    if (modulus > kLargestDigitModulus / form.divisor) refuse(at, "too large a modulus");
    const auto whole = static_cast<std::int64_t>(modulus * form.divisor);
    const auto power = std::ranges::find(claim_.powers_, whole);
    const auto place = static_cast<std::size_t>(power - claim_.powers_.begin());
    if (power == claim_.powers_.end()) claim_.powers_.push_back(whole);
    const Residue wanted{form, whole, place};
    const auto known = std::ranges::find(claim_.residues_, wanted);
    const auto number = static_cast<std::size_t>(known - claim_.residues_.begin());
    if (known == claim_.residues_.end()) {
      check_followed(at);
      claim_.residues_.push_back(wanted);
    }
    return {.known = 0, .number = number};
  }

  DigitClaim& claim_;
  Situation situation_;
  const Expression* expression_ = nullptr;
  std::string place_;
  std::optional<int> here_;  // the pile that a condition looks at
};

DigitClaim::DigitClaim(const Claim& claim, const Parameters& parameters, Seat first)
    : parameters_(parameters), first_(first) {
  if (claim.recurrence) throw NotSymbolic{"a recurrence reads pile after pile"};
  Compiler compiler(*this);
  std::uint32_t number = 0;
  for (const Claim::Case& written : claim.cases) {
    ++number;
    Case& made = cases_.emplace_back();
    made.kind = written.kind;
    if (written.when)
      made.when = compiler.compile(*written.when, fmt::format("case {}: when", number));
    for (const Expression& value : written.values) {
      const NodeId node =
          compiler.compile(value, fmt::format("case {}: {}", number, word_of(written.kind)));
      made.values.push_back({node, compiler.residues(node, parameters.n)});
    }
  }
}

}  // namespace nimsweep::claims_detail
