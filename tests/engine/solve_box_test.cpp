#include "engine/solve_box.hpp"

#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "engine/concurrency.hpp"
#include "nimsweep/games/registry.hpp"
#include "support/definition.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

using definition::State;

// Any number of counters from one pile; the same from both, if they are two piles of Wythoff's.
std::vector<State> options_of(const State& piles, bool is_wythoff) {
  std::vector<State> options;
  for (std::size_t j = 0; j < piles.size(); ++j)
    for (int left = 0; left < piles[j]; ++left) {
      options.push_back(piles);
      options.back()[j] = left;
    }
  for (int taken = 1; is_wythoff && taken <= std::min(piles[0], piles[1]); ++taken)
    options.push_back({piles[0] - taken, piles[1] - taken});
  return options;
}

struct Game {
  std::string name;
  std::vector<Counters> bounds;
};

// Boxes with several blocks in each direction: cut along the last axis, and with whole rows.
const std::vector<Game> kGames = {{"nim", {40, 600}}, {"wythoff", {40, 600}}, {"nim", {9, 30, 40}}};

std::unique_ptr<Box> box_of(const Game& game, const Ruleset& ruleset,
                            const AllianceMatrix& matrix) {
  auto box = make_box(ruleset, matrix, game.bounds, 0);
  EXPECT_GT(box->grid().rows, 1u);
  EXPECT_GT(box->grid().columns, 1u);
  return box;
}

bool solve_with(int threads, Box& box, const std::atomic<bool>& stop) {
  bool is_solved = false;
  engine_detail::with_threads(threads, [&] { is_solved = engine_detail::solve_box(box, stop); });
  return is_solved;
}

std::vector<std::uint8_t> values_of(const Box& box, int players) {
  std::vector<std::uint8_t> values(box.positions() * static_cast<std::size_t>(players));
  for (Seat first = 0; first < players; ++first)
    box.copy(first, values.data() + static_cast<std::size_t>(first) * box.positions());
  return values;
}

TEST(SolveBox, SeveralThreadsFindWhatOneFinds) {
  std::mt19937_64 random(3);
  const std::atomic<bool> stop = false;
  for (const Game& game : kGames)
    for (const int players : {2, 3, 5}) {
      const auto ruleset = make_ruleset(game.name);
      const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
      const auto alone = box_of(game, *ruleset, matrix);
      EXPECT_TRUE(engine_detail::solve_box_alone(*alone, stop));
      for (const int threads : {1, 2, 5}) {
        const auto box = box_of(game, *ruleset, matrix);
        EXPECT_TRUE(solve_with(threads, *box, stop));
        EXPECT_EQ(values_of(*box, players), values_of(*alone, players)) << game.name;
      }
    }
}

// The recursion goes through all positions below, so only small ones are asked for; those of the
// largest sizes of the last pile are in other blocks.
TEST(SolveBox, FindsWhatTheRecursionFinds) {
  std::mt19937_64 random(4);
  const std::atomic<bool> stop = false;
  for (const Game& game : kGames) {
    const auto ruleset = make_ruleset(game.name);
    const auto rows = definition::random_rows(3, random);
    const auto box = box_of(game, *ruleset, AllianceMatrix::from_rows(rows));
    ASSERT_TRUE(solve_with(3, *box, stop));
    const bool is_wythoff = game.name == "wythoff";
    definition::Game recursion(
        rows, [&](const State& piles, int) { return options_of(piles, is_wythoff); });
    State largest(game.bounds.begin(), game.bounds.end());
    for (std::size_t j = 0; j + 1 < largest.size(); ++j) largest[j] = std::min(largest[j], 3);
    if (largest.size() == 2) largest[1] = 300;  // beyond the first column
    for (int k = 0; k < 400; ++k) {
      State piles;
      for (const int most : largest)
        piles.push_back(static_cast<int>(random() % static_cast<unsigned>(most + 1)));
      const auto first = static_cast<Seat>(random() % 3);
      const int expected = (recursion.winner(piles, first) - first + 3) % 3;
      EXPECT_EQ(box->value(box->place_of(test::piles_of(piles)), first), expected);
    }
  }
}

TEST(SolveBox, StopsWhenTold) {
  const std::atomic<bool> stop = true;
  const auto ruleset = make_ruleset("nim");
  const auto box = box_of(kGames[0], *ruleset, AllianceMatrix::standard(3));
  EXPECT_FALSE(engine_detail::solve_box_alone(*box, stop));
  EXPECT_FALSE(solve_with(1, *box, stop));
  EXPECT_FALSE(solve_with(4, *box, stop));
}

// Blocks that solve nothing: they note their order, and call `at_block`.
class NotedBlocks final : public Box {
 public:
  explicit NotedBlocks(std::function<void(std::size_t, std::size_t)> at_block)
      : Box(std::vector<Counters>{0}, 2, std::pmr::get_default_resource()),
        at_block_(std::move(at_block)) {}

  Grid grid() const noexcept override { return {kRows, kColumns}; }

  void solve_block(std::size_t row, std::size_t column) override {
    if (row > 0) EXPECT_TRUE(is_solved_[row - 1][column]);
    if (column > 0) EXPECT_TRUE(is_solved_[row][column - 1]);
    at_block_(row, column);
    EXPECT_FALSE(is_solved_[row][column].exchange(true));
    ++solved;
  }

  static constexpr std::size_t kRows = 20;
  static constexpr std::size_t kColumns = 7;
  std::atomic<std::size_t> solved = 0;

 private:
  std::function<void(std::size_t, std::size_t)> at_block_;
  std::atomic<bool> is_solved_[kRows][kColumns] = {};
};

TEST(SolveBox, BlocksWaitForThoseTheyNeed) {
  const std::atomic<bool> stop = false;
  for (const int threads : {1, 2, 6}) {
    NotedBlocks box([](std::size_t, std::size_t) {});
    EXPECT_TRUE(solve_with(threads, box, stop));
    EXPECT_EQ(box.solved, NotedBlocks::kRows * NotedBlocks::kColumns);
  }
}

TEST(SolveBox, IsNotSolvedIfItWasStoppedHalfway) {
  for (const int threads : {1, 2, 6}) {
    std::atomic<bool> stop = false;
    NotedBlocks box([&](std::size_t row, std::size_t column) {
      if (row == 5 && column == 3) stop = true;
    });
    EXPECT_FALSE(solve_with(threads, box, stop));
    EXPECT_LT(box.solved, NotedBlocks::kRows * NotedBlocks::kColumns);
  }
}

TEST(SolveBox, AFailureEndsIt) {
  const std::atomic<bool> stop = false;
  for (const int threads : {1, 2, 6}) {
    NotedBlocks box([](std::size_t row, std::size_t column) {
      if (row == 5 && column == 3) throw std::runtime_error("no more");
    });
    EXPECT_THROW(solve_with(threads, box, stop), std::runtime_error);
  }
}

}  // namespace
}  // namespace nimsweep
