#include "nimsweep/hunt/rank_space.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <numeric>

namespace nimsweep {

RankSpace::RankSpace(int players) : players_(players) {
  std::vector<std::uint8_t> row(static_cast<std::size_t>(players));
  std::iota(row.begin(), row.end(), std::uint8_t{0});
  for (int k = 2; k <= players; ++k) rows_ *= static_cast<Rank>(k);
  places_.resize(rows_ * row.size());
  auto* places = places_.data();
  do {
    for (std::size_t place = 0; place < row.size(); ++place)
      places[row[place]] = static_cast<std::uint8_t>(place);
    places += row.size();
  } while (std::next_permutation(row.begin(), row.end()));
}

const RankSpace& RankSpace::of(int players) {
  assert(kMinPlayers <= players && players <= kMaxPackedPlayers);
  static const std::array<RankSpace, kMaxPackedPlayers - 1> kSpaces{
      RankSpace(2), RankSpace(3), RankSpace(4), RankSpace(5),
      RankSpace(6), RankSpace(7), RankSpace(8)};
  return kSpaces[static_cast<std::size_t>(players - 2)];
}

Uint128 RankSpace::index_of(std::span<const Rank> ranks) const noexcept {
  Uint128 index = 0;
  for (const Rank rank : ranks) index = index * rows_ + rank;
  return index;
}

std::vector<Rank> RankSpace::ranks_of(Uint128 index) const {
  std::vector<Rank> ranks(static_cast<std::size_t>(players_));
  for (std::size_t i = ranks.size(); i-- > 0; index /= rows_)
    ranks[i] = static_cast<Rank>(index % rows_);
  return ranks;
}

std::vector<Rank> RankSpace::ranks_of(const AllianceMatrix& matrix) const {
  return ranks_of(matrix.index());
}

Relation RankSpace::preferences(Seat i, Rank rank) const noexcept {
  const std::uint8_t* places = &places_[rank * static_cast<std::size_t>(players_)];
  Relation relation = 0;
  for (int a = 0; a < players_; ++a)
    for (int b = 0; b < players_; ++b)
      if (places[a] < places[b]) relation |= preference((i + a) % players_, (i + b) % players_);
  return relation;
}

Choices RankSpace::choices(Seat i, Rank rank) const noexcept {
  const Relation relation = preferences(i, rank);
  Choices choices;
  for (Seat a = 0; a < players_; ++a)
    for (Seat b = 0; b < players_; ++b)
      choices.preferred[static_cast<std::size_t>(a + 8 * b)] =
          static_cast<std::uint8_t>((relation & preference(b, a)) != 0 ? b : a);
  return choices;
}

bool is_first_of_orbit(std::span<const Rank> ranks) noexcept {
  for (std::size_t shift = 1; shift < ranks.size(); ++shift)
    for (std::size_t k = 0; k < ranks.size(); ++k) {
      const Rank rotated = ranks[(k + shift) % ranks.size()];
      if (rotated < ranks[k]) return false;
      if (rotated > ranks[k]) break;
    }
  return true;
}

}  // namespace nimsweep
