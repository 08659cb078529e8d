// The language of claims. A number is an integer, a parameter, a pile size x[e], or built from
// numbers with + - * / mod, unary -, xor(e, e, ..), xor(x), digitsum(q), and terms over all piles:
// count(c), sum(x), min(x), max(x). A condition compares numbers (== != < <= > >=), or is built
// from conditions with and, or, not, all(c), any(c). From loosest to tightest:
//
//     or    and    not    == != < <= > >=    + -    * / mod    unary -
//
// n is the number of players, N the number of piles, d = N - n, r the shift of the matrix SSAM^r, k
// the number in the game's name (2 in moore:2), first the first player's seat. x[1] is the first
// pile; the index e and q may use parameters only. xor(x) is the nim-sum of all piles. digitsum(q)
// is the sum over the binary places k of (number of piles with a 1 at place k, mod q) * 2^k: it is
// 0 if and only if every such number is 0 mod q, which is the papers' condition on positions;
// digitsum(2) is the nim-sum. count(c), all(c) and any(c) look at each pile: in the condition c, x
// is its size and i its number, so count(x > 1 and i < n) is how many of the first n - 1 piles have
// more than one counter.
//
// Numbers lie between -2^100 and 2^100; anything beyond is a fault, not a wrong number. `a mod q`
// is in 0..q-1, and `a / q` is rounded down; q is at least 1. `and` and `or` evaluate their right
// side only if the left one does not decide, so "N >= n and x[n] == 1" is fine for fewer than n
// piles; count, all and any look at every pile.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/base/uint128.hpp"
#include "nimsweep/model/position.hpp"
#include "nimsweep/model/seat.hpp"

namespace nimsweep {

// The largest absolute value of a number.
inline constexpr Int128 kMaxNumber = Int128{1} << 100;

// The largest pile for which claims are checked.
inline constexpr Counters kMaxPile = Counters{1} << 62;

// What an expression may use besides the position.
struct Parameters {
  int n = 0;                            // players
  int N = 0;                            // piles
  std::optional<int> r = std::nullopt;  // nullopt for a matrix that is not SSAM^r
  std::optional<int> k = std::nullopt;  // of a game such as moore:2

  int d() const noexcept { return N - n; }
};

// One pile, where an expression speaks of x alone.
struct PileHere {
  Counters size = 0;
  int number = 0;  // from 1
};

// Where an expression is evaluated: N piles and the player who moves first. Recurrences have a
// number v, and look at one pile at a time. For an expression parsed with a vocabulary, the facts
// that its words stand for, by number.
struct Situation {
  Parameters parameters;
  Seat first = 0;
  std::span<const Counters> piles = {};
  const FunctionRef<Int128(std::int64_t)>* facts = nullptr;
  int v = 0;
  PileHere here = {};
};

// Why an expression has no value somewhere.
enum class Fault : std::uint8_t {
  none,
  too_large,
  bad_modulus,
  bad_divisor,
  no_such_pile,
  no_shift,
  no_k,
  negative
};

struct Evaluation {
  Int128 value = 0;  // 0 or 1 for a condition
  Fault fault = Fault::none;
  std::uint32_t column = 0;  // of the fault

  friend bool operator==(const Evaluation&, const Evaluation&) = default;
};

// "column 5: there is no such pile; expected an index from 1 to N".
std::string describe(Fault fault, std::uint32_t column);

class Expression {
 public:
  enum class Type : std::uint8_t { number, condition };

  // clang-format off
  enum class Op : std::uint8_t {
    integer, n, N, d, r, k, first, fact, v,
    size, number,                         // x and i, of one pile
    sum, smallest, largest, nim_sum,      // of all piles
    pile, digit_sum, count, every, some,  // x[e], digitsum(q); count, all and any of a condition
    negate, add, subtract, multiply, divide, modulo, exclusive_or,
    equal, not_equal, less, less_equal, greater, greater_equal,
    both, either, opposite,  // and, or, not
  };
  // clang-format on

  using NodeId = std::uint32_t;

  struct Node {
    Op op = Op::integer;
    bool uses_piles = false;   // or v, here or below
    std::uint32_t column = 0;  // of the operator or the name
    std::uint32_t height = 1;
    std::int64_t integer = 0;  // or the number of a fact
    NodeId left = 0;           // or the only operand, the index of a pile, q, or a condition
    NodeId right = 0;
  };

  static constexpr std::size_t kMaxLength = 10'000;
  static constexpr std::uint32_t kMaxHeight = 1'000;

  // Where the expression stands, which decides what it may use.
  enum class Place : std::uint8_t {
    position,          // a claim about positions: everything but v
    after_recurrence,  // the same, and v
    each,              // a step of a recurrence: n, r, k, first, v, and x, the size of its pile
    start,             // of a recurrence: n, r, k and first
  };

  // Throws Error(input), "column 7: what is wrong; what is expected", if the text is not a valid
  // expression. Columns count bytes from 1.
  static Expression parse(std::string_view text, Type wanted, Place place = Place::position);

  // Expressions that are not about positions. They may use integers, n, the operators above, and
  // words of their own.
  struct Word {
    Type type;
    std::int64_t fact;
  };
  struct Vocabulary {
    std::string_view expected;  // "states, letters or equal_rows", for messages
    // What a name stands for; `argument` is what follows it in parentheses. Returns nullopt for an
    // unknown name; throws Error(input) for a wrong argument.
    FunctionRef<std::optional<Word>(std::string_view name,
                                    std::optional<std::string_view> argument)>
        find;
  };
  static Expression parse(std::string_view text, Type wanted, const Vocabulary& vocabulary);

  const std::string& text() const noexcept { return text_; }

  // Operands come before the nodes that use them; the last node is the whole.
  std::span<const Node> nodes() const noexcept { return nodes_; }
  const Node& node(NodeId id) const noexcept { return nodes_[id]; }
  NodeId root() const noexcept { return static_cast<NodeId>(nodes_.size() - 1); }

  Evaluation evaluate(const Situation& situation) const noexcept {
    return evaluate(root(), situation);
  }

  // Evaluates a part. A part that uses no piles needs none in `situation`, nor v.
  Evaluation evaluate(NodeId part, const Situation& situation) const noexcept;

 private:
  Expression(std::string_view text, std::vector<Node> nodes)
      : text_(text), nodes_(std::move(nodes)) {}

  std::string text_;
  std::vector<Node> nodes_;
};

// Does it compare two numbers?
bool is_comparison(Expression::Op op) noexcept;

// Whether `a op b` holds, for a comparison.
bool compares(Expression::Op op, Int128 a, Int128 b) noexcept;

// How an operator with two operands is written, but for xor: "+", "mod", "==", "and".
std::string_view sign_of(Expression::Op op) noexcept;

// "n", "N", "d", "r", "k", "first" or "v"; empty for what is not a letter.
std::string_view letter_of(Expression::Op op) noexcept;

// The higher, the tighter it binds; what never needs brackets has kTightest.
int level_of(Expression::Op op) noexcept;
inline constexpr int kTightest = 8;

// The comparison of -a with -b that holds if and only if this one of a with b does.
Expression::Op mirrored(Expression::Op op) noexcept;

}  // namespace nimsweep
