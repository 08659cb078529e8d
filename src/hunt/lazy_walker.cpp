#include "hunt/lazy_walker.hpp"

namespace nimsweep::hunt_detail {

namespace {

std::vector<Relation> preferences_of(int players, Seat i, RankRange ranks) {
  const RankSpace& space = RankSpace::of(players);
  std::vector<Relation> preferences;
  for (Rank rank = ranks.from; rank < ranks.to; ++rank)
    preferences.push_back(space.preferences(i, rank));
  return preferences;
}

}  // namespace

// Every order is compared with every rank, for six players 130,023 with up to 720.
RowCounts count_rows(int players, Seat i, RankRange ranks) {
  const PartialOrders& orders = PartialOrders::of(players);
  const std::vector<Relation> preferences = preferences_of(players, i, ranks);
  RowCounts counts(orders.size());
  for (PartialOrders::Number order = 0; order < orders.size(); ++order)
    for (const Relation row : preferences)
      counts[order] =
          static_cast<std::uint16_t>(counts[order] + (agrees(orders.relation(order), row) ? 1 : 0));
  return counts;
}

std::vector<Rank> ranks_that_agree(int players, Seat i, PartialOrders::Number order,
                                   RankRange ranks) {
  const RankSpace& space = RankSpace::of(players);
  const Relation relation = PartialOrders::of(players).relation(order);
  std::vector<Rank> found;
  for (Rank rank = ranks.from; rank < ranks.to; ++rank)
    if (agrees(relation, space.preferences(i, rank))) found.push_back(rank);
  return found;
}

FirstRanks first_ranks(int players, Seat i) {
  const PartialOrders& orders = PartialOrders::of(players);
  const std::vector<Relation> preferences =
      preferences_of(players, i, {0, RankSpace::of(players).rows()});
  FirstRanks first(orders.size());
  for (PartialOrders::Number order = 0; order < orders.size(); ++order)
    while (!agrees(orders.relation(order), preferences[first[order]])) ++first[order];
  return first;
}

PartialOrders::Number common_order(int players, Seat i, RankRange ranks) {
  Relation common = ~Relation{0};
  for (const Relation row : preferences_of(players, i, ranks)) common &= row;
  return PartialOrders::of(players).number_of(common);
}

}  // namespace nimsweep::hunt_detail
