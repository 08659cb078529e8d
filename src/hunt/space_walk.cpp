#include "nimsweep/hunt/space_walk.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <type_traits>
#include <utility>

#include "hunt/closure.hpp"
#include "hunt/descending_closure.hpp"
#include "hunt/lazy_walker.hpp"
#include "hunt/row_units.hpp"
#include "hunt/with_players.hpp"
#include "nimsweep/base/hash.hpp"

namespace nimsweep {

using namespace hunt_detail;

namespace {

using Visit = FunctionRef<void(const Piece&)>;
using Number = PartialOrders::Number;

template <int n>
using Ranks = std::array<Rank, n>;

constexpr std::size_t at(Seat i) noexcept {
  return static_cast<std::size_t>(i);
}

// All matrices, up to rotation. What all rows of a unit have in common is known from the start; the
// rest is decided lazily.
template <int n, template <int> class Machine>
class OrbitWalk final : public SpaceWalk {
 public:
  // A unit has (n-3)! ranks of row 1. Their rows differ only in the last places, so they share most
  // of their order, and much is known from the start.
  explicit OrbitWalk(bool counts_behaviours)
      : counts_behaviours_(counts_behaviours),
        units_(Rotations::shared, n < 5 ? 1 : RankSpace::of(n - 3).rows()) {
    for (Seat i = 0; i < n; ++i) first_ranks_[at(i)] = first_ranks(n, i);
  }

  std::uint64_t units() const noexcept override { return units_.size(); }
  bool has_all() const noexcept override { return true; }

  void walk(std::uint64_t number, Visit visit, IsStopped) const override {
    const Unit& unit = units_[number];
    const auto tables = units_.tables_of(unit);
    typename LazyWalker<n, Machine>::Counts counts;
    for (Seat i = 0; i < n; ++i) counts[at(i)] = &tables.matching[at(i)];
    LazyWalker<n, Machine> walker(0, counts);
    const auto leaf = [&](const Orders& orders, const PackedMachine& machine) {
      const auto ranks = [&](Seat i) {
        return ranks_that_agree(n, i, orders[at(i)], tables.ranges[at(i)]);
      };
      const auto alike = [&](Seat i) { return ranks_that_agree(n, i, orders[at(i)], {0, rows()}); };
      Piece piece{.machine = machine,
                  .shares = units_.shares_of(unit, tables, orders),
                  .ranks = ranks,
                  .alike = alike};
      if (counts_behaviours_) count_behaviour(unit, orders, piece);
      visit(piece);
    };
    // A behaviour is what a walk finds that knows nothing at first.
    walker.walk(counts_behaviours_ ? Orders{} : tables.common, -1, leaf, [](const Orders&) {});
  }

 private:
  using Orders = typename RowUnits<n>::Orders;
  using Unit = typename RowUnits<n>::Unit;

  static Rank rows() { return RankSpace::of(n).rows(); }

  // A behaviour is seen in every unit that has some of its matrices, and counted where its first
  // matrix is: the one whose rows have the smallest ranks that agree. If m rows of that one have
  // the smallest rank of all, m of the behaviour's n rotations are counted, each as n/m. Rotations
  // that leave the first matrix as it is leave the behaviour as it is, since no matrix has two.
  void count_behaviour(const Unit& unit, const Orders& orders, Piece& piece) const {
    Ranks<n> ranks{};
    Shares smallest = 0;
    for (Seat i = 0; i < n; ++i) {
      ranks[at(i)] = first_ranks_[at(i)][orders[at(i)]];
      if (ranks[at(i)] < unit.first) return;
      smallest += ranks[at(i)] == unit.first ? 1 : 0;
    }
    if (ranks[0] != unit.first) return;
    if (ranks[1] < unit.second.from || ranks[1] >= unit.second.to) return;
    piece.behaviours = kWholeShare * n / smallest;
    piece.behaviours_up_to_rotation =
        piece.behaviours / static_cast<Shares>(orbit_size(std::span<const Rank>(ranks)));
    std::ranges::copy(ranks, piece.first_alike.begin());
  }

  bool counts_behaviours_;
  RowUnits<n> units_;
  std::array<FirstRanks, n> first_ranks_;
};

// All matrices, without regard to rotations: the tree of choices from its root, where nothing is
// known. A leaf is a behaviour, and its matrices are counted by linear extensions. Units are the
// nodes at a fixed depth, and the leaves above it.
template <int n, template <int> class Machine>
class ChoiceWalk final : public SpaceWalk {
 public:
  explicit ChoiceWalk(int max_piles)
      : max_piles_(max_piles), extensions_(count_rows(n, 0, {0, rows()})) {
    for (Seat i = 0; i < n; ++i) first_ranks_[at(i)] = first_ranks(n, i);
    const auto keep = [&](const auto& orders) { units_.push_back(orders); };
    walker().walk(
        {}, kChoicesOfUnit, [&](const auto& orders, const auto&) { keep(orders); }, keep);
  }

  std::uint64_t units() const noexcept override { return units_.size(); }
  bool has_all() const noexcept override { return true; }

  void walk(std::uint64_t unit, Visit visit, IsStopped) const override {
    walker().walk(
        units_[unit], -1,
        [&](const auto& orders, const PackedMachine& machine) {
          Shares matrices = kWholeShare;
          for (const Number order : orders) matrices *= extensions_[order];
          const auto ranks = [&](Seat i) {
            return ranks_that_agree(n, i, orders[at(i)], {0, rows()});
          };
          Ranks<n> first{};
          for (Seat i = 0; i < n; ++i) first[at(i)] = first_ranks_[at(i)][orders[at(i)]];
          const auto orbit = static_cast<Shares>(orbit_size(std::span<const Rank>(first)));
          Piece piece{.machine = machine,
                      .shares = matrices,
                      .behaviours = kWholeShare,
                      .behaviours_up_to_rotation = kWholeShare / orbit,
                      .least_index = RankSpace::of(n).index_of(first),
                      .ranks = ranks,
                      .alike = ranks};
          std::ranges::copy(first, piece.first_alike.begin());
          visit(piece);
        },
        [](const auto&) {});
  }

  std::optional<double> guess_pieces(std::uint64_t seed) const override {
    std::uint64_t state = seed;
    const auto choose = [&](std::size_t count) {
      state = mix(state, count);
      return static_cast<std::size_t>((state >> 32) % count);
    };
    const auto& unit = units_[choose(units_.size())];
    return static_cast<double>(units_.size()) * walker().follow(unit, choose);
  }

 private:
  // So that there are enough units for any number of threads.
  static constexpr int kChoicesOfUnit = n < 5 ? 6 : 10;

  static Rank rows() { return RankSpace::of(n).rows(); }

  LazyWalker<n, Machine> walker() const {
    typename LazyWalker<n, Machine>::Counts counts;
    counts.fill(&extensions_);
    return LazyWalker<n, Machine>(max_piles_, counts);
  }

  int max_piles_;
  RowCounts extensions_;  // linear extensions of each order, whoever's it is
  std::array<FirstRanks, n> first_ranks_;
  std::vector<typename LazyWalker<n, Machine>::Orders> units_;
};

// One matrix after the other. Neighbours in a list often share rows, so only the tables of rows
// that differ are made again.
template <int n, template <int> class Machine>
class SingleMachines {
 public:
  explicit SingleMachines(int max_piles) : closure_(max_piles, false) {}

  void visit(const Ranks<n>& ranks, Shares shares, Visit visitor) {
    for (Seat i = 0; i < n; ++i)
      if (!ranks_ || (*ranks_)[at(i)] != ranks[at(i)])
        closure_.set_row(i, RankSpace::of(n).choices(i, ranks[at(i)]));
    ranks_ = ranks;
    auto point = closure_.begin();
    closure_.template explore<false>(point);
    const auto of_row = [&](Seat i) { return std::vector{ranks[at(i)]}; };
    visitor(
        {.machine = closure_.machine(point), .shares = shares, .ranks = of_row, .alike = of_row});
  }

 private:
  Machine<n> closure_;
  std::optional<Ranks<n>> ranks_;
};

constexpr std::uint64_t kMatricesPerUnit = 1 << 14;

template <int n, template <int> class Machine>
class AllMatricesWalk final : public SpaceWalk {
 public:
  explicit AllMatricesWalk(int max_piles) : max_piles_(max_piles) {
    assert(AllianceMatrix::count(n) <= ~std::uint64_t{0});
    count_ = static_cast<std::uint64_t>(AllianceMatrix::count(n));
  }

  std::uint64_t units() const noexcept override {
    return (count_ + kMatricesPerUnit - 1) / kMatricesPerUnit;
  }
  bool has_all() const noexcept override { return true; }

  void walk(std::uint64_t unit, Visit visit, IsStopped) const override {
    const RankSpace& space = RankSpace::of(n);
    SingleMachines<n, Machine> machines(max_piles_);
    const std::uint64_t from = unit * kMatricesPerUnit;
    const std::uint64_t to = std::min(from + kMatricesPerUnit, count_);
    Ranks<n> ranks{};
    std::ranges::copy(space.ranks_of(from), ranks.begin());
    for (std::uint64_t index = from; index < to; ++index) {
      if (is_first_of_orbit(ranks))
        machines.visit(ranks,
                       kWholeShare * static_cast<Shares>(orbit_size(std::span<const Rank>(ranks))),
                       visit);
      for (std::size_t i = n; i-- > 0 && ++ranks[i] == space.rows();) ranks[i] = 0;
    }
  }

 private:
  int max_piles_;
  std::uint64_t count_ = 0;
};

template <int n, template <int> class Machine>
class MatrixWalk final : public SpaceWalk {
 public:
  MatrixWalk(int max_piles, std::uint64_t count,
             std::function<std::vector<Rank>(std::uint64_t)> ranks_of)
      : max_piles_(max_piles), count_(count), ranks_of_(std::move(ranks_of)) {}

  std::uint64_t units() const noexcept override {
    return (count_ + kMatricesPerUnit - 1) / kMatricesPerUnit;
  }
  bool has_all() const noexcept override { return false; }

  void walk(std::uint64_t unit, Visit visit, IsStopped) const override {
    SingleMachines<n, Machine> machines(max_piles_);
    const std::uint64_t from = unit * kMatricesPerUnit;
    const std::uint64_t to = std::min(from + kMatricesPerUnit, count_);
    for (std::uint64_t number = from; number < to; ++number) {
      Ranks<n> ranks{};
      std::ranges::copy(ranks_of_(number), ranks.begin());
      machines.visit(ranks, kWholeShare, visit);
    }
  }

 private:
  int max_piles_;
  std::uint64_t count_;
  std::function<std::vector<Rank>(std::uint64_t)> ranks_of_;
};

template <int kMost, template <int, template <int> class> class Walk, class... Arguments>
std::unique_ptr<SpaceWalk> make(WalkedGame game, int players, Arguments&&... arguments) {
  return with_players<kMost>(players, [&](auto n) -> std::unique_ptr<SpaceWalk> {
    if (game == WalkedGame::small_nim)
      return std::make_unique<Walk<n, DescendingClosure>>(std::forward<Arguments>(arguments)...);
    return std::make_unique<Walk<n, Closure>>(std::forward<Arguments>(arguments)...);
  });
}

}  // namespace

std::unique_ptr<SpaceWalk> walk_orbits(int players, bool counts_behaviours, WalkedGame game) {
  return make<PartialOrders::kMaxPlayers, OrbitWalk>(game, players, counts_behaviours);
}

std::unique_ptr<SpaceWalk> walk_choices(int players, int max_piles, WalkedGame game) {
  return make<PartialOrders::kMaxPlayers, ChoiceWalk>(game, players, max_piles);
}

std::unique_ptr<SpaceWalk> walk_all_matrices(int players, int max_piles, WalkedGame game) {
  return make<PartialOrders::kMaxPlayers, AllMatricesWalk>(game, players, max_piles);
}

std::unique_ptr<SpaceWalk> walk_matrices(int players, int max_piles, std::uint64_t count,
                                         std::function<std::vector<Rank>(std::uint64_t)> ranks_of,
                                         WalkedGame game) {
  return make<kMaxPackedPlayers, MatrixWalk>(game, players, max_piles, count, std::move(ranks_of));
}

}  // namespace nimsweep
