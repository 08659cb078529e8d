#include "nimsweep/solve/value_array.hpp"

#include <gtest/gtest.h>

#include "nimsweep/games/registry.hpp"
#include "support/expect_error.hpp"
#include "support/random_games.hpp"

namespace nimsweep {
namespace {

using definition::State;

constexpr Uint128 kMuch = Uint128{1} << 30;

std::uint8_t at(const ValueArray& values, Seat first, const State& piles) {
  const std::uint8_t* element =
      values.data() + static_cast<std::size_t>(first) * values.strides()[0];
  for (std::size_t j = 0; j < piles.size(); ++j)
    element += static_cast<std::size_t>(piles[j]) * values.strides()[j + 1];
  return *element;
}

// One pile to any smaller size.
std::vector<State> nim_options(const State& state, int /*player*/) {
  std::vector<State> options;
  for (std::size_t j = 0; j < state.size(); ++j)
    for (int left = 0; left < state[j]; ++left) {
      options.push_back(state);
      options.back()[j] = left;
    }
  return options;
}

TEST(ValueArray, HasTheValuesOfTheDefinition) {
  std::mt19937_64 random(1);
  const std::vector<Counters> bounds = {3, 4, 2};
  for (int players = 2; players <= 4; ++players) {
    const auto rows = definition::random_rows(players, random);
    const AllianceMatrix matrix = AllianceMatrix::from_rows(rows);
    definition::Game nim(rows, nim_options);
    definition::Game last_nim(rows, definition::last_nim_options);
    const ValueArray of_nim(*make_ruleset("nim"), matrix, bounds, 0, kMuch);
    const ValueArray of_last_nim(*make_ruleset("last-nim"), matrix, bounds, 1, kMuch);
    EXPECT_EQ(of_nim.extents(), (std::vector<std::size_t>{std::size_t(players), 4, 5, 3}));
    EXPECT_EQ(of_last_nim.extents(), of_nim.extents());
    for (const State& state : definition::box(3, 4)) {
      if (state[0] > 3 || state[2] > 2) continue;
      for (Seat first = 0; first < players; ++first) {
        EXPECT_EQ(at(of_nim, first, state), value_of(nim.winner(state, first), first, players));
        EXPECT_EQ(at(of_last_nim, first, state),
                  value_of(last_nim.winner(test::with(state, 1), first), first, players));
      }
    }
  }
}

TEST(ValueArray, HasOneValueForEachFirstPlayerIfThereAreNoPiles) {
  const AllianceMatrix matrix = AllianceMatrix::shifted(3, 1);
  for (const char* game : {"nim", "last-nim", "small-nim", "moore:2", "takeaway"})
    for (const Counters passes : {Counters{0}, Counters{1}}) {
      const ValueArray values(*make_ruleset(game), matrix, {}, passes, kMuch);
      EXPECT_EQ(values.extents(), std::vector<std::size_t>{3}) << game;
      for (Seat first = 0; first < 3; ++first) EXPECT_EQ(at(values, first, {}), 0) << game;
    }
}

TEST(ValueArray, RefusesWhatDoesNotFit) {
  const AllianceMatrix matrix = AllianceMatrix::standard(3);
  for (const char* game : {"nim", "last-nim"}) {
    const auto ruleset = make_ruleset(game);
    EXPECT_ERROR(ErrorKind::input, "expected fewer or smaller piles",
                 ValueArray(*ruleset, matrix, std::vector<Counters>{9, 9}, 0, 200));
    EXPECT_ERROR(ErrorKind::input, "far too many",
                 ValueArray(*ruleset, matrix, std::vector<Counters>(4, kMaxCounters), 0, kMuch));
  }
}

TEST(ValueArray, CanBeStopped) {
  const AllianceMatrix matrix = AllianceMatrix::standard(3);
  for (const char* game : {"nim", "last-nim"}) {
    const auto ruleset = make_ruleset(game);
    EXPECT_ERROR(
        ErrorKind::interrupted, "interrupted",
        ValueArray(*ruleset, matrix, std::vector<Counters>{9, 9}, 0, kMuch, [] { return true; }));
  }
}

}  // namespace
}  // namespace nimsweep
