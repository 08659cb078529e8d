#include "hunt/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace nimsweep::hunt_detail {

namespace {

constexpr int kLargestModulus = 9;  // of those that are no forms in n
constexpr int kLargestBound = 6;
constexpr int kValueCost = 7;  // of the linear forms among the values
constexpr int kLargestDivisor = 4;

Expression number_of(const std::string& text) {
  return Expression::parse(text, Expression::Type::number);
}

std::int64_t remainder(std::int64_t number, std::int64_t modulus) {
  return (number % modulus + modulus) % modulus;
}

// Values are mod n: n is of use in n - 1 only, which is -1.
bool is_plain(const LinearForm& form) {
  if (form.n == 1) return form.N == 0 && form.r == 0 && form.constant < 0;
  return form.n == 0 && form.N >= 0 && (form.N > 0 || form.r > 0 || form.constant >= 0);
}

// "(n - 1)", but "n".
std::string in_brackets(const std::string& text) {
  return text.find(' ') == std::string::npos ? text : fmt::format("({})", text);
}

bool is_about_first(const Expression& expression) {
  return expression.node(expression.root()).op == Expression::Op::first;
}

}  // namespace

Words::Words(const WordRange& range) {
  add_numbers(range);
  add_terms(range);
  add_conditions(range);
  add_values(range);
}

void Words::add_number(const std::string& text, int cost) {
  moduli_.push_back({number_of(text), cost});
}

// A podium has nk - k + 1 places to share among n players where k piles are lowered at a time.
void Words::add_numbers(const WordRange& range) {
  for (int m = 2; m <= kLargestModulus; ++m) add_number(std::to_string(m), m);
  for (const LinearForm form : {LinearForm{.n = 1},
                                {.n = 1, .constant = 1},
                                {.n = 1, .constant = -1},
                                {.n = 2},
                                {.n = 2, .constant = -1},
                                {.n = 2, .constant = 1},
                                {.n = 3},
                                {.n = 3, .constant = -2},
                                {.n = 3, .constant = -1},
                                {.n = 4, .constant = -3}})
    add_number(form.text(), form.cost());
  if (range.has_k) {
    add_number("k + 1", 4);
    add_number("n * k", 7);
    add_number("n * k - k + 1", 6);
  }
  for (int bound = 0; bound <= kLargestBound; ++bound)
    bounds_.push_back({number_of(std::to_string(bound)), bound});
  for (const LinearForm form : {LinearForm{.n = 1},
                                {.n = 1, .constant = -1},
                                {.n = 1, .constant = -2},
                                {.N = 1},
                                {.N = 1, .constant = -1}})
    bounds_.push_back({number_of(form.text()), form.cost()});
}

std::size_t Words::add_term(const std::string& text, int cost, bool has_residues) {
  terms_.push_back({number_of(text), cost, has_residues});
  return terms_.size() - 1;
}

void Words::add_terms(const WordRange& range) {
  for (int j = 1; j <= range.piles; ++j)
    piles_.push_back(add_term(fmt::format("x[{}]", j), 1, true));
  constexpr std::array<std::pair<std::string_view, int>, 6> kSymmetric = {
      {{"sum(x)", 3},
       {"min(x)", 3},
       {"max(x)", 3},
       {"xor(x)", 4},
       {"count(x == 1)", 5},
       {"count(x mod 2 == 1)", 6}}};
  for (const auto& [text, cost] : kSymmetric)
    symmetric_.push_back(add_term(std::string(text), cost, true));
  add_term("first", 2, false);
  for (const Number& q : moduli_)
    add_term(fmt::format("digitsum({})", q.expression.text()), 4 + q.cost, false);
}

void Words::add_condition(const Condition& condition) {
  const Term& left = terms_[condition.left];
  std::string modulo;
  int cost = left.cost;
  if (condition.modulus) {
    const Number& m = moduli_[*condition.modulus];
    modulo = " mod " + in_brackets(m.expression.text());
    cost += 2 + m.cost;
  }
  std::string right;
  if (condition.is_about_terms) {
    right = terms_[condition.right].expression.text() + modulo;
    cost += terms_[condition.right].cost;
  } else {
    right = bounds_[condition.right].expression.text();
    cost += bounds_[condition.right].cost;
  }
  constexpr std::array<std::string_view, 3> kRelations = {"==", "<", "<="};
  constexpr std::array<std::string_view, 3> kOpposites = {"!=", ">=", ">"};
  const auto relation = static_cast<std::size_t>(condition.relation);
  conditions_.push_back(condition);
  const auto text = [&](std::string_view sign) {
    return fmt::format("{}{} {} {}", left.expression.text(), modulo, sign, right);
  };
  condition_words_.push_back({text(kRelations[relation]), cost});
  condition_words_.push_back({text(kOpposites[relation]), cost + 1});
}

void Words::add_conditions(const WordRange& range) {
  const auto with_numbers = [&](std::size_t term, std::optional<std::size_t> modulus) {
    for (std::size_t bound = 0; bound < bounds_.size(); ++bound)
      for (const Relation relation : {Relation::equal, Relation::at_most})
        add_condition({term, modulus, relation, false, bound});
  };
  const auto with_terms = [&](std::size_t a, std::size_t b) {
    for (const Relation relation : {Relation::equal, Relation::less})
      add_condition({a, std::nullopt, relation, true, b});
  };
  for (std::size_t term = 0; term < terms_.size(); ++term) {
    with_numbers(term, std::nullopt);
    for (std::size_t modulus = 0; terms_[term].has_residues && modulus < moduli_.size(); ++modulus)
      with_numbers(term, modulus);
  }
  for (const std::size_t a : piles_)
    for (const std::size_t b : piles_) {
      if (a == b) continue;
      add_condition({a, std::nullopt, Relation::less, true, b});
      if (a > b) continue;
      add_condition({a, std::nullopt, Relation::equal, true, b});
      for (std::size_t modulus = 0; modulus < moduli_.size(); ++modulus)
        add_condition({a, modulus, Relation::equal, true, b});
    }
  if (range.piles < 2) return;
  with_terms(symmetric_[1], symmetric_[2]);
  for (const std::size_t pile : piles_)
    for (const std::size_t extreme : {symmetric_[1], symmetric_[2]})
      add_condition({pile, std::nullopt, Relation::equal, true, extreme});
}

void Words::add_value(const Value& value, CaseKind kind) {
  std::string text;
  int cost = value.added.cost();
  if (value.term) {
    text = terms_[*value.term].expression.text();
    cost += 1 + terms_[*value.term].cost;
  }
  if (value.modulus) {
    text += " mod " + in_brackets(moduli_[*value.modulus].expression.text());
    cost += 2 + moduli_[*value.modulus].cost;
  }
  if (!value.term)
    text = value.added.text();
  else if (value.added != LinearForm{})
    text = fmt::format("{} + {}", text, value.added.text());
  if (value.divisor > 1) {
    text = fmt::format("{} / {}", in_brackets(text), value.divisor);
    cost += 2 + value.divisor;
  }
  values_.push_back(value);
  value_words_.push_back({std::move(text), cost, kind});
}

void Words::add_values(const WordRange& range) {
  for (const LinearForm& form : forms_up_to(kValueCost, range.has_r))
    if (is_plain(form)) add_value({.added = form});
  for (int constant = kValueCost + 1; constant < range.players; ++constant)
    add_value({.added = {.constant = constant}});
  std::vector<std::size_t> terms = symmetric_;
  terms.push_back(piles_.front());
  for (const std::size_t term : terms)
    for (const LinearForm& form : forms_up_to(4, range.has_r))
      if (form.constant >= 0 && form.n >= 0 && form.N >= 0 && form.r >= 0)
        add_value({.term = term, .added = form});
  for (const std::size_t term : {piles_.front(), symmetric_.front()})
    for (std::size_t modulus = 0; modulus < moduli_.size(); ++modulus)
      for (int divisor = 1; divisor <= kLargestDivisor; ++divisor)
        for (int added = 0; added < divisor; ++added)
          add_value(
              {.term = term, .modulus = modulus, .added = {.constant = added}, .divisor = divisor});
  for (int seat = 0; seat < range.players; ++seat)
    add_value({.added = {.constant = seat}}, CaseKind::winner);
  for (int constant = 0; constant < range.players; ++constant) {
    const LinearForm form{.constant = constant};
    const auto known = std::ranges::find_if(
        values_, [&](const Value& value) { return !value.term && value.added == form; });
    parts_.push_back({static_cast<std::size_t>(known - values_.begin()), values_.size()});
    add_value({.added = form}, CaseKind::other);
  }
}

struct Words::Table {
  const Sample& sample;
  std::vector<Column> terms;
  std::vector<std::optional<std::int64_t>> moduli;
  std::vector<std::optional<std::int64_t>> bounds;
};

Reading Words::read(const Sample& sample) const {
  Table table{.sample = sample, .terms = {}, .moduli = {}, .bounds = {}};
  for (const Term& term : terms_) {
    Column& column = table.terms.emplace_back(std::in_place);
    for (const Sample::Entry& entry : sample.entries) {
      const Evaluation value = term.expression.evaluate(
          {.parameters = sample.parameters, .first = entry.first, .piles = entry.piles});
      column->push_back(static_cast<std::int64_t>(value.value));
      if (value.fault == Fault::none && (sample.has_firsts || !is_about_first(term.expression)))
        continue;
      column.reset();
      break;
    }
  }
  const auto known = [&](const std::vector<Number>& numbers) {
    std::vector<std::optional<std::int64_t>> values;
    for (const Number& number : numbers) {
      const Evaluation value = number.expression.evaluate({.parameters = sample.parameters});
      values.emplace_back(value.value);
      if (value.fault != Fault::none) values.back().reset();
    }
    return values;
  };
  table.moduli = known(moduli_);
  table.bounds = known(bounds_);
  Reading reading;
  for (const Condition& condition : conditions_) {
    std::optional<PointSet> set = holds(condition, table);
    reading.conditions.push_back(set);
    if (set) {
      PointSet opposite(sample.entries.size());
      for (std::size_t k = 0; k < sample.entries.size(); ++k)
        if (!set->contains(k)) opposite.insert(k);
      set = std::move(opposite);
    }
    reading.conditions.push_back(std::move(set));
  }
  for (std::size_t v = 0; v < values_.size(); ++v) reading.values.push_back(is_right(v, table));
  return reading;
}

std::optional<PointSet> Words::holds(const Condition& condition, const Table& table) const {
  const Column& left = table.terms[condition.left];
  const Column* right = condition.is_about_terms ? &table.terms[condition.right] : nullptr;
  const auto bound = right != nullptr ? 0 : table.bounds[condition.right];
  const auto modulus = condition.modulus ? table.moduli[*condition.modulus] : 1;
  if (!left || (right != nullptr && !*right) || !bound || !modulus || *modulus < 1)
    return std::nullopt;
  const auto number = [&](const Column& column, std::size_t k) {
    return condition.modulus ? remainder((*column)[k], *modulus) : (*column)[k];
  };
  PointSet where(left->size());
  for (std::size_t k = 0; k < left->size(); ++k) {
    const std::int64_t a = number(left, k);
    const std::int64_t b = right != nullptr ? number(*right, k) : *bound;
    const bool is_true = condition.relation == Relation::equal  ? a == b
                         : condition.relation == Relation::less ? a < b
                                                                : a <= b;
    if (is_true) where.insert(k);
  }
  return where;
}

std::optional<PointSet> Words::is_right(std::size_t value, const Table& table) const {
  const auto& [term, modulo, form, divisor] = values_[value];
  const CaseKind kind = value_words_[value].kind;
  const Sample& sample = table.sample;
  const Column* column = term ? &table.terms[*term] : nullptr;
  const auto modulus = modulo ? table.moduli[*modulo] : 1;
  if ((column != nullptr && !*column) || !modulus || *modulus < 1) return std::nullopt;
  if (kind == CaseKind::winner && (!sample.has_firsts || form.constant >= sample.parameters.n))
    return std::nullopt;
  const std::int64_t added = form.at(sample.parameters);
  PointSet where(sample.entries.size());
  for (std::size_t k = 0; k < sample.entries.size(); ++k) {
    const Sample::Entry& entry = sample.entries[k];
    std::int64_t number = column == nullptr ? 0 : (**column)[k];
    if (modulo) number = remainder(number, *modulus);
    number = remainder((number + added) / divisor, sample.parameters.n);
    const int found =
        kind == CaseKind::winner ? (entry.value + entry.first) % sample.parameters.n : entry.value;
    if ((number == found) != (kind == CaseKind::other)) where.insert(k);
  }
  return where;
}

}  // namespace nimsweep::hunt_detail
