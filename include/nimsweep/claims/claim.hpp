// A claim is a closed form, from a paper or a user. For the games it is about, a list of cases
// gives the value of every position, or a value that the position does not have: for many games the
// papers say only where g = 0 and where not. The first case whose condition holds applies; values
// are mod n.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/expression.hpp"

namespace nimsweep {

// A claim as people write it.
struct ClaimText {
  struct Case {
    std::string when = {};  // empty: always
    std::string value;
    bool is_other = false;  // any value but this one
  };

  std::string name;
  std::string source = {};  // the paper and the theorem
  std::string game = "last-nim";
  std::string matrix = {};  // as parse_matrix reads it; empty: any
  std::string given = {};   // over n, N, d, r and k; empty: always
  std::vector<Case> cases;
};

// Why a claim says nothing about a pair (position, first player): no case covers it, or an
// expression has no value there.
struct ClaimFault {
  enum class Part : std::uint8_t { no_case, when, value };

  Part part = Part::no_case;
  std::uint32_t case_number = 0;  // from 1
  Fault fault = Fault::none;
  std::uint32_t column = 0;

  friend bool operator==(const ClaimFault&, const ClaimFault&) = default;
};

// "case 2: when: column 5: there is no such pile; ..".
std::string describe(const ClaimFault& fault);

// What a claim says about a pair: a value in 0..n-1, or any value but that one, or why it says
// nothing.
struct ClaimedValue {
  int value = 0;
  bool is_other = false;
  std::optional<ClaimFault> fault = std::nullopt;

  bool agrees_with(int found) const noexcept { return (value == found) != is_other; }

  friend bool operator==(const ClaimedValue&, const ClaimedValue&) = default;
};

struct Claim {
  struct Case {
    std::optional<Expression> when;  // nothing: always
    Expression value;
    bool is_other;
  };

  static constexpr std::size_t kMaxCases = 1'000;

  std::string name;
  std::string source;
  std::string game;
  std::string matrix;
  std::optional<Expression> given;
  std::vector<Case> cases;

  // A claim is about "moore:2" if its game is "moore:2" or "moore".
  bool is_about_game(std::string_view game_name) const noexcept;

  // Does any of its expressions have such a node?
  bool uses(Expression::Op op) const noexcept;

  // Is it about these parameters? A claim whose `given` needs r is about the matrices SSAM^r only.
  // Throws Error(input) if `given` has no value for another reason.
  bool applies(const Parameters& parameters) const;

  std::size_t size() const noexcept;  // of all its expressions, in operations

  ClaimedValue value_at(const Situation& situation) const noexcept;
};

// Throws Error(input), naming the part: "case 2: when: column 7: ..". On the command line the parts
// are options, and `dashes` are "--".
Claim make_claim(const ClaimText& text, std::string_view dashes = "");

// Throws Error(input) unless `text` is a matrix, or a family with a matrix for some number of
// players.
void check_claim_matrix(const std::string& text);

// `value` mod n, in 0..n-1.
int reduced(Int128 value, int n) noexcept;

// The r of a matrix that equals SSAM^r, however it was written; 0 for SAM.
std::optional<int> shift_of(const AllianceMatrix& matrix);

}  // namespace nimsweep
