// The moves of every shape, digit by digit, against the rulesets themselves.
#include "nimsweep/digits/move_relation.hpp"

#include <gtest/gtest.h>

#include <set>

#include "nimsweep/games/registry.hpp"
#include "support/definition.hpp"

namespace nimsweep {
namespace {

using Piles = std::vector<Counters>;
using Options = std::set<std::pair<Piles, Mode>>;

MoveRelation relation_of(const Ruleset& ruleset, int piles, Counters passes) {
  auto moves = MoveRelation::of(ruleset.move_shape(), piles, passes);
  if (const auto* missing = std::get_if<MoveRelation::Missing>(&moves))
    ADD_FAILURE() << ruleset.name() << ": " << missing->reason;
  return std::get<MoveRelation>(std::move(moves));
}

// All options that the relation guesses, with leading zeros before the digits of the piles.
Options guessed(const MoveRelation& relation, const Piles& piles, Mode mode, int zeros) {
  std::set<std::pair<MoveRelation::StateId, Piles>> open;
  for (const auto start : relation.starts()) open.insert({start, Piles(piles.size())});
  for (int place = digits_of_largest(piles) + zeros; place-- > 0;) {
    std::set<std::pair<MoveRelation::StateId, Piles>> next;
    for (const auto& [state, option] : open)
      for (const auto& arrow : relation.arrows(state, letter_at(piles, place))) {
        Piles longer = option;
        for (std::size_t j = 0; j < piles.size(); ++j)
          longer[j] = longer[j] * 2 +
                      digit_of(arrow.option, static_cast<int>(j), static_cast<int>(piles.size()));
        next.insert({arrow.to, std::move(longer)});
      }
    open = std::move(next);
  }
  Options options;
  Options passes;
  for (const auto& [state, option] : open)
    if (const auto left = relation.mode_after(state, mode)) {
      const bool is_pass = relation.end(state).kind == MoveRelation::Kind::pass;
      (is_pass ? passes : options).insert({option, *left});
    }
  if (!options.empty()) options.merge(passes);
  return options;
}

Mode number_of_mode(const Position& position) {
  Mode mode = static_cast<Mode>(position.passes);
  for (const Counters flag : position.state) mode = mode << 1 | static_cast<Mode>(flag);
  return mode;
}

// With a flag for each pile: those of empty piles do not count.
void clear_flags_of_empty_piles(Options& options) {
  Options cleared;
  for (auto [piles, mode] : options) {
    for (std::size_t j = 0; j < piles.size(); ++j)
      if (piles[j] == 0) mode &= ~(Mode{1} << (piles.size() - 1 - j));
    cleared.insert({piles, mode});
  }
  options = std::move(cleared);
}

void compare(std::string_view game, int piles, int most, Counters passes = 0) {
  const auto ruleset = make_ruleset(game);
  const MoveRelation relation = relation_of(*ruleset, piles, passes);
  for (const definition::State& state : definition::box(piles, most)) {
    Position position = ruleset->start({state.begin(), state.end()}, passes);
    const bool has_flags = !position.state.empty();
    const Mode all = has_flags ? number_of_mode(position) : static_cast<Mode>(passes);
    for (Mode mode = 0; mode <= all; ++mode) {
      if (has_flags && (mode & ~all) != 0) continue;
      if (has_flags)
        for (std::size_t j = 0; j < position.state.size(); ++j)
          position.state[j] = mode >> (position.state.size() - 1 - j) & 1;
      else
        position.passes = mode;
      Options expected;
      ruleset->visit_options(position, 0, [&](const Position& option) {
        expected.insert({option.piles, number_of_mode(option)});
        return true;
      });
      for (const int zeros : {0, 2}) {
        Options found = guessed(relation, position.piles, mode, zeros);
        if (has_flags) clear_flags_of_empty_piles(found);
        ASSERT_EQ(found, expected) << game << " " << testing::PrintToString(position.piles);
      }
    }
  }
}

TEST(MoveRelation, GuessesTheOptionsOfEveryShapeAndNothingElse) {
  for (const Counters passes : {0, 2}) {
    compare("nim", 1, 12, passes);
    compare("nim", 3, 5, passes);
    compare("moore:2", 3, 4, passes);
    compare("moore:3", 3, 3, passes);
    compare("wythoff", 1, 9, passes);
    compare("wythoff", 2, 13, passes);
    compare("subtraction:1,3,4", 1, 20, passes);
    compare("subtraction:2,7", 2, 12, passes);
    compare("takeaway", 2, 9, passes);
    compare("small-nim", 3, 5, passes);
    compare("last-nim", 3, 5, passes);
    compare("circular:2", 4, 3, passes);
    compare("circular:3", 5, 1, passes);
    compare("circular:9", 2, 5, passes);
    compare("nimble", 2, 9, passes);
  }
  compare("zero-move", 1, 9);
  compare("zero-move", 3, 4);
}

TEST(MoveRelation, SaysWhyAGameHasNone) {
  const auto reason = [](std::string_view game, int piles, Counters passes = 0) {
    const auto moves = MoveRelation::of(make_ruleset(game)->move_shape(), piles, passes);
    return std::get<MoveRelation::Missing>(moves).reason;
  };
  EXPECT_EQ(reason("fibonacci", 1), "its moves have no shape that is known digit by digit");
  EXPECT_EQ(reason("nim", 9), "9 piles; an automaton over their digits has at most 8");
  EXPECT_EQ(reason("nim", 2, 64),
            "64 passes; an automaton over the digits of piles has at most 63");
  EXPECT_EQ(reason("subtraction:1,100000", 1),
            "its moves take too many states to follow by digits");
}

}  // namespace
}  // namespace nimsweep
