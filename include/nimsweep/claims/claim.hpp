// A claim is a closed form, from a paper or a user. For the games it is about, a list of cases
// gives the value of every position, several values of which it has one, a value that it does not
// have, or its winner. The first case whose condition holds applies; values are mod n.
//
// A claim may be a recurrence: a number v that begins with some value and is updated by each pile
// in turn, by the first entry of `each` whose condition holds. The cases then speak of v, too, as
// it is after the last pile; often the value is v itself.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "nimsweep/base/function_ref.hpp"
#include "nimsweep/claims/value_set.hpp"
#include "nimsweep/model/alliance_matrix.hpp"
#include "nimsweep/model/expression.hpp"

namespace nimsweep {

// What a case says about a position.
enum class CaseKind : std::uint8_t {
  value,  // the value is this, or one of these
  other,  // the value is none of these
  winner  // the winner is this, or one of these
};

// "value", "not" or "winner", as in jobs.
std::string_view word_of(CaseKind kind) noexcept;

// A claim as people write it.
struct ClaimText {
  struct Case {
    std::string when = {};  // empty: always
    std::string value;      // an expression, or several: "[0, n - 1]"
    CaseKind kind = CaseKind::value;
  };

  struct Recurrence {
    std::string start = "0";        // v before any pile
    std::vector<Case> each;         // v after one more pile of x counters
    std::optional<int> range = {};  // v is mod this; mod n if there is none
  };

  std::string name;
  std::string source = {};  // the paper and the theorem
  std::string game = "last-nim";
  std::string matrix = {};  // as parse_matrix reads it, or "ssam" for every SSAM^r; empty: any
  std::string given = {};   // over n, N, d, r and k; empty: always
  std::optional<Recurrence> recurrence = std::nullopt;
  std::vector<Case> cases;
};

// Why a claim says nothing about a pair (position, first player): no case covers it, or an
// expression has no value there.
struct ClaimFault {
  enum class Part : std::uint8_t {
    no_case,
    when,
    value,
    other,
    winner,
    start,
    no_step,
    step_when,
    step_value
  };

  Part part = Part::no_case;
  std::uint32_t case_number = 0;  // or number of a step; from 1
  Fault fault = Fault::none;
  std::uint32_t column = 0;

  friend bool operator==(const ClaimFault&, const ClaimFault&) = default;
};

// Where a case of this kind says what is claimed.
ClaimFault::Part part_of(CaseKind kind) noexcept;

// "case 2: when: column 5: there is no such pile; ..".
std::string describe(const ClaimFault& fault);

// What a claim says about a pair: one of these values, or none of them, or why it says nothing.
struct ClaimedValue {
  ValueSet values = {};
  bool is_other = false;
  std::optional<ClaimFault> fault = std::nullopt;

  bool agrees_with(int found) const noexcept { return values.contains(found) != is_other; }

  friend bool operator==(const ClaimedValue&, const ClaimedValue&) = default;
};

struct Claim {
  struct Case {
    std::optional<Expression> when;  // nothing: always
    std::vector<Expression> values;  // numbers
    CaseKind kind;

    std::string text() const;  // of the values, as make_claim reads it
  };

  // v after one more pile.
  struct Step {
    std::optional<Expression> when;
    Expression value;
  };

  struct Recurrence {
    Expression start;
    std::vector<Step> each;
    std::optional<int> range;

    // v is a number from 0 up to below this.
    int modulus(int players) const noexcept { return range.value_or(players); }

    // v before any pile, and after one more; `situation` has v and the pile. Or the fault.
    std::variant<int, ClaimFault> begin(const Situation& situation) const noexcept;
    std::variant<int, ClaimFault> step(const Situation& situation) const noexcept;
  };

  static constexpr std::size_t kMaxCases = 1'000;
  static constexpr std::size_t kMaxValues = 100;  // of a case
  static constexpr int kMaxRange = 1'000'000;

  // Stands for SSAM^r with every r.
  static constexpr std::string_view kEveryShift = "ssam";

  std::string name;
  std::string source;
  std::string game;
  std::string matrix;
  std::optional<Expression> given;
  std::optional<Recurrence> recurrence;
  std::vector<Case> cases;

  // A claim is about "moore:2" if its game is "moore:2" or "moore".
  bool is_about_game(std::string_view game_name) const noexcept;

  // Does any of its expressions have such a node?
  bool uses(Expression::Op op) const noexcept;

  // Does a case say who wins? Its values then depend on the first player.
  bool has_winners() const noexcept {
    return std::ranges::find(cases, CaseKind::winner, &Case::kind) != cases.end();
  }

  // Is it about these parameters? A claim whose `given` needs r is about the matrices SSAM^r only.
  // Throws Error(input) if `given` has no value for another reason.
  bool applies(const Parameters& parameters) const;

  std::size_t size() const noexcept;  // of all its expressions, in operations

  ClaimedValue value_at(const Situation& situation) const noexcept;

  // What the cases say if the recurrence, if there is one, ended with v.
  ClaimedValue value_after(const Situation& situation) const noexcept;

  // Calls `visit` with every expression and its place: "given", "case 2: when".
  void visit_expressions(FunctionRef<void(std::string_view, const Expression&)> visit) const;
};

// Throws Error(input), naming the part: "case 2: when: column 7: ..", "each 1: value: ..". On the
// command line the parts are options, and `dashes` are "--".
Claim make_claim(const ClaimText& text, std::string_view dashes = "");

// Throws Error(input) unless `text` is a matrix, a family with a matrix for some number of players,
// or "ssam".
void check_claim_matrix(const std::string& text);

// Stands for every number of piles.
inline constexpr int kAllPiles = 0;

// `value` mod n, in 0..n-1.
int reduced(Int128 value, int n) noexcept;

// The r of a matrix that equals SSAM^r, however it was written; 0 for SAM.
std::optional<int> shift_of(const AllianceMatrix& matrix);

}  // namespace nimsweep
