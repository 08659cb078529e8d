// The parts of mining, each checked against something slower.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "hunt/case_list.hpp"
#include "hunt/linear_form.hpp"
#include "hunt/scope.hpp"
#include "hunt/value_function.hpp"
#include "support/definition.hpp"

namespace nimsweep {

using namespace hunt_detail;
namespace {

definition::Rows equal_rows(int players, std::mt19937_64& random) {
  return definition::Rows(static_cast<std::size_t>(players),
                          definition::random_rows(players, random).front());
}

std::size_t class_of(const ValueFunction::Pile& pile, int size) {
  std::size_t k = 0;
  while (k < pile.thresholds.size() && size > pile.thresholds[k]) ++k;
  return k;
}

int value_at(const ValueFunction& function, const definition::State& piles) {
  std::size_t cell = 0;
  for (const auto& pile : function.piles)
    cell = cell * pile.classes() + class_of(pile, piles[static_cast<std::size_t>(pile.number) - 1]);
  return function.values[cell];
}

TEST(ValueFunction, IsWhatTheDefinitionSays) {
  std::mt19937_64 random(3);
  for (int players = 2; players <= 5; ++players)
    for (int passes = 0; passes <= 1; ++passes)
      for (int repetition = 0; repetition < 6; ++repetition) {
        const definition::Rows rows = equal_rows(players, random);
        const auto read = value_function(AllianceMatrix::from_rows(rows), passes, 3);
        const auto* function = std::get_if<ValueFunction>(&read);
        if (function == nullptr) continue;  // too many cells
        definition::Game game(rows, definition::last_nim_options);
        std::vector<bool> matters(3);
        for (const auto& pile : function->piles)
          matters[static_cast<std::size_t>(pile.number) - 1] = true;
        std::vector<bool> changes(3);
        const int max = players + 1;
        const auto value = [&](definition::State state) {
          state.push_back(passes);
          return game.winner(state, 0);
        };
        for (const definition::State& state : definition::box(3, max)) {
          if (std::find(state.begin(), state.end(), 0) != state.end()) continue;
          EXPECT_EQ(value_at(*function, state), value(state));
          for (std::size_t j = 0; j < 3; ++j) {
            definition::State smaller = state;
            if (--smaller[j] > 0 && value(smaller) != value(state)) changes[j] = true;
          }
        }
        EXPECT_EQ(matters, changes);
      }
}

// Elsewhere a pile counts as no larger than any before it.
TEST(ValueFunction, IsWhatTheDefinitionSaysOfRowsInDescendingOrder) {
  std::mt19937_64 random(5);
  int functions = 0;
  for (int players = 2; players <= 5; ++players)
    for (int repetition = 0; repetition < 12; ++repetition) {
      const definition::Rows rows = equal_rows(players, random);
      const auto read =
          value_function(AllianceMatrix::from_rows(rows), 0, 3, PileOrder::descending);
      const auto* function = std::get_if<ValueFunction>(&read);
      if (function == nullptr) continue;  // too many cells
      ++functions;
      definition::Game game(rows, definition::last_nim_options);
      for (const definition::State& state : definition::box(3, players + 1)) {
        if (std::ranges::count(state, 0) > 0) continue;
        definition::State descending = state;
        for (std::size_t j = 1; j < 3; ++j)
          descending[j] = std::min(descending[j], descending[j - 1]);
        definition::State position = descending;
        position.push_back(0);  // passes
        EXPECT_EQ(value_at(*function, state), game.winner(position, 0));
      }
    }
  EXPECT_GT(functions, 20);
}

TEST(ValueFunction, SaysWhyThereIsNone) {
  const auto matrix = AllianceMatrix::from_rows({{0, 2, 1}, {0, 1, 2}, {0, 2, 1}});
  const auto depends = value_function(matrix, 0, 3);
  ASSERT_TRUE(std::holds_alternative<NoFunction>(depends));
  EXPECT_EQ(std::get<NoFunction>(depends).reason, "the value depends on who moves first");
  const auto large = value_function(AllianceMatrix::standard(3), 0, 40);
  ASSERT_TRUE(std::holds_alternative<NoFunction>(large));
  EXPECT_EQ(std::get<NoFunction>(large).reason,
            "the piles that matter tell apart more than 64 kinds of positions");
  // All players like winners better the farther on they sit, and themselves best: nine values of
  // one pile.
  const auto reverse = AllianceMatrix::from_rows({9, std::vector{0, 8, 7, 6, 5, 4, 3, 2, 1}});
  const auto many = value_function(reverse, 0, 1);
  ASSERT_TRUE(std::holds_alternative<NoFunction>(many));
  EXPECT_EQ(std::get<NoFunction>(many).reason, "there are more than 8 values");
}

bool is_in(const std::vector<std::size_t>& classes, const Cube& cube) {
  for (std::size_t k = 0; k < cube.size(); ++k)
    if (classes[k] < cube[k].first || classes[k] > cube[k].second) return false;
  return true;
}

TEST(CaseList, SaysWhatTheShapeSays) {
  std::mt19937_64 random(4);
  for (int repetition = 0; repetition < 60; ++repetition) {
    Shape shape;
    std::size_t cells = 1;
    while (shape.classes.size() < 4) {
      shape.classes.push_back(2 + random() % 2);
      cells *= shape.classes.back();
      if (random() % 4 == 0) break;
    }
    for (std::size_t cell = 0; cell < cells; ++cell) {
      const std::size_t known = shape.cells.empty() ? 0 : shape.values();
      shape.cells.push_back(std::min<std::size_t>(random() % (known + 1), 3));
    }
    const auto list = shortest_case_list(shape);
    EXPECT_EQ(list.size(), shape.values());
    EXPECT_TRUE(list.back().any_of.empty());
    for (std::size_t cell = 0; cell < cells; ++cell) {
      std::vector<std::size_t> classes(shape.classes.size());
      std::size_t rest = cell;
      for (std::size_t k = classes.size(); k-- > 0; rest /= shape.classes[k])
        classes[k] = rest % shape.classes[k];
      const auto place = std::find_if(list.begin(), list.end(), [&](const ShapeCase& of_list) {
        return of_list.any_of.empty() ||
               std::any_of(of_list.any_of.begin(), of_list.any_of.end(),
                           [&](const Cube& cube) { return is_in(classes, cube); });
      });
      EXPECT_EQ(place->value, shape.cells[cell]);
    }
  }
}

// Every shape of two piles with two classes each: no other list of cubes has fewer comparisons.
TEST(CaseList, NoneIsShorter) {
  std::vector<std::pair<unsigned, std::size_t>> cubes;  // which of the four cells, comparisons
  const std::vector<std::pair<std::vector<unsigned>, std::size_t>> parts = {
      {{0, 1}, 0}, {{0}, 1}, {{1}, 1}};
  for (const auto& [first, first_count] : parts)
    for (const auto& [second, second_count] : parts) {
      unsigned cells = 0;
      for (const unsigned a : first)
        for (const unsigned b : second) cells |= 1U << (2 * a + b);
      cubes.emplace_back(cells, first_count + second_count);
    }
  // The fewest comparisons of any sets of cubes whose union is `cells`.
  std::vector<std::size_t> fewest(16, 100);
  for (unsigned chosen = 0; chosen < 1U << cubes.size(); ++chosen) {
    unsigned cells = 0;
    std::size_t count = 0;
    for (std::size_t k = 0; k < cubes.size(); ++k)
      if ((chosen >> k & 1) != 0) {
        cells |= cubes[k].first;
        count += cubes[k].second;
      }
    fewest[cells] = std::min(fewest[cells], count);
  }
  for (std::size_t code = 0; code < 24; ++code) {
    Shape shape{.classes = {2, 2}, .cells = {0, code % 2, code / 2 % 3, code / 6 % 4}};
    if (shape.cells[2] > shape.cells[1] + 1 ||
        shape.cells[3] > std::max(shape.cells[1], shape.cells[2]) + 1)
      continue;
    std::vector<std::size_t> order(shape.values());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::size_t best = 100;
    do {
      // Cells decided by earlier cases may be covered again.
      std::size_t count = 0;
      unsigned said = 0;
      for (std::size_t k = 0; k + 1 < order.size(); ++k) {
        unsigned cells = 0;
        for (std::size_t cell = 0; cell < 4; ++cell)
          if (shape.cells[cell] == order[k]) cells |= 1U << cell;
        std::size_t least = 100;
        for (unsigned more = 0; more < 16; ++more)
          if ((more & ~said) == 0) least = std::min(least, fewest[cells | more]);
        count += least;
        said |= cells;
      }
      best = std::min(best, count);
    } while (std::next_permutation(order.begin(), order.end()));
    EXPECT_EQ(comparisons(shape, shortest_case_list(shape)), best) << code;
  }
}

TEST(CaseList, IsShort) {
  const auto count = [](const Shape& shape) {
    return comparisons(shape, shortest_case_list(shape));
  };
  EXPECT_EQ(count({.classes = {}, .cells = {0}}), 0u);
  EXPECT_EQ(count({.classes = {2}, .cells = {0, 1}}), 1u);
  EXPECT_EQ(count({.classes = {2, 2}, .cells = {0, 0, 1, 2}}), 2u);  // Theorem 3.5
  EXPECT_EQ(count({.classes = {2, 2}, .cells = {0, 1, 1, 0}}), 4u);  // neither or both
  // The claim standard-3c: if x is 1 then z counts, else y.
  EXPECT_EQ(count({.classes = {2, 2, 2}, .cells = {0, 1, 0, 1, 1, 1, 2, 2}}), 4u);
  EXPECT_EQ(count({.classes = {3}, .cells = {0, 1, 0}}), 2u);
}

TEST(LinearForm, AsText) {
  EXPECT_EQ((LinearForm{}.text()), "0");
  EXPECT_EQ((LinearForm{.constant = -1}.text()), "-1");
  EXPECT_EQ((LinearForm{.n = 2, .constant = -1}.text()), "2 * n - 1");
  EXPECT_EQ((LinearForm{.n = -1, .N = 1, .constant = 1}.text()), "d + 1");
  EXPECT_EQ((LinearForm{.n = -2, .N = 1}.text()), "d - n");
  EXPECT_EQ((LinearForm{.n = -1, .r = 1}.text()), "r - n");
  EXPECT_EQ((LinearForm{.n = -1}.text()), "-n");
  const Parameters at{.n = 5, .N = 7, .r = 3};
  for (const LinearForm& form : forms_up_to(10, true)) {
    const auto read = Expression::parse(form.text(), Expression::Type::number);
    EXPECT_EQ(static_cast<int>(read.evaluate({.parameters = at}).value), form.at(at))
        << form.text();
  }
}

TEST(LinearForm, TheShortestThatFitsMost) {
  const auto forms = forms_up_to(12, true);
  EXPECT_TRUE(std::is_sorted(forms.begin(), forms.end(), comes_before));
  EXPECT_EQ(std::adjacent_find(forms.begin(), forms.end()), forms.end());
  std::vector<Sighting> sightings;
  for (int n = 3; n <= 6; ++n)
    for (int r = 0; r < n; ++r)
      for (int N = 1; N <= 8; ++N)
        sightings.push_back({.parameters = {.n = n, .N = N, .r = r}, .number = n + r - 2});
  sightings[7].number = 77;
  EXPECT_EQ(best_fit(forms, sightings, false), (LinearForm{.n = 1, .r = 1, .constant = -2}));
  for (Sighting& sighting : sightings)
    sighting.number = (sighting.parameters.N + 3) % sighting.parameters.n;
  EXPECT_EQ(best_fit(forms, sightings, true), (LinearForm{.N = 1, .constant = 3}));
}

TEST(ScopeSearch, FindsWhatSeparates) {
  std::vector<Parameters> points;
  for (int n = 2; n <= 6; ++n)
    for (int r = 0; r < n; ++r)
      for (int N = 1; N <= 12; ++N) points.push_back({.n = n, .N = N, .r = r});
  const ScopeSearch search(points, true);
  const auto found = [&](auto is_wanted, auto is_allowed) {
    PointSet wanted(points.size());
    PointSet forbidden(points.size());
    for (std::size_t k = 0; k < points.size(); ++k) {
      if (is_wanted(points[k])) wanted.insert(k);
      if (!is_allowed(points[k])) forbidden.insert(k);
    }
    const auto scope = search.best(wanted, forbidden);
    if (!scope) return std::string("none");
    EXPECT_EQ((search.points_of(*scope) & forbidden).size(), 0u);
    return text_of(*scope);
  };
  const auto all = [](const Parameters&) { return true; };
  const auto none = [](const Parameters&) { return false; };
  EXPECT_EQ(found(all, all), "");
  EXPECT_EQ(found(none, all), "none");
  EXPECT_EQ(found(all, none), "none");
  const auto band = [](const Parameters& at) { return at.N >= at.n && at.N <= 2 * at.n - 2; };
  EXPECT_EQ(found(band, band), "N >= n and N <= 2 * n - 2");
  EXPECT_EQ(found(band, [](const Parameters& at) { return at.N <= 2 * at.n - 2; }),
            "N <= 2 * n - 2");
  const auto line = [](const Parameters& at) { return at.r >= 2 && at.N == at.n + *at.r - 2; };
  EXPECT_EQ(found(line, line), "r >= 2 and N == n + r - 2");
  // With two parts, the larger one.
  const auto parts = [](const Parameters& at) {
    return *at.r <= 1 ? at.N <= at.n + *at.r - 2 : at.N <= *at.r - 2;
  };
  EXPECT_EQ(found(parts, parts), "r <= 1 and N <= n + r - 2");
}

}  // namespace
}  // namespace nimsweep
