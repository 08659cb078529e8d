// The first position of README.md, solved by an installed nimsweep.
#include <cstdio>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/solver.hpp"

int main() {
  const auto game = nimsweep::make_ruleset("last-nim");
  const auto matrix = nimsweep::parse_matrix("0 2 1 / 0 1 2 / 0 2 1", std::nullopt);
  const auto start = game->start(nimsweep::parse_piles("1,2,2"), 0);
  const auto solver = nimsweep::make_solver(*game, matrix);
  std::printf("P_%d wins\n", static_cast<int>(solver->winner(start, 0)));
}
