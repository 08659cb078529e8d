#include "nimsweep/solve/descending_machine.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "nimsweep/solve/moore_machine.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using definition::State;
using StateId = DescendingMachine::StateId;
using Winners = std::vector<int>;

DescendingMachine machine_of(const definition::Rows& rows, int passes) {
  return DescendingMachine(PrefixMachine(LastNimMachine(AllianceMatrix::from_rows(rows), passes)));
}

StateId state_after(const DescendingMachine& machine, const State& descending) {
  StateId id = 0;
  for (const int pile : descending) {
    const auto letter = std::min(static_cast<std::size_t>(pile), machine.letters());
    EXPECT_LE(letter, machine.last(id));
    id = machine.next(id)[letter - 1];
  }
  return id;
}

// All non-increasing rows of up to so many piles, of 1 .. max counters each.
std::vector<State> descending_rows(int piles, int max) {
  std::vector<State> rows{{}};
  for (std::size_t k = 0; k < rows.size(); ++k) {
    if (static_cast<int>(rows[k].size()) == piles) continue;
    const int last = rows[k].empty() ? max : rows[k].back();
    for (int size = 1; size <= last; ++size) rows.push_back(test::with(rows[k], size));
  }
  return rows;
}

// The winners of rows of piles, by the tests' own rules.
class Definition {
 public:
  Definition(const definition::Rows& rows, int passes)
      : players_(static_cast<int>(rows.size())),
        passes_(passes),
        game_(rows, test::with_passes(test::small_nim_options())) {}

  Winners operator()(const State& piles) {
    Winners winners;
    for (int i = 0; i < players_; ++i)
      winners.push_back(game_.winner(test::with(piles, passes_), i));
    return winners;
  }

 private:
  int players_;
  int passes_;
  definition::Game game_;
};

Winners winners_of(const DescendingMachine& machine, StateId id) {
  Winners winners;
  for (Seat i = 0; i < machine.players(); ++i) winners.push_back(machine.outcomes(id)[i]);
  return winners;
}

void expect_as_defined(const definition::Rows& rows, int passes, int piles, int max) {
  Definition definition(rows, passes);
  const DescendingMachine machine = machine_of(rows, passes);
  for (const State& row : descending_rows(piles, max))
    ASSERT_EQ(winners_of(machine, state_after(machine, row)), definition(row));
}

TEST(DescendingMachine, HasTheWinnersOfTheDefinitionForAllThreePlayerMatrices) {
  for (unsigned index = 0; index < 216; ++index)
    expect_as_defined(test::rows_of(AllianceMatrix::from_index(3, index)), 0, 4, 5);
}

TEST(DescendingMachine, HasTheWinnersOfTheDefinitionForRandomMatricesWithPasses) {
  std::mt19937_64 random(51);
  for (int players = 2; players <= 5; ++players)
    for (int passes = 0; passes <= (players < 4 ? 2 : 0); ++passes)
      for (int repeat = 0; repeat < 4; ++repeat)
        expect_as_defined(definition::random_rows(players, random), passes, 3, 7);
}

TEST(DescendingMachine, ItsStatesAreReachedAndItsLettersAreNeeded) {
  std::mt19937_64 random(52);
  std::set<std::size_t> letters_found;
  for (int repeat = 0; repeat < 60; ++repeat) {
    const auto rows = definition::random_rows(2 + repeat % 4, random);
    const PrefixMachine last_nim((LastNimMachine(AllianceMatrix::from_rows(rows))));
    const DescendingMachine machine(last_nim);
    letters_found.insert(machine.letters());
    ASSERT_LE(machine.letters(), last_nim.letters());
    std::set<std::pair<Winners, std::size_t>> states;
    bool needs_last_letter = machine.letters() == 1;
    for (StateId id = 0; id < machine.size(); ++id) {
      states.emplace(winners_of(machine, id), machine.last(id));
      const auto next = machine.next(id);
      ASSERT_EQ(next.size(), machine.last(id));
      for (std::size_t size = 1; size <= next.size(); ++size) {
        ASSERT_EQ(machine.last(next[size - 1]), size);
        ASSERT_LT(next[size - 1], machine.size());
      }
      if (next.size() == machine.letters() && next.size() > 1)
        needs_last_letter |=
            machine.state(next[next.size() - 1])[0] != machine.state(next[next.size() - 2])[0];
    }
    EXPECT_EQ(states.size(), machine.size());
    EXPECT_TRUE(needs_last_letter);
  }
  EXPECT_GT(letters_found.size(), 2u);
}

// Two states are one in the minimal machine if no continuation, and no lack of one, tells them
// apart: by marking pairs.
std::size_t count_classes(const DescendingMachine& machine, Seat first) {
  const std::size_t size = machine.size();
  std::vector<std::vector<bool>> differ(size, std::vector<bool>(size));
  for (StateId a = 0; a < size; ++a)
    for (StateId b = 0; b < size; ++b)
      differ[a][b] = machine.outcomes(a)[first] != machine.outcomes(b)[first] ||
                     machine.last(a) != machine.last(b);
  for (bool marked = true; marked;) {
    marked = false;
    for (StateId a = 0; a < size; ++a)
      for (StateId b = 0; b < size; ++b)
        for (std::size_t t = 0; !differ[a][b] && t < machine.last(a); ++t)
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

TEST(DescendingMachine, ItsMinimalMachinesSayTheSame) {
  std::mt19937_64 random(53);
  for (unsigned index = 0; index < 216; index += 5) {
    const DescendingMachine machine = machine_of(
        test::rows_of(AllianceMatrix::from_index(3, index)), static_cast<int>(index % 2));
    for (Seat first = 0; first < 3; ++first) {
      const MooreMachine minimal(machine, first);
      ASSERT_EQ(minimal.size(), count_classes(machine, first));
      StateId id = 0;
      StateId in_minimal = 0;
      for (int pile = 0; pile < 30; ++pile) {
        ASSERT_EQ(minimal.winner(in_minimal), machine.outcomes(id)[first]);
        ASSERT_EQ(minimal.next(in_minimal).size(), machine.last(id));
        const std::size_t letter = machine.last(id) - (random() % 8 == 0 ? 1 : 0);
        if (letter == 0) break;
        id = machine.next(id)[letter - 1];
        in_minimal = minimal.next(in_minimal)[letter - 1];
      }
    }
  }
}

TEST(DescendingMachine, RefusesToGrowBeyondItsLimit) {
  const PrefixMachine last_nim((LastNimMachine(AllianceMatrix::standard(5))));
  const std::size_t size = DescendingMachine(last_nim).size();
  EXPECT_NO_THROW(DescendingMachine(last_nim, size));
  EXPECT_ERROR(ErrorKind::input, "too many states; expected at most",
               (void)DescendingMachine(last_nim, size - 1));
}

}  // namespace
}  // namespace nimsweep
