// Hunts in games whose machines read digits, against loops over all matrices that look at the
// values in a box.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "nimsweep/hunt/digit_values.hpp"
#include "nimsweep/hunt/hunt.hpp"
#include "nimsweep/model/matrix_text.hpp"
#include "nimsweep/solve/box.hpp"
#include "support/digit_hunting.hpp"
#include "support/every_small_matrix.hpp"

namespace nimsweep {
namespace {

using test::all_shares;
using test::digit_game;
using test::matrices_of;
using test::run;
using test::walk_each;
using test::without_facts;

// The values of one matrix in a box: for each position, those for every first player.
struct Table {
  std::vector<std::vector<Counters>> piles;
  std::vector<std::vector<int>> values;

  Table rotated() const {
    Table table = *this;
    for (auto& of_position : table.values)
      std::ranges::rotate(of_position, of_position.begin() + 1);
    return table;
  }
  bool is_first_independent() const {
    return std::ranges::all_of(values, [](const auto& of_position) {
      return std::ranges::adjacent_find(of_position, std::not_equal_to()) == of_position.end();
    });
  }
  const std::vector<int>& at(const std::vector<Counters>& position) const {
    return values[static_cast<std::size_t>(std::ranges::find(piles, position) - piles.begin())];
  }
  bool is_won(std::size_t place, std::uint32_t team) const {
    const int n = static_cast<int>(values[place].size());
    for (int i = 0; i < n; ++i)
      if ((team >> (i + values[place][static_cast<std::size_t>(i)]) % n & 1) == 0) return false;
    return true;
  }
  bool teams_win(std::uint32_t team, Counters least) const {
    for (std::size_t k = 0; k < piles.size(); ++k)
      if (std::ranges::min(piles[k]) >= least && !is_won(k, team)) return false;
    return true;
  }
  // From `least` on, as far as the box goes.
  bool has_period(Counters length, Counters least) const {
    std::map<std::vector<Counters>, std::vector<int>> by_piles;
    for (std::size_t k = 0; k < piles.size(); ++k) by_piles[piles[k]] = values[k];
    for (const auto& [position, own] : by_piles)
      for (std::size_t j = 0; j < position.size(); ++j) {
        if (position[j] < least) continue;
        std::vector<Counters> larger = position;
        larger[j] += length;
        const auto found = by_piles.find(larger);
        if (found != by_piles.end() && found->second != own) return false;
      }
    return true;
  }
  bool is_pile_independent(Counters least) const {
    std::set<std::vector<int>> seen;
    for (std::size_t k = 0; k < piles.size(); ++k)
      if (std::ranges::min(piles[k]) >= least) seen.insert(values[k]);
    return seen.size() <= 1;
  }
};

// All matrices of so many players in one game, each looked at by itself.
class Loop {
 public:
  Loop(int players, DigitGame game, Counters side)
      : players_(players), game_(std::move(game)), side_(side) {
    for (std::uint64_t index = 0; index < matrices_of(players); ++index) {
      const auto matrix = AllianceMatrix::from_index(players, index);
      tables_.push_back(table_of(matrix));
      const auto found =
          find_digit_machine(*game_.ruleset, matrix, game_.places, game_.passes, game_.limits);
      const auto* proved = std::get_if<ProvedMachine>(&found);
      states_.push_back(proved != nullptr ? DigitValues(proved->machine).states() : 0);
      blocks_.emplace_back();
      if (proved == nullptr)
        for (const std::size_t count : std::get<NoMachine>(found).blocks)
          blocks_.back().push_back(count);
    }
  }

  const DigitGame& game() const { return game_; }
  int players() const { return players_; }
  const Table& table(std::uint64_t index) const { return tables_[index]; }
  std::size_t states(std::uint64_t index) const { return states_[index]; }
  bool is_open(std::uint64_t index) const { return states_[index] == 0; }

  Table table_of(const AllianceMatrix& matrix) const {
    const auto box = make_box(
        *game_.ruleset, matrix,
        std::vector<Counters>(static_cast<std::size_t>(game_.places), side_ - 1), game_.passes);
    box->solve();
    Table table;
    for (std::size_t place = 0; place < box->positions(); ++place) {
      table.piles.push_back(box->piles_at(place));
      auto& values = table.values.emplace_back();
      for (Seat i = 0; i < players_; ++i) values.push_back(box->value(place, i));
    }
    return table;
  }

  template <class IsHit>
  HuntResult result(const IsHit& is_hit, bool one_of_each_orbit) const {
    HuntResult result;
    for (std::uint64_t index = 0; index < tables_.size(); ++index) {
      result.total += kWholeShare;
      if (is_open(index)) {
        result.open += kWholeShare;
      } else {
        result.states.resize(std::max(result.states.size(), states_[index] + 1));
        result.states[states_[index]] += kWholeShare;
      }
      if (!is_hit(index)) continue;
      result.hits += kWholeShare;
      if (!is_open(index)) {
        result.hit_states.resize(std::max(result.hit_states.size(), states_[index] + 1));
        result.hit_states[states_[index]] += kWholeShare;
      }
      const auto rotations = rotations_of(index);
      if (one_of_each_orbit && *rotations.begin() < index) continue;
      result.kept.push_back({.index = index,
                             .orbit = static_cast<std::uint32_t>(rotations.size()),
                             .states = static_cast<std::uint32_t>(states_[index]),
                             .blocks = blocks_[index]});
    }
    return result;
  }

  // The different tables of proved matrices, each with its first matrix.
  std::map<std::vector<std::vector<int>>, std::uint64_t> different(bool up_to_rotation) const {
    std::map<std::vector<std::vector<int>>, std::uint64_t> found;
    for (std::uint64_t index = 0; index < tables_.size(); ++index) {
      if (is_open(index)) continue;
      Table table = tables_[index];
      auto least = table.values;
      for (Seat i = 1; up_to_rotation && i < players_; ++i) {
        table = table.rotated();
        least = std::min(least, table.values);
      }
      found.try_emplace(least, index);
    }
    return found;
  }

  std::uint64_t alike(std::uint64_t index) const {
    return static_cast<std::uint64_t>(std::ranges::count_if(
        tables_, [&](const Table& table) { return table.values == tables_[index].values; }));
  }

 private:
  std::set<std::uint64_t> rotations_of(std::uint64_t index) const {
    auto ranks = definition::digits_of(index, players_);
    std::set<std::uint64_t> found;
    for (Seat i = 0; i < players_; ++i) {
      std::ranges::rotate(ranks, ranks.begin() + 1);
      found.insert(static_cast<std::uint64_t>(RankSpace::of(players_).index_of(ranks)));
    }
    return found;
  }

  int players_;
  DigitGame game_;
  Counters side_;
  std::vector<Table> tables_;
  std::vector<std::size_t> states_;  // 0: open
  std::vector<std::vector<std::uint64_t>> blocks_;
};

template <class IsHit>
void expect_found(const Loop& loop, const std::string& where, const IsHit& is_hit) {
  const Hunt hunt{.name = where, .where = Property::parse(where)};
  const int n = loop.players();
  EXPECT_TRUE(without_facts(run(hunt, n, loop.game(), *walk_each(n, loop.game()))) ==
              loop.result(is_hit, false))
      << loop.game().ruleset->name() << ": " << where;
  EXPECT_TRUE(without_facts(run(hunt, n, loop.game(), *walk_choices(n, false, loop.game()))) ==
              loop.result(is_hit, hunt.is_same_for_rotations()))
      << loop.game().ruleset->name() << ": " << where << ", lazily";
  if (!hunt.is_same_for_rotations()) return;
  const HuntResult expected = loop.result(is_hit, true);
  EXPECT_TRUE(without_facts(run(hunt, n, loop.game(), *walk_all_matrices(n, loop.game()))) ==
              expected)
      << loop.game().ruleset->name() << ": " << where << ", by orbits";
  EXPECT_TRUE(without_facts(run(hunt, n, loop.game(), *walk_choices(n, true, loop.game()))) ==
              expected)
      << loop.game().ruleset->name() << ": " << where << ", lazily by orbits";
}

bool rows_are_equal(std::uint64_t index, int players) {
  const auto ranks = definition::digits_of(index, players);
  return std::ranges::adjacent_find(ranks, std::not_equal_to()) == ranks.end();
}

void expect_every_property(const Loop& loop) {
  const int n = loop.players();
  const auto proved = [&](const auto& is_hit) {
    return [&](std::uint64_t index) { return !loop.is_open(index) && is_hit(index); };
  };
  expect_found(loop, "automatic", [&](std::uint64_t index) { return !loop.is_open(index); });
  expect_found(loop, "not automatic", [&](std::uint64_t index) { return loop.is_open(index); });
  expect_found(loop, "equal_rows", [&](std::uint64_t index) { return rows_are_equal(index, n); });
  expect_found(loop, "states >= 6 or states < 6", proved([](std::uint64_t) { return true; }));
  expect_found(loop, "states >= 6", proved([&](std::uint64_t k) { return loop.states(k) >= 6; }));
  expect_found(loop, "first_independent",
               proved([&](std::uint64_t k) { return loop.table(k).is_first_independent(); }));
  expect_found(loop, "not first_independent",
               proved([&](std::uint64_t k) { return !loop.table(k).is_first_independent(); }));
  for (const Counters t : {1, 2, 3, 4, 5, 6})
    expect_found(loop, "pile_independent(" + std::to_string(t) + ")",
                 proved([&](std::uint64_t k) { return loop.table(k).is_pile_independent(t); }));
  const auto places = static_cast<std::size_t>(loop.game().places);
  for (const std::vector<Counters>& piles :
       {std::vector<Counters>(places, 3), std::vector<Counters>(places, 0)}) {
    const std::string text = fmt::format("{}", fmt::join(piles, ", "));
    const auto place = [&](std::uint64_t k) {
      const Table& table = loop.table(k);
      return static_cast<std::size_t>(std::ranges::find(table.piles, piles) - table.piles.begin());
    };
    expect_found(loop, fmt::format("value({}) == 1", text),
                 proved([&](std::uint64_t k) { return loop.table(k).at(piles)[0] == 1; }));
    expect_found(loop, fmt::format("wins(1, {})", text),
                 proved([&](std::uint64_t k) { return loop.table(k).is_won(place(k), 2); }));
    expect_found(loop, fmt::format("wins(any, {})", text), proved([&](std::uint64_t k) {
                   bool any = false;
                   for (int i = 0; i < n; ++i) any |= loop.table(k).is_won(place(k), 1u << i);
                   return any;
                 }));
  }
  for (const Counters t : {1, 2, 3})
    expect_found(loop, fmt::format("teams_win([0, 1], {})", t),
                 proved([&](std::uint64_t k) { return loop.table(k).teams_win(3, t); }));
  for (const std::string matrix : {"sam", "ssam:1", "index:2"}) {
    const auto named = parse_matrix(matrix, n);
    if (loop.is_open(static_cast<std::uint64_t>(named.index()))) continue;
    const auto table = loop.table_of(named);
    expect_found(loop, "same_values_as(" + matrix + ")",
                 proved([&](std::uint64_t k) { return loop.table(k).values == table.values; }));
  }
  // What is known decides for an open matrix, on whichever side it stands.
  expect_found(loop, "states > 5 or not automatic",
               [&](std::uint64_t index) { return loop.is_open(index) || loop.states(index) > 5; });
  expect_found(loop, "not (first_independent and automatic) and equal_rows",
               [&](std::uint64_t index) {
                 return rows_are_equal(index, n) &&
                        (loop.is_open(index) || !loop.table(index).is_first_independent());
               });
}

void expect_behaviours(const Loop& loop, const SpaceWalk& walk) {
  const int n = loop.players();
  const Hunt hunt{.name = "b", .keep = 100'000, .behaviours = true};
  const HuntResult result = run(hunt, n, loop.game(), walk);
  const auto classes = loop.different(true);
  EXPECT_EQ(result.behaviours, kWholeShare * loop.different(false).size());
  EXPECT_EQ(result.behaviours_up_to_rotation, kWholeShare * classes.size());
  EXPECT_EQ(result.hits, result.total - result.open);
  std::set<std::uint64_t> first;
  for (const auto& [table, index] : classes) first.insert(index);
  ASSERT_EQ(result.kept.size(), classes.size());
  auto expected = first.begin();
  std::uint64_t matrices = 0;
  for (const Hit& hit : result.kept) {
    const auto index = static_cast<std::uint64_t>(hit.index);
    EXPECT_EQ(index, *expected++);
    EXPECT_EQ(hit.states, loop.states(index));
    EXPECT_EQ(hit.alike, loop.alike(index));
    matrices += static_cast<std::uint64_t>(hit.alike) * hit.orbit;
  }
  EXPECT_EQ(kWholeShare * matrices, result.hits);
}

void expect_behaviours(const Loop& loop) {
  expect_behaviours(loop, *walk_all_matrices(loop.players(), loop.game()));
  expect_behaviours(loop, *walk_choices(loop.players(), true, loop.game()));
}

TEST(DigitHunt, FindsWhatALoopOverMatricesFindsInABox) {
  for (const auto& [name, places, passes, side] :
       std::vector<std::tuple<std::string, int, Counters, Counters>>{
           {"nim", 2, 0, 32},
           {"moore:2", 2, 0, 16},
           {"wythoff", 2, 0, 40},
           {"subtraction:1,3,4", 1, 0, 256},
           {"nim", 1, 1, 40},
           {"nim", 2, 1, 32}}) {
    SCOPED_TRACE(name + " with " + std::to_string(places) + " places");
    const Loop loop(3, digit_game(name, places, passes), side);
    expect_every_property(loop);
    expect_behaviours(loop);
  }
  for (const auto& [name, places] : std::vector<std::pair<std::string, int>>{
           {"nim", 3}, {"zero-move", 2}, {"circular:2", 3}, {"nimble", 2}}) {
    SCOPED_TRACE(name + " of two players");
    const Loop loop(2, digit_game(name, places), 16);
    expect_every_property(loop);
    expect_behaviours(loop);
  }
}

// Every matrix of a piece, by itself: the same automaton, and no matrix is left out.
TEST(DigitHunt, PiecesHaveTheAutomatonOfEachOfTheirMatrices) {
  std::mt19937_64 random(8);
  for (const auto& [name, players, places, passes] :
       std::vector<std::tuple<std::string, int, int, Counters>>{{"nim", 3, 2, 0},
                                                                {"nim", 3, 2, 1},
                                                                {"wythoff", 3, 2, 0},
                                                                {"nim", 4, 2, 0},
                                                                {"moore:2", 4, 2, 0},
                                                                {"nim", 5, 1, 0}}) {
    const DigitGame played = digit_game(name, places, passes);
    const auto walk = walk_choices(players, true, played);
    Shares shares = 0;
    std::uint64_t pieces = 0;
    const bool is_small = players < 5;
    for (std::uint64_t unit = 0; unit < walk->units(); ++unit) {
      if (!is_small && random() % 20 != 0) continue;
      walk->walk(unit, [&](const Piece& piece) {
        shares += piece.shares;
        if (++pieces % (players == 3 ? 1 : 50) != 0) return;
        const auto ranks = test::any_of(piece, random);
        const auto matrix =
            AllianceMatrix::from_index(players, RankSpace::of(players).index_of(ranks));
        const Finding found = find_values(played, matrix);
        EXPECT_EQ(found.values, piece.found->values) << name << " " << to_text(matrix);
        EXPECT_EQ(found.blocks, piece.found->blocks);
      });
    }
    if (is_small) EXPECT_EQ(shares, all_shares(players)) << name;
  }
}

// Lazily and one by one, all four-player matrices of Moore's Nim: 27 behaviours of three players.
TEST(DigitHunt, CountsFourPlayersLazilyAsOneByOne) {
  const DigitGame played = digit_game("moore:2", 2);
  const Hunt hunt{.name = "b", .behaviours = true};
  EXPECT_EQ(run(hunt, 4, played, *walk_choices(4, true, played)),
            run(hunt, 4, played, *walk_all_matrices(4, played)));
}

TEST(DigitHunt, PeriodsAreThoseOfABox) {
  int periodic = 0;
  for (const auto& [name, places, side] :
       std::vector<std::tuple<std::string, int, Counters>>{{"subtraction:1,3,4", 1, 400},
                                                           {"takeaway", 1, 400},
                                                           {"takeaway", 2, 64},
                                                           {"nim", 2, 64},
                                                           {"wythoff", 2, 64},
                                                           {"moore:2", 2, 32}}) {
    const Loop loop(name == "nim" || name == "wythoff" ? 2 : 3, digit_game(name, places), side);
    for (const Counters length : {1, 2, 4, 5, 7}) {
      const Property property = Property::parse(fmt::format("period({})", length));
      const PropertyCheck check(property, loop.players(), loop.game());
      for (std::uint64_t index = 0; index < matrices_of(loop.players()); ++index) {
        const auto found =
            find_values(loop.game(), AllianceMatrix::from_index(loop.players(), index));
        if (!found.values) continue;
        const bool expected = loop.table(index).has_period(length, side / 4);
        EXPECT_EQ(check.holds(found, false), expected) << name << " " << index << " " << length;
        periodic += expected ? 1 : 0;
      }
    }
  }
  EXPECT_GT(periodic, 100);
}

// Larger boxes show no more: the automata are what the boxes converge to.
TEST(DigitHunt, CountsThe138BehavioursOfThreePlayerNimWithTwoPiles) {
  const DigitGame nim = digit_game("nim", 2);
  const HuntResult result =
      run({.name = "b", .behaviours = true}, 3, nim, *walk_all_matrices(3, nim));
  EXPECT_EQ(result.total, all_shares(3));
  EXPECT_EQ(result.open, 0u);
  EXPECT_EQ(result.behaviours, 138 * kWholeShare);
  for (const Counters side : {20, 64}) EXPECT_EQ(Loop(3, nim, side).different(false).size(), 138u);
}

}  // namespace
}  // namespace nimsweep
