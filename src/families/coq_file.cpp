#include "nimsweep/families/coq_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include "families/coq_expression.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/statement.hpp"

namespace nimsweep {

namespace {

using detail::CoqExpression;
using Op = Expression::Op;

constexpr std::string_view kHead =
    R"((* Claims about Last Nim for every number of players n, every number of piles N and every pile
   size, written by nimsweep. To let Coq check the proofs:

       scripts/prove
       coqc -Q build/proofs Nimsweep FILE.v

   Coq prints "Closed under the global context" for each theorem: it rests on no axioms. A theorem
   says of a row x of nonempty piles what the claim says of its value g. It also says that each pile
   x.[k] that the claim looks at exists: 1 <= k <= N. *)
Require Import List ZArith Bool.
Require Import Nimsweep.Tactics.
Import ListNotations.
Open Scope Z_scope.
)";

// Why the claim has no theorem of this form; empty if it has one.
std::string why_not_in_coq(const Claim& claim) {
  if (claim.game != "last-nim") return fmt::format("the game is {}, not last-nim", claim.game);
  std::string reason;
  claim.visit_expressions([&](std::string_view place, const Expression& expression) {
    if (const auto fault = detail::why_not_linear(expression); fault && reason.empty())
      reason = fmt::format("{}: {}", place, *fault);
  });
  if (!reason.empty() || !claim.recurrence) return reason;
  if (claim.recurrence->each.back().when) return "each: the last entry has a condition";
  for (const Claim::Case& here : claim.cases) {
    const auto sees_piles = [](const Expression& expression) {
      return std::ranges::any_of(expression.nodes(), [](const Expression::Node& node) {
        return node.op == Op::pile || node.op == Op::N || node.op == Op::d;
      });
    };
    if ((here.when && sees_piles(*here.when)) || std::ranges::any_of(here.values, sees_piles))
      return "a case of a recurrence speaks of more than v, n and r";
  }
  return "";
}

// Text that cannot end a comment, nor begin another or a string.
std::string in_comment(std::string_view text) {
  std::string safe;
  for (const char c : one_line(text, Expression::kMaxLength)) {
    const bool joins =
        !safe.empty() && ((safe.back() == '(' && c == '*') || (safe.back() == '*' && c == ')'));
    if (joins) safe += ' ';
    safe += c == '"' ? '\'' : c;
  }
  return safe;
}

// Every comment, hypothesis and condition is a line of its own.
class TheoremWriter {
 public:
  TheoremWriter(const Claim& claim, const CoqScope& scope) : claim_(claim), scope_(scope) {}

  std::string text() {
    write_comment();
    write_scope();
    write_letters();
    if (claim_.given) line("  {} ->", CoqExpression(*claim_.given).proposition());
    write_cases();
    line("Proof. {}. Qed.", tactic());
    line("Print Assumptions {}.", coq_name(claim_.name));
    return text_;
  }

 private:
  template <class... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
    text_ += '\n';
  }

  // The claim in the papers' notation.
  void write_comment() {
    line("(* {}{}", in_comment(claim_.name),
         claim_.source.empty() ? "" : fmt::format(" ({})", in_comment(claim_.source)));
    line("   {}:", in_comment(fmt::format("{}", fmt::join(scope_of(claim_), ", "))));
    if (claim_.recurrence) {
      line("     {}; for each pile", in_comment(start_of(*claim_.recurrence)));
      write_statements(steps_of(*claim_.recurrence));
    }
    write_statements(cases_of(claim_));
    line("   where {} *)", in_comment(fmt::format("{}", fmt::join(letters_of(claim_), "; "))));
  }

  void write_statements(const std::vector<CaseStatement>& statements) {
    for (const auto& [value, condition] : statements)
      if (condition.empty() && statements.size() > 1)
        line("     else {}", in_comment(value));
      else if (condition.empty())
        line("     {}", in_comment(value));
      else
        line("     {} if {}", in_comment(value), in_comment(condition));
  }

  std::string matrix() const {
    if (!scope_.shift) return "SSAM n r";
    if (*scope_.shift == 0 && claim_.matrix == "sam") return "SAM n";
    return fmt::format("SSAM n {}", *scope_.shift);
  }

  void write_scope() {
    line("Theorem {} : forall (n{} : nat) (x : list nat) (i : nat),", coq_name(claim_.name),
         scope_.shift ? "" : " r");
    std::string players = "2 <= n";
    if (!scope_.shift) players += " -> r < n";
    if (scope_.shift.value_or(0) > 1) players = fmt::format("{} < n", *scope_.shift);
    line("  {} -> nonempty_piles x -> 1 <= length x -> i < n ->", players);
  }

  void write_letters() {
    if (claim_.uses(Op::N) || claim_.uses(Op::d) || claim_.uses(Op::pile))
      line("  let N : Z := length x in");
    if (claim_.uses(Op::d)) line("  let d : Z := N - n in");
    if (claim_.uses(Op::r) && scope_.shift) line("  let r : Z := {} in", *scope_.shift);
    if (claim_.uses(Op::first) || claim_.has_winners()) line("  let first : Z := i in");
    line("  let g : Z := value last_nim n ({}) x i in", matrix());
    if (claim_.recurrence) write_recurrence(*claim_.recurrence);
  }

  std::string modulus() const {
    const auto& range = claim_.recurrence->range;
    return range ? fmt::format("{}", *range) : "n";
  }

  void write_recurrence(const Claim::Recurrence& recurrence) {
    line("  let step (v size : Z) : Z :=");
    std::string_view before = "    (";
    for (const Claim::Step& step : recurrence.each) {
      const std::string value = CoqExpression(step.value).number();
      if (!step.when) {
        line("{}{}) mod {} in", before, value, modulus());
        break;
      }
      line("{}if {} then {}", before, CoqExpression(*step.when).boolean(), value);
      before = "     else ";
    }
    line("  let v : Z := fold_left step (map Z.of_nat x) ({} mod {}) in",
         CoqExpression(recurrence.start).operand(), modulus());
  }

  // What has to exist before `expression` can be evaluated, unless it was said before.
  std::string needed_by(const Expression& expression) {
    std::string text;
    for (const auto& [premises, exists] : CoqExpression(expression).needed_piles()) {
      if (said_.contains(exists) || !said_.insert(premises + exists).second) continue;
      text += premises.empty() ? exists : fmt::format("({}{})", premises, exists);
      text += " /\\\n  ";
    }
    return text;
  }

  // "g = d mod n".
  std::string agreement(const Claim::Case& here) {
    std::string needed;
    std::vector<std::string> values;
    for (const Expression& value : here.values) {
      needed += needed_by(value);
      values.push_back(here.kind == CaseKind::winner
                           ? fmt::format("({} - first) mod n", CoqExpression(value).number())
                           : fmt::format("{} mod n", CoqExpression(value).operand()));
    }
    const bool is_other = here.kind == CaseKind::other;
    if (values.size() == 1)
      return fmt::format("{}g {} {}", needed, is_other ? "<>" : "=", values.front());
    return fmt::format("{}{}In g [{}]", needed, is_other ? "~ " : "", fmt::join(values, "; "));
  }

  void write_cases() {
    std::string_view before = "  ";
    for (const Claim::Case& here : claim_.cases) {
      if (!here.when) {
        line("{}{}.", before, agreement(here));
        return;
      }
      const std::string needed = needed_by(*here.when);
      const auto outside = said_;
      line("{}{}if {} then {}", before, needed, CoqExpression(*here.when).boolean(),
           agreement(here));
      said_ = outside;  // what a value needs is said of this case only
      before = "  else ";
    }
    line("  else False.");
  }

  std::string tactic() const {
    return claim_.recurrence ? fmt::format("prove_recurrence {}", modulus())
                             : fmt::format("prove_cases {}", scope_.most_piles_that_matter);
  }

  const Claim& claim_;
  const CoqScope& scope_;
  std::string text_;
  std::set<std::string> said_;
};

}  // namespace

std::string coq_name(std::string_view claim_name) {
  std::string name = "claim_";
  for (const char c : claim_name) {
    const bool is_safe = ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9');
    name += is_safe ? c : '_';
  }
  return name;
}

std::variant<std::string, NotInCoq> coq_theorem(const Claim& claim, const CoqScope& scope) {
  if (std::string reason = why_not_in_coq(claim); !reason.empty()) return NotInCoq{reason};
  return TheoremWriter(claim, scope).text();
}

std::string coq_file(std::span<const std::string> theorems) {
  return fmt::format("{}\n{}", kHead, fmt::join(theorems, "\n"));
}

}  // namespace nimsweep
