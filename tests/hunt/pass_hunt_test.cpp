// Hunts in Last Nim with passes, against loops over all matrices that play by the definition.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "nimsweep/model/matrix_text.hpp"
#include "support/expect_error.hpp"
#include "support/hunting.hpp"

namespace nimsweep {
namespace {

using definition::State;
using definition::Winners;

// One matrix, explored without the library. What the rest of a row depends on are its winners with
// every number of passes left; two of these are the same state if no further piles tell them apart.
class Explored {
 public:
  Explored(const definition::Rows& rows, int passes, int largest)
      : n_(static_cast<int>(rows.size())),
        passes_(passes),
        largest_(largest),
        game_(rows, definition::last_nim_options) {
    std::map<std::vector<Winners>, std::size_t> numbers;
    const auto number_of = [&](const State& row) {
      const auto [place, is_new] = numbers.try_emplace(winners_by_passes(row), rows_.size());
      if (is_new) rows_.push_back(row);
      return place->second;
    };
    number_of({});
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      next_.emplace_back();
      for (int size = 1; size <= largest; ++size) {
        State longer = rows_[k];
        longer.push_back(size);
        next_[k].push_back(number_of(longer));
      }
    }
    for (const State& row : rows_) winners_.push_back(winners(row));
    find_classes();
  }

  Winners winners(const State& row) { return winners_by_passes(row).back(); }

  std::size_t states() const {
    return std::set<std::size_t>(classes_.begin(), classes_.end()).size();
  }

  int letters() const {
    int letters = largest_;
    while (letters > 1 && std::ranges::all_of(next_, [&](const auto& next) {
             return classes_[next[static_cast<std::size_t>(letters - 2)]] ==
                    classes_[next[static_cast<std::size_t>(letters - 1)]];
           }))
      --letters;
    return letters;
  }

  // The values of each state, by first player, and where piles lead: states are numbered as rows of
  // piles find them, so that this is the same for matrices with the same values everywhere.
  using Canonical = std::vector<std::pair<std::vector<int>, std::vector<std::size_t>>>;
  Canonical canonical() const {
    std::map<std::size_t, std::size_t> numbers{{classes_[0], 0}};
    std::vector<std::size_t> found{0};
    Canonical machine;
    for (std::size_t k = 0; k < found.size(); ++k) {
      auto& [values, next] = machine.emplace_back();
      for (int i = 0; i < n_; ++i)
        values.push_back((winners_[found[k]][static_cast<std::size_t>(i)] - i + n_) % n_);
      for (const std::size_t target : next_[found[k]]) {
        const auto [place, is_new] = numbers.try_emplace(classes_[target], found.size());
        if (is_new) found.push_back(target);
        next.push_back(place->second);
      }
    }
    return machine;
  }

  bool is_first_independent() const {
    return std::ranges::all_of(winners_, [&](const Winners& winners) {
      for (int i = 1; i < n_; ++i)
        if (winners[static_cast<std::size_t>(i)] != (winners[0] + i) % n_) return false;
      return true;
    });
  }

  bool is_pile_independent(int t) const {
    return std::ranges::all_of(levels(t).all, [&](const std::set<std::size_t>& level) {
      return std::ranges::all_of(
          level, [&](std::size_t k) { return winners_[k] == winners_[*level.begin()]; });
    });
  }

  bool teams_win(const std::set<int>& team, int t) const {
    const Levels found = levels(t);
    return std::all_of(found.all.begin() + found.repeats_from, found.all.end(),
                       [&](const std::set<std::size_t>& level) {
                         return std::ranges::all_of(level, [&](std::size_t k) {
                           return std::ranges::all_of(
                               winners_[k], [&](int winner) { return team.contains(winner); });
                         });
                       });
  }

  bool any_always_wins(int t) const {
    bool any = false;
    for (int i = 0; i < n_; ++i) any = any || teams_win({i}, t);
    return any;
  }

 private:
  // The states after rows of 0, 1, 2, .. piles of t counters or more; from some number on, levels
  // repeat.
  struct Levels {
    std::vector<std::set<std::size_t>> all;
    std::ptrdiff_t repeats_from = 0;
  };

  Levels levels(int t) const {
    Levels levels;
    std::set<std::size_t> level{0};
    for (;;) {
      const auto same = std::ranges::find(levels.all, level);
      if (same != levels.all.end()) {
        levels.repeats_from = same - levels.all.begin();
        return levels;
      }
      levels.all.push_back(level);
      std::set<std::size_t> next;
      for (const std::size_t k : level)
        for (int size = std::min(t, largest_); size <= largest_; ++size)
          next.insert(next_[k][static_cast<std::size_t>(size - 1)]);
      level = next;
    }
  }

  std::vector<Winners> winners_by_passes(State row) {
    std::vector<Winners> found;
    row.push_back(0);
    for (int left = 0; left <= passes_; ++left) {
      row.back() = left;
      auto& winners = found.emplace_back();
      for (int i = 0; i < n_; ++i) winners.push_back(game_.winner(row, i));
    }
    return found;
  }

  void find_classes() {
    std::map<Winners, std::size_t> by_winners;
    for (const Winners& winners : winners_)
      classes_.push_back(by_winners.try_emplace(winners, by_winners.size()).first->second);
    for (std::size_t before = 0; before != states();) {
      before = states();
      std::map<std::vector<std::size_t>, std::size_t> by_next;
      std::vector<std::size_t> finer;
      for (std::size_t k = 0; k < next_.size(); ++k) {
        std::vector<std::size_t> key{classes_[k]};
        for (const std::size_t target : next_[k]) key.push_back(classes_[target]);
        finer.push_back(by_next.try_emplace(key, by_next.size()).first->second);
      }
      classes_ = finer;
    }
  }

  int n_;
  int passes_;
  int largest_;
  definition::Game game_;
  std::vector<State> rows_;  // one for each state
  std::vector<Winners> winners_;
  std::vector<std::vector<std::size_t>> next_;  // by size - 1
  std::vector<std::size_t> classes_;
};

int largest_for(int players, int passes) {
  return players * (passes + 1) + 3;
}

Explored explored(std::uint64_t index, int players, int passes) {
  return {definition::rows_of(definition::digits_of(index, players)), passes,
          largest_for(players, passes)};
}

std::uint64_t matrices_of(int players) {
  return static_cast<std::uint64_t>(AllianceMatrix::count(players));
}

std::unique_ptr<SpaceWalk> walk_each(int players, const PassGame& game) {
  return walk_matrices(
      players, matrices_of(players),
      [=](std::uint64_t index) { return definition::digits_of(index, players); }, game);
}

HuntResult run(const Hunt& hunt, int players, const PassGame& game, const SpaceWalk& walk) {
  const HuntCheck check(hunt, players, game);
  HuntResult result;
  for (std::uint64_t unit = 0; unit < walk.units(); ++unit) {
    HuntResult part;
    walk.walk(unit, [&](const Piece& piece) { check.take(piece, walk.has_all(), part); });
    result.merge(part, hunt);
  }
  result.finish(hunt);
  return result;
}

// Hits and histograms of all four ways to walk.
void expect_hits(const Hunt& hunt, int players, const PassGame& game,
                 const std::set<std::uint64_t>& expected) {
  SCOPED_TRACE(hunt.name + ", passes " + std::to_string(game.passes));
  const HuntResult each = run(hunt, players, game, *walk_each(players, game));
  std::set<std::uint64_t> found;
  for (const Hit& hit : each.kept) found.insert(static_cast<std::uint64_t>(hit.index));
  EXPECT_EQ(found, expected);
  EXPECT_EQ(each.hits, kWholeShare * expected.size());
  EXPECT_EQ(each.total, test::all_shares(players));
  const auto expect_same = [&](const SpaceWalk& walk) {
    const HuntResult other = run(hunt, players, game, walk);
    EXPECT_EQ(other.hits, each.hits);
    EXPECT_EQ(other.total, each.total);
    EXPECT_EQ(other.states, each.states);
    EXPECT_EQ(other.letters, each.letters);
    EXPECT_EQ(other.hit_states, each.hit_states);
    EXPECT_EQ(other.hit_letters, each.hit_letters);
    for (const Hit& hit : other.kept)
      EXPECT_TRUE(expected.contains(static_cast<std::uint64_t>(hit.index)));
  };
  expect_same(*walk_choices(players, false, game));
  if (!hunt.is_same_for_rotations()) return;
  expect_same(*walk_choices(players, true, game));
  expect_same(*walk_all_matrices(players, game));
}

void expect_every_property(int players, int passes) {
  const PassGame game{.passes = passes};
  std::vector<Explored> all;
  for (std::uint64_t index = 0; index < matrices_of(players); ++index)
    all.push_back(explored(index, players, passes));
  const auto expect = [&](const std::string& where, const std::function<bool(Explored&)>& is_hit) {
    std::set<std::uint64_t> expected;
    for (std::uint64_t index = 0; index < all.size(); ++index)
      if (is_hit(all[index])) expected.insert(index);
    expect_hits({.name = where, .where = Property::parse(where)}, players, game, expected);
  };
  for (const std::size_t states : {players, players + 3, 12, 30})
    expect(fmt::format("states <= {}", states),
           [&](Explored& matrix) { return matrix.states() <= states; });
  for (const int letters : {1, 2, 3, 4, 5, 6})
    expect(fmt::format("letters == {}", letters),
           [&](Explored& matrix) { return matrix.letters() == letters; });
  expect("first_independent", [](Explored& matrix) { return matrix.is_first_independent(); });
  for (int t = 1; t <= players + 2; ++t) {
    expect(fmt::format("pile_independent({})", t),
           [&](Explored& matrix) { return matrix.is_pile_independent(t); });
    expect(fmt::format("always_wins(any, {})", t),
           [&](Explored& matrix) { return matrix.any_always_wins(t); });
    expect(fmt::format("always_wins(1, {})", t),
           [&](Explored& matrix) { return matrix.teams_win({1}, t); });
    expect(fmt::format("teams_win([0, 1], {})", t), [&](Explored& matrix) {
      return matrix.teams_win({0, 1}, t);
    });
  }
  for (const State& row : {State{2}, State{1, 3}, State{2, 2, 1}}) {
    const std::string piles = fmt::format("{}", fmt::join(row, ", "));
    expect(fmt::format("value({}) == 1", piles),
           [&](Explored& matrix) { return matrix.winners(row)[0] == 1; });
    expect(fmt::format("wins(any, {})", piles), [&](Explored& matrix) {
      const Winners winners = matrix.winners(row);
      return std::ranges::adjacent_find(winners, std::not_equal_to()) == winners.end();
    });
    expect(fmt::format("wins(0, {})", piles), [&](Explored& matrix) {
      const Winners winners = matrix.winners(row);
      return winners == Winners(winners.size(), 0);
    });
  }
}

TEST(PassHunt, FindsWhatALoopOverMatricesFinds) {
  expect_every_property(2, 1);
  expect_every_property(2, 3);
  expect_every_property(3, 1);
  expect_every_property(3, 2);
}

// Values, not winners: a rotation of the matrix rotates them, and nothing else.
Explored::Canonical rotated(Explored::Canonical values) {
  for (auto& [of_state, next] : values) std::ranges::rotate(of_state, of_state.begin() + 1);
  return values;
}

TEST(PassHunt, BehavioursAreDifferentValues) {
  for (const auto& [players, passes] : std::vector<std::pair<int, int>>{{2, 1}, {3, 1}, {3, 2}}) {
    SCOPED_TRACE(fmt::format("{} players, {} passes", players, passes));
    std::map<Explored::Canonical, std::set<std::uint64_t>> tables;
    for (std::uint64_t index = 0; index < matrices_of(players); ++index)
      tables[explored(index, players, passes).canonical()].insert(index);
    std::map<Explored::Canonical, std::uint64_t> classes;  // the least rotation, its first matrix
    for (const auto& [table, indices] : tables) {
      Explored::Canonical least = table;
      Explored::Canonical other = table;
      for (int k = 1; k < players; ++k) least = std::min(least, other = rotated(other));
      const auto [place, is_new] = classes.try_emplace(least, *indices.begin());
      place->second = std::min(place->second, *indices.begin());
    }
    const PassGame game{.passes = passes};
    const Hunt hunt{.name = "b", .keep = 1000, .behaviours = true};
    const HuntResult lazy = run(hunt, players, game, *walk_choices(players, true, game));
    EXPECT_EQ(lazy.behaviours, kWholeShare * tables.size());
    EXPECT_EQ(lazy.behaviours_up_to_rotation, kWholeShare * classes.size());
    EXPECT_EQ(lazy, run(hunt, players, game, *walk_all_matrices(players, game)));
    std::set<std::uint64_t> first;
    for (const auto& [table, index] : classes) first.insert(index);
    ASSERT_EQ(lazy.kept.size(), first.size());
    auto expected = first.begin();
    for (const Hit& hit : lazy.kept) {
      const auto index = static_cast<std::uint64_t>(hit.index);
      EXPECT_EQ(index, *expected++);
      const Explored matrix = explored(index, players, passes);
      EXPECT_EQ(hit.states, matrix.states());
      EXPECT_EQ(hit.letters, static_cast<std::uint32_t>(matrix.letters()));
      EXPECT_EQ(hit.alike, tables[matrix.canonical()].size());
    }
  }
}

TEST(PassHunt, PiecesHaveTheMachineOfEachOfTheirMatrices) {
  std::mt19937_64 random(5);
  for (const auto& [players, passes] :
       std::vector<std::pair<int, int>>{{3, 1}, {3, 4}, {4, 1}, {4, 2}, {5, 1}}) {
    const PassGame game{.passes = passes};
    const auto walk = walk_choices(players, true, game);
    const bool is_small = players == 3;
    Shares shares = 0;
    std::uint64_t pieces = 0;
    for (std::uint64_t unit = 0; unit < walk->units(); ++unit) {
      if (!is_small && unit % (players == 4 ? 20 : 500) != 0) continue;
      std::uint64_t of_unit = 0;
      const auto enough = [] {};
      try {
        walk->walk(unit, [&](const Piece& piece) {
          shares += piece.shares;
          if (!is_small && ++of_unit > 300) throw enough;
          if (++pieces % (is_small ? 1 : 30) != 0) return;
          const auto ranks = test::any_of(piece, random);
          const auto matrix =
              AllianceMatrix::from_index(players, RankSpace::of(players).index_of(ranks));
          EXPECT_EQ(find_values(game, matrix).values, piece.found->values) << to_text(matrix);
        });
      } catch (decltype(enough)&) {
      }
    }
    if (is_small) EXPECT_EQ(shares, test::all_shares(players));
  }
}

TEST(PassHunt, ClaimsAreSatisfiedAsByTheDefinition) {
  constexpr int kPlayers = 3;
  const PassGame game{.passes = 1};
  std::vector<Explored> all;
  for (std::uint64_t index = 0; index < matrices_of(kPlayers); ++index)
    all.push_back(explored(index, kPlayers, game.passes));
  const auto value_in = [](const Winners& winners, int i) {
    return (winners[static_cast<std::size_t>(i)] - i + kPlayers) % kPlayers;
  };
  std::size_t satisfied = 0;
  for (const auto& [small, large] : std::vector<std::pair<std::set<int>, std::set<int>>>{
           {{0, 1}, {1, 2}}, {{1, 2}, {0, 2}}, {{0, 2}, {0, 2}}, {{0, 1}, {0, 1}}}) {
    const Claim claim = make_claim(
        {.name = "claim",
         .cases = {{.when = "x[N] <= 2", .value = fmt::format("[{}]", fmt::join(small, ", "))},
                   {.value = fmt::format("[{}]", fmt::join(large, ", "))}}});
    std::set<std::uint64_t> expected;
    for (std::uint64_t index = 0; index < all.size(); ++index) {
      bool holds = true;
      for (const int piles : {1, 2})
        for (State row : definition::box(piles, 7)) {
          for (int& pile : row) ++pile;
          const Winners winners = all[index].winners(row);
          for (int i = 0; i < kPlayers; ++i)
            holds = holds && (row.back() <= 2 ? small : large).contains(value_in(winners, i));
        }
      if (holds) expected.insert(index);
    }
    satisfied += expected.size();
    expect_hits({.name = "claim", .satisfies = claim, .piles_of_claim = {1, 2}}, kPlayers, game,
                expected);
  }
  EXPECT_GT(satisfied, 0u);
}

TEST(PassHunt, MatricesWithTooManyStatesAreOpen) {
  const PassGame game{.passes = 1, .most_states = 9};
  const Hunt hunt{.name = "all"};
  const HuntResult each = run(hunt, 3, game, *walk_each(3, game));
  EXPECT_GT(each.open, 0u);
  EXPECT_LT(each.open, each.total);
  const HuntResult lazy = run(hunt, 3, game, *walk_choices(3, false, game));
  EXPECT_EQ(lazy.open, each.open);
  EXPECT_EQ(lazy.states, each.states);
  const Hunt behaviours{.name = "b", .behaviours = true};
  const HuntResult found = run(behaviours, 3, game, *walk_choices(3, true, game));
  EXPECT_EQ(found.hits + found.open, found.total);
}

TEST(PassHunt, RefusesWordsOfOtherGames) {
  const PassGame game{.passes = 1};
  for (const auto& [where, part] : std::vector<std::pair<std::string, std::string>>{
           {"period(2)", "period is about other games"},
           {"automatic", "automatic is about other games"},
           {"value(1, 0) == 0", "an empty pile"}})
    EXPECT_ERROR(ErrorKind::input, part,
                 HuntCheck({.name = "a", .where = Property::parse(where)}, 3, game));
}

}  // namespace
}  // namespace nimsweep
