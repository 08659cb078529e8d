// A claim about a fixed number of piles as an automaton that reads their binary digits, least
// significant first: sums of piles are then worked out digit by digit, with a carry. Its state says
// what the claim says about the digits read so far.
//
// A number of the claim is one of finitely many forms a_1 y_1 + .. + a_k y_k + b, where the y are
// streams of digits: those of a pile, of the nim-sum, of a digitsum, or of the xor of two numbers.
// Which of its forms a number has may be known at the end only: x[1] + x[1] mod 2 is x[1] or
// x[1] + 1. Signs and residues of all forms that may be asked for then are followed from the
// beginning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "nimsweep/base/uint128.hpp"
#include "nimsweep/claims/claim.hpp"
#include "nimsweep/digits/digit_machine.hpp"

namespace nimsweep::claims_detail {

class DigitClaim {
 public:
  // Throws NotSymbolic with the term at fault.
  DigitClaim(const Claim& claim, const Parameters& parameters, Seat first);

  using State = std::vector<std::int64_t>;
  State start() const;
  State next(const State& state, DigitLetter letter) const;

  // Is no pile empty? Claims are about such positions.
  bool has_all_piles(const State& state) const {
    return state[0] == (std::int64_t{1} << parameters_.N) - 1;
  }

  ClaimedValue value(const State& state) const;

 private:
  using Op = Expression::Op;
  using NodeId = std::uint32_t;
  using StreamId = std::uint32_t;

  // A sum of streams with factors, and a constant, divided by a positive number that divides it.
  struct Form {
    std::map<StreamId, Int128> terms = {};
    Int128 constant = 0;
    Int128 divisor = 1;

    bool is_constant() const { return terms.empty(); }
    friend bool operator==(const Form&, const Form&) = default;
  };

  // Digits, which need not be 0 and 1: a function of the letter, or the xor of two sums.
  struct Stream {
    std::vector<std::int64_t> by_letter = {};
    std::size_t left = 0;
    std::size_t right = 0;
  };

  // A form whose digits are worked out. Its sign is known once the carry is 0 or -1.
  struct Sum {
    Form form;
    std::size_t streams;  // this many streams come before it
  };

  // A form mod a number.
  struct Residue {
    Form form;
    std::int64_t modulus;
    std::size_t power;  // which of powers_

    friend bool operator==(const Residue&, const Residue&) = default;
  };

  // What is known from the beginning, or the number of a Sum or a Residue.
  struct Followed {
    std::int64_t known = 0;
    std::optional<std::size_t> number = std::nullopt;
  };

  // A part of an expression. Numbers have forms; count(c) is one node for each pile's condition and
  // one that counts them.
  struct Node {
    enum class Kind : std::uint8_t {
      fault,         // it never has a value
      form,          // the only one
      added,         // forms of left and right, in pairs
      scaled,        // likewise; those of right are constants
      modulo,        // forms are 0 .. m - 1
      divided,       // for each form of left, one for each residue
      exclusive_or,  // in pairs
      counted,       // forms are 0 .. N
      smallest,      // forms are the piles
      largest,
      known,  // a condition that does not depend on piles
      compared,
      both,
      either,
      opposite
    };
    Kind kind;
    NodeId left = 0;
    NodeId right = 0;
    Op comparison = Op::equal;
    bool holds = false;                   // if it is known
    Fault fault = Fault::none;            // that it has, or may have
    std::uint32_t column = 0;             // of the fault
    std::int64_t modulus = 1;             // of modulo and divided
    std::vector<Form> forms = {};         // none: a condition
    std::vector<Followed> asked = {};     // residues by form of left; signs by pairs of forms
    std::vector<NodeId> conditions = {};  // of counted
  };

  // A value of a case: its node, and its residues mod n by form.
  struct Value {
    NodeId node;
    std::vector<Followed> residues;
  };
  struct Case {
    std::optional<NodeId> when;
    std::vector<Value> values;
    CaseKind kind;
  };

  class Compiler;
  class Reader;

  static std::int64_t remainder(std::int64_t number, std::int64_t modulus) {
    return (number % modulus + modulus) % modulus;
  }
  std::size_t place_of_sum(std::size_t sum) const { return 1 + sum; }
  std::size_t place_of_power(std::size_t power) const { return 1 + sums_.size() + power; }
  std::size_t place_of_residue(std::size_t residue) const {
    return 1 + sums_.size() + powers_.size() + residue;
  }

  Parameters parameters_;
  Seat first_;
  std::vector<Stream> streams_;
  std::vector<Sum> sums_;
  std::vector<std::int64_t> powers_;  // the moduli for which powers of 2 are followed
  std::vector<Residue> residues_;
  std::vector<Node> nodes_;
  std::vector<Case> cases_;
};

}  // namespace nimsweep::claims_detail
