#include "nimsweep/hunt/partial_orders.hpp"

#include "hunt/with_players.hpp"

namespace nimsweep {

using namespace hunt_detail;

namespace {

// The order with a preferred to b: then a, and all preferred to a, are preferred to b and to all
// that b is preferred to.
Relation closed(Relation order, Seat a, Seat b, int players) {
  Relation below = preference(a, b) | (order >> 8 * b & 0xff) << 8 * a;
  below = below >> 8 * a & 0xff;
  Relation result = order;
  for (Seat c = 0; c < players; ++c)
    if (c == a || (order & preference(c, a)) != 0) result |= below << 8 * c;
  return result;
}

}  // namespace

PartialOrders::PartialOrders(int players) : players_(players) {
  add(0);
  for (Number order = 0; order < relations_.size(); ++order) {
    const Relation relation = relations_[order];
    Choices choices;
    choices.preferred.fill(Choices::kUndecided);
    more_.resize(more_.size() + pairs());
    for (Seat a = 0; a < players; ++a)
      for (Seat b = 0; b < players; ++b) {
        if (a == b || (relation & preference(a, b)) != 0) {
          choices.set(a, b, static_cast<std::uint8_t>(a));
        } else if ((relation & preference(b, a)) != 0) {
          choices.set(a, b, static_cast<std::uint8_t>(b));
        } else {
          const Number next = add(closed(relation, a, b, players));
          more_[place_of(order, a, b)] = next;
        }
      }
    choices_.push_back(choices);
  }
}

PartialOrders::Number PartialOrders::add(Relation relation) {
  const auto [found, is_new] =
      numbers_.try_emplace(relation, static_cast<Number>(relations_.size()));
  if (is_new) relations_.push_back(relation);
  return found->second;
}

const PartialOrders& PartialOrders::of(int players) {
  return with_players<kMaxPlayers>(players, [](auto n) -> const PartialOrders& {
    static const PartialOrders kOrders(n);
    return kOrders;
  });
}

}  // namespace nimsweep
