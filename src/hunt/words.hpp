// The words that closed forms of games with digit machines are made of: conditions on piles, and
// values. A word is a text with parameters, which says something about many n and N. What it says
// about some positions of one n and N is a set of them: where a condition holds, or where a value
// is right.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hunt/linear_form.hpp"
#include "hunt/scope.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/model/expression.hpp"
#include "nimsweep/model/position.hpp"

namespace nimsweep::hunt_detail {

// Positions of N nonempty piles, and their values.
struct Sample {
  struct Entry {
    std::vector<Counters> piles;
    Seat first;
    int value;
  };

  Parameters parameters;
  // Do values depend on who moves first? If not, one first player stands for all.
  bool has_firsts = false;
  std::vector<Entry> entries = {};
};

struct Word {
  std::string text;
  int cost;  // how long it is, more or less
  CaseKind kind = CaseKind::value;
};

// Sets of entries of a sample, by word; nothing where a word has no meaning, as x[3] with two
// piles.
struct Reading {
  std::vector<std::optional<PointSet>> conditions;
  std::vector<std::optional<PointSet>> values;
};

// What the samples need: the largest numbers in any of them, and which parameters there are.
struct WordRange {
  int players = 0;
  int piles = 0;
  bool has_r = false;
  bool has_k = false;
};

class Words {
 public:
  explicit Words(const WordRange& range);

  // An even number is followed by its opposite.
  const std::vector<Word>& conditions() const noexcept { return condition_words_; }
  const std::vector<Word>& values() const noexcept { return value_words_; }

  // A value, and that it is another one, by number.
  struct Part {
    std::size_t is;
    std::size_t is_not;
  };
  const std::vector<Part>& parts() const noexcept { return parts_; }

  Reading read(const Sample& sample) const;

 private:
  // A number that depends on parameters only.
  struct Number {
    Expression expression;
    int cost;
  };
  // A number that depends on piles.
  struct Term {
    Expression expression;
    int cost;
    bool has_residues;  // conditions look at what it is mod a number
  };
  enum class Relation : std::uint8_t { equal, less, at_most };
  struct Condition {
    std::size_t left;  // a term
    std::optional<std::size_t> modulus;
    Relation relation;
    bool is_about_terms;  // right is a term
    std::size_t right;
  };
  struct Value {  // (term mod modulus + added) / divisor; of a winner, `added` is the seat
    std::optional<std::size_t> term = {};
    std::optional<std::size_t> modulus = {};
    LinearForm added = {};
    int divisor = 1;
  };

  // What a term is at each entry; nothing if it has no meaning.
  using Column = std::optional<std::vector<std::int64_t>>;
  // What is known of one sample.
  struct Table;

  std::optional<PointSet> holds(const Condition& condition, const Table& table) const;
  std::optional<PointSet> is_right(std::size_t value, const Table& table) const;

  void add_numbers(const WordRange& range);
  void add_terms(const WordRange& range);
  void add_conditions(const WordRange& range);
  void add_values(const WordRange& range);

  void add_number(const std::string& text, int cost);
  std::size_t add_term(const std::string& text, int cost, bool has_residues);
  void add_condition(const Condition& condition);
  void add_value(const Value& value, CaseKind kind = CaseKind::value);

  std::vector<Number> moduli_;
  std::vector<Number> bounds_;  // what terms are compared with
  std::vector<Term> terms_;
  std::vector<std::size_t> piles_;      // x[1], x[2], .., as terms
  std::vector<std::size_t> symmetric_;  // terms about all piles, the shortest first
  std::vector<Condition> conditions_;
  std::vector<Value> values_;
  std::vector<Word> condition_words_;
  std::vector<Word> value_words_;
  std::vector<Part> parts_;
};

}  // namespace nimsweep::hunt_detail
