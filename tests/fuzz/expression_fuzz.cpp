// Any text is either an expression or an Error, and has a value or a fault everywhere. If its lines
// are the conditions and values of a claim, or of the steps of a recurrence, all checks must agree
// on it.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "nimsweep/base/error.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/exhaustive_check.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

std::optional<Expression> parse(std::string_view text, Expression::Type type,
                                Expression::Place place) {
  try {
    return Expression::parse(text, type, place);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void evaluate(const Expression& expression) {
  const std::vector<Counters> piles{1, 2, 3, kMaxCounters, 5, 1'000'000'000'000};
  for (int n = 2; n <= 4; ++n)
    for (std::size_t count = 0; count <= piles.size(); count += 3) {
      const Evaluation evaluation =
          expression.evaluate({.parameters = {.n = n,
                                              .N = static_cast<int>(count),
                                              .r = n == 3 ? std::optional(1) : std::nullopt},
                               .first = n - 1,
                               .piles = std::span(piles).first(count),
                               .v = n,
                               .here = {.size = piles[static_cast<std::size_t>(n)], .number = n}});
      if (evaluation.fault != Fault::none)
        require(!describe(evaluation.fault, evaluation.column).empty());
    }
}

// Alternates conditions and values; a missing value is `otherwise`.
std::vector<ClaimText::Case> cases_in(std::string_view text, const std::string& otherwise) {
  std::vector<ClaimText::Case> cases;
  bool is_condition = true;
  for (const std::string_view line : split(text, '\n')) {
    if (is_condition)
      cases.push_back({std::string(line), otherwise});
    else
      cases.back().value = line;
    is_condition = !is_condition;
  }
  return cases;
}

std::optional<Claim> made(const ClaimText& text) {
  try {
    return make_claim(text);
  } catch (const Error&) {
    return std::nullopt;
  }
}

std::optional<Claim> claim_of(std::string_view text) {
  ClaimText claim{.name = "fuzz", .cases = cases_in(text, "N - n")};
  claim.cases.push_back({.value = "first"});
  return made(claim);
}

std::optional<Claim> recurrence_of(std::string_view text) {
  ClaimText claim{.name = "fuzz", .cases = {{.value = "v"}}};
  claim.recurrence = {.start = "first", .each = cases_in(text, "v + 1")};
  claim.recurrence->each.push_back({.value = "v + 1"});
  return made(claim);
}

void check(const Claim& claim) {
  constexpr int kMostPiles = 3;
  constexpr Counters kBound = 3;
  const AllianceMatrix matrix = AllianceMatrix::shifted(3, 1);
  const auto every = symbolic_check(claim, matrix, 0, kAllPiles, kBound);
  const auto* for_all = std::get_if<Verdict>(&every);
  for (int piles = 1; piles <= kMostPiles; ++piles) {
    const ExhaustiveCheck exhaustive(claim, {.n = 3, .N = piles, .r = 1}, kBound);
    const LastNimRows rows(matrix, 0,
                           std::vector<Counters>(static_cast<std::size_t>(piles), kBound));
    const Verdict verdict = exhaustive.check_pieces(0, exhaustive.pieces(), rows);
    const auto symbolic = symbolic_check(claim, matrix, 0, piles, kBound);
    if (const auto* same = std::get_if<Verdict>(&symbolic)) require(*same == verdict);
    if (for_all == nullptr) continue;
    if (for_all->holds()) require(verdict.holds());
    if (!verdict.counterexamples.empty()) {
      const Counterexample& first = for_all->counterexamples.at(0);
      const Counterexample& here = verdict.counterexamples.front();
      require(!comes_before(here.piles, here.first, first.piles, first.first));
    }
  }
}

}  // namespace
}  // namespace nimsweep

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nimsweep;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  using Place = Expression::Place;
  for (const Place place : {Place::position, Place::after_recurrence, Place::each, Place::start}) {
    if (const auto number = parse(text, Expression::Type::number, place)) evaluate(*number);
    if (const auto condition = parse(text, Expression::Type::condition, place))
      evaluate(*condition);
  }
  if (const auto claim = claim_of(text)) check(*claim);
  if (const auto claim = recurrence_of(text)) check(*claim);
  return 0;
}
