#include "claims/distinctions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep::claims_detail {

namespace {

constexpr Counters kLargestModulus = 1'000'000;

// Larger constants are refused, and so are larger sums of factors of piles. Nothing is then too
// large for the evaluator with any piles that claims are checked for, at a fixed number of them.
constexpr Int128 kLargestConstant = Int128{1} << 36;

}  // namespace

void Distinction::take_mod(Counters modulus) {
  if (modulus > kLargestModulus || std::lcm(modulus_, modulus) > kLargestModulus)
    throw NotSymbolic{"too large a modulus"};
  modulus_ = std::lcm(modulus_, modulus);
}

void Distinction::join(const Distinction& other) {
  cuts_.insert(other.cuts_.begin(), other.cuts_.end());
  cut_all(other.exact_);
  take_mod(other.modulus_);
}

// The first number of the interval between two cuts.
Counters Distinction::begin_of_class(Counters number) const {
  if (number <= exact_) return number;
  const auto next_cut = cuts_.lower_bound(number);
  const Counters cut = next_cut == cuts_.begin() ? 0 : *std::prev(next_cut);
  return std::max(cut, exact_) + 1;
}

Counters Distinction::representative(Counters number) const {
  const Counters begin = begin_of_class(number);
  return begin + (number - begin) % modulus_;
}

Counters Distinction::counted(Uint128 number) const {
  const Counters exact = last();
  if (number <= exact) return static_cast<Counters>(number);
  return exact + 1 + static_cast<Counters>((number - exact - 1) % modulus_);
}

std::optional<std::vector<Counters>> Distinction::representatives(std::optional<Counters> bound,
                                                                  std::size_t most) const {
  std::vector<Counters> found;
  Counters number = 1;
  while (!bound || number <= *bound) {
    // The interval from `number` on, or its first `modulus_` numbers.
    const auto cut = cuts_.lower_bound(number);
    const bool is_endless = number > exact_ && cut == cuts_.end();
    const Counters end = number <= exact_ ? number : is_endless ? kMaxCounters : *cut;
    for (Counters k = 0; k < modulus_ && k <= end - number; ++k) {
      if (bound && number + k > *bound) break;
      if (found.size() == most) return std::nullopt;
      found.push_back(number + k);
    }
    if (is_endless) break;
    number = end + 1;
  }
  return found;
}

Distinction Distinctions::sizes() const {
  Distinction all = here;
  for (const auto& [k, distinction] : early) all.join(distinction);
  for (const auto& [k, distinction] : late) all.join(distinction);
  if (smallest) all.join(*smallest);
  if (largest) all.join(*largest);
  if (sum) {
    all.cut_all(sum->last());
    all.take_mod(sum->modulus());
  }
  return all;
}

namespace {

using Op = Expression::Op;
using Node = Expression::Node;
using NodeId = Expression::NodeId;

// (a_1 q_1 + a_2 q_2 + .. + f) / divisor, where the q are numbers without a bound, each with what
// is told apart about it, and f is one of finitely many numbers from low to high. Exact: the
// divisor always divides.
struct Form {
  std::map<Distinction*, Int128> terms = {};
  Int128 low = 0;
  Int128 high = 0;
  Int128 divisor = 1;

  bool is_finite() const { return terms.empty(); }
  bool is_constant() const { return terms.empty() && low == high; }
};

// Goes through one expression.
class Analysis {
 public:
  Analysis(const Expression& expression, std::string_view place, const Situation& situation,
           std::optional<int> piles, std::optional<int> range_of_v, Distinctions& found)
      : expression_(expression),
        place_(place),
        situation_(situation),
        piles_(piles),
        range_of_v_(range_of_v),
        found_(found) {}

  void condition() { condition(expression_.root()); }

  // The number matters mod `modulus` only.
  void number_mod(int modulus) {
    const Form form = number(expression_.root());
    tell_residues(form, modulus, expression_.node(expression_.root()));
  }

 private:
  [[noreturn]] void refuse(const Node& node, std::string_view what) const {
    throw NotSymbolic{fmt::format("{}: column {}: {}", place_, node.column, what)};
  }

  // Numbers that have no value here have none anywhere, so nothing needs to be known about them.
  static Form nothing() { return {}; }
  static Form constant(Int128 value) { return {.low = value, .high = value}; }
  static Form unbounded(Distinction& distinction) { return {.terms = {{&distinction, 1}}}; }

  // ---- Conditions.

  void condition(NodeId id) {
    const Node& node = expression_.node(id);
    switch (node.op) {
      case Op::both:
      case Op::either:
        condition(node.left);
        condition(node.right);
        return;
      case Op::opposite:
        condition(node.left);
        return;
      case Op::every:
        count(node, true).cut(0);
        return;
      case Op::some:
        count(node, false).cut(0);
        return;
      default:
        compare(node);
    }
  }

  // Tells apart what changes the truth of `form <op> 0`.
  void compare(const Node& node) {
    Form form = sum(number(node.left), number(node.right), -1, node);
    if (form.is_finite()) return;
    const bool is_negative = form.terms.begin()->second < 0;
    for (auto& [distinction, a] : form.terms) {
      if ((a < 0) != is_negative) refuse(node, "it compares numbers that both have no bound");
      a = magnitude(a);
    }
    if (is_negative) form = {form.terms, -form.high, -form.low, form.divisor};
    if (form.terms.size() == 1 && form.low == form.high) {
      const auto& [distinction, a] = *form.terms.begin();
      cut_at(*distinction, a, form.low, is_negative ? mirrored(node.op) : node.op, node);
      return;
    }
    // Any of the numbers alone decides if it is large.
    const Int128 most = std::max(magnitude(form.low), magnitude(form.high));
    for (const auto& [distinction, a] : form.terms) distinction->cut_all(as_cut(most / a, node));
  }

  // a q + b <op> 0, with a > 0.
  void cut_at(Distinction& distinction, Int128 a, Int128 b, Op op, const Node& node) const {
    const auto cut = [&](Int128 last) {
      if (last >= 0) distinction.cut(as_cut(last, node));
    };
    if (op == Op::less_equal || op == Op::greater) return cut(floor_quotient(-b, a));
    if (op == Op::less || op == Op::greater_equal) return cut(floor_quotient(-b - 1, a));
    if (-b % a != 0) return;
    cut(-b / a - 1);
    cut(-b / a);
  }

  Counters as_cut(Int128 last, const Node& node) const {
    if (last > kLargestConstant) refuse(node, "too large a number");
    return static_cast<Counters>(last);
  }

  // ---- Numbers.

  Form number(NodeId id) {
    const Node& node = expression_.node(id);
    switch (node.op) {
      case Op::integer:
      case Op::n:
      case Op::r:
      case Op::k:
      case Op::first: {
        const Evaluation value = expression_.evaluate(id, situation_);
        return value.fault == Fault::none ? constant(value.value) : nothing();
      }
      case Op::N:
      case Op::d:
        return number_of_piles(node);
      case Op::v:
        if (in_condition_) refuse(node, "v in a condition on each pile");
        return {.low = 0, .high = *range_of_v_ - 1};
      case Op::size:
        return unbounded(found_.here);
      case Op::number:
        return unbounded(found_.piles);
      case Op::sum:
        return unbounded(found_.sum ? *found_.sum : found_.sum.emplace());
      case Op::smallest:
        return unbounded(found_.smallest ? *found_.smallest : found_.smallest.emplace());
      case Op::largest:
        return unbounded(found_.largest ? *found_.largest : found_.largest.emplace());
      case Op::pile:
        return pile(node);
      case Op::count:
        return unbounded(count(node, false));
      case Op::nim_sum:
        refuse(node, "xor of piles");
      case Op::digit_sum:
        refuse(node, "digitsum of piles");
      case Op::negate:
        return sum(constant(0), number(node.left), -1, node);
      default:
        return operation(node, number(node.left), number(node.right));
    }
  }

  Form number_of_piles(const Node& node) {
    const int less = node.op == Op::d ? situation_.parameters.n : 0;
    if (piles_) return constant(*piles_ - less);
    if (in_condition_) refuse(node, "the number of piles in a condition on each pile");
    return sum(unbounded(found_.piles), constant(less), -1, node);
  }

  // x[k], or x[N - k]. Whether there is such a pile must be known, too.
  Form pile(const Node& node) {
    if (in_condition_) refuse(node, "another pile in a condition on each pile");
    const Form index = number(node.left);
    if (index.is_constant()) {
      if (index.low < 1 || (piles_ && index.low > *piles_)) return nothing();
      if (index.low > kMostPlaces) refuse(node, "too large an index");
      const auto k = static_cast<int>(index.low);
      if (!piles_) found_.piles.cut(static_cast<Counters>(k - 1));
      return unbounded(found_.early[k]);
    }
    const bool counts_from_last =
        index.terms.size() == 1 && index.terms.begin()->first == &found_.piles &&
        index.terms.begin()->second == 1 && index.divisor == 1 && index.low == index.high;
    if (!counts_from_last)
      refuse(node, "an index that is neither a constant nor N minus a constant");
    if (index.low > 0) return nothing();
    if (-index.low > kMostPlaces) refuse(node, "too large an index");
    const auto k = static_cast<int>(-index.low);
    found_.piles.cut(static_cast<Counters>(k));
    return unbounded(found_.late[k]);
  }

  Distinction& count(const Node& node, bool of_failures) {
    in_condition_ = true;
    condition(node.left);
    in_condition_ = false;
    found_.counts.push_back(
        {.expression = &expression_, .condition = node.left, .of_failures = of_failures});
    return found_.counts.back().number;
  }

  Form operation(const Node& node, const Form& left, const Form& right) {
    switch (node.op) {
      case Op::add:
        return sum(left, right, 1, node);
      case Op::subtract:
        return sum(left, right, -1, node);
      case Op::multiply:
        return product(left, right, node);
      case Op::divide:
        return quotient(left, right, node);
      case Op::modulo:
        return remainder(left, right, node);
      default:  // xor
        if (!left.is_finite() || !right.is_finite()) refuse(node, "xor of piles");
        return {.low = 0, .high = all_ones(std::max(left.high, right.high))};
    }
  }

  // The largest number with as many binary digits.
  static Int128 all_ones(Int128 number) {
    Int128 ones = 0;
    while (ones < number) ones = 2 * ones + 1;
    return ones;
  }

  // left + sign * right
  Form sum(const Form& left, const Form& right, int sign, const Node& node) {
    const Int128 divisor = times(left.divisor, right.divisor, node);
    Form result = scaled(left, right.divisor, node);
    const Form other = scaled(right, times(left.divisor, sign, node), node);
    for (const auto& [distinction, a] : other.terms) result.terms[distinction] += a;
    std::erase_if(result.terms, [](const auto& term) { return term.second == 0; });
    return limited({result.terms, result.low + other.low, result.high + other.high, divisor}, node);
  }

  Form product(const Form& left, const Form& right, const Node& node) {
    if (left.is_constant()) return divided(scaled(right, left.low, node), left.divisor, node);
    if (right.is_constant()) return divided(scaled(left, right.low, node), right.divisor, node);
    if (!left.is_finite() || !right.is_finite()) refuse(node, "a product of numbers that vary");
    Form result;
    for (const Int128 a : {left.low, left.high})
      for (const Int128 b : {right.low, right.high}) {
        const Int128 corner = times(a, b, node);
        result.low = std::min(result.low, corner);
        result.high = std::max(result.high, corner);
      }
    return divided(limited(result, node), times(left.divisor, right.divisor, node), node);
  }

  // Rounded down: what is left over is one of finitely many numbers.
  Form quotient(const Form& left, const Form& right, const Node& node) {
    if (!right.is_constant()) refuse(node, "a divisor that varies");
    const Int128 by = right.low / right.divisor;
    if (by < 1) return nothing();
    const Int128 divisor = times(left.divisor, by, node);
    if (left.is_finite())
      return {.low = floor_quotient(left.low, divisor), .high = floor_quotient(left.high, divisor)};
    tell_residues(left, by, node);
    return limited({left.terms, left.low - (divisor - 1), left.high, divisor}, node);
  }

  Form remainder(const Form& left, const Form& right, const Node& node) {
    if (!right.is_constant()) refuse(node, "mod a number that varies");
    const Int128 modulus = right.low / right.divisor;
    if (modulus < 1) return nothing();
    tell_residues(left, modulus, node);
    if (left.is_constant()) {
      const Int128 value = left.low / left.divisor;
      return constant(value - modulus * floor_quotient(value, modulus));
    }
    return {.low = 0, .high = modulus - 1};
  }

  // The form matters mod `modulus`: its numerator mod divisor * modulus.
  void tell_residues(const Form& form, Int128 modulus, const Node& node) {
    const Int128 whole = times(form.divisor, modulus, node);
    for (const auto& [distinction, a] : form.terms) {
      const auto is = [here = distinction](const std::optional<Distinction>& other) {
        return other && here == &*other;
      };
      if (is(found_.smallest) || is(found_.largest)) {
        if (whole > 1) refuse(node, "min or max of piles, mod a number");
        continue;
      }
      if (whole > Int128{kLargestModulus}) refuse(node, "too large a modulus");
      const auto needed = static_cast<Counters>(whole);
      const auto factor = static_cast<Counters>(magnitude(a) % whole);
      try {
        distinction->take_mod(needed / std::gcd(factor, needed));
      } catch (const NotSymbolic& reason) {
        refuse(node, reason.reason);
      }
    }
  }

  Form scaled(const Form& form, Int128 factor, const Node& node) const {
    Form result{.divisor = form.divisor};
    if (factor == 0) return result;
    for (const auto& [distinction, a] : form.terms)
      result.terms[distinction] = times(a, factor, node);
    result.low = times(factor > 0 ? form.low : form.high, factor, node);
    result.high = times(factor > 0 ? form.high : form.low, factor, node);
    return limited(result, node);
  }

  Form divided(Form form, Int128 divisor, const Node& node) const {
    form.divisor = times(form.divisor, divisor, node);
    return form;
  }

  Int128 times(Int128 a, Int128 b, const Node& node) const {
    Int128 product = 0;
    if (__builtin_mul_overflow(a, b, &product) || magnitude(product) > kLargestConstant)
      refuse(node, "too large a number");
    return product;
  }

  Form limited(Form form, const Node& node) const {
    if (magnitude(form.low) > kLargestConstant || magnitude(form.high) > kLargestConstant)
      refuse(node, "too large a number");
    Int128 factors = 0;
    for (const auto& [distinction, a] : form.terms) {
      if (magnitude(a) > kLargestConstant) refuse(node, "too large a number");
      const bool is_sum = found_.sum && distinction == &*found_.sum;
      factors += magnitude(a) * (is_sum ? piles_.value_or(1) : 1);
    }
    if (factors > kLargestConstant) refuse(node, "too large a number");
    return form;
  }

  static constexpr Int128 kMostPlaces = 1'000;

  const Expression& expression_;
  std::string place_;
  const Situation& situation_;
  std::optional<int> piles_;
  std::optional<int> range_of_v_;
  Distinctions& found_;
  bool in_condition_ = false;
};

}  // namespace

namespace {

// Counting piles further takes too long: the claim is evaluated for each number.
void check_number_of_piles(const Distinction& piles) {
  constexpr Counters kMostPiles = 10'000;
  if (piles.last() + piles.modulus() > kMostPiles)
    throw NotSymbolic{"it counts more than 10,000 piles"};
}

}  // namespace

std::vector<int> numbers_of_piles(const Claim& claim, const Parameters& parameters) {
  Distinctions found;
  const Situation situation{.parameters = parameters};
  if (claim.given)
    Analysis(*claim.given, "given", situation, std::nullopt, std::nullopt, found).condition();
  check_number_of_piles(found.piles);
  const Counters last = found.piles.last() + found.piles.modulus();
  std::vector<int> numbers(static_cast<std::size_t>(last));
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

Distinctions distinctions_of(const Claim& claim, const Parameters& parameters, Seat first,
                             std::optional<int> piles) {
  Distinctions found;
  const Situation situation{.parameters = parameters, .first = first};
  std::optional<int> range_of_v;
  if (claim.recurrence) range_of_v = claim.recurrence->modulus(parameters.n);
  claim.visit_expressions([&](std::string_view place, const Expression& expression) {
    if (place == "start") return;
    Analysis analysis(expression, place, situation, piles, range_of_v, found);
    if (place == "given" || place.ends_with("when"))
      analysis.condition();
    else
      analysis.number_mod(place.starts_with("each") ? *range_of_v : parameters.n);
  });
  if (piles) found.piles.cut_all(static_cast<Counters>(*piles));
  check_number_of_piles(found.piles);
  return found;
}

}  // namespace nimsweep::claims_detail
