#include "nimsweep/solve/retrograde_solver.hpp"

#include <gtest/gtest.h>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using definition::State;

constexpr int kUndecided = -1;

// The definition for plays that need not end: sweeps over all turns until nothing changes, first
// for winners, then for lengths.
class FixPoint {
 public:
  FixPoint(const definition::Rows& rows, const definition::Options& options,
           const std::vector<State>& states) {
    for (const State& state : states)
      for (const int player : {0, 1}) winners_[{state, player}] = kUndecided;
    while (sweep([&](const State& state, int player) {
      int& winner = winners_[{state, player}];
      if (winner != kUndecided) return false;
      const int favourite = (player + rows[static_cast<std::size_t>(player)][0]) % 2;
      const auto all = options(state, player);
      const auto count = [&](int wanted) {
        return static_cast<std::size_t>(
            std::count_if(all.begin(), all.end(), [&](const State& option) {
              return winners_.at({option, 1 - player}) == wanted;
            }));
      };
      if (all.empty())
        winner = player;
      else if (count(favourite) > 0)
        winner = favourite;
      else if (count(1 - favourite) == all.size())
        winner = 1 - favourite;
      return winner != kUndecided;
    }))
      continue;
    while (sweep([&](const State& state, int player) {
      const int winner = winners_.at({state, player});
      if (winner == kUndecided) return false;
      const auto all = options(state, player);
      int shortest = all.empty() ? 0 : kLong;
      for (const State& option : all)
        if (winners_.at({option, 1 - player}) == winner)
          shortest = std::min(shortest, 1 + length(option, 1 - player));
      const bool is_new = shortest < length(state, player);
      if (is_new) lengths_[{state, player}] = shortest;
      return is_new;
    }))
      continue;
  }

  int winner(const State& state, int player) const { return winners_.at({state, player}); }
  int length(const State& state, int player) const {
    const auto known = lengths_.find({state, player});
    return known == lengths_.end() ? kLong : known->second;
  }

 private:
  static constexpr int kLong = 1'000'000;

  template <class Step>
  bool sweep(Step step) {
    bool changed = false;
    for (const auto& [turn, winner] : winners_) changed |= step(turn.first, turn.second);
    return changed;
  }

  std::map<std::pair<State, int>, int> winners_;
  std::map<std::pair<State, int>, int> lengths_;
};

// Checks outcomes and lines of all the states, and counts those that nobody wins.
int expect_as_fix_point(const Ruleset& ruleset, const definition::Rows& rows,
                        const definition::Options& options, const std::vector<State>& states,
                        const std::function<Position(const State&)>& position_of) {
  const FixPoint fix_point(rows, options, states);
  RetrogradeSolver solver(ruleset, AllianceMatrix::from_rows(rows));
  int endless = 0;
  for (const State& state : states)
    for (const Seat first : {0, 1}) {
      const Outcome outcome = solver.outcome(position_of(state), first);
      std::vector<Position> line;
      Seat mover = first;
      solver.best_line(position_of(state), first, [&](Seat player, const Position& position) {
        EXPECT_EQ(player, mover);
        EXPECT_EQ(solver.outcome(position, player).winner, outcome.winner);
        mover = 1 - mover;
        line.push_back(position);
      });
      if (fix_point.winner(state, first) == kUndecided) {
        EXPECT_EQ(outcome, (Outcome{.winner = kNobody, .moves = 0}));
        EXPECT_TRUE(line.empty());
        ++endless;
      } else {
        EXPECT_EQ(outcome.winner, fix_point.winner(state, first));
        EXPECT_EQ(outcome.moves, fix_point.length(state, first));
        EXPECT_EQ(line.size(), outcome.moves + 1);
      }
    }
  return endless;
}

// A token on a directed graph; each of the two players has their own arrows.
class Walk final : public Ruleset {
 public:
  using Arrows = std::vector<std::vector<int>>;

  explicit Walk(std::array<Arrows, 2> arrows) : Ruleset("walk"), arrows_(std::move(arrows)) {}

  Plays plays() const override { return Plays::endless; }

  std::vector<State> options(const State& state, int player) const {
    std::vector<State> options;
    for (const int target :
         arrows_[static_cast<std::size_t>(player)][static_cast<std::size_t>(state[0])])
      options.push_back({target});
    return options;
  }

 private:
  void visit_moves(Position& position, Seat player, OptionVisitor visit) const override {
    for (const int target : arrows_[static_cast<std::size_t>(player)][position.state[0]]) {
      position.state[0] = static_cast<Counters>(target);
      if (!visit(position)) return;
    }
  }

  std::array<Arrows, 2> arrows_;
};

TEST(RetrogradeSolver, IsTheFixPointOnRandomGraphs) {
  std::mt19937_64 random(3);
  int endless = 0;
  int turns = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    const std::size_t vertices = 2 + random() % 12;
    std::array<Walk::Arrows, 2> arrows{Walk::Arrows(vertices), Walk::Arrows(vertices)};
    for (Walk::Arrows& of_player : arrows)
      for (auto& targets : of_player)
        for (std::size_t k = random() % 4; k > 0; --k)
          targets.push_back(static_cast<int>(random() % vertices));
    const Walk walk(arrows);
    std::vector<State> states;
    for (std::size_t v = 0; v < vertices; ++v) states.push_back({static_cast<int>(v)});
    turns += static_cast<int>(2 * vertices);
    endless += expect_as_fix_point(
        walk, definition::random_rows(2, random),
        [&](const State& state, int player) { return walk.options(state, player); }, states,
        [](const State& state) {
          return Position{.piles = {}, .state = {static_cast<Counters>(state[0])}};
        });
  }
  EXPECT_GT(endless, turns / 20);
  EXPECT_LT(endless, turns / 2);
}

// Every way to put a white and a black token in each row: their squares, from 1.
std::vector<State> placements(int rows, int width) {
  std::vector<State> all;
  for (State squares : definition::box(2 * rows, width - 1)) {
    bool apart = true;
    for (std::size_t k = 0; k < squares.size(); k += 2) apart &= squares[k] != squares[k + 1];
    for (int& square : squares) ++square;
    if (apart) all.push_back(squares);
  }
  // Group states that can be reached from each other: tokens do not pass.
  const auto order = [](const State& squares) {
    std::vector<bool> is_white_left;
    for (std::size_t k = 0; k < squares.size(); k += 2)
      is_white_left.push_back(squares[k] < squares[k + 1]);
    return is_white_left;
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const State& a, const State& b) { return order(a) < order(b); });
  return all;
}

std::vector<Counters> gaps_of(const State& squares) {
  std::vector<Counters> gaps;
  for (std::size_t k = 0; k < squares.size(); k += 2)
    gaps.push_back(static_cast<Counters>(std::abs(squares[k] - squares[k + 1]) - 1));
  return gaps;
}

Position position_of(const State& squares) {
  return {.piles = gaps_of(squares), .state = {squares.begin(), squares.end()}};
}

Counters nim_sum(const State& squares) {
  Counters sum = 0;
  for (const Counters gap : gaps_of(squares)) sum ^= gap;
  return sum;
}

TEST(RetrogradeSolver, IsTheFixPointForNorthcottUnderEveryMatrix) {
  for (int index = 0; index < 4; ++index) {
    const auto rows = test::rows_of(AllianceMatrix::from_index(2, static_cast<unsigned>(index)));
    for (const auto& [row_count, width] : {std::pair(1, 5), std::pair(2, 4), std::pair(3, 3)}) {
      const std::string size = std::to_string(width);
      expect_as_fix_point(*make_ruleset("northcott-two-way:" + size), rows,
                          test::northcott_options(width, true), placements(row_count, width),
                          position_of);
      expect_as_fix_point(*make_ruleset("northcott:" + size), rows,
                          test::northcott_options(width, false), placements(row_count, width),
                          position_of);
    }
  }
}

TEST(RetrogradeSolver, AgreesWithTheGenericSolverWherePlaysEnd) {
  const auto ruleset = make_ruleset("nim");
  for (unsigned index = 0; index < 4; ++index) {
    const auto matrix = AllianceMatrix::from_index(2, index);
    RetrogradeSolver retrograde(*ruleset, matrix);
    GenericSolver generic(*ruleset, matrix);
    for (const State& piles : definition::box(3, 3))
      for (const Seat first : {0, 1}) {
        const Position start = ruleset->start(test::piles_of(piles), 1);
        ASSERT_EQ(retrograde.outcome(start, first), generic.outcome(start, first));
      }
  }
}

TEST(RetrogradeSolver, GivesUpWhenThePositionsDoNotFitTheBudget) {
  const auto ruleset = make_ruleset("northcott-two-way:100");
  RetrogradeSolver solver(*ruleset, AllianceMatrix::standard(2), 1 << 20);
  const Position many = ruleset->start({5, 6, 7, 8, 9}, 0);
  EXPECT_ERROR(ErrorKind::input,
               "the positions of northcott-two-way:100 to look at need more than 1 MiB",
               solver.outcome(many, 0));
  EXPECT_ERROR(ErrorKind::input, "need more than 1 MiB", solver.outcome(many, 0));
  EXPECT_NE(solver.outcome(ruleset->start({0}, 0), 0).winner, kNobody);
}

// 004's strategy: the nim-sum of the gaps decides Northcott's game. It does if tokens move both
// ways. As 004 words the rules, they only move right, and it does not.
TEST(Northcott, TwoWayTheNimSumOfTheGapsDecides) {
  for (int row_count = 1; row_count <= 3; ++row_count)
    for (int width = 3; width <= 5; ++width) {
      const auto ruleset = make_ruleset("northcott-two-way:" + std::to_string(width));
      const auto solver = make_solver(*ruleset, AllianceMatrix::shifted(2, 1));
      for (const State& squares : placements(row_count, width))
        for (const Seat first : {0, 1}) {
          const Seat stuck = nim_sum(squares) == 0 ? first : 1 - first;
          ASSERT_EQ(solver->outcome(position_of(squares), first).winner, stuck)
              << testing::PrintToString(squares);
        }
    }
}

TEST(Northcott, OnlyToTheRightItDoesNot) {
  const auto ruleset = make_ruleset("northcott:3");
  const auto solver = make_solver(*ruleset, AllianceMatrix::shifted(2, 1));
  // One row of three squares with a gap of 1: the player whose token is on the right cannot use it.
  const State white_left = {1, 3};
  const State black_left = {3, 1};
  for (const State& squares : placements(1, 3))
    for (const Seat first : {0, 1}) {
      const bool is_counterexample =
          (squares == white_left && first == 1) || (squares == black_left && first == 0);
      const Seat stuck = nim_sum(squares) == 0 ? first : 1 - first;
      EXPECT_EQ(solver->outcome(position_of(squares), first).winner != stuck, is_counterexample);
    }
}

}  // namespace
}  // namespace nimsweep
