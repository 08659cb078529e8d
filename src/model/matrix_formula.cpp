#include "nimsweep/model/matrix_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

using Op = Expression::Op;

enum class Letter : std::int64_t { i, j, r };

bool uses(const Expression& entry, Letter letter) noexcept {
  return std::ranges::any_of(entry.nodes(), [&](const Expression::Node& node) {
    return node.op == Op::fact && node.integer == static_cast<std::int64_t>(letter);
  });
}

// `r` is not used if the formula does not use it.
int entry_at(const Expression& entry, int players, Seat i, int j, int r) {
  const auto value_of_letter = [&](std::int64_t letter) -> Int128 {
    switch (static_cast<Letter>(letter)) {
      case Letter::i:
        return i;
      case Letter::j:
        return j;
      case Letter::r:
        break;
    }
    return r;
  };
  const FunctionRef<Int128(std::int64_t)> facts(value_of_letter);
  const Evaluation found = entry.evaluate({.parameters = {.n = players}, .facts = &facts});
  if (found.fault != Fault::none)
    throw Error(ErrorKind::input,
                fmt::format("i = {}, j = {}: {}", i, j, describe(found.fault, found.column)));
  const auto offset = static_cast<int>(found.value % players);
  return offset < 0 ? offset + players : offset;
}

std::vector<std::vector<int>> rows_of(const Expression& entry, int players, int r) {
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(players));
  for (Seat i = 0; i < players; ++i)
    for (int j = 0; j < players; ++j)
      rows[static_cast<std::size_t>(i)].push_back(entry_at(entry, players, i, j, r));
  return rows;
}

// Larger factors are of no use, and products of two still fit.
constexpr std::int64_t kLargestFactor = 1'000'000;

using Linear = MatrixFormula::Linear;
using MaybeLinear = std::optional<Linear>;

MaybeLinear within_limits(Linear form) noexcept {
  const auto is_small = [](std::int64_t factor) {
    return -kLargestFactor <= factor && factor <= kLargestFactor;
  };
  if (!is_small(form.constant) || !is_small(form.j) || !is_small(form.r)) return std::nullopt;
  return form;
}

MaybeLinear sum(const Linear& left, const Linear& right, std::int64_t sign) noexcept {
  return within_limits({.constant = left.constant + sign * right.constant,
                        .j = left.j + sign * right.j,
                        .r = left.r + sign * right.r});
}

MaybeLinear product(const Linear& left, const Linear& right) noexcept {
  const bool is_left_constant = left.j == 0 && left.r == 0;
  if (!is_left_constant && (right.j != 0 || right.r != 0)) return std::nullopt;
  const Linear& form = is_left_constant ? right : left;
  const std::int64_t factor = is_left_constant ? left.constant : right.constant;
  return within_limits(
      {.constant = factor * form.constant, .j = factor * form.j, .r = factor * form.r});
}

MaybeLinear letter_as_linear(std::int64_t letter) noexcept {
  if (letter == static_cast<std::int64_t>(Letter::j)) return Linear{.j = 1};
  if (letter == static_cast<std::int64_t>(Letter::r)) return Linear{.r = 1};
  return std::nullopt;
}

// Mod n: there n is 0, and `mod n` changes nothing.
MaybeLinear as_linear(const Expression& entry, Expression::NodeId id) noexcept {
  const Expression::Node& node = entry.node(id);
  switch (node.op) {
    case Op::integer:
      return within_limits({.constant = node.integer});
    case Op::n:
      return Linear{};
    case Op::fact:
      return letter_as_linear(node.integer);
    case Op::negate:
      if (const auto form = as_linear(entry, node.left)) return sum({}, *form, -1);
      return std::nullopt;
    case Op::modulo:
      return entry.node(node.right).op == Op::n ? as_linear(entry, node.left) : std::nullopt;
    case Op::add:
    case Op::subtract:
    case Op::multiply:
      break;
    default:
      return std::nullopt;
  }
  const auto left = as_linear(entry, node.left);
  const auto right = as_linear(entry, node.right);
  if (!left || !right) return std::nullopt;
  if (node.op == Op::multiply) return product(*left, *right);
  return sum(*left, *right, node.op == Op::add ? 1 : -1);
}

}  // namespace

MatrixFormula MatrixFormula::parse(std::string_view text, bool may_use_r) {
  const auto find =
      [&](std::string_view name,
          std::optional<std::string_view> argument) -> std::optional<Expression::Word> {
    const auto word = [](Letter letter) {
      return Expression::Word{Expression::Type::number, static_cast<std::int64_t>(letter)};
    };
    if (argument) return std::nullopt;
    if (name == "i") return word(Letter::i);
    if (name == "j") return word(Letter::j);
    if (name != "r") return std::nullopt;
    if (!may_use_r)
      throw Error(ErrorKind::input, "r has no value; expected a number, or 'r:' in a job");
    return word(Letter::r);
  };
  return MatrixFormula(Expression::parse(
      text, Expression::Type::number, {.expected = may_use_r ? "i, j, r" : "i, j", .find = find}));
}

bool MatrixFormula::uses_i() const noexcept {
  return uses(entry_, Letter::i);
}

bool MatrixFormula::uses_r() const noexcept {
  return uses(entry_, Letter::r);
}

std::optional<MatrixFormula::Linear> MatrixFormula::linear() const noexcept {
  return as_linear(entry_, entry_.root());
}

AllianceMatrix MatrixFormula::matrix(int players, std::optional<int> r) const {
  assert(r || !uses_r());
  check_players(players);
  try {
    return AllianceMatrix::from_rows(rows_of(entry_, players, r.value_or(0)));
  } catch (const Error& error) {
    throw Error(ErrorKind::input,
                fmt::format("formula {} with {} players{}: {}", in_quotes(entry_.text()), players,
                            r ? fmt::format(" and r = {}", *r) : "", error.what()));
  }
}

}  // namespace nimsweep
