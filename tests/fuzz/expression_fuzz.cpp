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
#include "nimsweep/claims/digit_check.hpp"
#include "nimsweep/claims/exhaustive_check.hpp"
#include "nimsweep/claims/symbolic_check.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/digit_search.hpp"

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

// A verdict that is not allowed to take long; nothing if it would.
template <class Check>
std::optional<Verdict> verdict_of(Check check) {
  int polls = 0;
  try {
    const auto answer = check([&] { return ++polls > 500; });
    if (const auto* verdict = std::get_if<Verdict>(&answer)) return *verdict;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::interrupted) throw;
  }
  return std::nullopt;
}

// For every number of piles.
std::optional<Verdict> every_number(const Claim& claim, const AllianceMatrix& matrix,
                                    Counters bound) {
  const auto ready =
      make_symbolic(claim, {.n = matrix.players(), .N = kAllPiles, .r = shift_of(matrix)}, bound);
  const auto* form = std::get_if<SymbolicClaim>(&ready);
  if (form == nullptr) return std::nullopt;
  const auto machine = proof_machine(matrix, 0, kAllPiles);
  return verdict_of([&](auto is_stopped) {
    return form->check(std::get<PrefixMachine>(machine), 5, is_stopped);
  });
}

// What holds for every size holds up to a bound, and the smallest counterexample is no larger than
// any there.
void compare(const Verdict& every_size, const Verdict& bounded) {
  if (every_size.holds()) require(bounded.holds());
  if (bounded.counterexamples.empty()) return;
  const Counterexample& first = every_size.counterexamples.at(0);
  const Counterexample& here = bounded.counterexamples.front();
  require(!comes_before(here.piles, here.first, first.piles, first.first));
}

void check_digits(const Claim& claim) {
  constexpr int kPiles = 2;
  static const AllianceMatrix matrix = AllianceMatrix::shifted(2, 1);
  static const auto nim = make_ruleset("nim");
  static const auto found =
      std::get<ProvedMachine>(find_digit_machine(*nim, matrix, kPiles, 0)).machine;
  const Parameters parameters{.n = 2, .N = kPiles, .r = 1};
  const auto ready = make_digit_form(claim, parameters);
  const auto* form = std::get_if<DigitForm>(&ready);
  if (form == nullptr) return;
  const auto every =
      verdict_of([&](auto is_stopped) { return form->check(found, 0, 5, is_stopped); });
  if (!every) return;
  // Bouton: the player to move is stuck in the end, and so wins, if the piles are equal.
  const ExhaustiveCheck exhaustive(claim, parameters, 5);
  const auto values = [](std::span<const Counters> prefix, Seat, Counters from,
                         std::span<std::uint8_t> out) {
    for (std::uint8_t& value : out) value = prefix[0] == from++ ? 0 : 1;
  };
  compare(*every, exhaustive.check_pieces(0, exhaustive.pieces(), values));
}

void check(const Claim& claim) {
  constexpr int kMostPiles = 3;
  constexpr Counters kBound = 3;
  const AllianceMatrix matrix = AllianceMatrix::shifted(3, 1);
  const auto for_all = every_number(claim, matrix, kBound);
  for (int piles = 1; piles <= kMostPiles; ++piles) {
    const ExhaustiveCheck exhaustive(claim, {.n = 3, .N = piles, .r = 1}, kBound);
    const LastNimRows rows(matrix, 0,
                           std::vector<Counters>(static_cast<std::size_t>(piles), kBound));
    const Verdict verdict = exhaustive.check_pieces(0, exhaustive.pieces(), rows);
    const auto symbolic = symbolic_check(claim, matrix, 0, piles, kBound);
    if (const auto* same = std::get_if<Verdict>(&symbolic)) require(*same == verdict);
    if (for_all) compare(*for_all, verdict);
  }
  if (!claim.recurrence) check_digits(claim);
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
