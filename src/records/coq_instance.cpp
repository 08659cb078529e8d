#include "records/coq_instance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/statement.hpp"
#include "nimsweep/records/certificate.hpp"

namespace nimsweep::records_detail {

namespace {

constexpr std::size_t kLongestCertificate = 100'000;  // Coq reads them letter by letter

constexpr std::string_view kHead =
    R"((* Claims about Last Nim and Small Nim for given numbers of players, and every pile size, written by
   nimsweep. To let Coq check the proofs:

       scripts/prove
       coqc -Q build/proofs Nimsweep FILE.v

   Coq prints "Closed under the global context" for each theorem: it rests on no axioms. What a claim
   means is defined in Language.v, and `proved` in Checker.v. *)
Require Import List String ZArith.
Require Import Nimsweep.Reflection.
Import ListNotations.
Open Scope string_scope.
)";

// As a string of Coq.
std::string coq_string(std::string_view text) {
  return "\"" + escaped(text, {{'"', "\"\""}}) + "\"";
}

std::string condition_text(const std::optional<Expression>& condition) {
  return condition ? fmt::format("(condition {})", coq_string(condition->text())) : "always";
}

std::string number_text(const Expression& number) {
  return fmt::format("number {}", coq_string(number.text()));
}

std::string_view kind_text(CaseKind kind) {
  switch (kind) {
    case CaseKind::value:
      return "IsValue";
    case CaseKind::other:
      return "IsNot";
    case CaseKind::winner:
      break;
  }
  return "IsWinner";
}

std::string case_text(const Claim::Case& here) {
  std::vector<std::string> values;
  for (const Expression& value : here.values) values.push_back(number_text(value));
  return fmt::format("Case {} {} [{}]", condition_text(here.when), kind_text(here.kind),
                     fmt::join(values, "; "));
}

std::string recurrence_text(const Claim& claim) {
  if (!claim.recurrence) return "None";
  std::vector<std::string> steps;
  for (const Claim::Step& step : claim.recurrence->each)
    steps.push_back(
        fmt::format("Step {} ({})", condition_text(step.when), number_text(step.value)));
  const auto& range = claim.recurrence->range;
  return fmt::format("(Some (Recurrence ({})\n    [{}] {}))", number_text(claim.recurrence->start),
                     fmt::join(steps, ";\n     "),
                     range ? fmt::format("(Some {}%Z)", *range) : "None");
}

std::string claim_text(const Claim& claim) {
  std::vector<std::string> cases;
  for (const Claim::Case& here : claim.cases) cases.push_back(case_text(here));
  return fmt::format("Claim {} {}\n    [{}]", condition_text(claim.given), recurrence_text(claim),
                     fmt::join(cases, ";\n     "));
}

std::string matrix_text(const AllianceMatrix& matrix) {
  std::vector<std::string> rows;
  for (const auto& row : matrix.rows()) rows.push_back(fmt::format("[{}]", fmt::join(row, "; ")));
  return fmt::format("[{}]", fmt::join(rows, "; "));
}

// Comments nest in Coq, and begin and end anywhere.
std::string comment_text(std::string text) {
  std::ranges::replace(text, '*', '.');
  std::ranges::replace(text, '"', '\'');
  return text;
}

}  // namespace

std::variant<std::string, NoInstance> coq_instance(const Check& check, const std::string& name) {
  if (check.by_digits) return NoInstance{"proofs over binary digits have no theorem"};
  if (check.game == "small-nim" && check.passes > 0)
    return NoInstance{"Small Nim with passes has no theorem"};
  Certificate certificate;
  certificate.add(check);
  const std::string text = certificate.text();
  if (text.size() > kLongestCertificate)
    return NoInstance{fmt::format("its certificate has {} bytes; expected at most {}",
                                  to_grouped_decimal(text.size()),
                                  to_grouped_decimal(kLongestCertificate))};
  const std::string piles =
      check.piles == kAllPiles ? "None" : fmt::format("Some {}%Z", check.piles);
  return fmt::format(
      "(* {} *)\nTheorem {} : proved {{|\n  claim_ := {};\n  game_ := {}; players_ := {}; "
      "passes_ := {}; piles_ := {};\n  matrix_ := {} |}}.\nProof. by_certificate\n{}. Qed.\n"
      "Print Assumptions {}.\n",
      comment_text(one_line(statement_of(*check.claim), 2000)), name, claim_text(*check.claim),
      check.game == "small-nim" ? "SmallNim" : "LastNim", check.players(), check.passes, piles,
      matrix_text(*check.matrix), coq_string(text), name);
}

std::string coq_file_of_instances(const std::vector<std::string>& theorems) {
  return fmt::format("{}\n{}", kHead, fmt::join(theorems, "\n"));
}

}  // namespace nimsweep::records_detail
