// Parses expressions by recursive descent. An operator's level says how tightly it binds; operators
// of one level are left-associative.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/model/expression.hpp"

namespace nimsweep {

namespace {

using Op = Expression::Op;
using Type = Expression::Type;
using Node = Expression::Node;
using NodeId = Expression::NodeId;

[[noreturn]] void refuse(std::size_t column, std::string_view wrong, std::string_view expected) {
  throw Error(ErrorKind::input, fmt::format("column {}: {}; expected {}", column, wrong, expected));
}

struct Token {
  enum class Kind : std::uint8_t { integer, word, symbol, end };

  Kind kind = Kind::end;
  std::string_view text = {};
  std::size_t column = 1;
};

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

bool is_letter(char c) {
  return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || c == '_';
}

bool continues_word(char c) {
  return is_letter(c) || is_digit(c);
}

bool continues_utf8(char c) {
  return (c & 0xc0) == 0x80;
}

Token next_token(std::string_view text, std::size_t from) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n", from), text.size());
  if (begin == text.size()) return {.column = begin + 1};
  std::size_t end = begin + 1;
  const auto take = [&](auto belongs) {
    while (end < text.size() && belongs(text[end])) ++end;
  };
  Token::Kind kind = Token::Kind::symbol;
  if (is_digit(text[begin])) {
    kind = Token::Kind::integer;
    take(is_digit);
  } else if (is_letter(text[begin])) {
    kind = Token::Kind::word;
    take(continues_word);
  } else if (const auto two = text.substr(begin, 2);
             two == "==" || two == "!=" || two == "<=" || two == ">=") {
    ++end;
  } else {
    take(continues_utf8);  // so that a message can show a whole unknown character
  }
  return {.kind = kind, .text = text.substr(begin, end - begin), .column = begin + 1};
}

struct Operator {
  std::string_view text;
  Op op;
  int level;
  Type operands;
  Type result;
};

constexpr int kLoosest = 1;
constexpr int kNot = 3;
constexpr int kComparison = 4;
constexpr int kNegation = 7;
constexpr Operator kOperators[] = {
    {"or", Op::either, kLoosest, Type::condition, Type::condition},
    {"and", Op::both, 2, Type::condition, Type::condition},
    {"==", Op::equal, kComparison, Type::number, Type::condition},
    {"!=", Op::not_equal, kComparison, Type::number, Type::condition},
    {"<", Op::less, kComparison, Type::number, Type::condition},
    {"<=", Op::less_equal, kComparison, Type::number, Type::condition},
    {">", Op::greater, kComparison, Type::number, Type::condition},
    {">=", Op::greater_equal, kComparison, Type::number, Type::condition},
    {"+", Op::add, 5, Type::number, Type::number},
    {"-", Op::subtract, 5, Type::number, Type::number},
    {"*", Op::multiply, 6, Type::number, Type::number},
    {"/", Op::divide, 6, Type::number, Type::number},
    {"mod", Op::modulo, 6, Type::number, Type::number},
};

constexpr std::string_view kOperatorNames = "an operator: + - * / mod, == != < <= > >=, and, or";

constexpr std::pair<std::string_view, Op> kParameters[] = {
    {"n", Op::n},
    {"r", Op::r},
    {"k", Op::k},
    {"first", Op::first},
};
constexpr std::pair<std::string_view, Op> kPileNumbers[] = {{"N", Op::N}, {"d", Op::d}};

// Terms over all piles: of the sizes themselves, and of a condition on each pile.
struct Term {
  std::string_view name;
  Op op;
  Type type;
};
constexpr Term kTermsOfSizes[] = {
    {"sum", Op::sum, Type::number},
    {"min", Op::smallest, Type::number},
    {"max", Op::largest, Type::number},
};
constexpr Term kTermsOfConditions[] = {
    {"count", Op::count, Type::number},
    {"all", Op::every, Type::condition},
    {"any", Op::some, Type::condition},
};

bool uses_position(Op op) {
  return op >= Op::v && op <= Op::some;
}

class Parser {
 public:
  Parser(std::string_view text, Expression::Place place, const Expression::Vocabulary* vocabulary)
      : text_(text), place_(place), vocabulary_(vocabulary) {
    if (text.size() > Expression::kMaxLength)
      refuse(Expression::kMaxLength + 1, "the text is too long",
             fmt::format("at most {} characters", Expression::kMaxLength));
    token_ = next_token(text_, 0);
  }

  std::vector<Node> parse(Type wanted) {
    const Part whole = chain(kLoosest);
    if (token_.kind != Token::Kind::end)
      refuse(token_.column, found(), fmt::format("the end of the text, or {}", kOperatorNames));
    require(whole, wanted);
    return std::move(nodes_);
  }

 private:
  static constexpr int kMaxNesting = 200;  // of parentheses and signs, which take stack space

  // A parsed part, which begins at `column`.
  struct Part {
    NodeId id;
    Type type;
    std::size_t column;
  };

  // Parses operators of `level` or tighter, with their operands.
  Part chain(int level) {
    Part left = prefix();
    bool compared = false;
    while (const Operator* found = operator_here(level)) {
      const std::size_t column = token_.column;
      if (compared && found->level == kComparison)
        refuse(column, "a chained comparison", "'and', as in 1 < x[1] and x[1] < 3");
      advance();
      const Part right = chain(found->level + 1);
      require(left, found->operands);
      require(right, found->operands);
      left = {add(found->op, column, left.id, right.id), found->result, left.column};
      compared = found->level == kComparison;
    }
    if (at("=")) refuse(token_.column, "'='", "'=='");
    const bool may_follow = token_.kind != Token::Kind::symbol || at(")") || at("]") || at(",");
    if (!may_follow && operator_here(kLoosest) == nullptr)
      refuse(token_.column, fmt::format("{} is not an operator", found()), kOperatorNames);
    return left;
  }

  const Operator* operator_here(int level) const {
    for (const Operator& candidate : kOperators)
      if (at(candidate.text)) return candidate.level >= level ? &candidate : nullptr;
    return nullptr;
  }

  Part prefix() {
    if (++nesting_ > kMaxNesting)
      refuse(token_.column, "the text is nested too deeply", fmt::format("{} levels", kMaxNesting));
    const std::size_t column = token_.column;
    Part part{};
    if (accept("-")) {
      const Part operand = prefix();
      require(operand, Type::number);
      part = {add(Op::negate, column, operand.id), Type::number, column};
    } else if (accept("not")) {
      const Part operand = chain(kComparison);
      require(operand, Type::condition);
      part = {add(Op::opposite, column, operand.id), Type::condition, column};
    } else {
      part = primary();
    }
    --nesting_;
    return part;
  }

  Part primary() {
    const Token token = token_;
    if (token.kind == Token::Kind::integer) {
      advance();
      return {integer(token), Type::number, token.column};
    }
    if (accept("(")) {
      Part part = chain(kLoosest);
      part.column = token.column;
      close(")", "(", token.column);
      return part;
    }
    if (vocabulary_ != nullptr) return fact(token);
    for (const auto& [name, op] : kParameters)
      if (accept(name)) return {add(op, token.column), Type::number, token.column};
    if (has_v() && at("v")) return of_position(Op::v);
    if (sees_one_pile() && at("x") && !is_indexed()) return of_position(Op::size);
    if (in_condition_ && at("i")) return of_position(Op::number);
    if (accept("xor")) return {exclusive_or(token.column), Type::number, token.column};
    if (has_positions())
      if (const auto part = position_part(token)) return *part;
    refuse(token.column, found(), fmt::format("{}, '-', 'not' or '('", words_here()));
  }

  // What only expressions about positions may use.
  std::optional<Part> position_part(const Token& token) {
    for (const auto& [name, op] : kPileNumbers)
      if (accept(name)) return Part{add(op, token.column), Type::number, token.column};
    if (accept("x")) return Part{pile(token.column), Type::number, token.column};
    if (accept("digitsum")) return Part{digit_sum(token.column), Type::number, token.column};
    for (const Term& term : kTermsOfSizes)
      if (accept(term.name)) return Part{of_sizes(term, token.column), term.type, token.column};
    for (const Term& term : kTermsOfConditions)
      if (accept(term.name)) return Part{of_condition(term, token.column), term.type, token.column};
    return std::nullopt;
  }

  bool has_positions() const {
    return place_ == Expression::Place::position || place_ == Expression::Place::after_recurrence;
  }
  bool has_v() const {
    return place_ == Expression::Place::after_recurrence || place_ == Expression::Place::each;
  }
  bool sees_one_pile() const { return in_condition_ || place_ == Expression::Place::each; }
  bool is_indexed() const { return next_token(text_, end_of_token()).text == "["; }

  std::string words_here() const {
    return fmt::format("an integer, n, {}r, k, first{}{}{}{}, xor(..){}",
                       has_positions() ? "N, d, " : "", has_v() ? ", v" : "",
                       sees_one_pile() ? ", x" : "", in_condition_ ? ", i" : "",
                       has_positions() ? ", x[..]" : "",
                       has_positions() && !in_condition_
                           ? ", digitsum(q), count(..), all(..), any(..), sum(x), min(x), max(x)"
                           : "");
  }

  // v, or x or i of one pile.
  Part of_position(Op op) {
    const std::size_t column = token_.column;
    piles_are_fine_here(column);
    advance();
    return {add(op, column), Type::number, column};
  }

  Part fact(const Token& token) {
    if (accept("n")) return {add(Op::n, token.column), Type::number, token.column};
    const auto expected = [&] {
      return fmt::format("an integer, n, {}, '-', 'not' or '('", vocabulary_->expected);
    };
    if (token.kind != Token::Kind::word) refuse(token.column, found(), expected());
    advance();
    std::optional<std::string_view> argument;
    if (at("(")) {
      const std::size_t begin = end_of_token();
      const std::size_t end = end_of_parentheses(begin);
      if (end == std::string_view::npos)
        refuse(text_.size() + 1, "')' missing",
               fmt::format("one for '(' in column {}", token_.column));
      argument = text_.substr(begin, end - begin);
      token_ = next_token(text_, end + 1);
    }
    std::optional<Expression::Word> word;
    try {
      word = vocabulary_->find(token.text, argument);
    } catch (const Error& error) {
      throw Error(ErrorKind::input, fmt::format("column {}: {}", token.column, error.what()));
    }
    if (!word) refuse(token.column, in_quotes(token.text), expected());
    return {add(Op::fact, token.column, 0, 0, word->fact), word->type, token.column};
  }

  // Where the parenthesis closes that opened just before `begin`; others may be between.
  std::size_t end_of_parentheses(std::size_t begin) const {
    int depth = 1;
    for (std::size_t k = begin; k < text_.size(); ++k) {
      if (text_[k] == '(') ++depth;
      if (text_[k] == ')' && --depth == 0) return k;
    }
    return std::string_view::npos;
  }

  NodeId integer(const Token& token) {
    constexpr auto kMax = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    const auto number = parse_number(token.text, kMax);
    if (!number) refuse(token.column, "the integer is too large", fmt::format("at most {}", kMax));
    return add(Op::integer, token.column, 0, 0, static_cast<std::int64_t>(*number));
  }

  NodeId pile(std::size_t column) {
    piles_are_fine_here(column);
    const std::size_t opened = open("[");
    const NodeId index = parameters_only("the index of a pile");
    close("]", "[", opened);
    return add(Op::pile, column, index);
  }

  // xor(x), or a list of arguments.
  NodeId exclusive_or(std::size_t column) {
    const std::size_t opened = open("(");
    const bool is_of_all = at("x") && next_token(text_, end_of_token()).text == ")";
    if (is_of_all && in_condition_)
      refuse(column, "xor(x) in a condition on each pile", words_here());
    if (is_of_all && has_positions()) {
      piles_are_fine_here(column);
      advance();
      advance();
      return add(Op::nim_sum, column);
    }
    NodeId sum = add(Op::integer, column);  // 0
    do {
      const Part argument = chain(kLoosest);
      require(argument, Type::number);
      sum = add(Op::exclusive_or, column, sum, argument.id);
    } while (accept(","));
    close(")", "(", opened);
    return sum;
  }

  NodeId digit_sum(std::size_t column) {
    all_piles_are_fine_here("digitsum", column);
    const std::size_t opened = open("(");
    const NodeId q = parameters_only("the q of digitsum");
    close(")", "(", opened);
    return add(Op::digit_sum, column, q);
  }

  // sum(x)
  NodeId of_sizes(const Term& term, std::size_t column) {
    all_piles_are_fine_here(term.name, column);
    const std::size_t opened = open("(");
    if (!accept("x")) refuse(token_.column, found(), fmt::format("x, as in {}(x)", term.name));
    close(")", "(", opened);
    return add(term.op, column);
  }

  // count(x > 1)
  NodeId of_condition(const Term& term, std::size_t column) {
    all_piles_are_fine_here(term.name, column);
    const std::size_t opened = open("(");
    in_condition_ = true;
    const Part condition = chain(kLoosest);
    require(condition, Type::condition);
    in_condition_ = false;
    close(")", "(", opened);
    return add(term.op, column, condition.id);
  }

  void all_piles_are_fine_here(std::string_view term, std::size_t column) const {
    piles_are_fine_here(column);
    if (in_condition_)
      refuse(column, fmt::format("{}(..) in a condition on each pile", term), words_here());
  }

  // A number that uses no piles.
  NodeId parameters_only(std::string_view place) {
    parameters_only_ = place;
    const Part part = chain(kLoosest);
    require(part, Type::number);
    parameters_only_ = {};
    return part.id;
  }

  void piles_are_fine_here(std::size_t column) const {
    if (!parameters_only_.empty())
      refuse(column, fmt::format("pile sizes in {}", parameters_only_),
             "only integers, n, N, d, r, k and first");
  }

  static void require(const Part& part, Type wanted) {
    if (part.type == wanted) return;
    if (wanted == Type::number) refuse(part.column, "a condition", "a number");
    refuse(part.column, "a number", "a condition");
  }

  NodeId add(Op op, std::size_t column, NodeId left = 0, NodeId right = 0,
             std::int64_t integer = 0) {
    Node node{.op = op,
              .uses_piles = uses_position(op),
              .column = static_cast<std::uint32_t>(column),
              .integer = integer,
              .left = left,
              .right = right};
    const auto put_on = [&](NodeId operand) {
      node.uses_piles |= nodes_[operand].uses_piles;
      node.height = std::max(node.height, nodes_[operand].height + 1);
    };
    if (op >= Op::pile) put_on(left);
    if (op >= Op::add && op != Op::opposite) put_on(right);
    if (node.height > Expression::kMaxHeight)
      refuse(column, "operators are nested too deeply",
             fmt::format("at most {}", Expression::kMaxHeight));
    nodes_.push_back(node);
    return static_cast<NodeId>(nodes_.size() - 1);
  }

  bool at(std::string_view text) const { return token_.text == text; }
  std::size_t end_of_token() const { return token_.column - 1 + token_.text.size(); }
  void advance() { token_ = next_token(text_, end_of_token()); }

  bool accept(std::string_view text) {
    if (!at(text)) return false;
    advance();
    return true;
  }

  // Returns the column of the bracket.
  std::size_t open(std::string_view bracket) {
    const std::size_t column = token_.column;
    if (!accept(bracket)) refuse(column, found(), fmt::format("'{}'", bracket));
    return column;
  }

  void close(std::string_view bracket, std::string_view opening, std::size_t opened) {
    if (!accept(bracket))
      refuse(token_.column, fmt::format("'{}' missing", bracket),
             fmt::format("one for '{}' in column {}", opening, opened));
  }

  std::string found() const {
    return token_.kind == Token::Kind::end ? "the text ends" : in_quotes(token_.text);
  }

  std::string_view text_;
  Expression::Place place_;
  const Expression::Vocabulary* vocabulary_;
  Token token_;
  int nesting_ = 0;
  std::string_view parameters_only_;  // the place that allows no piles; empty if none
  bool in_condition_ = false;         // on each pile
  std::vector<Node> nodes_;
};

}  // namespace

std::string_view sign_of(Op op) noexcept {
  return std::ranges::find(kOperators, op, &Operator::op)->text;
}

std::string_view letter_of(Op op) noexcept {
  for (const auto& [name, letter] : kParameters)
    if (letter == op) return name;
  for (const auto& [name, letter] : kPileNumbers)
    if (letter == op) return name;
  return op == Op::v ? "v" : "";
}

int level_of(Op op) noexcept {
  if (op == Op::opposite) return kNot;
  const auto* const found = std::ranges::find(kOperators, op, &Operator::op);
  return found != std::end(kOperators) ? found->level : op == Op::negate ? kNegation : kTightest;
}

Expression Expression::parse(std::string_view text, Type wanted, Place place) {
  return {text, Parser(text, place, nullptr).parse(wanted)};
}

Expression Expression::parse(std::string_view text, Type wanted, const Vocabulary& vocabulary) {
  return {text, Parser(text, Place::start, &vocabulary).parse(wanted)};
}

}  // namespace nimsweep
