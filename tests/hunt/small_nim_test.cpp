// Hunts in Small Nim: properties by the definition, on rows of piles in descending order.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "support/hunting.hpp"

namespace nimsweep {
namespace {

using definition::Rows;
using definition::State;
using definition::Winners;

constexpr auto kSmallNim = WalkedGame::small_nim;

bool holds(const std::string& text, const std::vector<Rank>& ranks) {
  const int players = static_cast<int>(ranks.size());
  const PropertyCheck check(Property::parse(text), players, kSmallNim);
  const bool has_equal_rows = std::ranges::adjacent_find(ranks, std::not_equal_to()) == ranks.end();
  bool result = false;
  walk_matrices(
      players, 0, 1, [&](std::uint64_t) { return ranks; }, kSmallNim)
      ->walk(0, [&](const Piece& piece) { result = check.holds(piece.machine, has_equal_rows); });
  return result;
}

// What the rest of a row depends on, each with a row that has it: its vector, and its last pile.
using Level = std::map<std::pair<Winners, int>, State>;

int last_of(const State& row, int most) {
  return row.empty() ? most : row.back();
}

// Rows with one more pile, of t to `most` counters.
Level next_level(definition::LastNim& game, const Level& level, int t, int most) {
  Level next;
  for (const auto& [key, row] : level)
    for (int size = t; size <= last_of(row, most); ++size) {
      State longer = row;
      longer.push_back(size);
      next.try_emplace({game.winners(longer), size}, longer);
    }
  return next;
}

// The vectors of rows of 0, 1, 2, .. piles of t counters or more. Levels repeat from some number of
// piles on.
struct Levels {
  std::vector<std::set<Winners>> vectors;
  std::size_t repeats_from = 0;
};

Levels levels_of(definition::LastNim& game, int t) {
  const int most = std::max(t, game.players()) + 1;
  Levels levels;
  std::vector<std::set<std::pair<Winners, int>>> seen;
  Level level{{{game.winners({}), most}, {}}};
  for (;;) {
    std::set<std::pair<Winners, int>> keys;
    auto& vectors = levels.vectors.emplace_back();
    for (const auto& [key, row] : level) {
      keys.insert(key);
      vectors.insert(key.first);
    }
    const auto same = std::ranges::find(seen, keys);
    if (same != seen.end()) {
      levels.repeats_from = static_cast<std::size_t>(same - seen.begin());
      return levels;
    }
    seen.push_back(keys);
    level = next_level(game, level, t, most);
  }
}

bool is_pile_independent(const Levels& levels) {
  return std::ranges::all_of(levels.vectors, [](const auto& level) { return level.size() == 1; });
}

bool always_wins(const Levels& levels, int players, int player) {
  const Winners always(static_cast<std::size_t>(players), player);
  return std::all_of(levels.vectors.begin() + static_cast<int>(levels.repeats_from),
                     levels.vectors.end(),
                     [&](const auto& level) { return level == std::set{always}; });
}

bool is_first_independent(const Levels& levels, int n) {
  for (const auto& level : levels.vectors)
    for (const Winners& winners : level)
      for (int i = 1; i < n; ++i)
        if (winners[static_cast<std::size_t>(i)] != (winners[0] + i) % n) return false;
  return true;
}

bool have_same_values(const Rows& rows, const Rows& others) {
  definition::LastNim game(rows);
  definition::LastNim other(others);
  const int most = game.players() + 1;
  std::set<std::pair<Winners, int>> seen;
  std::vector<State> prefixes{{}};
  for (std::size_t k = 0; k < prefixes.size(); ++k)
    for (int size = 1; size <= last_of(prefixes[k], most); ++size) {
      State row = prefixes[k];
      row.push_back(size);
      const Winners winners = game.winners(row);
      if (winners != other.winners(row)) return false;
      if (seen.insert({winners, size}).second) prefixes.push_back(row);
    }
  return true;
}

void expect_properties(const std::vector<Rank>& ranks) {
  SCOPED_TRACE(testing::PrintToString(ranks));
  const int n = static_cast<int>(ranks.size());
  definition::LastNim game(definition::rows_of(ranks));
  EXPECT_EQ(holds("first_independent", ranks), is_first_independent(levels_of(game, 1), n));
  for (int t = 1; t <= n + 1; ++t) {
    const Levels levels = levels_of(game, t);
    EXPECT_EQ(holds(fmt::format("pile_independent({})", t), ranks), is_pile_independent(levels));
    bool any = false;
    for (int i = 0; i < n; ++i) {
      const bool expected = always_wins(levels, n, i);
      EXPECT_EQ(holds(fmt::format("always_wins({}, {})", i, t), ranks), expected) << i << " " << t;
      any = any || expected;
    }
    EXPECT_EQ(holds(fmt::format("always_wins(any, {})", t), ranks), any) << t;
    // Teams of neighbours are enough.
    for (int i = 0; i < n; ++i) {
      const std::set<int> team{i, (i + 1) % n};
      const bool expected = std::all_of(
          levels.vectors.begin() + static_cast<int>(levels.repeats_from), levels.vectors.end(),
          [&](const auto& level) {
            return std::ranges::all_of(level, [&](const Winners& winners) {
              return std::ranges::all_of(winners, [&](int w) { return team.contains(w); });
            });
          });
      EXPECT_EQ(holds(fmt::format("teams_win([{}, {}], {})", i, (i + 1) % n, t), ranks), expected)
          << i << " " << t;
    }
  }
}

TEST(SmallNimHunt, PropertiesAreThoseOfRowsInDescendingOrder) {
  for (std::uint64_t index = 0; index < 4; ++index)
    expect_properties(definition::digits_of(index, 2));
  for (std::uint64_t index = 0; index < 216; ++index)
    expect_properties(definition::digits_of(index, 3));
  std::mt19937_64 random(4);
  for (int k = 0; k < 20; ++k) {
    auto ranks = definition::digits_of(random() % 331'776, 4);
    for (std::size_t i = 1; i < 4; ++i)
      if (random() % 2 == 0) ranks[i] = ranks[0];
    expect_properties(ranks);
  }
}

TEST(SmallNimHunt, SameValues) {
  int same = 0;
  for (std::uint64_t a = 0; a < 216; a += 7)
    for (std::uint64_t b = 0; b < 216; ++b) {
      const auto ranks = definition::digits_of(a, 3);
      const bool expected = have_same_values(definition::rows_of(ranks),
                                             definition::rows_of(definition::digits_of(b, 3)));
      EXPECT_EQ(holds(fmt::format("same_values_as(index:{})", b), ranks), expected)
          << a << " " << b;
      same += expected ? 1 : 0;
    }
  EXPECT_GT(same, 60);  // more than each matrix with itself
}

// Some that have it in one of the games do not have it in the other.
TEST(SmallNimHunt, SomeMatricesHaveEachProperty) {
  const auto count = [](const std::string& text) {
    int found = 0;
    for (std::uint64_t index = 0; index < 216; ++index)
      found += holds(text, definition::digits_of(index, 3)) ? 1 : 0;
    return found;
  };
  for (const char* text : {"pile_independent(2)", "first_independent", "always_wins(any, 2)",
                           "always_wins(0, 2)", "equal_rows", "letters == 3", "states > 6"}) {
    EXPECT_GT(count(text), 0) << text;
    EXPECT_LT(count(text), 216) << text;
  }
  EXPECT_EQ(count("equal_rows"), 6);
}

HuntResult run(const Hunt& hunt, const SpaceWalk& walk) {
  const HuntCheck check(hunt, 3, kSmallNim);
  HuntResult result;
  test::walk_all(walk, [&](const Piece& piece) { check.take(piece, walk.has_all(), result); });
  result.tidy(hunt);
  return result;
}

TEST(SmallNimHunt, EveryWayFindsTheSame) {
  const Hunt all{.name = "all"};
  const Hunt where{.name = "where", .where = Property::parse("pile_independent(2) and states > 4")};
  const Hunt top{.name = "top", .order = Hunt::Order::states, .keep = 5};
  for (const Hunt& hunt : {all, where, top}) {
    const HuntResult expected = run(hunt, *walk_all_matrices(3, 0, kSmallNim));
    EXPECT_EQ(expected.total, test::all_shares(3));
    HuntResult lazy = run(hunt, *walk_orbits(3, false, kSmallNim));
    EXPECT_EQ(lazy, expected) << hunt.name;
  }
  const Hunt behaviours{.name = "behaviours", .behaviours = true};
  const HuntResult found = run(behaviours, *walk_orbits(3, true, kSmallNim));
  EXPECT_EQ(found.behaviours, 72 * kWholeShare);
  EXPECT_EQ(found, run(behaviours, *walk_choices(3, 0, kSmallNim)));
  Uint128 matrices = 0;
  for (const Hit& hit : found.kept) matrices += hit.alike * hit.orbit;
  EXPECT_EQ(matrices, 216u);
}

// Rows of N piles in descending order, each of up to `most` counters.
std::vector<State> descending_rows(int N, int most) {
  std::vector<State> rows{{}};
  for (int k = 0; k < N; ++k) {
    std::vector<State> longer;
    for (const State& row : rows)
      for (int size = 1; size <= last_of(row, most); ++size) {
        longer.push_back(row);
        longer.back().push_back(size);
      }
    rows = std::move(longer);
  }
  return rows;
}

struct PlainClaim {
  ClaimText text;
  std::set<int> (*values)(const State& piles);  // of three players
};

const std::vector<PlainClaim> kClaims{
    {{.name = "number of piles", .cases = {{.value = "N"}}},
     [](const State& piles) { return std::set{static_cast<int>(piles.size()) % 3}; }},
    {{.name = "largest pile", .cases = {{"x[1] > 1", "[N, 1]"}, {.value = "N"}}},
     [](const State& piles) {
       const int N = static_cast<int>(piles.size()) % 3;
       return piles.front() > 1 ? std::set{N, 1} : std::set{N};
     }},
    {{.name = "never so", .cases = {{"x[1] < 3 and x[N] > 2", "5 / 0"}, {.value = "[0, 1]"}}},
     [](const State&) {
       return std::set{0, 1};
     }}};

bool holds_by_definition(const PlainClaim& claim, const Rows& matrix, int N) {
  definition::LastNim game(matrix);
  for (const State& piles : descending_rows(N, 5)) {
    const Winners winners = game.winners(piles);
    for (int i = 0; i < 3; ++i)
      if (!claim.values(piles).contains((winners[static_cast<std::size_t>(i)] - i + 3) % 3))
        return false;
  }
  return true;
}

TEST(SmallNimHunt, ClaimsHoldWhereTheyDoByDefinition) {
  for (const PlainClaim& plain : kClaims)
    for (const std::vector<int>& piles : std::vector<std::vector<int>>{{1}, {2}, {3}, {1, 2, 4}}) {
      const Hunt hunt{.name = "claim",
                      .satisfies = make_claim(plain.text),
                      .piles_of_claim = piles,
                      .keep = 216};
      const HuntResult found = run(hunt, *walk_all_matrices(3, 0, kSmallNim));
      std::set<std::uint64_t> indices;
      for (const Hit& hit : found.kept) indices.insert(static_cast<std::uint64_t>(hit.index));
      Shares hits = 0;
      for (std::uint64_t index = 0; index < 216; ++index) {
        const Rows rows = definition::rows_of(definition::digits_of(index, 3));
        const bool holds =
            std::ranges::all_of(piles, [&](int N) { return holds_by_definition(plain, rows, N); });
        hits += holds ? kWholeShare : 0;
        if (indices.contains(index)) EXPECT_TRUE(holds) << index;
      }
      EXPECT_EQ(found.hits, hits) << plain.text.name << testing::PrintToString(piles);
      EXPECT_EQ(found, run(hunt, *walk_orbits(3, false, kSmallNim))) << plain.text.name;
    }
}

}  // namespace
}  // namespace nimsweep
