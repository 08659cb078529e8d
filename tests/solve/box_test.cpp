#include "nimsweep/solve/box.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/generic_box.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "nimsweep/solve/retrograde_solver.hpp"
#include "solve/box_rows.hpp"
#include "support/random_games.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {

using namespace solve_detail;
namespace {

using definition::State;

// Do these piles, of N in a circle, lie among so many neighbours?
bool are_neighbours(const std::vector<std::size_t>& lowered, std::size_t window, std::size_t N) {
  for (std::size_t begin = 0; begin < N; ++begin)
    if (std::ranges::all_of(lowered, [&](std::size_t j) { return (j + N - begin) % N < window; }))
      return true;
  return false;
}

// The moves of a shape, written plainly: every way to lower piles that the shape allows.
std::vector<State> moves(const MoveShape& shape, const State& piles) {
  std::vector<State> all;
  const auto lower_one = [&](std::size_t j, int from) {
    for (int left = 0; left < from; ++left) {
      all.push_back(piles);
      all.back()[j] = left;
    }
  };
  const auto* some = std::get_if<LowerSome>(&shape);
  const auto* neighbours = std::get_if<LowerNeighbours>(&shape);
  if (some != nullptr || neighbours != nullptr) {
    std::vector<State> reached{State{}};
    for (const int pile : piles) {
      std::vector<State> longer;
      for (const State& state : reached)
        for (int left = 0; left <= pile; ++left) {
          longer.push_back(state);
          longer.back().push_back(left);
        }
      reached = std::move(longer);
    }
    for (const State& state : reached) {
      std::vector<std::size_t> lowered;
      for (std::size_t j = 0; j < piles.size(); ++j)
        if (state[j] < piles[j]) lowered.push_back(j);
      if (lowered.empty()) continue;
      if (some != nullptr ? static_cast<int>(lowered.size()) <= some->most
                          : are_neighbours(lowered, neighbours->window, piles.size()))
        all.push_back(state);
    }
  } else if (std::holds_alternative<LowerTogether>(shape)) {
    for (std::size_t j = 0; j < piles.size(); ++j) lower_one(j, piles[j]);
    for (int by = 1; by <= *std::min_element(piles.begin(), piles.end()); ++by) {
      all.push_back(piles);
      for (int& pile : all.back()) pile -= by;
    }
  } else if (const auto* by = std::get_if<LowerBy>(&shape)) {
    for (std::size_t j = 0; j < piles.size(); ++j)
      for (const Counters step : by->steps) {
        if (static_cast<int>(step) > piles[j]) continue;
        all.push_back(piles);
        all.back()[j] -= static_cast<int>(step);
      }
  } else if (std::holds_alternative<LowerSmallest>(shape)) {
    int smallest = 0;
    for (const int pile : piles)
      if (pile > 0 && (smallest == 0 || pile < smallest)) smallest = pile;
    for (std::size_t j = 0; j < piles.size(); ++j)
      if (piles[j] == smallest) lower_one(j, smallest);
  }
  return all;
}

// With passes, which are the last entry of a state.
definition::Options options_of(const MoveShape& shape) {
  return [shape](const State& state, int) {
    const State piles(state.begin(), state.end() - 1);
    std::vector<State> all;
    for (const State& option : moves(shape, piles)) all.push_back(test::with(option, state.back()));
    if (!all.empty() && state.back() > 0) all.push_back(test::with(piles, state.back() - 1));
    return all;
  };
}

bool next_position(std::vector<Counters>& piles, const std::vector<Counters>& bounds) {
  for (std::size_t j = piles.size(); j-- > 0;) {
    if (piles[j]++ < bounds[j]) return true;
    piles[j] = 0;
  }
  return false;
}

std::vector<std::uint8_t> values_of(const Box& box, Seat first) {
  std::vector<std::uint8_t> values(box.positions(), 99);
  box.copy(first, values.data());
  return values;
}

using Plain = std::function<State(const std::vector<Counters>&)>;

void expect_as_defined(const Box& box, const definition::Rows& rows,
                       const definition::Options& options, const std::vector<Counters>& bounds,
                       const Plain& plain) {
  const int n = static_cast<int>(rows.size());
  definition::Game definition(rows, options);
  for (Seat first = 0; first < n; ++first) {
    const auto values = values_of(box, first);
    std::vector<Counters> piles(bounds.size(), 0);
    std::size_t k = 0;
    do {
      const int winner = definition.winner(plain(piles), first);
      ASSERT_EQ(values[k], (winner - first + n) % n)
          << "place " << k << ", first " << first << ", " << bounds.size() << " piles";
      ++k;
    } while (next_position(piles, bounds));
    ASSERT_EQ(k, values.size());
  }
}

void expect_box_as_defined(const MoveShape& shape, const definition::Rows& rows,
                           const std::vector<Counters>& bounds, int passes) {
  BoxSolver box(shape, AllianceMatrix::from_rows(rows), bounds, static_cast<Counters>(passes));
  box.solve();
  expect_as_defined(box, rows, options_of(shape), bounds, [&](const std::vector<Counters>& piles) {
    return test::with({piles.begin(), piles.end()}, passes);
  });
}

// Does it have many moves?
bool is_large(const MoveShape& shape) {
  return std::holds_alternative<LowerSome>(shape) || std::holds_alternative<LowerNeighbours>(shape);
}

std::vector<MoveShape> shapes() {
  return {LowerSome{1},       LowerSome{2},          LowerSome{3},       LowerSome{9},
          LowerTogether{},    LowerBy{{1}},          LowerBy{{1, 2, 3}}, LowerBy{{2, 5}},
          LowerBy{{3}},       LowerBy{{2, 3, 1000}}, LowerSmallest{},    LowerNeighbours{1},
          LowerNeighbours{2}, LowerNeighbours{3},    LowerNeighbours{9}};
}

TEST(BoxSolver, SolvesEveryMatrixOfTwoPlayersOnSmallBoxes) {
  for (const MoveShape& shape : shapes())
    for (unsigned index = 0; index < 4; ++index)
      for (const auto& bounds : std::vector<std::vector<Counters>>{{0},
                                                                   {6},
                                                                   {0, 0},
                                                                   {3, 0},
                                                                   {0, 4},
                                                                   {4, 4},
                                                                   {5, 2},
                                                                   {3, 2, 3},
                                                                   {2, 0, 3},
                                                                   {1, 2, 1, 2}})
        for (const int passes : {0, 1, 2})
          expect_box_as_defined(shape, test::rows_of(AllianceMatrix::from_index(2, index)), bounds,
                                passes);
}

TEST(BoxSolver, SolvesRandomBoxes) {
  std::mt19937_64 random(31);
  for (int repeat = 0; repeat < 30; ++repeat)
    for (const MoveShape& shape : shapes()) {
      const int players = 2 + static_cast<int>(random() % 5);
      std::vector<Counters> bounds;
      for (std::size_t j = 0; j < 1 + random() % 4; ++j)
        bounds.push_back(random() % (is_large(shape) ? 4 : 6));
      expect_box_as_defined(shape, definition::random_rows(players, random), bounds,
                            static_cast<int>(random() % 4));
    }
}

TEST(BoxSolver, SolvesForUpToSixteenPlayers) {
  std::mt19937_64 random(32);
  for (int players = 7; players <= 16; ++players)
    for (const MoveShape& shape : shapes())
      expect_box_as_defined(shape, definition::random_rows(players, random), {3, 5}, players % 2);
}

// Long rows are cut into columns; short ones come first, whatever the order of the piles.
TEST(BoxSolver, SolvesRowsOfSeveralColumns) {
  std::mt19937_64 random(33);
  for (const MoveShape& shape :
       {MoveShape{LowerSome{1}}, MoveShape{LowerTogether{}}, MoveShape{LowerBy{{2, 70}}},
        MoveShape{LowerBy{{1, 2, 3}}}, MoveShape{LowerSmallest{}}})
    for (const auto& bounds :
         std::vector<std::vector<Counters>>{{300}, {2, 270}, {265, 3}, {1, 260, 1}})
      expect_box_as_defined(shape, definition::random_rows(3, random), bounds, bounds.size() == 2);
  expect_box_as_defined(LowerSome{2}, definition::random_rows(3, random), {1, 260}, 1);
}

// With three piles or more, columns are cut along a pile other than the rows', unless that pile is
// short.
TEST(BoxSolver, SolvesColumnsOfWholeRows) {
  std::mt19937_64 random(37);
  for (const MoveShape& shape : shapes())
    for (const auto& bounds :
         std::vector<std::vector<Counters>>{{5, 4, 6}, {8, 9, 8}, {4, 3, 3, 5}})
      for (const int passes : {0, 2}) {
        const bool is_slow = is_large(shape) && bounds[0] == 8;
        if (!is_slow || passes == 0)
          expect_box_as_defined(shape, definition::random_rows(3, random), bounds, passes);
      }
}

// Solves blocks as different threads might: in any order in which a block comes after those above
// it and to its left.
TEST(BoxSolver, BlocksMayBeSolvedInAnyOrderThatTheGridAllows) {
  std::mt19937_64 random(34);
  for (const MoveShape& shape :
       {MoveShape{LowerSome{1}}, MoveShape{LowerSome{2}}, MoveShape{LowerTogether{}},
        MoveShape{LowerBy{{2, 5, 90}}}, MoveShape{LowerSmallest{}}})
    for (const auto& bounds : std::vector<std::vector<Counters>>{{90, 300}, {70, 3, 300}}) {
      const auto matrix = AllianceMatrix::from_rows(definition::random_rows(4, random));
      BoxSolver in_order(shape, matrix, bounds, 1);
      BoxSolver shuffled(shape, matrix, bounds, 1);
      in_order.solve();
      const auto grid = shuffled.grid();
      ASSERT_GT(grid.rows, 1u);
      ASSERT_GT(grid.columns, 1u);
      std::vector<std::size_t> done(grid.rows, 0);  // blocks solved in each row
      for (std::size_t left = grid.rows * grid.columns; left > 0;) {
        const std::size_t row = random() % grid.rows;
        if (done[row] == grid.columns || (row > 0 && done[row - 1] <= done[row])) continue;
        shuffled.solve_block(row, done[row]++);
        --left;
      }
      for (Seat first = 0; first < 4; ++first)
        EXPECT_EQ(values_of(in_order, first), values_of(shuffled, first));
    }
}

TEST(BoxSolver, TakesNoMoreThanItSays) {
  for (const MoveShape& shape : shapes())
    EXPECT_LT(BoxSolver::bytes(shape, 3, std::vector<Counters>{200, 200, 200}, 0),
              Uint128{3} * 201 * 201 * 201 * 3);
  EXPECT_EQ(BoxSolver::bytes(LowerSome{30}, 16, std::vector<Counters>(30, Counters{1} << 40), 255),
            kUint128Max);
}

TEST(RowKernels, AllDoTheSame) {
  const RowKernels* fast = avx2_row_kernels();
  if (fast == nullptr) GTEST_SKIP() << "no AVX2 here";
  const RowKernels& plain = portable_row_kernels();
  std::mt19937_64 random(35);
  for (int repeat = 0; repeat < 500; ++repeat) {
    RankTables tables;
    tables.players = 2 + repeat % 15;
    const auto n = static_cast<std::size_t>(tables.players);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t k = 0; k < n; ++k) {
        tables.handed_on[i][k] = static_cast<std::uint8_t>(random() % n);
        tables.value[i][k] = static_cast<std::uint8_t>(random() % n);
      }
    const std::size_t length = 32 * (1 + random() % 4);
    const std::size_t chained = random() % (length + 1);
    std::vector<std::uint8_t> ranks(n * length);
    for (auto& rank : ranks) rank = static_cast<std::uint8_t>(random() % n);
    std::vector<std::vector<std::uint8_t>> results;
    for (const RowKernels* kernels : {&plain, fast}) {
      std::vector<std::uint8_t> best(n, kNoOption);
      std::vector<std::uint8_t> all(3 * n * length, 0);
      std::copy(ranks.begin(), ranks.end(), all.begin());
      const auto part = [&](std::size_t k) {
        return PlayerRows{all.data() + k * n * length, length};
      };
      kernels->solve(tables, {.ranks = part(0),
                              .length = length,
                              .chained = chained,
                              .best = best.data(),
                              .lower = part(1),
                              .values = part(2)});
      kernels->best_of(tables.players, part(1), part(1), part(0), length);
      all.insert(all.end(), best.begin(), best.end());
      results.push_back(std::move(all));
    }
    ASSERT_EQ(results[0], results[1]) << n << " players";
  }
}

TEST(Box, CopiesAnyPart) {
  for (const auto& bounds : std::vector<std::vector<Counters>>{{4, 3, 5}, {5, 3, 2}}) {
    BoxSolver box(LowerSome{1}, AllianceMatrix::shifted(3, 1), bounds, 0);
    box.solve();
    const auto whole = values_of(box, 1);
    const std::size_t plane = (bounds[1] + 1) * (bounds[2] + 1);
    const std::size_t row = bounds[2] + 1;
    std::vector<std::uint8_t> part(2 * row);
    box.copy(1, std::vector<Counters>{3}, 1, 3, part.data());
    const auto from = whole.begin() + static_cast<std::ptrdiff_t>(3 * plane + row);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), from));
  }
}

// Claims that its plays have no order, whatever the game.
class Unordered final : public Ruleset {
 public:
  Unordered() : Ruleset("test-unordered"), nim_(make_ruleset("last-nim")) {}
  Plays plays() const override { return Plays::ending; }

 private:
  void visit_moves(Position& position, Seat player, OptionVisitor visit) const override {
    Position without = position;
    without.passes = 0;
    nim_->visit_options(without, player, [&](const Position& option) {
      Position with_passes = option;
      with_passes.passes = position.passes;
      return visit(with_passes);
    });
  }

  std::unique_ptr<Ruleset> nim_;
};

TEST(GenericBox, FollowsTheDefinition) {
  std::mt19937_64 random(36);
  const auto last_nim = make_ruleset("last-nim");
  const Unordered unordered;
  const test::EndNim end_nim;
  const auto fibonacci = make_ruleset("fibonacci");
  const auto zero_move = make_ruleset("zero-move");
  const auto expect = [&](const Ruleset& ruleset, const definition::Options& options,
                          const std::vector<Counters>& bounds, Counters passes,
                          const Plain& plain) {
    const auto rows = definition::random_rows(2 + static_cast<int>(random() % 4), random);
    const auto box = make_box(ruleset, AllianceMatrix::from_rows(rows), bounds, passes);
    box->solve();
    expect_as_defined(*box, rows, options, bounds, plain);
  };
  const auto just_piles = [](const std::vector<Counters>& piles) {
    return State(piles.begin(), piles.end());
  };
  for (int repeat = 0; repeat < 10; ++repeat) {
    for (const int passes : {0, 2}) {
      const auto with_passes = [&](const std::vector<Counters>& piles) {
        return test::with(just_piles(piles), passes);
      };
      for (const Ruleset* ruleset :
           {static_cast<const Ruleset*>(last_nim.get()), static_cast<const Ruleset*>(&unordered)})
        expect(*ruleset, definition::last_nim_options, {3, 2, 4}, static_cast<Counters>(passes),
               with_passes);
    }
    expect(end_nim, test::end_nim_options, {3, 2, 3}, 0, just_piles);
    expect(*fibonacci, test::fibonacci_options, {20}, 0, [](const std::vector<Counters>& piles) {
      const int pile = static_cast<int>(piles[0]);
      return State{pile, std::max(pile - 1, 0)};
    });
    expect(*zero_move, test::zero_move_options, {4, 3}, 0, [&](const std::vector<Counters>& piles) {
      return test::with(test::with(just_piles(piles), 1), 1);
    });
  }
}

// The values of northcott-two-way under sam, where plays may have no end.
TEST(StartsBox, MarksPositionsThatNobodyWins) {
  const auto ruleset = make_ruleset("northcott-two-way:4");
  const auto matrix = AllianceMatrix::standard(2);
  const std::vector<Counters> bounds{2, 2};
  const auto box = make_box(*ruleset, matrix, bounds, 0);
  box->solve();
  RetrogradeSolver solver(*ruleset, matrix);
  std::vector<Counters> piles(2, 0);
  bool nobody_wins = false;
  do {
    for (Seat first = 0; first < 2; ++first) {
      const Seat winner = solver.outcome(ruleset->start(piles, 0), first).winner;
      const int value = box->value(box->place_of(piles), first);
      EXPECT_EQ(value, winner == kNobody ? 255 : (winner - first + 2) % 2);
      nobody_wins = nobody_wins || value == kNoValue;
    }
  } while (next_position(piles, bounds));
  EXPECT_TRUE(nobody_wins);
}

}  // namespace
}  // namespace nimsweep
