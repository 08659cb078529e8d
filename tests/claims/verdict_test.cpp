#include "nimsweep/claims/verdict.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "support/expect_error.hpp"

namespace nimsweep {
namespace {

Counterexample at(std::vector<Counters> piles, Seat first) {
  return {.piles = std::move(piles), .first = first, .expected = 0, .found = 1};
}

TEST(Verdict, OrdersPairsByCountersThenPilesThenFirstPlayer) {
  const std::vector<Counterexample> in_order{at({1, 1, 1}, 0),
                                             at({1, 1, 2}, 0),
                                             at({1, 2, 1}, 0),
                                             at({1, 2, 1}, 1),
                                             at({3, 1, 1}, 0),
                                             at({1, 1, 4}, 0),
                                             at({kMaxCounters, kMaxCounters, 1}, 0)};
  for (std::size_t a = 0; a < in_order.size(); ++a)
    for (std::size_t b = 0; b < in_order.size(); ++b)
      EXPECT_EQ(
          comes_before(in_order[a].piles, in_order[a].first, in_order[b].piles, in_order[b].first),
          a < b)
          << a << " " << b;
}

TEST(Verdict, PartsMergeInAnyOrder) {
  std::mt19937_64 random(5);
  std::vector<Verdict> parts;
  for (Counters k = 0; k < 6; ++k) {
    Verdict part{.bound = 9, .checked = 100, .disagreements = k, .errors = 2};
    for (Counters j = 0; j < k; ++j)
      part.keep(at({1 + random() % 9, 1 + k, 1 + j}, static_cast<Seat>(k % 3)), 4);
    part.first_error = {{1 + random() % 9, 1 + k}, 0, "no case covers it"};
    parts.push_back(part);
  }
  Verdict expected;
  for (const Verdict& part : parts) expected.merge(part, 4);
  EXPECT_EQ(expected.checked, Natural(600));
  EXPECT_EQ(expected.disagreements, Natural(15));
  EXPECT_EQ(expected.errors, Natural(12));
  EXPECT_EQ(expected.bound, 9u);
  EXPECT_EQ(expected.counterexamples.size(), 4u);
  for (int repeat = 0; repeat < 20; ++repeat) {
    std::shuffle(parts.begin(), parts.end(), random);
    Verdict left;
    Verdict right;
    for (std::size_t k = 0; k < parts.size(); ++k) (k < 3 ? left : right).merge(parts[k], 4);
    left.merge(right, 4);
    EXPECT_EQ(left, expected);
  }
}

TEST(Verdict, HoldsIfNothingDisagreesAndNothingIsLeftOut) {
  EXPECT_TRUE((Verdict{.checked = 5}.holds()));
  EXPECT_FALSE((Verdict{.checked = 5, .disagreements = 1}.holds()));
  EXPECT_FALSE((Verdict{.checked = 5, .errors = 1}.holds()));
  EXPECT_EQ((Verdict{.bound = 6}.scope()), "piles <= 6");
  EXPECT_EQ((Verdict{.bound = 6, .all_sizes = true}.scope()), "all pile sizes");
}

TEST(Verdict, IsReadFromItsText) {
  std::mt19937_64 random(9);
  const auto some = [&] { return random() >> (random() % 64); };
  const auto list = [&] {
    std::vector<Counters> numbers(random() % 5);
    for (Counters& number : numbers) number = some();
    return numbers;
  };
  const auto natural = [&] {
    Natural number = some();
    for (auto factors = random() % 4; factors > 0; --factors) number *= some();
    return number;
  };
  for (int repeat = 0; repeat < 2000; ++repeat) {
    Verdict verdict{.bound = some(),
                    .all_sizes = random() % 2 == 0,
                    .bounds = list(),
                    .checked = natural(),
                    .disagreements = natural(),
                    .errors = natural()};
    for (auto left = random() % 6; left > 0; --left)
      verdict.counterexamples.push_back(
          {.piles = list(),
           .first = static_cast<Seat>(random() % 16),
           .expected = ValueSet::from_bits(static_cast<std::uint32_t>(random())),
           .found = static_cast<int>(random()),
           .is_other = random() % 2 == 0});
    if (random() % 2 == 0) {
      verdict.first_error = {list(), static_cast<Seat>(random() % 16), ""};
      for (auto length = random() % 30; length > 0; --length)
        verdict.first_error->reason += static_cast<char>(random() % 256);
    }
    const std::string text = verdict.to_text();
    EXPECT_EQ(Verdict::from_text(text), verdict);
    EXPECT_ERROR(ErrorKind::io, "damaged", Verdict::from_text(text + " "));
    EXPECT_ERROR(ErrorKind::io, "damaged",
                 Verdict::from_text(std::string_view(text).substr(0, text.size() - 1)));
  }
  EXPECT_ERROR(ErrorKind::io, "not a number", Verdict::from_text("1 0 0 1:x1:01:00 0 "));
}

}  // namespace
}  // namespace nimsweep
