// Walks in games whose machines are looked for: matrix by matrix, or as a tree of the preferences
// that the machines ask for.
#include <algorithm>
#include <array>
#include <utility>

#include "hunt/lazy_walker.hpp"
#include "hunt/row_units.hpp"
#include "hunt/with_players.hpp"
#include "nimsweep/hunt/space_walk.hpp"

namespace nimsweep {

using namespace hunt_detail;

namespace {

constexpr std::uint64_t kSearchesPerUnit = 64;

class SearchWalk final : public SpaceWalk {
 public:
  using RanksOf = std::function<std::vector<Rank>(std::uint64_t)>;

  // `has_all`: one matrix of each orbit is looked at, and stands for its rotations.
  SearchWalk(int players, std::uint64_t count, RanksOf ranks_of, SearchedGame game, bool has_all)
      : players_(players),
        count_(count),
        ranks_of_(std::move(ranks_of)),
        game_(std::move(game)),
        has_all_(has_all) {}

  std::uint64_t units() const noexcept override {
    return (count_ + kSearchesPerUnit - 1) / kSearchesPerUnit;
  }
  bool has_all() const noexcept override { return has_all_; }

  void walk(std::uint64_t unit, FunctionRef<void(const Piece&)> visit,
            IsStopped is_stopped) const override {
    const std::uint64_t from = unit * kSearchesPerUnit;
    const std::uint64_t to = std::min(from + kSearchesPerUnit, count_);
    for (std::uint64_t number = from; number < to; ++number) {
      const std::vector<Rank> ranks = ranks_of_(number);
      if (has_all_ && !is_first_of_orbit(ranks)) continue;
      const Uint128 index = RankSpace::of(players_).index_of(ranks);
      const Finding found =
          find_values(game_, AllianceMatrix::from_index(players_, index), is_stopped);
      const auto of_row = [&](Seat i) { return std::vector{ranks[static_cast<std::size_t>(i)]}; };
      const int matrices = has_all_ ? orbit_size(std::span<const Rank>(ranks)) : 1;
      Piece piece{.found = &found,
                  .shares = kWholeShare * static_cast<Shares>(matrices),
                  .least_index = index,
                  .ranks = of_row,
                  .alike = of_row};
      piece.machine.players = players_;
      visit(piece);
    }
  }

 private:
  int players_;
  std::uint64_t count_;
  RanksOf ranks_of_;
  SearchedGame game_;
  bool has_all_;
};

// All matrices, each part of a unit by one of its matrices.
template <int n>
class SearchTreeWalk final : public SpaceWalk {
 public:
  // Few units: what the first rows have in common is found again in each.
  SearchTreeWalk(Rotations rotations, SearchedGame game)
      : game_(std::move(game)),
        units_(rotations, n < 5 ? RankSpace::of(n).rows() : RankSpace::of(n - 1).rows()) {}

  std::uint64_t units() const noexcept override { return units_.size(); }
  bool has_all() const noexcept override { return true; }

  void walk(std::uint64_t number, FunctionRef<void(const Piece&)> visit,
            IsStopped is_stopped) const override {
    const auto& unit = units_[number];
    const auto tables = units_.tables_of(unit);
    std::vector<Orders> parts{tables.common};
    while (!parts.empty()) {
      Orders orders = parts.back();
      parts.pop_back();
      const auto ranks = [&](Seat i) {
        const auto row = static_cast<std::size_t>(i);
        return ranks_that_agree(n, i, orders[row], tables.ranges[row]);
      };
      std::array<Rank, n> first{};  // of the part, and of what of it has the same machine
      for (Seat i = 0; i < n; ++i) first[static_cast<std::size_t>(i)] = ranks(i).front();
      const Uint128 index = RankSpace::of(n).index_of(first);
      const Finding found = find_values(game_, AllianceMatrix::from_index(n, index), is_stopped);
      cut_off(found.asked ? *found.asked : all_preferences(first), tables, orders, parts);
      Piece piece{.found = &found,
                  .shares = units_.shares_of(unit, tables, orders),
                  .least_index = index,
                  .ranks = ranks,
                  .alike = ranks};
      piece.machine.players = n;
      visit(piece);
    }
  }

 private:
  using Orders = typename RowUnits<n>::Orders;
  using Tables = typename RowUnits<n>::Tables;

  // Adds these preferences to the orders one by one; what has the first ones but not the next is a
  // part of its own.
  void cut_off(const std::vector<Preference>& asked, const Tables& tables, Orders& orders,
               std::vector<Orders>& parts) const {
    for (const auto& [player, better, worse] : asked) {
      const auto row = static_cast<std::size_t>(player);
      const Relation known = table_.relation(orders[row]);
      if ((known & preference(better, worse)) != 0) continue;
      Orders other = orders;
      other[row] = table_.with(orders[row], worse, better);
      if (tables.matching[row][other[row]] > 0) parts.push_back(other);
      orders[row] = table_.with(orders[row], better, worse);
    }
  }

  static std::vector<Preference> all_preferences(const std::array<Rank, n>& ranks) {
    std::vector<Preference> all;
    for (Seat i = 0; i < n; ++i) {
      const Relation row = RankSpace::of(n).preferences(i, ranks[static_cast<std::size_t>(i)]);
      for (Seat a = 0; a < n; ++a)
        for (Seat b = 0; b < n; ++b)
          if ((row & preference(a, b)) != 0) all.push_back({i, a, b});
    }
    return all;
  }

  const PartialOrders& table_ = PartialOrders::of(n);
  SearchedGame game_;
  RowUnits<n> units_;
};

}  // namespace

std::unique_ptr<SpaceWalk> walk_choices(int players, bool shares_rotations, SearchedGame game) {
  return with_players<PartialOrders::kMaxPlayers>(
      players, [&](auto n) -> std::unique_ptr<SpaceWalk> {
        return std::make_unique<SearchTreeWalk<n>>(
            shares_rotations ? Rotations::shared : Rotations::apart, std::move(game));
      });
}

std::unique_ptr<SpaceWalk> walk_all_matrices(int players, SearchedGame game) {
  const auto ranks_of = [players](std::uint64_t index) {
    return RankSpace::of(players).ranks_of(Uint128{index});
  };
  return std::make_unique<SearchWalk>(players,
                                      static_cast<std::uint64_t>(AllianceMatrix::count(players)),
                                      ranks_of, std::move(game), true);
}

std::unique_ptr<SpaceWalk> walk_matrices(int players, std::uint64_t count,
                                         std::function<std::vector<Rank>(std::uint64_t)> ranks_of,
                                         SearchedGame game) {
  return std::make_unique<SearchWalk>(players, count, std::move(ranks_of), std::move(game), false);
}

}  // namespace nimsweep
