#include "nimsweep/hunt/partial_orders.hpp"

#include <gtest/gtest.h>

#include <set>

namespace nimsweep {
namespace {

bool prefers(Relation order, Seat a, Seat b) {
  return (order & preference(a, b)) != 0;
}

// The transitive closure, by adding pairs until nothing is new.
Relation closure_of(Relation order, int players) {
  for (;;) {
    Relation more = order;
    for (Seat a = 0; a < players; ++a)
      for (Seat b = 0; b < players; ++b)
        for (Seat c = 0; c < players; ++c)
          if (prefers(order, a, b) && prefers(order, b, c)) more |= preference(a, c);
    if (more == order) return order;
    order = more;
  }
}

bool is_antisymmetric(Relation order, int players) {
  for (Seat a = 0; a < players; ++a)
    for (Seat b = 0; b < players; ++b)
      if (prefers(order, a, b) && prefers(order, b, a)) return false;
  return true;
}

TEST(PartialOrders, ThereAreAsManyAsThereShouldBe) {
  const std::vector<std::size_t> sizes{3, 19, 219, 4'231, 130'023};  // OEIS A001035
  for (int players = 2; players <= 6; ++players)
    EXPECT_EQ(PartialOrders::of(players).size(), sizes[static_cast<std::size_t>(players - 2)]);
}

TEST(PartialOrders, AreOrdersAndAllDifferent) {
  for (int players = 2; players <= 6; ++players) {
    const PartialOrders& orders = PartialOrders::of(players);
    EXPECT_EQ(orders.players(), players);
    EXPECT_EQ(orders.relation(0), 0u);
    std::set<Relation> seen;
    for (PartialOrders::Number order = 0; order < orders.size(); ++order) {
      const Relation relation = orders.relation(order);
      ASSERT_TRUE(seen.insert(relation).second);
      ASSERT_EQ(orders.number_of(relation), order);
      ASSERT_EQ(closure_of(relation, players), relation);
      ASSERT_TRUE(is_antisymmetric(relation, players));
      for (int bit = 0; bit < 64; ++bit)
        if ((relation >> bit & 1) != 0) ASSERT_TRUE(bit / 8 < players && bit % 8 < players);
    }
  }
}

TEST(PartialOrders, WithIsTheSmallestExtension) {
  for (int players = 2; players <= 5; ++players) {
    const PartialOrders& orders = PartialOrders::of(players);
    for (PartialOrders::Number order = 0; order < orders.size(); ++order) {
      const Relation relation = orders.relation(order);
      for (Seat a = 0; a < players; ++a)
        for (Seat b = 0; b < players; ++b)
          if (a != b && !prefers(relation, a, b) && !prefers(relation, b, a))
            ASSERT_EQ(orders.relation(orders.with(order, a, b)),
                      closure_of(relation | preference(a, b), players));
    }
  }
}

TEST(PartialOrders, ChoicesAreWhatIsKnown) {
  for (int players = 2; players <= 5; ++players) {
    const PartialOrders& orders = PartialOrders::of(players);
    for (PartialOrders::Number order = 0; order < orders.size(); ++order) {
      const Relation relation = orders.relation(order);
      for (Seat a = 0; a < players; ++a)
        for (Seat b = 0; b < players; ++b) {
          int expected = Choices::kUndecided;
          if (a == b || prefers(relation, a, b)) expected = a;
          if (prefers(relation, b, a)) expected = b;
          ASSERT_EQ(orders.choices(order).preferred[static_cast<std::size_t>(a + 8 * b)], expected);
        }
    }
  }
}

}  // namespace
}  // namespace nimsweep
