#include "nimsweep/hunt/hunt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "support/expect_error.hpp"
#include "support/one_by_one.hpp"

namespace nimsweep {
namespace {

using test::hunt_where;
using test::one_by_one;
using test::parts_of;
using test::rows_are_equal;
using test::run;
using test::walk_each;
using test::ways_through;

template <int n, class IsHit>
void expect_found(const std::string& where, const IsHit& is_hit,
                  const std::vector<std::size_t>& keeps) {
  for (const std::size_t keep : keeps) {
    Hunt hunt = hunt_where(where);
    hunt.keep = keep;
    const HuntResult expected = one_by_one<n>(is_hit, keep);
    for (const auto& [name, walk] : ways_through(n))
      EXPECT_TRUE(test::without_facts(run(hunt, n, *walk)) == expected)
          << where << ", " << name << ", keeping " << keep << ", players " << n;
  }
}

TEST(Hunt, FindsWhatALoopOverMatricesFinds) {
  const auto check = [](const std::string& where, const auto& is_hit) {
    expect_found<2>(where, is_hit, {0, 1, 1000});
    expect_found<3>(where, is_hit, {0, 1, 7, 1000});
    expect_found<4>(where, is_hit, {50});
  };
  check("equal_rows", [](const auto& ranks, const auto&) { return rows_are_equal(ranks); });
  check("not equal_rows and states < 12", [](const auto& ranks, const auto& machine) {
    return !rows_are_equal(ranks) && machine.states < 12;
  });
  const auto some = [](const auto& ranks, const auto& machine) {
    return rows_are_equal(ranks) || machine.states > 20 || machine.letters + 1 == ranks.size();
  };
  expect_found<3>("equal_rows or states > 20 or letters == n - 1", some, {0, 1, 7, 1000});
  expect_found<4>("equal_rows or states > 20 or letters == n - 1", some, {2'000});
  expect_found<3>("equal_rows and not equal_rows", [](const auto&, const auto&) { return false; },
                  {10});
}

TEST(Hunt, HitsComeWithWhatWasAskedFor) {
  const Hunt hunt = hunt_where("equal_rows or states > 20 and letters == n");
  for (const auto& [name, walk] : ways_through(3)) {
    const HuntResult result = run(hunt, 3, *walk);
    EXPECT_GT(result.kept.size(), 2u);
    for (const Hit& hit : result.kept) {
      const auto ranks = definition::digits_of(static_cast<std::uint64_t>(hit.index), 3);
      EXPECT_EQ(hit.facts, (std::vector<std::uint64_t>{rows_are_equal(ranks) ? 1u : 0u, hit.states,
                                                       hit.letters}))
          << name;
    }
  }
}

TEST(Hunt, WithoutAQuestionAllAreHits) {
  for (const auto& [name, walk] : ways_through(3))
    EXPECT_EQ(run({.name = "all"}, 3, *walk),
              one_by_one<3>([](const auto&, const auto&) { return true; }, 1000))
        << name;
}

TEST(Hunt, KeepsTheMostStatesOrLetters) {
  const auto check = [](Hunt::Order order, const std::string& where, std::size_t keep) {
    Hunt hunt = hunt_where(where);
    hunt.order = order;
    hunt.keep = keep;
    auto all = one_by_one<4>(
        [&](const auto& ranks, const auto& machine) {
          return where == "states > 0" || (machine.states < 30 && !rows_are_equal(ranks));
        },
        1'000'000);
    std::ranges::stable_sort(all.kept, [&](const Hit& a, const Hit& b) {
      return order == Hunt::Order::states ? a.states > b.states : a.letters > b.letters;
    });
    if (all.kept.size() > keep) all.kept.resize(keep);
    for (const auto& [name, walk] : ways_through(4))
      EXPECT_TRUE(test::without_facts(run(hunt, 4, *walk)) == all) << name << ", keeping " << keep;
  };
  check(Hunt::Order::states, "states > 0", 20);
  check(Hunt::Order::states, "not equal_rows and states < 30", 300);
  check(Hunt::Order::letters, "not equal_rows and states < 30", 50);
}

TEST(Hunt, MergesInAnyOrder) {
  std::mt19937_64 random(1);
  const std::vector<std::pair<Hunt::Order, std::size_t>> cases{{Hunt::Order::index, 10},
                                                               {Hunt::Order::states, 10},
                                                               {Hunt::Order::letters, 10},
                                                               {Hunt::Order::states, 1},
                                                               {Hunt::Order::index, 0}};
  for (const auto& [order, keep] : cases) {
    Hunt hunt = hunt_where("states mod 2 == 0");
    hunt.order = order;
    hunt.keep = keep;
    const auto parts = parts_of(hunt, 4, *walk_orbits(4, false));
    HuntResult expected;
    for (const HuntResult& part : parts) expected.merge(part, hunt);
    for (int k = 0; k < 10; ++k) {
      auto rest = parts;  // merged in random pairs
      while (rest.size() > 1) {
        std::swap(rest[random() % rest.size()], rest.back());
        const HuntResult last = rest.back();
        rest.pop_back();
        HuntResult& into = rest[random() % rest.size()];
        if (random() % 2 == 0) {
          into.merge(last, hunt);
        } else {
          HuntResult other = last;
          other.merge(into, hunt);
          into = other;
        }
      }
      EXPECT_EQ(rest.front(), expected);
    }
    HuntResult with_nothing = expected;
    with_nothing.merge({}, hunt);
    EXPECT_EQ(with_nothing, expected);
    EXPECT_EQ(expected.kept.size(), keep);
  }
}

// A piece may go to any part, not only that of its unit.
TEST(Hunt, SplitsMakeNoDifference) {
  std::mt19937_64 random(2);
  Hunt hunt = hunt_where("states > 30 or equal_rows");
  hunt.keep = 25;
  hunt.order = Hunt::Order::states;
  const HuntCheck check(hunt, 4);
  const auto walk = walk_orbits(4, true);
  const HuntResult expected = run(hunt, 4, *walk);
  std::vector<HuntResult> parts(5);
  test::walk_all(
      *walk, [&](const Piece& piece) { check.take(piece, true, parts[random() % parts.size()]); });
  HuntResult result;
  for (const HuntResult& part : parts) result.merge(part, hunt);
  EXPECT_EQ(result, expected);
}

TEST(Hunt, AMatrixThatComesTwiceIsKeptOnce) {
  Hunt hunt = hunt_where("states > 0");
  hunt.keep = 3;
  for (const auto order : {Hunt::Order::index, Hunt::Order::states}) {
    hunt.order = order;
    const auto result = run(hunt, 3, *walk_matrices(3, 0, 20, [](std::uint64_t number) {
                              return definition::digits_of(number % 4 * 50, 3);
                            }));
    EXPECT_EQ(result.total, 20 * kWholeShare);
    EXPECT_EQ(result.hits, 20 * kWholeShare);
    ASSERT_EQ(result.kept.size(), 3u);
    EXPECT_NE(result.kept[0].index, result.kept[1].index);
    EXPECT_NE(result.kept[1].index, result.kept[2].index);
    HuntResult twice = result;
    twice.merge(result, hunt);
    EXPECT_EQ(twice.kept, result.kept);
    EXPECT_EQ(twice.hits, 2 * result.hits);
  }
}

// Properties that rotations do not share are asked of each matrix, and each hit is kept.
TEST(Hunt, TellsRotationsApartWhereTheyDiffer) {
  const auto check = [](const Hunt& hunt, const auto& is_hit) {
    EXPECT_FALSE(hunt.is_same_for_rotations());
    const HuntResult result = run(hunt, 3, *walk_each(3));
    std::vector<Uint128> expected;
    for (std::uint64_t index = 0; index < 216; ++index)
      if (is_hit(definition::digits_of(index, 3))) expected.push_back(index);
    EXPECT_EQ(result.hits, kWholeShare * expected.size()) << hunt.name;
    std::vector<Uint128> found;
    for (const Hit& hit : result.kept) found.push_back(hit.index);
    EXPECT_TRUE(found == expected) << hunt.name;
    EXPECT_FALSE(expected.empty()) << hunt.name;
    EXPECT_EQ(run(hunt, 3, *walk_choices(3, 0)), result) << hunt.name;
  };
  for (const std::string where :
       {"always_wins(0, 2)", "not equal_rows and always_wins(1, 3)", "same_values_as(index:37)",
        "same_values_as(index:200)", "same_values_as(formula:(j + i) mod n)",
        "same_values_as(teams:0,1/2)"}) {
    const PropertyCheck property(Property::parse(where), 3);
    check(hunt_where(where), [&](const std::vector<Rank>& ranks) {
      bool holds = false;
      test::with_machine(ranks, [&](const PackedMachine& machine) {
        holds = property.holds(machine, rows_are_equal(ranks));
      });
      return holds;
    });
  }
  // With one pile of two counters P_1 makes P_0 win, and so does P_2; with a larger one, whoever
  // moves first does not win.
  const Claim claim = make_claim({.name = "claim",
                                  .cases = {{"x[1] == 1", "1"},
                                            {"first == 1 and x[1] == 2", "2"},
                                            {"x[1] == 2", "1"},
                                            {.value = "0", .kind = CaseKind::other}}});
  check({.name = "claim", .satisfies = claim, .piles_of_claim = {1}},
        [](const std::vector<Rank>& ranks) {
          definition::LastNim game(definition::rows_of(ranks));
          if (game.winners({2}) != definition::Winners{1, 0, 0}) return false;
          for (int size = 3; size <= 5; ++size)
            for (int i = 0; i < 3; ++i)
              if (game.winners({size})[static_cast<std::size_t>(i)] == i) return false;
          return true;
        });
  for (const char* where : {"always_wins(any, 2)", "same_values_as(sam)", "same_values_as(ssam:2)",
                            "same_values_as(reverse)", "same_values_as(formula:((2*j) + 1) mod n)",
                            "same_values_as(equal:1,0,2)", "pile_independent(2) or equal_rows",
                            "states > 2 and letters > 1"})
    EXPECT_TRUE(hunt_where(where).is_same_for_rotations()) << where;
}

template <int n>
void expect_kept_behaviours(const SpaceWalk& walk, int max_piles) {
  const auto& every = definition::every_matrix<n>(max_piles);
  struct Class {
    std::uint64_t first = 0;
    std::uint64_t size = 0;
  };
  std::vector<Class> classes(every.behaviours());
  for (std::uint64_t index = every.machines().size(); index-- > 0;) {
    Class& behaviour = classes[every.machines()[index].behaviour];
    behaviour.first = index;
    ++behaviour.size;
  }
  HuntResult expected;
  for (const Class& behaviour : classes) {
    std::vector<std::uint64_t> rotations;  // the first index of each rotation's behaviour
    std::uint64_t index = behaviour.first;
    for (int k = 0; k < n; ++k) {
      rotations.push_back(classes[every.machines()[index].behaviour].first);
      index = every.rotated_index(index);
    }
    if (std::ranges::min(rotations) != behaviour.first) continue;
    std::ranges::sort(rotations);
    const auto rest = std::ranges::unique(rotations);
    expected.kept.push_back({.index = behaviour.first,
                             .orbit = static_cast<std::uint32_t>(n - rest.size()),
                             .states = every.machines()[behaviour.first].states,
                             .letters = every.machines()[behaviour.first].letters,
                             .alike = behaviour.size});
  }
  std::ranges::sort(expected.kept, {}, &Hit::index);
  ASSERT_EQ(expected.kept.size(), every.behaviours_up_to_rotation());

  Hunt hunt{.name = "behaviours", .keep = 1'000'000, .behaviours = true, .max_piles = max_piles};
  const HuntResult result = run(hunt, n, walk);
  EXPECT_EQ(result.total, test::all_shares(n));
  EXPECT_EQ(result.hits, test::all_shares(n));
  EXPECT_EQ(result.behaviours, kWholeShare * every.behaviours());
  EXPECT_EQ(result.behaviours_up_to_rotation, kWholeShare * every.behaviours_up_to_rotation());
  EXPECT_TRUE(result.kept == expected.kept);
  hunt.keep = 5;
  const HuntResult few = run(hunt, n, walk);
  EXPECT_EQ(few.behaviours, result.behaviours);
  expected.kept.resize(std::min<std::size_t>(expected.kept.size(), 5));
  EXPECT_TRUE(few.kept == expected.kept);
}

TEST(Hunt, KeepsTheFirstOfEachBehaviour) {
  for (int max_piles = 0; max_piles <= 3; ++max_piles) {
    expect_kept_behaviours<2>(*walk_choices(2, max_piles), max_piles);
    expect_kept_behaviours<3>(*walk_choices(3, max_piles), max_piles);
  }
  for (const int max_piles : {1, 2})
    expect_kept_behaviours<4>(*walk_choices(4, max_piles), max_piles);
  expect_kept_behaviours<3>(*walk_orbits(3, true), 0);
  expect_kept_behaviours<4>(*walk_orbits(4, true), 0);
}

TEST(Hunt, BehavioursWithAProperty) {
  for (const std::string where : {"equal_rows", "not equal_rows and states > 25"}) {
    Hunt hunt = hunt_where(where);
    hunt.behaviours = true;
    hunt.keep = 100;
    EXPECT_TRUE(run(hunt, 4, *walk_orbits(4, true)) == run(hunt, 4, *walk_choices(4, 0))) << where;
  }
}

TEST(Hunt, RefusesWhatCannotBeAsked) {
  const auto refused = [](const Hunt& hunt, int players, const std::string& message) {
    EXPECT_ERROR(ErrorKind::input, message, HuntCheck(hunt, players));
  };
  refused(hunt_where("always_wins(3, 1)"), 3, "there is no player 3 of 3");
  const Claim nim_sum =
      make_claim({.name = "sum", .cases = {{"xor(x) == 0", "0"}, {.value = "1"}}});
  refused({.name = "a", .satisfies = nim_sum, .piles_of_claim = {2}}, 3,
          "sum cannot be checked for all pile sizes");
  const Claim few = make_claim({.name = "few", .given = "N < n", .cases = {{.value = "N"}}});
  refused({.name = "a", .satisfies = few, .piles_of_claim = {3, 4}}, 3,
          "few says nothing of 3 players with these numbers of piles");
  refused({.name = "a", .satisfies = few, .piles_of_claim = {}}, 3, "few says nothing");
  EXPECT_NO_THROW(HuntCheck({.name = "a", .satisfies = few, .piles_of_claim = {2, 3}}, 3));
}

}  // namespace
}  // namespace nimsweep
