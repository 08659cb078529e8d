// What a claim says, in the notation of the papers:
//
//     SSAM^1, d >= 0, n >= d + 2:  g = d if x_n = 1, else d + 1
//
// It is for people; Expression::text() is what can be parsed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nimsweep/claims/claim.hpp"

namespace nimsweep {

// "x_{n-1} > 1 and x_N = 1".
std::string in_mathematics(const Expression& expression);

// "SAM", "SSAM^1", "any matrix", or rows as they are.
std::string matrix_in_mathematics(std::string_view matrix);

// What a claim is about, part by part: the matrix, the game unless it is Last Nim, and the
// conditions of `given`.
std::vector<std::string> scope_of(const Claim& claim);

// "g = d", "x_n = 1"; the condition of a case without one is empty.
struct CaseStatement {
  std::string value;
  std::string condition;
};
std::vector<CaseStatement> cases_of(const Claim& claim);

// "v = 0", and what each pile does: "v -> v + 2", "x > 1".
std::string start_of(const Claim::Recurrence& recurrence);
std::vector<CaseStatement> steps_of(const Claim::Recurrence& recurrence);

// All in one line.
std::string statement_of(const Claim& claim);

// What the letters in it stand for, as far as it has any: "n players", "d = N - n".
std::vector<std::string> letters_of(const Claim& claim);

}  // namespace nimsweep
