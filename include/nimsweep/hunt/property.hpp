// What a hunt may ask of a matrix: conditions over its machine, hence over all positions of all
// sizes, in the language of claims with words of their own.
//
//     states               the number of states of the machine, the start included
//     letters              the size from which on all piles are alike
//     pile_independent(t)  among positions whose piles all have at least t counters, g depends only
//                          on the first player and the number of piles; always so if t >= n
//     first_independent    g(p, i) is the same for every i
//     always_wins(i, t)    there is a K: in every position of K or more piles, each of at least t
//                          counters, P_i wins, whoever moves first
//     always_wins(any, t)  the same for some player
//     same_values_as(M)    g is everywhere that of the matrix M
//     equal_rows           all rows of the matrix are equal
//     value(x, ..)         g of these piles, P_0 first
//     wins(i, x, ..)       P_i wins these piles, whoever moves first; wins(any, x, ..): somebody
//     teams_win([i, ..], t)
//                          as always_wins, but one of several players
//     period(k)            there is a T: k more counters on a pile of T or more change no value
//     automatic            an automaton over digits was found and proved
//
// In Small Nim positions are rows of piles in descending order, and a state is a vector and the
// size of the last pile. In games whose machines read digits, positions have a fixed number of
// places, so teams_win is about all whose piles have t counters or more; `states` are those of the
// minimal automaton, and letters and always_wins mean nothing. `period` and `automatic` are for
// these games only. With passes all of it is about positions with all passes left, and `states` are
// those of the smallest machine that tells their values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "nimsweep/hunt/packed_machine.hpp"
#include "nimsweep/hunt/space_walk.hpp"
#include "nimsweep/model/expression.hpp"

namespace nimsweep {

// One of these words, for people.
struct PropertyWord {
  std::string_view name;     // "pile_independent"
  std::string_view syntax;   // "pile_independent(t)"
  std::string_view summary;  // one line
  std::string_view example;  // a condition
};

std::span<const PropertyWord> property_words();

class Property {
 public:
  // Throws Error(input), "column 7: what is wrong; what is expected".
  static Property parse(std::string_view text);

  const std::string& text() const noexcept { return expression_.text(); }

  // The words that it uses, each once: "states", "pile_independent(2)".
  std::vector<std::string> facts() const;

  // Is it about the matrix itself, and not only about its machine?
  bool asks_for_rows() const noexcept;

  // If a matrix has it, do its rotations have it? Not if it names a player, or a matrix that is not
  // its own rotation.
  bool is_same_for_rotations() const noexcept;

  // Does it need growth? Then the walk must cover every size.
  bool asks_for_growth() const noexcept;

  // Throws Error(input) if it names a player or a matrix that this many players do not have.
  void check_names(int players) const;

  // Throws Error(input) if it means nothing in games whose machines read digits, or in others.
  void check_words(bool reads_digits) const;

 private:
  friend class PropertyCheck;

  enum class Kind : std::uint8_t {  // in the order of property_words()
    states,
    letters,
    pile_independent,
    first_independent,
    always_wins,
    same_values_as,
    equal_rows,
    value,
    wins,
    teams_win,
    period,
    automatic
  };

  struct Fact {
    Kind kind;
    std::string text = {};
    std::optional<Seat> player = std::nullopt;  // always_wins, wins; nothing: any
    std::uint64_t counters = 0;                 // the t, or the k
    std::vector<Counters> piles = {};           // value, wins
    std::uint32_t team = 0;                     // teams_win, as bits
    std::string matrix = {};                    // same_values_as
    bool has_equal_rows = true;                 // the matrix, as far as its name tells
  };

  Property(Expression expression, std::vector<Fact> facts)
      : expression_(std::move(expression)), facts_(std::move(facts)) {}

  std::vector<std::size_t> different_facts() const;
  static std::string_view word_of(Kind kind);
  static Fact make_fact(Kind kind, std::optional<std::string_view> argument);

  Expression expression_;
  std::vector<Fact> facts_;
};

// A property for one number of players.
class PropertyCheck {
 public:
  // Throws as check_names and check_words.
  PropertyCheck(const Property& property, int players, WalkedGame game = WalkedGame::last_nim);

  // Throws Error(input) also if a matrix that it names is open.
  PropertyCheck(const Property& property, int players, const SearchedGame& game);

  // Throws Error(input) if the condition has no value, as with a modulus of 0.
  bool holds(const PackedMachine& machine, bool has_equal_rows) const;

  // Nothing if the matrix is open and the answer depends on its values.
  std::optional<bool> holds(const Finding& found, bool has_equal_rows) const;

  // The values of Property::facts(), a condition being 0 or 1. The matrix is not open.
  std::vector<std::uint64_t> facts(const PackedMachine& machine, bool has_equal_rows) const;
  std::vector<std::uint64_t> facts(const Finding& found, bool has_equal_rows) const;

 private:
  using Growth = std::pair<PackedVector, PackedVector>;  // from, into
  using Facts = FunctionRef<Int128(std::int64_t)>;
  using Part = Expression::NodeId;

  Int128 value_of(std::size_t fact, const PackedMachine& machine, bool has_equal_rows) const;
  Int128 value_of(std::size_t fact, const Finding& found, bool has_equal_rows) const;
  template <class Values>
  static Int128 value_of(const Property::Fact& fact, const Values& values);
  template <class Known>
  std::vector<std::uint64_t> values_of_facts(const Known& known, bool has_equal_rows) const;
  bool is_true(Part part, const Facts& facts) const;
  std::optional<bool> is_known_true(Part part, const Facts& facts) const;

  Property property_;
  int players_;
  // By fact, for same_values_as: of M's machine, or M's values.
  std::vector<std::vector<Growth>> growths_;
  std::vector<decltype(Finding::values)> values_;
  std::vector<bool> asks_for_values_;  // by part of the condition
};

}  // namespace nimsweep
