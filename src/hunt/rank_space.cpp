#include "nimsweep/hunt/rank_space.hpp"

#include <algorithm>
#include <numeric>

#include "hunt/with_players.hpp"

namespace nimsweep {

using namespace hunt_detail;

RankSpace::RankSpace(int players) : players_(players) {
  std::vector<int> row(static_cast<std::size_t>(players));
  std::iota(row.begin(), row.end(), 0);
  for (int k = 2; k <= players; ++k) rows_ *= static_cast<Rank>(k);
  preferences_.resize(row.size() * rows_);
  Rank rank = 0;
  do {
    for (Seat i = 0; i < players; ++i)
      for (auto better = row.begin(); better != row.end(); ++better)
        for (auto worse = better + 1; worse != row.end(); ++worse)
          preferences_[static_cast<std::size_t>(i) * rows_ + rank] |=
              preference((i + *better) % players, (i + *worse) % players);
    ++rank;
  } while (std::next_permutation(row.begin(), row.end()));
}

const RankSpace& RankSpace::of(int players) {
  return with_players<kMaxPackedPlayers>(players, [](auto n) -> const RankSpace& {
    static const RankSpace kSpace(n);
    return kSpace;
  });
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

Choices RankSpace::choices(Seat i, Rank rank) const noexcept {
  const Relation relation = preferences(i, rank);
  Choices choices;
  for (Seat a = 0; a < players_; ++a)
    for (Seat b = 0; b < players_; ++b)
      choices.set(a, b, static_cast<std::uint8_t>((relation & preference(b, a)) != 0 ? b : a));
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
