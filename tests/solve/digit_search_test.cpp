// Machines over the digits of piles: learned, proved, and compared with the definition.
#include "nimsweep/solve/digit_search.hpp"

#include <gtest/gtest.h>

#include <random>

#include "nimsweep/digits/rule_check.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/last_nim_machine.hpp"
#include "support/expect_error.hpp"
#include "support/rulesets.hpp"

namespace nimsweep {
namespace {

using Found = std::variant<ProvedMachine, NoMachine>;

Found find(std::string_view game, const AllianceMatrix& matrix, int piles, Counters passes = 0,
           DigitSearchLimits limits = {}) {
  return find_digit_machine(*make_ruleset(game), matrix, piles, passes, limits);
}

// The machine on a box that it was not learned from.
void compare_with_box(std::string_view game, const AllianceMatrix& matrix, Counters passes,
                      const ProvedMachine& found, std::vector<Counters> bounds) {
  const auto ruleset = make_ruleset(game);
  const auto box = make_box(*ruleset, matrix, bounds, passes);
  box->solve();
  const Mode start = std::holds_alternative<LowerOrKeep>(ruleset->move_shape())
                         ? static_cast<Mode>(found.machine.modes() - 1)
                         : static_cast<Mode>(passes);
  for (std::size_t place = 0; place < box->positions(); ++place) {
    const auto piles = box->piles_at(place);
    const auto outcomes = found.machine.outcomes(found.machine.state_of(piles))[start];
    for (Seat first = 0; first < matrix.players(); ++first)
      ASSERT_EQ(value_of(outcomes[first], first, matrix.players()), box->value(place, first))
          << game << " " << testing::PrintToString(piles) << " P_" << first;
  }
}

TEST(DigitSearch, ProvesNimWithTwoPilesUnderEveryMatrixOfThreePlayers) {
  std::size_t fewest = 1000;
  std::size_t most = 0;
  std::size_t combinations = 0;
  for (std::uint32_t index = 0; index < 216; ++index) {
    const auto matrix = AllianceMatrix::from_index(3, index);
    const Found found = find("nim", matrix, 2);
    ASSERT_TRUE(std::holds_alternative<ProvedMachine>(found)) << index;
    const auto& proved = std::get<ProvedMachine>(found);
    fewest = std::min(fewest, proved.machine.size());
    most = std::max(most, proved.machine.size());
    combinations = std::max(combinations, proved.combinations);
    compare_with_box("nim", matrix, 0, proved, {40, 33});
  }
  EXPECT_EQ(fewest, 4u);
  EXPECT_EQ(most, 14u);
  EXPECT_EQ(combinations, 33u);
}

TEST(DigitSearch, LeavesThreeMatricesOfWythoffsGameOpen) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t index = 0; index < 216; ++index) {
    const auto matrix = AllianceMatrix::from_index(3, index);
    const Found found = find("wythoff", matrix, 2, 0, {.positions = 1 << 14});
    if (const auto* proved = std::get_if<ProvedMachine>(&found))
      compare_with_box("wythoff", matrix, 0, *proved, {40, 40});
    else
      open.push_back(index);
  }
  // Equal rows 0 2 1, 1 0 2 and 2 1 0.
  EXPECT_EQ(open, (std::vector<std::uint32_t>{1 * 43, 2 * 43, 5 * 43}));
}

TEST(DigitSearch, AgreesWithBoxesInEveryShapeAndWithPasses) {
  std::mt19937_64 random(19);
  const auto try_game = [&](std::string_view game, int players, int piles, Counters bound,
                            Counters passes = 0) {
    int proved = 0;
    for (int repeat = 0; repeat < 6; ++repeat) {
      const auto matrix = AllianceMatrix::from_rows(definition::random_rows(players, random));
      const Found found = find(game, matrix, piles, passes, {.positions = 1 << 19});
      if (const auto* machine = std::get_if<ProvedMachine>(&found)) {
        ++proved;
        std::vector<Counters> bounds(static_cast<std::size_t>(piles), bound);
        bounds.front() = 2 * bound;
        compare_with_box(game, matrix, passes, *machine, bounds);
      }
    }
    EXPECT_GT(proved, 3) << game;
  };
  try_game("nim", 4, 2, 40);
  try_game("nim", 3, 3, 17);
  try_game("nim", 3, 2, 40, 1);
  try_game("nim", 2, 2, 40, 2);
  try_game("moore:2", 3, 3, 17);
  try_game("wythoff", 3, 2, 40, 1);
  try_game("small-nim", 3, 2, 40);
  try_game("small-nim", 3, 3, 15);
  try_game("last-nim", 3, 2, 15);
  try_game("last-nim", 3, 2, 15, 1);
  try_game("circular:2", 3, 3, 9);
  try_game("zero-move", 2, 2, 20);
  try_game("takeaway", 2, 2, 40);
  try_game("nimble", 3, 2, 40);
}

// One arrow or one outcome changed.
DigitMachine spoiled(const DigitMachine& machine, std::mt19937_64& random) {
  std::vector<OutcomeVector> outcomes;
  std::vector<DigitMachine::StateId> next;
  for (DigitMachine::StateId id = 0; id < machine.size(); ++id) {
    const auto vectors = machine.outcomes(id);
    outcomes.insert(outcomes.end(), vectors.begin(), vectors.end());
    const auto arrows = machine.next(id);
    next.insert(next.end(), arrows.begin(), arrows.end());
  }
  const auto n = static_cast<unsigned>(machine.players());
  if (random() % 2 == 0) {
    auto& vector = outcomes[random() % outcomes.size()];
    const auto i = static_cast<Seat>(random() % n);
    vector.set(i,
               static_cast<Seat>((static_cast<unsigned>(vector[i]) + 1 + random() % (n - 1)) % n));
  } else {
    auto& arrow = next[1 + random() % (next.size() - 1)];  // not the leading zeros
    const auto states = static_cast<std::uint32_t>(machine.size());
    arrow = (arrow + 1 + static_cast<std::uint32_t>(random() % (states - 1))) % states;
  }
  return DigitMachine(machine.players(), machine.piles(), machine.modes(), std::move(outcomes),
                      std::move(next));
}

TEST(DigitSearch, SpoiledMachinesAreRefutedAtAPositionThatIsWrongItself) {
  std::mt19937_64 random(20);
  for (int repeat = 0; repeat < 300; ++repeat) {
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(3, random));
    const Found found = find("nim", matrix, 2);
    ASSERT_TRUE(std::holds_alternative<ProvedMachine>(found));
    const DigitMachine& right = std::get<ProvedMachine>(found).machine;
    if (right.size() < 2) continue;
    const DigitMachine wrong = spoiled(right, random);
    const auto relation = std::get<MoveRelation>(MoveRelation::of(LowerSome{1}, 2, 0));
    const auto answer = check_rule(wrong, relation, matrix);
    ASSERT_TRUE(std::holds_alternative<RuleFails>(answer)) << repeat;
    const auto& failure = std::get<RuleFails>(answer);
    const auto says = [&](const DigitMachine& machine) {
      return machine.outcomes(machine.state_of(failure.piles))[failure.mode][failure.player];
    };
    EXPECT_EQ(says(right), failure.expected);
    EXPECT_NE(says(wrong), failure.expected);
  }
}

TEST(DigitSearch, AgreesWithLastNimsOwnMachineAtSizesBeyondAnyBox) {
  std::mt19937_64 random(21);
  for (int repeat = 0; repeat < 30; ++repeat) {
    const auto matrix = AllianceMatrix::from_rows(definition::random_rows(3, random));
    const Found found = find("last-nim", matrix, 2, 0, {.positions = 1 << 14});
    ASSERT_TRUE(std::holds_alternative<ProvedMachine>(found)) << repeat;
    const DigitMachine& machine = std::get<ProvedMachine>(found).machine;
    for (int k = 0; k < 20; ++k) {
      const std::vector<Counters> piles{random() >> random() % 63, random() >> random() % 63};
      EXPECT_EQ(machine.outcomes(machine.state_of(piles))[0],
                LastNimMachine(matrix).outcomes(piles));
    }
  }
}

TEST(DigitSearch, SaysWhatWasTried) {
  const auto wild = AllianceMatrix::from_equal_rows({0, 2, 1});
  const Found found = find("nim", wild, 3, 0, {.positions = 1 << 18});
  ASSERT_TRUE(std::holds_alternative<NoMachine>(found));
  const auto& none = std::get<NoMachine>(found);
  EXPECT_TRUE(none.reason.starts_with("no automaton was found in boxes of side up to 64"))
      << none.reason;
  // The number of blocks grows about fourfold with each doubling of the box.
  ASSERT_EQ(none.blocks.size(), 5u);
  EXPECT_EQ(none.blocks[3], 161u);
  EXPECT_EQ(none.blocks[4], 678u);
  const Found other = find("fibonacci", AllianceMatrix::standard(3), 1);
  EXPECT_EQ(std::get<NoMachine>(other).reason,
            "its moves have no shape that is known digit by digit");
}

// Whether a box is being solved, in rows or option by option, or a guess is checked.
TEST(DigitSearch, StopsSoon) {
  for (const std::string game : {"nim", "zero-move"}) {
    const auto ruleset = make_ruleset(game);
    const auto matrix = AllianceMatrix::from_rows(std::vector(3, std::vector{0, 2, 1}));
    int most = 0;
    const auto count = [&] {
      ++most;
      return false;
    };
    static_cast<void>(find_digit_machine(*ruleset, matrix, 2, 0, {.positions = 1 << 15}, count));
    EXPECT_GT(most, 20);
    for (const int after : {0, 1, most / 2, most - 1}) {
      int asked = 0;
      const auto is_stopped = [&] { return asked++ >= after; };
      EXPECT_ERROR(ErrorKind::interrupted, "interrupted",
                   find_digit_machine(*ruleset, matrix, 2, 0, {.positions = 1 << 15}, is_stopped));
      EXPECT_EQ(asked, after + 1);
    }
  }
}

// Options that are looked at one by one are limited, too.
TEST(DigitSearch, KeepsToItsLimits) {
  const auto ruleset = make_ruleset("zero-move");
  const auto matrix = AllianceMatrix::from_rows(std::vector(3, std::vector{0, 2, 1}));
  const auto found = find_digit_machine(*ruleset, matrix, 2, 0, {.options = 3'000});
  ASSERT_TRUE(std::holds_alternative<NoMachine>(found));
  EXPECT_EQ(std::get<NoMachine>(found).reason, "no automaton was found in boxes of side up to 4");
}

}  // namespace
}  // namespace nimsweep
