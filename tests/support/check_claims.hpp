// The two ways to check a claim about Last Nim, with convenient defaults.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "nimsweep/claims/exhaustive_check.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep::test {

inline Parameters parameters_of(const AllianceMatrix& matrix, int piles) {
  return {.n = matrix.players(), .N = piles, .r = shift_of(matrix)};
}

// Checks the box in `parts` parts.
inline Verdict check_exhaustively(const Claim& claim, const AllianceMatrix& matrix, int passes,
                                  int piles, Counters bound, std::uint64_t parts = 1) {
  const ExhaustiveCheck check(claim, parameters_of(matrix, piles), bound);
  const LastNimRows rows(matrix, passes,
                         std::vector<Counters>(static_cast<std::size_t>(piles), bound));
  Verdict verdict;
  for (std::uint64_t part = 0; part < parts; ++part)
    verdict.merge(check.check_pieces(check.pieces() * part / parts,
                                     check.pieces() * (part + 1) / parts, rows));
  return verdict;
}

inline Verdict check_symbolically(const Claim& claim, const AllianceMatrix& matrix, int passes,
                                  int piles, std::optional<Counters> bound) {
  auto answer = symbolic_check(claim, matrix, passes, piles, bound);
  if (const auto* refusal = std::get_if<NotSymbolic>(&answer)) {
    ADD_FAILURE() << "not symbolic: " << refusal->reason;
    return {};
  }
  return std::get<Verdict>(std::move(answer));
}

// The verdict as one line, for messages.
inline std::string shown(const Verdict& verdict) {
  std::string text = verdict.scope() + ": " + to_decimal(verdict.checked) + " checked, " +
                     to_decimal(verdict.disagreements) + " disagree, " +
                     to_decimal(verdict.errors) + " errors";
  for (const Counterexample& example : verdict.counterexamples) {
    text += "; (";
    for (const Counters pile : example.piles) text += std::to_string(pile) + " ";
    text += ") first " + std::to_string(example.first) + " expected " +
            fmt::format("{}", fmt::join(example.expected.values(), ",")) + " found " +
            std::to_string(example.found);
  }
  if (verdict.first_error) text += "; error " + verdict.first_error->reason;
  return text;
}

}  // namespace nimsweep::test
