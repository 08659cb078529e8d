// Any text is either an expression or an Error, and has a value or a fault everywhere. If its lines
// are the conditions and values of a claim, both checks must agree on it.
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

std::optional<Expression> parse(std::string_view text, Expression::Type type) {
  try {
    return Expression::parse(text, type);
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
                               .piles = std::span(piles).first(count)});
      if (evaluation.fault != Fault::none)
        require(!describe(evaluation.fault, evaluation.column).empty());
    }
}

// Alternates conditions and values; a missing value is N - n.
std::optional<Claim> claim_of(std::string_view text) {
  ClaimText claim{.name = "fuzz", .cases = {}};
  bool is_condition = true;
  for (const std::string_view line : split(text, '\n')) {
    if (is_condition)
      claim.cases.push_back({std::string(line), "N - n"});
    else
      claim.cases.back().value = line;
    is_condition = !is_condition;
  }
  claim.cases.push_back({.value = "first"});
  try {
    return make_claim(claim);
  } catch (const Error&) {
    return std::nullopt;
  }
}

void check(const Claim& claim) {
  constexpr int kPiles = 3;
  constexpr Counters kBound = 3;
  const AllianceMatrix matrix = AllianceMatrix::shifted(3, 1);
  const auto symbolic = symbolic_check(claim, matrix, 0, kPiles, kBound);
  if (!std::holds_alternative<Verdict>(symbolic)) return;
  const ExhaustiveCheck exhaustive(claim, {.n = 3, .N = kPiles, .r = 1}, kBound);
  const LastNimRows rows(matrix, 0, std::vector<Counters>(kPiles, kBound));
  require(std::get<Verdict>(symbolic) == exhaustive.check_pieces(0, exhaustive.pieces(), rows));
}

}  // namespace
}  // namespace nimsweep

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nimsweep;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto number = parse(text, Expression::Type::number)) evaluate(*number);
  if (const auto condition = parse(text, Expression::Type::condition)) evaluate(*condition);
  if (const auto claim = claim_of(text)) check(*claim);
  return 0;
}
