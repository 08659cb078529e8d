#include "nimsweep/solve/moore_machine.hpp"

#include <gtest/gtest.h>

#include "support/random_games.hpp"

namespace nimsweep {
namespace {

using StateId = PrefixMachine::StateId;

// The number of classes by the pair-marking algorithm: mark pairs with different outputs, then
// pairs that some letter leads to a marked pair, until nothing changes.
std::size_t count_classes(const PrefixMachine& machine, Seat first) {
  const std::size_t size = machine.size();
  std::vector<std::vector<bool>> differ(size, std::vector<bool>(size, false));
  for (StateId a = 0; a < size; ++a)
    for (StateId b = 0; b < size; ++b)
      differ[a][b] = machine.outcomes(a)[first] != machine.outcomes(b)[first];
  for (bool marked = true; marked;) {
    marked = false;
    for (StateId a = 0; a < size; ++a)
      for (StateId b = 0; b < size; ++b)
        for (std::size_t t = 0; t < machine.letters() && !differ[a][b]; ++t)
          if (differ[machine.next(a)[t]][machine.next(b)[t]]) differ[a][b] = marked = true;
  }
  std::size_t classes = 0;
  for (StateId a = 0; a < size; ++a) {
    bool is_first = true;
    for (StateId b = 0; b < a; ++b) is_first = is_first && differ[a][b];
    classes += is_first ? 1 : 0;
  }
  return classes;
}

void expect_minimal(const PrefixMachine& machine, std::mt19937_64& random) {
  for (Seat first = 0; first < machine.players(); ++first) {
    const MooreMachine minimal(machine, first);
    ASSERT_EQ(minimal.size(), count_classes(machine, first));
    for (int repeat = 0; repeat < 20; ++repeat) {  // random rows of piles give the same winners
      StateId state = 0;
      StateId minimal_state = 0;
      for (int pile = 0; pile < 12; ++pile) {
        ASSERT_EQ(minimal.winner(minimal_state), machine.outcomes(state)[first]);
        const std::size_t letter = random() % machine.letters();
        state = machine.next(state)[letter];
        minimal_state = minimal.next(minimal_state)[letter];
      }
    }
  }
}

TEST(MooreMachine, IsMinimalAndSaysTheSameForAllThreePlayerMatrices) {
  std::mt19937_64 random(17);
  for (unsigned index = 0; index < 216; ++index)
    expect_minimal(PrefixMachine(LastNimMachine(AllianceMatrix::from_index(3, index))), random);
}

TEST(MooreMachine, IsMinimalAndSaysTheSameForRandomMatricesWithPasses) {
  std::mt19937_64 random(18);
  for (int players = 2; players <= 5; ++players)
    for (int passes = 0; passes <= (players < 4 ? 2 : 0); ++passes)
      for (int repeat = 0; repeat < 10; ++repeat)
        expect_minimal(
            PrefixMachine(LastNimMachine(
                AllianceMatrix::from_rows(definition::random_rows(players, random)), passes)),
            random);
}

}  // namespace
}  // namespace nimsweep
