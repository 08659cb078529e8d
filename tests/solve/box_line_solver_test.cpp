#include "nimsweep/solve/box_line_solver.hpp"

#include <gtest/gtest.h>

#include <random>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/digit_solver.hpp"
#include "support/expect_error.hpp"
#include "support/line_of.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

using test::line_of;

// Compares outcomes and lines, position by position.
void expect_as_generic(const Ruleset& ruleset, int players, std::mt19937_64& random) {
  const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
  GenericSolver generic(ruleset, matrix);
  BoxLineSolver solver(ruleset, matrix);
  const std::size_t piles = ruleset.name() == "wythoff" ? 2 : 1 + random() % 4;
  for (int repeat = 0; repeat < 4; ++repeat) {
    std::vector<Counters> sizes;
    for (std::size_t j = 0; j < piles; ++j) sizes.push_back(random() % (piles < 3 ? 12 : 5));
    const Position start = ruleset.start(sizes, random() % 3);
    for (Seat first = 0; first < players; ++first) {
      ASSERT_EQ(solver.outcome(start, first), generic.outcome(start, first)) << ruleset.name();
      ASSERT_EQ(line_of(solver, start, first), line_of(generic, start, first)) << ruleset.name();
      ASSERT_EQ(solver.winner(start, first), generic.winner(start, first)) << ruleset.name();
    }
  }
}

TEST(BoxLineSolver, AgreesWithTheGenericSolver) {
  std::mt19937_64 random(41);
  for (const char* game : {"nim", "moore:2", "moore:3", "subtraction:2,3", "subtraction:1,4,5",
                           "takeaway", "wythoff", "small-nim"}) {
    const auto ruleset = make_ruleset(game);
    for (int players = 2; players <= 5; ++players)
      for (int repeat = 0; repeat < 10; ++repeat) expect_as_generic(*ruleset, players, random);
  }
}

TEST(BoxLineSolver, IsForTheGamesThatBoxSolverIsFor) {
  const auto matrix = AllianceMatrix::standard(2);
  const auto is_for = [&](const char* game) {
    const auto ruleset = make_ruleset(game);
    const auto solver = make_solver(*ruleset, matrix);
    const auto* digits = dynamic_cast<const DigitSolver*>(solver.get());
    const Solver* small = digits != nullptr ? &digits->small() : solver.get();
    return dynamic_cast<const BoxLineSolver*>(small) != nullptr;
  };
  for (const char* game :
       {"nim", "moore:2", "subtraction:2,3", "takeaway", "wythoff", "circular:2"})
    EXPECT_TRUE(is_for(game)) << game;
  for (const char* game : {"last-nim", "small-nim", "zero-move", "fibonacci"})
    EXPECT_FALSE(is_for(game)) << game;
}

// 3.6 million positions below it.
TEST(BoxLineSolver, SolvesAPublishedPositionOfSevenPiles) {
  const auto nim = make_ruleset("nim");
  const auto solver = make_solver(*nim, AllianceMatrix::shifted(4, 1));
  const Position start = nim->start({14, 13, 11, 8, 7, 4, 3}, 0);
  const Outcome outcome = solver->outcome(start, 0);
  EXPECT_EQ(outcome.winner, 0);  // value 0
  const test::Line line = line_of(*solver, start, 0);
  ASSERT_EQ(line.size(), outcome.moves + 1);
  EXPECT_EQ(line.back(), std::pair(Seat{0}, nim->start(std::vector<Counters>(7, 0), 0)));
}

// A box of 10^18 positions, ten of which a play can reach.
TEST(BoxLineSolver, LeavesWhatIsTooLargeToTheGenericSolver) {
  const auto steps = make_ruleset("subtraction:100000000000000000");
  const auto matrix = AllianceMatrix::standard(3);
  const Position start = steps->start({900'000'000'000'000'005}, 1);
  BoxLineSolver solver(*steps, matrix);
  GenericSolver generic(*steps, matrix);
  EXPECT_EQ(solver.outcome(start, 1), generic.outcome(start, 1));
  EXPECT_EQ(line_of(solver, start, 1), line_of(generic, start, 1));
  const auto nim = make_ruleset("nim");
  EXPECT_ERROR(ErrorKind::input, "positions of nim to look at need more than 1 MiB",
               BoxLineSolver(*nim, matrix, {.bytes = 1 << 20})
                   .outcome(nim->start({1000, 1000, 1000}, 0), 0));
}

TEST(BoxLineSolver, GivesUpWhenTheSearchTakesTooMuch) {
  const auto ones = make_ruleset("subtraction:1");
  const auto matrix = AllianceMatrix::standard(2);
  BoxLineSolver hasty(*ones, matrix, {.visits = 1000});
  EXPECT_ERROR(ErrorKind::input,
               "P_0 wins, but the shortest best play of subtraction:1 takes too long to find",
               hasty.outcome(ones->start({100'000}, 0), 0));
  EXPECT_EQ(hasty.winner(ones->start({100'000}, 0), 0), 0);
  BoxLineSolver solver(*ones, matrix);
  EXPECT_EQ(solver.outcome(ones->start({10'000}, 0), 0), (Outcome{.winner = 0, .moves = 10'000}));
}

// So many sets of piles can be lowered that short rows do not pay.
TEST(BoxLineSolver, SolvesManySmallPiles) {
  const auto moore = make_ruleset("moore:12");
  const auto matrix = AllianceMatrix::standard(3);
  const std::vector<Counters> piles(9, 1);
  EXPECT_FALSE(BoxSolver::pays(moore->move_shape(), piles));
  EXPECT_EQ(BoxLineSolver(*moore, matrix).outcome(moore->start(piles, 0), 1),
            GenericSolver(*moore, matrix).outcome(moore->start(piles, 0), 1));
}

}  // namespace
}  // namespace nimsweep
