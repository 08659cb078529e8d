#include "nimsweep/model/expression.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

using Type = Expression::Type;

const std::vector<Counters> kPiles{3, 1, 4, 1, 5};
const Situation kHere{.parameters = {.n = 3, .N = 5, .r = 1}, .first = 2, .piles = kPiles};

Int128 number(std::string_view text, const Situation& situation = kHere) {
  const Evaluation evaluation = Expression::parse(text, Type::number).evaluate(situation);
  EXPECT_EQ(evaluation.fault, Fault::none) << text;
  return evaluation.value;
}

bool holds(std::string_view text, const Situation& situation = kHere) {
  const Evaluation evaluation = Expression::parse(text, Type::condition).evaluate(situation);
  EXPECT_EQ(evaluation.fault, Fault::none) << text;
  return evaluation.value != 0;
}

void expect_fault(std::string_view text, std::uint32_t column, Fault fault,
                  Type type = Type::number, const Situation& situation = kHere) {
  const Evaluation evaluation = Expression::parse(text, type).evaluate(situation);
  EXPECT_EQ(evaluation.fault, fault) << text;
  EXPECT_EQ(evaluation.column, column) << text;
}

TEST(Expression, KnowsParametersAndPiles) {
  EXPECT_EQ(number("42"), 42);
  EXPECT_EQ(number("n"), 3);
  EXPECT_EQ(number("N"), 5);
  EXPECT_EQ(number("d"), 2);
  EXPECT_EQ(number("r"), 1);
  EXPECT_EQ(number("first"), 2);
  EXPECT_EQ(number("x[1]"), 3);
  EXPECT_EQ(number("x[N]"), 5);
  EXPECT_EQ(number("x[ n + d - first ]"), 4);
  EXPECT_EQ(number(" \t(((9223372036854775807)))\n"), 9223372036854775807);
}

TEST(Expression, Calculates) {
  EXPECT_EQ(number("1 + 2 * 3"), 7);
  EXPECT_EQ(number("(1 + 2) * 3"), 9);
  EXPECT_EQ(number("10 - 4 - 3"), 3);
  EXPECT_EQ(number("10 - (4 - 3)"), 9);
  EXPECT_EQ(number("7 mod 4 * 2"), 6);
  EXPECT_EQ(number("2 * 7 mod 4"), 2);
  EXPECT_EQ(number("1 + 7 mod 4"), 4);
  EXPECT_EQ(number("-7 mod 4"), 1);
  EXPECT_EQ(number("-(7 mod 4)"), -3);
  EXPECT_EQ(number("--3 - -3"), 6);
  EXPECT_EQ(number("2*-3"), -6);
  EXPECT_EQ(number("-8 mod 4"), 0);
  EXPECT_EQ(number("-9223372036854775807 - 1"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(number("4294967296 * 4294967296 mod 10"), 6);
  EXPECT_EQ(number("7 mod (4294967296 * 4294967296)"), 7);
  EXPECT_EQ(number("-7 mod (4294967296 * 4294967296)"), (Int128{1} << 64) - 7);
  EXPECT_EQ(number("1125899906842624 * 1125899906842624"), kMaxNumber);  // 2^50 * 2^50
}

TEST(Expression, SumsDigits) {
  EXPECT_EQ(number("xor(6)"), 6);
  EXPECT_EQ(number("xor(6, 3, n)"), 6);
  EXPECT_EQ(number("xor(x[1], x[3])"), 7);
  EXPECT_EQ(number("xor(x)"), 3 ^ 1 ^ 4 ^ 1 ^ 5);
  EXPECT_EQ(number("xor(x) + 1"), (3 ^ 1 ^ 4 ^ 1 ^ 5) + 1);
  EXPECT_EQ(number("digitsum(2)"), 3 ^ 1 ^ 4 ^ 1 ^ 5);
  EXPECT_EQ(number("digitsum(1)"), 0);
  EXPECT_EQ(number("digitsum(n)"), 1 * 1 + 1 * 2 + 2 * 4);  // ones: 4, 1, 2 of 3
  EXPECT_EQ(number("digitsum(100)"), 4 * 1 + 1 * 2 + 2 * 4);
}

TEST(Expression, DigitsumIsZeroWhereEveryPlaceIs) {
  std::mt19937_64 random(3);
  for (int repeat = 0; repeat < 2'000; ++repeat) {
    std::vector<Counters> piles(1 + random() % 6);
    for (Counters& pile : piles) pile = random() % 8;
    const int q = static_cast<int>(1 + random() % 4);
    bool every_place = true;
    for (int place = 0; place < 3; ++place) {
      int ones = 0;
      for (const Counters pile : piles) ones += static_cast<int>(pile >> place & 1);
      every_place &= ones % q == 0;
    }
    const Situation here{.parameters = {.n = q, .N = static_cast<int>(piles.size())},
                         .piles = piles};
    EXPECT_EQ(holds("digitsum(n) == 0", here), every_place);
    EXPECT_TRUE(holds("digitsum(2) == xor(x)", here));
  }
}

TEST(Expression, DividesAndRoundsDown) {
  EXPECT_EQ(number("7 / 2"), 3);
  EXPECT_EQ(number("-7 / 2"), -4);
  EXPECT_EQ(number("-8 / 2"), -4);
  EXPECT_EQ(number("12 / 5 * 5 + 12 mod 5"), 12);
  EXPECT_EQ(number("100 / 7 / 2"), 7);
  expect_fault("1 / (n - 3)", 3, Fault::bad_divisor);
}

TEST(Expression, LooksAtAllPiles) {
  EXPECT_EQ(number("sum(x)"), 3 + 1 + 4 + 1 + 5);
  EXPECT_EQ(number("min(x) + 10 * max(x)"), 51);
  EXPECT_EQ(number("count(x > 1)"), 3);
  EXPECT_EQ(number("count(x == 1 and i > 2)"), 1);
  EXPECT_EQ(number("count(i mod 2 == 1) + count(x > x[2] + n - 1)"), 3 + 2);
  EXPECT_EQ(number("count(xor(x, 0) > N - 2)"), 2) << "x is one pile here";
  EXPECT_TRUE(holds("all(x >= 1) and any(x == 5) and not any(x == 6)"));
  EXPECT_FALSE(holds("all(x > 1 or i == 2)"));
  expect_fault("count(1 mod (x - 1) == 0)", 9, Fault::bad_modulus);
  const auto bad = [](std::string_view text, Type type, const char* message) {
    SCOPED_TRACE(text);
    EXPECT_ERROR(ErrorKind::input, message, Expression::parse(text, type));
  };
  bad("count(x)", Type::number, "column 7: a number; expected a condition");
  bad("sum(n)", Type::number, "column 5: 'n'; expected x, as in sum(x)");
  bad("count(any(x > 1))", Type::number,
      "column 7: any(..) in a condition on each pile; expected an integer");
  bad("count(sum(x) == 1)", Type::number, "column 7: sum(..) in a condition on each pile");
  bad("count(xor(x) == 1)", Type::number, "column 7: xor(x) in a condition on each pile");
  bad("count(x > 1) + i", Type::number, "column 16: 'i'; expected an integer, n, N, d, r");
  bad("x[count(x > 1)]", Type::number, "column 3: pile sizes in the index of a pile");
  bad("v + 1", Type::number, "column 1: 'v'; expected an integer");
}

TEST(Expression, ItsPlaceSaysWhatItMayUse) {
  using Place = Expression::Place;
  const Situation step{.parameters = {.n = 3, .r = 1}, .v = 2, .here = {.size = 7, .number = 4}};
  const Expression each = Expression::parse("x > 1 and v == r + 1", Type::condition, Place::each);
  EXPECT_EQ(each.evaluate(step).value, 1);
  EXPECT_TRUE(each.nodes().back().uses_piles);
  Situation after = kHere;
  after.v = 2;
  EXPECT_EQ(Expression::parse("v + count(x > 1)", Type::number, Place::after_recurrence)
                .evaluate(after)
                .value,
            5);
  EXPECT_EQ(Expression::parse("n - 1", Type::number, Place::start).evaluate(kHere).value, 2);
  const auto bad = [](std::string_view text, Place place, const char* message) {
    SCOPED_TRACE(text);
    EXPECT_ERROR(ErrorKind::input, message, Expression::parse(text, Type::number, place));
  };
  bad("N", Place::each,
      "column 1: 'N'; expected an integer, n, r, k, first, v, x, xor(..), '-', 'not' or '('");
  bad("x[1]", Place::each, "column 1: 'x'; expected an integer");
  bad("count(x > 1)", Place::each, "column 1: 'count'; expected an integer");
  bad("v", Place::start, "column 1: 'v'; expected an integer, n, r, k, first, xor(..), '-'");
  bad("x[1]", Place::start, "column 1: 'x'; expected an integer, n, r");
}

TEST(Expression, ComparesAndConnects) {
  EXPECT_TRUE(holds("1 == 1"));
  EXPECT_FALSE(holds("1 != 1"));
  EXPECT_TRUE(holds("1 < 2"));
  EXPECT_TRUE(holds("2 <= 2"));
  EXPECT_FALSE(holds("2 > 2"));
  EXPECT_TRUE(holds("2 >= 2"));
  EXPECT_TRUE(holds("1 + 1 == 2 and 2 < 3"));
  EXPECT_TRUE(holds("1 == 1 or 1 == 2 and 1 == 3")) << "and binds tighter";
  EXPECT_FALSE(holds("(1 == 1 or 1 == 2) and 1 == 3"));
  EXPECT_TRUE(holds("not 1 == 2")) << "not takes the comparison";
  EXPECT_TRUE(holds("not 1 == 2 and 1 == 1"));
  EXPECT_FALSE(holds("not (1 == 2 or 1 == 1)"));
  EXPECT_TRUE(holds("not not 1 == 1"));
}

TEST(Expression, LooksNoFurtherThanNeeded) {
  EXPECT_FALSE(holds("N < n and x[9] == 1"));
  EXPECT_TRUE(holds("N >= n or x[9] == 1"));
  EXPECT_FALSE(holds("x[2] > 1 and 1 mod 0 == 1 and x[0] == 1"));
  expect_fault("N >= n and x[9] == 1", 12, Fault::no_such_pile, Type::condition);
  expect_fault("N < n or x[9] == 1", 10, Fault::no_such_pile, Type::condition);
}

TEST(Expression, WhatHasNoValueIsAFaultAtItsColumn) {
  expect_fault("1125899906842624 * 1125899906842624 + 1", 37, Fault::too_large);
  expect_fault("1 - 1125899906842624 * 1125899906842624 - 2", 41, Fault::too_large);
  expect_fault("2251799813685248 * 1125899906842624", 18, Fault::too_large);
  expect_fault("-(2251799813685248 * 1125899906842624)", 20, Fault::too_large);
  expect_fault("9223372036854775807 * 9223372036854775807 * 9", 21, Fault::too_large);
  expect_fault("1 + 5 mod (n - 3)", 7, Fault::bad_modulus);
  expect_fault("5 mod -2", 3, Fault::bad_modulus);
  expect_fault("digitsum(0)", 1, Fault::bad_modulus);
  expect_fault("x[1] + x[6]", 8, Fault::no_such_pile);
  expect_fault("x[0]", 1, Fault::no_such_pile);
  expect_fault("x[-9223372036854775807]", 1, Fault::no_such_pile);
  expect_fault("xor(1, -1)", 1, Fault::negative);
  const Situation unshifted{.parameters = {.n = 3, .N = 5}, .piles = kPiles};
  expect_fault("2 * r", 5, Fault::no_shift, Type::number, unshifted);
  expect_fault("k + 1", 1, Fault::no_k, Type::number, unshifted);
  EXPECT_EQ(number("n * k", {.parameters = {.n = 3, .N = 5, .k = 4}}), 12);
  EXPECT_EQ(describe(Fault::no_shift, 5),
            "column 5: r is the shift of the matrix SSAM^r; this matrix has none");
  const std::vector<Counters> huge{kMaxCounters, kMaxCounters, kMaxCounters};
  const Situation large{.parameters = {.n = 3, .N = 3}, .piles = huge};
  EXPECT_EQ(number("x[1] - xor(x)", large), 0);
  EXPECT_EQ(number("digitsum(4)", large), 3 * Int128{kMaxCounters});
  EXPECT_EQ(number("digitsum(4294967296 * 4294967296)", large), 3 * Int128{kMaxCounters});
  expect_fault("x[1] * x[2]", 6, Fault::too_large, Type::number, large);
}

TEST(Expression, ErrorsNameTheColumnAndWhatIsExpected) {
  const auto bad = [](std::string_view text, Type type, const char* message) {
    SCOPED_TRACE(text);
    EXPECT_ERROR(ErrorKind::input, message, Expression::parse(text, type));
  };
  bad("", Type::number,
      "column 1: the text ends; expected an integer, n, N, d, r, k, first, x[..]");
  bad("1 +", Type::number, "column 4: the text ends; expected an integer");
  bad("1 2", Type::number, "column 3: '2'; expected the end of the text, or an operator: +");
  bad("1)", Type::number, "column 2: ')'; expected the end of the text, or an operator: +");
  for (const char* text : {"n % 2", "(n % 2)", "x[n % 2]", "xor(n % 2)"})
    bad(text, Type::number,
        "'%' is not an operator; expected an operator: + - * / mod, == != < <= > >=, and, or");
  bad("n ^ 2", Type::number, "column 3: '^' is not an operator");
  bad("n == 1 && N == 1", Type::condition, "column 8: '&' is not an operator");
  bad("(1 + 2", Type::number, "column 7: ')' missing; expected one for '(' in column 1");
  bad("1 + (2 * (3 + 4) + 5", Type::number,
      "column 21: ')' missing; expected one for '(' in column 5");
  bad("x[1", Type::number, "column 4: ']' missing; expected one for '[' in column 2");
  bad("x[1)", Type::number, "column 4: ']' missing");
  bad("x", Type::number, "column 2: the text ends; expected '['");
  bad("x(1)", Type::number, "column 2: '('; expected '['");
  bad("xor", Type::number, "column 4: the text ends; expected '('");
  bad("xor()", Type::number, "column 5: ')'; expected an integer");
  bad("xor(1,)", Type::number, "column 7: ')'; expected an integer");
  bad("xor(x, 1)", Type::number, "column 6: ','; expected '['");
  bad("xor(1 2)", Type::number, "column 7: ')' missing");
  bad("digitsum()", Type::number, "column 10: ')'; expected an integer");
  bad("digitsum 2", Type::number, "column 10: '2'; expected '('");
  bad("y + 1", Type::number, "column 1: 'y'; expected an integer");
  bad("first1", Type::number, "column 1: 'first1'; expected an integer");
  bad("and", Type::condition, "column 1: 'and'; expected an integer");
  bad("5 % 3", Type::number, "column 3: '%' is not an operator; expected");
  bad("x[1] = 1", Type::condition, "column 6: '='; expected '=='");
  bad("(x[1] = 1)", Type::condition, "column 7: '='; expected '=='");
  bad("1 < x[1] < 3", Type::condition,
      "column 10: a chained comparison; expected 'and', as in 1 < x[1] and x[1] < 3");
  bad("(1 < x[1]) < 3", Type::condition, "column 1: a condition; expected a number");
  bad("1 + 2", Type::condition, "column 1: a number; expected a condition");
  bad("1 < 2", Type::number, "column 1: a condition; expected a number");
  bad("1 == 1 and 2", Type::condition, "column 12: a number; expected a condition");
  bad("n or 1 == 1", Type::condition, "column 1: a number; expected a condition");
  bad("not n", Type::condition, "column 5: a number; expected a condition");
  bad("-(1 < 2)", Type::number, "column 2: a condition; expected a number");
  bad("1 + not 1 == 1", Type::number, "column 5: a condition; expected a number");
  bad("x[1 < 2]", Type::number, "column 3: a condition; expected a number");
  bad("x[x[1]]", Type::number,
      "column 3: pile sizes in the index of a pile; expected only integers, n, N, d, r, k and "
      "first");
  bad("x[xor(x)]", Type::number, "column 3: pile sizes in the index of a pile");
  bad("x[digitsum(2)]", Type::number, "column 3: pile sizes in the index of a pile");
  bad("digitsum(1 + x[1])", Type::number, "column 14: pile sizes in the q of digitsum");
  bad("9223372036854775808", Type::number,
      "column 1: the integer is too large; expected at most 9223372036854775807");
  bad("1 + \xe2\x89\xa4", Type::number, "column 5: '\xe2\x89\xa4'; expected an integer");
  bad(std::string("1\0002", 3), Type::number, "column 2: '?' is not an operator; expected");
}

TEST(Expression, HasLimitsOfLengthAndDepth) {
  const auto repeated = [](std::string_view text, int times) {
    std::string all;
    for (int k = 0; k < times; ++k) all += text;
    return all;
  };
  EXPECT_EQ(number(repeated("(", 190) + "1" + repeated(")", 190)), 1);
  EXPECT_EQ(number(repeated("1+", 900) + "1"), 901);
  EXPECT_ERROR(ErrorKind::input, "column 201: the text is nested too deeply",
               Expression::parse(repeated("(", 5'000), Type::number));
  EXPECT_ERROR(ErrorKind::input, "nested too deeply",
               Expression::parse(repeated("-", 5'000) + "1", Type::number));
  EXPECT_ERROR(ErrorKind::input, "nested too deeply",
               Expression::parse(repeated("not ", 2'000) + "1", Type::number));
  EXPECT_ERROR(ErrorKind::input, "nested too deeply",
               Expression::parse(repeated("xor(", 2'000) + "1", Type::number));
  EXPECT_ERROR(ErrorKind::input, "column 2000: operators are nested too deeply",
               Expression::parse(repeated("1+", 4'000) + "1", Type::number));
  EXPECT_ERROR(ErrorKind::input, "column 10001: the text is too long",
               Expression::parse(std::string(10'001, ' '), Type::number));
}

TEST(Expression, KeepsItsTextAndShowsItsParts) {
  const Expression expression = Expression::parse(" x[n] == 1 ", Type::condition);
  EXPECT_EQ(expression.text(), " x[n] == 1 ");
  const auto nodes = expression.nodes();
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_EQ(nodes[0].op, Expression::Op::n);
  EXPECT_FALSE(nodes[0].uses_piles);
  EXPECT_EQ(nodes[1].op, Expression::Op::pile);
  EXPECT_TRUE(nodes[1].uses_piles);
  EXPECT_EQ(nodes[2].integer, 1);
  EXPECT_EQ(nodes[3].op, Expression::Op::equal);
  EXPECT_EQ(nodes[3].column, 7u);
  EXPECT_TRUE(nodes[3].uses_piles);
}

// A tree that prints and evaluates itself in its own way: in 128 bits, with numbers so small that
// nothing gets too large.
struct Tree {
  std::string op;
  std::int64_t integer = 0;
  std::vector<Tree> operands = {};
};

int level(const Tree& tree) {
  if (tree.operands.size() < 2 || tree.op == "xor") return tree.op == "not" ? 3 : 7;
  if (tree.op == "or") return 1;
  if (tree.op == "and") return 2;
  if (tree.op == "+" || tree.op == "-") return 5;
  return tree.op == "*" || tree.op == "mod" ? 6 : 4;
}

Tree random_tree(std::mt19937_64& random, bool is_condition, int depth) {
  const auto pick = [&](std::initializer_list<const char*> names) {
    return std::string(names.begin()[random() % names.size()]);
  };
  const auto sub = [&](bool condition) { return random_tree(random, condition, depth - 1); };
  if (is_condition) {
    if (depth > 0 && random() % 3 > 0) {
      if (random() % 4 == 0) return {.op = "not", .operands = {sub(true)}};
      return {.op = pick({"and", "or"}), .operands = {sub(true), sub(true)}};
    }
    return {.op = pick({"==", "!=", "<", "<=", ">", ">="}), .operands = {sub(false), sub(false)}};
  }
  if (depth <= 0 || random() % 4 == 0) {
    if (random() % 3 == 0) return {.op = "", .integer = static_cast<std::int64_t>(random() % 5)};
    return {.op = pick({"n", "N", "d", "r", "first", "x[1]", "x[n]", "x[N - 1]", "xor(x)",
                        "digitsum(n)"})};
  }
  if (random() % 5 == 0) return {.op = "neg", .operands = {sub(false)}};
  if (random() % 6 == 0) {
    const Tree bound{.op = "", .integer = 16};  // keeps everything nonnegative
    return {.op = "xor",
            .operands = {{.op = "mod", .operands = {sub(false), bound}},
                         {.op = "mod", .operands = {sub(false), bound}}}};
  }
  if (random() % 5 == 0)
    return {.op = "mod",
            .operands = {sub(false), {.op = "", .integer = static_cast<int>(random() % 7) + 1}}};
  return {.op = pick({"+", "-", "*"}), .operands = {sub(false), sub(false)}};
}

// Prints as few parentheses as the language needs, with an extra pair here and there.
std::string print(const Tree& tree, std::mt19937_64& random) {
  const auto operand = [&](const Tree& inner, bool needs_parentheses) {
    const std::string text = print(inner, random);
    return needs_parentheses || random() % 5 == 0 ? fmt::format("({})", text) : text;
  };
  const std::string blank(random() % 2, ' ');
  if (tree.operands.empty()) return tree.op.empty() ? std::to_string(tree.integer) : tree.op;
  const Tree& left = tree.operands[0];
  if (tree.op == "neg") return fmt::format("-{}", operand(left, level(left) < 7));
  if (tree.op == "not") return fmt::format("not {}", operand(left, level(left) < 3));
  if (tree.op == "xor")
    return fmt::format("xor({},{}{})", print(left, random), blank, print(tree.operands[1], random));
  const bool is_word = tree.op == "and" || tree.op == "or" || tree.op == "mod";
  const std::string around = is_word ? " " : blank;
  return operand(left, level(left) < level(tree)) + around + tree.op + around +
         operand(tree.operands[1], level(tree.operands[1]) <= level(tree));
}

Int128 evaluate(const Tree& tree, const Situation& here) {
  const Parameters& parameters = here.parameters;
  if (tree.operands.empty()) {
    if (tree.op.empty()) return tree.integer;
    if (tree.op == "n") return parameters.n;
    if (tree.op == "N") return parameters.N;
    if (tree.op == "d") return parameters.N - parameters.n;
    if (tree.op == "r") return *parameters.r;
    if (tree.op == "first") return here.first;
    if (tree.op == "x[1]") return here.piles[0];
    if (tree.op == "x[n]") return here.piles[static_cast<std::size_t>(parameters.n) - 1];
    if (tree.op == "x[N - 1]") return here.piles[here.piles.size() - 2];
    Int128 sum = 0;
    for (int place = 0; place < 8; ++place) {
      int ones = 0;
      for (const Counters pile : here.piles) ones += static_cast<int>(pile >> place & 1);
      sum += Int128{ones % (tree.op == "xor(x)" ? 2 : parameters.n)} << place;
    }
    return sum;
  }
  const Int128 left = evaluate(tree.operands[0], here);
  if (tree.op == "neg") return -left;
  if (tree.op == "not") return left == 0;
  const Int128 right = evaluate(tree.operands[1], here);
  if (tree.op == "+") return left + right;
  if (tree.op == "-") return left - right;
  if (tree.op == "*") return left * right;
  if (tree.op == "mod") return ((left % right) + right) % right;
  if (tree.op == "xor") return left ^ right;
  if (tree.op == "and") return left != 0 && right != 0;
  if (tree.op == "or") return left != 0 || right != 0;
  if (tree.op == "==") return left == right;
  if (tree.op == "!=") return left != right;
  if (tree.op == "<") return left < right;
  if (tree.op == "<=") return left <= right;
  return tree.op == ">" ? left > right : left >= right;
}

TEST(Expression, MeansWhatItsTreeMeans) {
  std::mt19937_64 random(4);
  for (int repeat = 0; repeat < 5'000; ++repeat) {
    const bool is_condition = repeat % 2 == 0;
    const Tree tree = random_tree(random, is_condition, 4);
    const std::string text = print(tree, random);
    const Expression expression =
        Expression::parse(text, is_condition ? Type::condition : Type::number);
    for (int where = 0; where < 4; ++where) {
      std::vector<Counters> piles(3 + random() % 4);
      for (Counters& pile : piles) pile = 1 + random() % 6;
      const Situation here{.parameters = {.n = static_cast<int>(2 + random() % 2),
                                          .N = static_cast<int>(piles.size()),
                                          .r = static_cast<int>(random() % 2)},
                           .first = static_cast<Seat>(random() % 2),
                           .piles = piles};
      const Evaluation evaluation = expression.evaluate(here);
      ASSERT_EQ(evaluation.fault, Fault::none) << text;
      ASSERT_EQ(evaluation.value, evaluate(tree, here)) << text;
    }
  }
}

}  // namespace
}  // namespace nimsweep
