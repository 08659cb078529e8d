// The closed forms of the papers for Last Nim under SAM and SSAM^1, in the language of claims.
#pragma once

#include <vector>

#include "nimsweep/claims/claim.hpp"

namespace nimsweep::test {

inline std::vector<Claim> papers_claims() {
  return {
      make_claim({.name = "standard-many-players",
                  .source = "000",
                  .matrix = "sam",
                  .given = "n > N + 1",
                  .cases = {{.value = "N"}}}),
      make_claim({.name = "standard-n=N+1",
                  .source = "000",
                  .matrix = "sam",
                  .given = "n == N + 1",
                  .cases = {{"x[N] == 1", "N"}, {.value = "0"}}}),
      make_claim({.name = "standard-3a",
                  .source = "000",
                  .matrix = "sam",
                  .given = "d >= 0 and n >= d + 3",
                  .cases = {{"x[n - 1] == 1", "d"}, {.value = "d + 1"}}}),
      make_claim({.name = "standard-3b",
                  .source = "000",
                  .matrix = "sam",
                  .given = "n == d + 2 and n >= 3",
                  .cases = {{"x[n-1] == 1", "d"},
                            {"x[n-1] > 1 and x[n+d] == 1", "d + 1"},
                            {"x[n-1] > 1 and x[n+d] > 1", "d + 2"}}}),
      make_claim(
          {.name = "standard-3c",
           .source = "000",
           .matrix = "sam",
           .given = "n == d + 1 and n >= 3",
           .cases = {{"x[n-1] == 1 and x[n+d] == 1", "d"},
                     {"(x[n-1] == 1 and x[n+d] > 1) or (x[n-1] > 1 and x[n+d-1] == 1)", "d + 1"},
                     {"x[n-1] > 1 and x[n+d-1] > 1", "d + 2"}}}),
      make_claim(
          {.name = "standard-6-3",
           .source = "000",
           .matrix = "sam",
           .given = "N == 6 and n == 3",
           .cases = {{"x[2] > 1 and x[4] > 1 and x[6] == 1", "2"},
                     {"(x[2] > 1 and x[4] > 1 and x[6] > 1) or (x[2] == 1 and x[5] == 1)", "0"},
                     {"(x[2] == 1 and x[5] > 1) or (x[2] > 1 and x[4] == 1)", "1"}}}),
      make_claim({.name = "shifted-3.3",
                  .source = "001, Theorem 3.3",
                  .matrix = "ssam:1",
                  .given = "n >= N + 1",
                  .cases = {{.value = "N"}}}),
      make_claim({.name = "shifted-3.4",
                  .source = "001, Theorem 3.4",
                  .matrix = "ssam:1",
                  .given = "d >= 0 and n >= d + 2",
                  .cases = {{"x[n] == 1", "d"}, {.value = "d + 1"}}}),
      make_claim({.name = "shifted-3.5",
                  .source = "001, Theorem 3.5",
                  .matrix = "ssam:1",
                  .given = "n == d + 1 and n >= 3",
                  .cases = {{"x[n] == 1", "d"},
                            {"x[n] > 1 and x[n+d] == 1", "d + 1"},
                            {"x[n] > 1 and x[n+d] > 1", "d + 2"}}}),
  };
}

}  // namespace nimsweep::test
