// Walks in games whose machines read digits: matrix by matrix, as nothing is known beforehand of
// which preferences a position asks for.
#include <algorithm>
#include <utility>

#include "nimsweep/hunt/space_walk.hpp"

namespace nimsweep {

namespace {

constexpr std::uint64_t kMatricesOfUnit = 64;

class DigitWalk final : public SpaceWalk {
 public:
  using RanksOf = std::function<std::vector<Rank>(std::uint64_t)>;

  // `has_all`: one matrix of each orbit is looked at, and stands for its rotations.
  DigitWalk(int players, std::uint64_t count, RanksOf ranks_of, DigitGame game, bool has_all)
      : players_(players),
        count_(count),
        ranks_of_(std::move(ranks_of)),
        game_(std::move(game)),
        has_all_(has_all) {}

  std::uint64_t units() const noexcept override {
    return (count_ + kMatricesOfUnit - 1) / kMatricesOfUnit;
  }
  bool has_all() const noexcept override { return has_all_; }

  void walk(std::uint64_t unit, FunctionRef<void(const Piece&)> visit,
            IsStopped is_stopped) const override {
    const std::uint64_t from = unit * kMatricesOfUnit;
    const std::uint64_t to = std::min(from + kMatricesOfUnit, count_);
    for (std::uint64_t number = from; number < to; ++number) {
      const std::vector<Rank> ranks = ranks_of_(number);
      if (has_all_ && !is_first_of_orbit(ranks)) continue;
      const Uint128 index = RankSpace::of(players_).index_of(ranks);
      const DigitFinding found =
          find_values(game_, AllianceMatrix::from_index(players_, index), is_stopped);
      const auto of_row = [&](Seat i) { return std::vector{ranks[static_cast<std::size_t>(i)]}; };
      const int matrices = has_all_ ? orbit_size(std::span<const Rank>(ranks)) : 1;
      visit({.digits = &found,
             .shares = kWholeShare * static_cast<Shares>(matrices),
             .least_index = index,
             .ranks = of_row,
             .alike = of_row});
    }
  }

 private:
  int players_;
  std::uint64_t count_;
  RanksOf ranks_of_;
  DigitGame game_;
  bool has_all_;
};

}  // namespace

std::unique_ptr<SpaceWalk> walk_all_matrices(int players, DigitGame game) {
  const auto ranks_of = [players](std::uint64_t index) {
    return RankSpace::of(players).ranks_of(Uint128{index});
  };
  return std::make_unique<DigitWalk>(players,
                                     static_cast<std::uint64_t>(AllianceMatrix::count(players)),
                                     ranks_of, std::move(game), true);
}

std::unique_ptr<SpaceWalk> walk_matrices(int players, std::uint64_t count,
                                         std::function<std::vector<Rank>(std::uint64_t)> ranks_of,
                                         DigitGame game) {
  return std::make_unique<DigitWalk>(players, count, std::move(ranks_of), std::move(game), false);
}

}  // namespace nimsweep
