#include "claims/specialise.hpp"

#include <fmt/format.h>

#include <utility>

#include "claims/partial_evaluator.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep::claims_detail {

namespace {

using DiagramId = DiagramPool::NodeId;
using FormulaId = PartialEvaluator::FormulaId;
using Kind = Formula::Kind;
using Part = ClaimFault::Part;

// The claim for one first player.
class Specialiser {
 public:
  Specialiser(const Claim& claim, const Situation& situation, DiagramPool& pool, SizeLimits& limits)
      : claim_(claim), situation_(situation), pool_(pool), limits_(limits) {}

  // Collects the reachable cases from first to last, then builds their diagram from last to first.
  DiagramId diagram() {
    std::vector<OpenCase> open;
    DiagramId rest = collect(open);
    for (auto one = open.rbegin(); one != open.rend(); ++one)
      rest = compile(*one, one->when, one->value, rest);
    return rest;
  }

 private:
  // A case that applies at some positions.
  struct OpenCase {
    std::uint32_t number;
    PartialEvaluator evaluator;
    FormulaId when;
    DiagramId value;
  };

  // Returns what the claim says where no open case applies.
  DiagramId collect(std::vector<OpenCase>& open) {
    std::uint32_t number = 0;
    for (const Claim::Case& candidate : claim_.cases) {
      ++number;
      if (!candidate.when) return value_of(candidate, number);
      PartialEvaluator evaluator(*candidate.when, situation_, fmt::format("case {}: when", number),
                                 limits_);
      const FormulaId when = evaluator.condition();
      const Formula& formula = evaluator.formula(when);
      if (formula.kind == Kind::no) continue;
      if (formula.kind == Kind::fault) return failure(Part::when, number, formula.fault);
      const DiagramId value = value_of(candidate, number);
      if (formula.kind == Kind::yes) return value;
      open.push_back({number, std::move(evaluator), when, value});
    }
    return pool_.leaf({.fault = ClaimFault{}});
  }

  DiagramId value_of(const Claim::Case& candidate, std::uint32_t number) {
    ClaimedValue claimed{.is_other = candidate.kind == CaseKind::other};
    const int seat = candidate.kind == CaseKind::winner ? situation_.first : 0;
    for (const Expression& expression : candidate.values) {
      const std::string place = fmt::format("case {}: {}", number, word_of(candidate.kind));
      const Evaluation value = PartialEvaluator(expression, situation_, place, limits_).number();
      if (value.fault != Fault::none) return failure(part_of(candidate.kind), number, value);
      claimed.values.insert(reduced(value.value - seat, situation_.parameters.n));
    }
    return pool_.leaf(claimed);
  }

  DiagramId failure(Part part, std::uint32_t number, const Evaluation& fault) {
    return pool_.leaf({.fault = ClaimFault{part, number, fault.fault, fault.column}});
  }

  // `yes` if the formula holds, else `no`. Visits each formula once.
  DiagramId compile(const OpenCase& open, FormulaId id, DiagramId yes, DiagramId no) {
    const Formula& formula = open.evaluator.formula(id);
    switch (formula.kind) {
      case Kind::no:
        return no;
      case Kind::yes:
        return yes;
      case Kind::fault:
        return failure(Part::when, open.number, formula.fault);
      case Kind::at_most:
        return pool_.branch(formula.pile, formula.threshold, yes, no);
      case Kind::both:
        return compile(open, formula.left, compile(open, formula.right, yes, no), no);
      case Kind::either:
        return compile(open, formula.left, yes, compile(open, formula.right, yes, no));
      case Kind::opposite:
        return compile(open, formula.left, no, yes);
    }
    return no;
  }

  const Claim& claim_;
  const Situation& situation_;
  DiagramPool& pool_;
  SizeLimits& limits_;
};

}  // namespace

Specialised specialise(const Claim& claim, const Parameters& parameters, DiagramPool& pool) {
  if (claim.recurrence) throw NotSymbolic{"a recurrence"};
  Specialised result;
  for (Seat first = 0; first < parameters.n; ++first) {
    const Situation situation{.parameters = parameters, .first = first};
    result.diagrams.push_back(Specialiser(claim, situation, pool, result.limits).diagram());
  }
  return result;
}

}  // namespace nimsweep::claims_detail
