#include "nimsweep/solve/side_by_side.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/generic_solver.hpp"
#include "solve/side_by_side_steps.hpp"
#include "solve/turned.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using namespace solve_detail;

AllianceMatrix random_matrix(int players, std::mt19937_64& random) {
  std::vector<std::vector<int>> rows;
  for (int i = 0; i < players; ++i) {
    auto& row = rows.emplace_back();
    for (int j = 0; j < players; ++j) row.push_back(j);
    std::ranges::shuffle(row, random);
  }
  return AllianceMatrix::from_rows(rows);
}

struct Case {
  std::string game;
  std::vector<Counters> bounds;
  Counters passes = 0;
  int most_players = 8;
};

// Every value of every matrix, by the definition with a memory.
void expect_values(const Case& of, int players, std::size_t count, std::mt19937_64& random) {
  SCOPED_TRACE(of.game + " " + testing::PrintToString(of.bounds) + " players " +
               std::to_string(players) + " matrices " + std::to_string(count));
  const auto ruleset = make_ruleset(of.game);
  ASSERT_TRUE(SideBySide::pays(*ruleset, players, of.bounds, of.passes));
  const SideBySide solver(*ruleset, players, of.bounds, of.passes);
  std::vector<AllianceMatrix> matrices;
  while (matrices.size() < count) matrices.push_back(random_matrix(players, random));
  SideBySide::Workspace workspace;
  std::vector<std::uint8_t> values(count * solver.bytes_per_matrix(), 99);
  std::vector<AllianceMatrix::PackedRow> rows;
  for (const AllianceMatrix& matrix : matrices)
    for (Seat i = 0; i < players; ++i) rows.push_back(matrix.packed_row(i));
  solver.solve(rows, workspace, values);
  auto value = values.begin();
  for (const AllianceMatrix& matrix : matrices) {
    GenericSolver generic(*ruleset, matrix);
    for (Seat first = 0; first < players; ++first) {
      std::vector<Counters> piles(of.bounds.size(), 0);
      for (bool more = true; more; ++value) {
        const Seat winner = generic.outcome(ruleset->start(piles, of.passes), first).winner;
        ASSERT_EQ(*value, value_of(winner, first, players))
            << testing::PrintToString(piles) << " first " << first;
        std::size_t j = piles.size();
        while (j > 0 && piles[j - 1] == of.bounds[j - 1]) piles[--j] = 0;
        more = j > 0;
        if (more) ++piles[j - 1];
      }
    }
  }
  EXPECT_EQ(value, values.end());
}

TEST(SideBySide, ValuesAreThoseOfTheGenericSolver) {
  std::mt19937_64 random(1);
  for (const Case& of :
       {Case{"last-nim", {4, 4, 4}, 0, 4}, Case{"last-nim", {5, 3}}, Case{"last-nim", {3, 2}, 2},
        Case{"nim", {5, 6}}, Case{"nim", {3, 3, 3}, 1, 4}, Case{"moore:2", {3, 2, 3}, 0, 5},
        Case{"wythoff", {6, 5}}, Case{"subtraction:1,3,4", {40}},
        Case{"small-nim", {3, 3, 2}, 0, 5}, Case{"nimble", {4, 4}}, Case{"zero-move", {4, 3}, 0, 4},
        Case{"circular:2", {2, 2, 2}, 0, 5}, Case{"end-nim", {3, 3, 3}, 0, 4},
        Case{"fibonacci", {12}, 0, 5}, Case{"nim", {0}}})
    for (int players = 2; players <= of.most_players; ++players)
      expect_values(of, players, 1 + random() % SideBySide::kMatrices, random);
  expect_values({"nim", {3, 3}}, 16, SideBySide::kMatrices, random);
  expect_values({"last-nim", {5, 5}}, 5, SideBySide::kMatrices, random);
  expect_values({"last-nim", {4, 4, 4}}, 4, SideBySide::kMatrices, random);
  expect_values({"last-nim", {1, 1}}, 3, SideBySide::kMatrices, random);  // fewer than 16 values
}

// The same from the definition, without the rules that the library has.
TEST(SideBySide, ValuesAreThoseOfTheDefinition) {
  std::mt19937_64 random(2);
  for (const auto& [game, options] : std::vector<std::pair<std::string, definition::Options>>{
           {"nim", test::nim_options()}, {"small-nim", test::small_nim_options()}})
    for (int players = 2; players <= 5; ++players) {
      const std::vector<Counters> bounds{3, 2, 3};
      const SideBySide solver(*make_ruleset(game), players, bounds, 0);
      std::vector<definition::Rows> matrices;
      std::vector<AllianceMatrix::PackedRow> packed;
      while (matrices.size() < SideBySide::kMatrices) {
        matrices.push_back(definition::random_rows(players, random));
        const auto matrix = AllianceMatrix::from_rows(matrices.back());
        for (Seat i = 0; i < players; ++i) packed.push_back(matrix.packed_row(i));
      }
      SideBySide::Workspace workspace;
      std::vector<std::uint8_t> values(matrices.size() * solver.bytes_per_matrix());
      solver.solve(packed, workspace, values);
      auto value = values.begin();
      for (const definition::Rows& rows : matrices) {
        definition::Game played(rows, options);
        for (int first = 0; first < players; ++first)
          for (int a = 0; a <= 3; ++a)
            for (int b = 0; b <= 2; ++b)
              for (int c = 0; c <= 3; ++c)
                ASSERT_EQ(*value++, (played.winner({a, b, c}, first) - first + players) % players)
                    << game << " " << a << " " << b << " " << c;
      }
    }
}

TEST(SideBySide, PaysForSmallBoxesOfGamesThatEnd) {
  const auto pays = [](const std::string& game, std::vector<Counters> bounds, Counters passes = 0) {
    return SideBySide::pays(*make_ruleset(game), 4, bounds, passes);
  };
  EXPECT_TRUE(pays("last-nim", {4, 4, 4}));
  EXPECT_TRUE(pays("nim", {15, 15}));
  EXPECT_FALSE(pays("nim", {255, 255}));
  EXPECT_FALSE(pays("nim", {200}));  // too many options
  EXPECT_FALSE(pays("last-nim", {1ULL << 40, 1ULL << 40, 1ULL << 40, 1ULL << 40}));
  EXPECT_FALSE(
      SideBySide::pays(*make_ruleset("northcott-two-way:5"), 2, std::vector<Counters>{3}, 0));
}

// Random steps, made by both loops, for all players together and for each alone.
TEST(SideBySide, LoopsOfAnyWidthDoTheSame) {
  std::vector<SolveSideBySide*> loops = {&solve_side_by_side_anywhere};
  if (side_by_side_for_avx2() != nullptr) loops.push_back(side_by_side_for_avx2());
  std::mt19937_64 random(2);
  for (int players = 2; players <= 16; ++players) {
    constexpr std::size_t kPlaces = 50;
    const auto n = static_cast<std::uint32_t>(players);
    const std::size_t matrices = players % 3 == 0 ? 1 + random() % kSideBySide : kSideBySide;
    std::vector<AllianceMatrix::PackedRow> rows;
    for (std::size_t m = 0; m < matrices; ++m) {
      const AllianceMatrix matrix = random_matrix(players, random);
      for (Seat i = 0; i < players; ++i) rows.push_back(matrix.packed_row(i));
    }
    std::vector<PlaceStep> steps;
    std::vector<std::uint32_t> options;
    for (std::uint32_t place = 0; place < kPlaces; ++place) {
      PlaceStep step{.from = static_cast<std::uint32_t>(options.size())};
      for (std::uint64_t more = random() % 4; more > 0 && place > 0; --more)
        options.push_back(static_cast<std::uint32_t>(random() % place));
      step.to = static_cast<std::uint32_t>(options.size());
      if (step.from < step.to && steps[options.back()].has_options()) step.before = options.back();
      steps.push_back(step);
    }
    std::vector<std::uint32_t> cells(random() % 2 == 0 ? 7 : 16 + random() % 100);
    for (std::uint32_t& cell : cells) cell = static_cast<std::uint32_t>(random() % (kPlaces * n));
    const std::vector<const PlaceStep*> all_steps(16, steps.data());
    const std::vector<const std::uint32_t*> all_options(16, options.data());
    std::vector<std::vector<std::uint8_t>> results;
    for (std::size_t way = 0; way < 2 * loops.size(); ++way) {
      const std::size_t bytes = kPlaces * n * kSideBySide;
      std::vector<std::uint8_t> work(3 * bytes, 77);
      LookUps look_ups;
      auto& out = results.emplace_back(matrices * cells.size() + 16, 55);
      loops[way / 2]({.players = players,
                      .matrices = matrices,
                      .rows = rows.data(),
                      .places = kPlaces,
                      .is_impartial = way % 2 == 1,
                      .steps = all_steps.data(),
                      .options = all_options.data(),
                      .cells = cells.size(),
                      .value_of_cell = cells.data(),
                      .out = out.data(),
                      .look_ups = &look_ups,
                      .outcomes = work.data(),
                      .best = work.data() + bytes,
                      .values = work.data() + 2 * bytes});
      for (std::size_t k = matrices * cells.size(); k < out.size(); ++k) EXPECT_EQ(out[k], 55);
    }
    for (std::size_t way = 1; way < results.size(); ++way)
      EXPECT_EQ(results[0], results[way]) << players << " players, way " << way;
  }
}

TEST(SideBySide, RowsBecomeColumns) {
  std::vector<std::uint8_t> from(16 * 20), to(16 * 30, 0);
  for (std::size_t k = 0; k < from.size(); ++k) from[k] = static_cast<std::uint8_t>(k * 37);
  const std::uint8_t* rows[16];
  for (std::size_t r = 0; r < 16; ++r) rows[r] = from.data() + 20 * r;
  turn_16(rows, 3, to.data(), 30);
  for (std::size_t r = 0; r < 16; ++r)
    for (std::size_t c = 0; c < 16; ++c) EXPECT_EQ(to[c * 30 + r], from[r * 20 + 3 + c]);
}

}  // namespace
}  // namespace nimsweep
