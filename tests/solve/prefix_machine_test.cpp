#include "nimsweep/solve/prefix_machine.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <map>
#include <set>

#include "support/expect_error.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

using Vectors = std::vector<std::vector<int>>;  // winners for each number of passes left

Vectors vectors_of(definition::Game& game, const definition::State& piles, int players,
                   int passes) {
  Vectors vectors;
  for (int k = 0; k <= passes; ++k) {
    vectors.emplace_back();
    for (int i = 0; i < players; ++i)
      vectors.back().push_back(game.winner(test::with(piles, k), i));
  }
  return vectors;
}

Vectors vectors_of(const PrefixMachine& machine, PrefixMachine::StateId id) {
  Vectors vectors;
  for (const OutcomeVector vector : machine.state(id)) {
    vectors.emplace_back();
    for (Seat i = 0; i < machine.players(); ++i) vectors.back().push_back(vector[i]);
  }
  return vectors;
}

// Explores with the definition alone: finds every vector that some row of piles has, by trying all
// pile sizes up to far beyond saturation after one row of piles per vector found.
struct Explored {
  std::set<Vectors> states;
  std::size_t letters = 1;
};

Explored explore(const definition::Rows& rows, int passes) {
  constexpr int kFar = 14;
  const int players = static_cast<int>(rows.size());
  definition::Game game(rows, definition::last_nim_options);
  Explored explored;
  std::deque<definition::State> queue{{}};
  explored.states.insert(vectors_of(game, {}, players, passes));
  while (!queue.empty()) {
    const definition::State prefix = queue.front();
    queue.pop_front();
    std::vector<Vectors> after;
    for (int size = 1; size <= kFar; ++size) {
      const auto longer = test::with(prefix, size);
      after.push_back(vectors_of(game, longer, players, passes));
      if (explored.states.insert(after.back()).second) queue.push_back(longer);
    }
    std::size_t saturation = after.size();
    while (saturation > 1 && after[saturation - 2] == after.back()) --saturation;
    explored.letters = std::max(explored.letters, saturation);
  }
  return explored;
}

void expect_as_explored(const definition::Rows& rows, int passes) {
  const Explored explored = explore(rows, passes);
  const PrefixMachine machine(LastNimMachine(AllianceMatrix::from_rows(rows), passes));
  std::set<Vectors> states;
  for (PrefixMachine::StateId id = 0; id < machine.size(); ++id)
    states.insert(vectors_of(machine, id));
  ASSERT_EQ(states.size(), machine.size());
  ASSERT_EQ(states, explored.states);
  ASSERT_EQ(machine.letters(), explored.letters);
}

TEST(PrefixMachine, HoldsExactlyTheVectorsThatPlayCanReach) {
  for (unsigned index = 0; index < 216; index += 5)
    expect_as_explored(test::rows_of(AllianceMatrix::from_index(3, index)), 0);
  std::mt19937_64 random(15);
  for (int repeat = 0; repeat < 10; ++repeat)
    expect_as_explored(definition::random_rows(4, random), 0);
  for (int repeat = 0; repeat < 10; ++repeat)
    expect_as_explored(definition::random_rows(2 + repeat % 2, random), 1 + repeat % 2);
}

TEST(PrefixMachine, ItsArrowsAreStepsOfTheMachine) {
  std::mt19937_64 random(16);
  for (const int players : {2, 3, 5, 7})
    for (const int passes : {0, 1, 4}) {
      if (players * passes > 12) continue;  // too many states for a test
      const LastNimMachine machine(
          AllianceMatrix::from_rows(definition::random_rows(players, random)), passes);
      const PrefixMachine reachable(machine);
      EXPECT_EQ(vectors_of(reachable, 0).back(),
                vectors_of(reachable, 0).front());  // nobody passes at the end
      bool last_letter_matters = reachable.letters() == 1;
      for (PrefixMachine::StateId id = 0; id < reachable.size(); ++id) {
        const auto state = reachable.state(id);
        const LastNimMachine::State here(state.begin(), state.end());
        for (Counters pile = 1; pile <= reachable.letters() + 3; ++pile) {
          const auto letter = std::min<std::size_t>(pile, reachable.letters());
          const auto next = reachable.state(reachable.next(id)[letter - 1]);
          ASSERT_EQ(LastNimMachine::State(next.begin(), next.end()), machine.step(here, pile));
        }
        const auto next = reachable.next(id);
        if (next.size() > 1) last_letter_matters |= next[next.size() - 1] != next[next.size() - 2];
      }
      EXPECT_TRUE(last_letter_matters) << "letters() is not the smallest";
    }
}

TEST(PrefixMachine, LeavesOutWhatOnlyLargerPilesReach) {
  const LastNimMachine machine(AllianceMatrix::shifted(16, 3));
  std::mt19937_64 random(17);
  const LastNimMachine any(AllianceMatrix::from_rows(definition::random_rows(12, random)));
  for (const LastNimMachine& last_nim : {machine, any}) {
    const std::vector<Counters> twenty_ones(20, 1);  // a row of ones has one state per length
    const PrefixMachine ones(last_nim, 1000, twenty_ones);
    EXPECT_LE(ones.size(), 21u);
    EXPECT_EQ(ones.letters(), 1u);
    std::vector<Counters> mixed = twenty_ones;  // one large pile among them
    mixed[10] = 16;
    EXPECT_LE(PrefixMachine(last_nim, 3000, mixed).size(), 2000u);
    const PrefixMachine up_to_two(last_nim, 1000, std::vector<Counters>(4, 2));
    EXPECT_LE(up_to_two.letters(), 2u);
    for (PrefixMachine::StateId id = 0; id < 3; ++id)
      for (Counters pile = 1; pile <= up_to_two.letters(); ++pile) {
        const auto here = up_to_two.state(id);
        const auto next = up_to_two.state(up_to_two.next(id)[pile - 1]);
        EXPECT_EQ(LastNimMachine::State(next.begin(), next.end()),
                  last_nim.step({here.begin(), here.end()}, pile));
      }
  }
}

TEST(PrefixMachine, RefusesToGrowBeyondItsLimit) {
  const LastNimMachine machine(AllianceMatrix::standard(5));
  EXPECT_NO_THROW(PrefixMachine(machine, 5));
  EXPECT_ERROR(ErrorKind::input, "too many states; expected at most 4",
               (void)PrefixMachine(machine, 4));
}

}  // namespace
}  // namespace nimsweep
