#include "nimsweep/solve/grundy_box.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/grundy.hpp"
#include "support/expect_error.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using definition::State;

// The definition, by recursion.
class PlainGrundy {
 public:
  explicit PlainGrundy(definition::Options options) : options_(std::move(options)) {}

  int operator()(const State& state) {
    if (const auto known = values_.find(state); known != values_.end()) return known->second;
    std::set<int> values;
    for (const State& option : options_(state, 0)) values.insert((*this)(option));
    int mex = 0;
    while (values.contains(mex)) ++mex;
    return values_[state] = mex;
  }

 private:
  definition::Options options_;
  std::map<State, int> values_;
};

std::vector<State> all_piles(std::span<const Counters> bounds) {
  std::vector<State> all{{}};
  for (const Counters bound : bounds) {
    std::vector<State> longer;
    for (const State& state : all)
      for (int pile = 0; pile <= static_cast<int>(bound); ++pile) {
        longer.push_back(state);
        longer.back().push_back(pile);
      }
    all = std::move(longer);
  }
  return all;
}

std::vector<std::uint16_t> values_of(const Ruleset& ruleset, std::span<const Counters> bounds,
                                     Counters passes) {
  GrundyBox box(ruleset, bounds, passes);
  box.solve();
  std::vector<std::uint16_t> values(all_piles(bounds).size());
  box.copy({}, 0, bounds[0] + 1, values.data());
  return values;
}

std::vector<Counters> random_bounds(std::mt19937_64& random, std::size_t most_piles) {
  std::vector<Counters> bounds(1 + random() % most_piles);
  for (Counters& bound : bounds) bound = random() % (bounds.size() < 3 ? 8 : 4);
  return bounds;
}

TEST(GrundyBox, FollowsTheDefinition) {
  std::mt19937_64 random(61);
  const std::pair<const char*, definition::Options> games[] = {
      {"nim", test::nim_options()},
      {"moore:2", test::moore_options(2)},
      {"wythoff", test::wythoff_options()},
      {"small-nim", test::small_nim_options()},
      {"subtraction:1,2,3", test::subtraction_options({1, 2, 3})},
      {"subtraction:2,5", test::subtraction_options({2, 5})},
      {"circular:2", test::circular_options(2)}};
  for (const auto& [game, options] : games)
    for (int repeat = 0; repeat < 30; ++repeat) {
      const auto ruleset = make_ruleset(game);
      const auto bounds = game == std::string("wythoff")
                              ? std::vector<Counters>{random() % 9, random() % 9}
                              : random_bounds(random, 4);
      const int passes = static_cast<int>(random() % 3);
      PlainGrundy plain(test::with_passes(options));
      const auto values = values_of(*ruleset, bounds, static_cast<Counters>(passes));
      std::size_t next = 0;
      for (State state : all_piles(bounds)) {
        state.push_back(passes);
        ASSERT_EQ(values[next++], plain(state)) << game << testing::PrintToString(state);
      }
    }
}

TEST(GrundyBox, KnowsGamesThatKeepMoreThanPiles) {
  std::mt19937_64 random(62);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const auto bounds = random_bounds(random, 3);
    PlainGrundy plain(test::zero_move_options);
    const auto values = values_of(*make_ruleset("zero-move"), bounds, 0);
    std::size_t next = 0;
    for (State state : all_piles(bounds)) {
      // An empty pile has no move left, whatever its state.
      for (std::size_t j = 0; j < bounds.size(); ++j) state.push_back(1);
      ASSERT_EQ(values[next++], plain(state)) << testing::PrintToString(state);
    }
  }
}

// Every registered game that has a box, sums and others, against the memoized recursion.
TEST(GrundyBox, AgreesWithTheValuesOfSinglePositions) {
  int boxes = 0;
  for (const Game& game : games()) {
    const auto ruleset = make_ruleset(test::example_of(game));
    if (!ruleset->is_impartial()) continue;
    std::vector<Counters> bounds = parse_piles(game.example_piles);
    for (Counters& bound : bounds) bound = std::min<Counters>(bound, bounds.size() > 2 ? 3 : 9);
    const auto values = values_of(*ruleset, bounds, 0);
    std::size_t next = 0;
    for (const State& state : all_piles(bounds))
      ASSERT_EQ(values[next++], grundy(*ruleset, ruleset->start({state.begin(), state.end()}, 0)))
          << game.name << testing::PrintToString(state);
    ++boxes;
  }
  EXPECT_GE(boxes, 8);
}

// A move lowers any pile, and the state remembers whether by an odd number. Counts the positions
// examined.
class CountingNim final : public Ruleset {
 public:
  CountingNim() : Ruleset("counting-nim") {}

  std::vector<Counters> state_bounds(std::span<const Counters>) const override { return {1}; }

  mutable int looked_at = 0;

 private:
  std::vector<Counters> start_state(std::span<const Counters>) const override { return {0}; }

  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    ++looked_at;
    for (Counters& pile : position.piles) {
      const Counters before = pile;
      while (pile > 0) {
        --pile;
        position.state[0] = (before - pile) % 2;
        if (!visit(position)) return;
      }
      pile = before;
    }
  }
};

TEST(GrundyBox, DoesNothingLongAtATime) {
  const CountingNim ruleset;
  const std::vector<Counters> bounds{2, 1000};
  GrundyBox box(ruleset, bounds, 0);
  EXPECT_LE(ruleset.looked_at, 1);
  for (std::size_t number = 0; number < box.blocks(); ++number) {
    const int before = ruleset.looked_at;
    box.solve_block(number);
    EXPECT_LE(ruleset.looked_at - before, 1100);  // about a million options
  }
  EXPECT_GT(ruleset.looked_at, 5 * 1100);
  std::vector<std::uint16_t> values(3 * 1001);
  box.copy({}, 0, 3, values.data());
  for (std::size_t place = 0; place < values.size(); ++place)
    ASSERT_EQ(values[place], (place / 1001) ^ (place % 1001));
}

TEST(GrundyBox, CopiesPartsInOrder) {
  std::mt19937_64 random(63);
  for (const char* game : {"nim", "moore:2", "zero-move"})  // by pile, by position, with a state
    for (int repeat = 0; repeat < 50; ++repeat) {
      const auto ruleset = make_ruleset(game);
      const auto bounds = random_bounds(random, 4);
      GrundyBox box(*ruleset, bounds, 0);
      box.solve();
      const auto all = values_of(*ruleset, bounds, 0);
      std::vector<Counters> prefix;
      std::size_t below = all.size();
      std::size_t first = 0;
      for (std::size_t j = random() % bounds.size(); prefix.size() < j;) {
        below /= bounds[prefix.size()] + 1;
        prefix.push_back(random() % (bounds[prefix.size()] + 1));
        first += prefix.back() * below;
      }
      below /= bounds[prefix.size()] + 1;
      const Counters from = random() % (bounds[prefix.size()] + 1);
      const Counters to = from + 1 + random() % (bounds[prefix.size()] + 1 - from);
      std::vector<std::uint16_t> part((to - from) * below);
      box.copy(prefix, from, to, part.data());
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(first + from * below);
      EXPECT_TRUE(std::equal(part.begin(), part.end(), begin)) << game;
    }
}

TEST(GrundyBox, IsForImpartialGamesInOrder) {
  for (const char* game : {"end-nim", "northcott:4", "northcott-two-way:4"})
    EXPECT_ERROR(ErrorKind::input, "is not impartial; expected a game with the same moves",
                 GrundyBox::check_ruleset(*make_ruleset(game)));
  EXPECT_NO_THROW(GrundyBox::check_ruleset(*make_ruleset("zero-move")));
}

TEST(GrundyBox, RefusesValuesOfMoreThan16Bits) {
  const std::vector<Counters> bounds{1, 65536};
  for (const char* game : {"nim", "wythoff", "small-nim", "last-nim", "moore:2"}) {
    const auto ruleset = make_ruleset(game);
    EXPECT_ERROR(ErrorKind::input, "a pile of up to 65536 counters has Grundy values as large",
                 GrundyBox::check_bounds(*ruleset, bounds));
    EXPECT_NO_THROW(GrundyBox::check_bounds(*ruleset, std::vector<Counters>{65535, 65535}));
  }
  EXPECT_NO_THROW(GrundyBox::check_bounds(*make_ruleset("subtraction:1,2"), bounds));
}

}  // namespace
}  // namespace nimsweep
