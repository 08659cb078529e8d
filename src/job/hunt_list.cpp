#include "nimsweep/job/hunt_list.hpp"

#include <fmt/format.h>

#include <compare>
#include <limits>
#include <map>
#include <utility>

#include "nimsweep/base/sha256.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/games/registry.hpp"
#include "nimsweep/job/matrix_set.hpp"

namespace nimsweep {

namespace {

constexpr Uint128 kMostMatricesOfHunt = std::numeric_limits<Shares>::max() / kWholeShare;

constexpr Uint128 kMostSearches = Uint128{1} << 36;  // for machines; takes weeks

// Must change whenever units are cut or counted in another way.
constexpr std::string_view kWalks = "walks 4";

// Hunts that need the same of a walk share one.
struct Needs {
  int places;
  std::size_t box;
  int max_piles;
  bool is_lazy;
  bool is_same_for_rotations;

  friend auto operator<=>(const Needs&, const Needs&) = default;
};

WalkedGame walked_game(const JobSpec& job) {
  return job.game == "small-nim" ? WalkedGame::small_nim : WalkedGame::last_nim;
}

SearchedGame searched_game(const JobSpec& job, const Needs& needs) {
  if (!job.hunts_read_digits()) return PassGame{.passes = job.passes};
  return DigitGame{
      .ruleset = make_ruleset(job.game),
      .places = needs.places,
      .passes = static_cast<Counters>(job.passes),
      .limits = needs.box > 0 ? DigitSearchLimits{.positions = needs.box} : DigitSearchLimits()};
}

std::shared_ptr<const SpaceWalk> make_walk(const JobSpec& job, int players, const Needs& needs,
                                           bool counts_behaviours, const MatrixSet& matrices) {
  const auto ranks_of = [matrices, players](std::uint64_t number) {
    return RankSpace::of(players).ranks_of(matrices[number]);
  };
  const auto count = static_cast<std::uint64_t>(matrices.size());
  if (job.hunts_search()) {
    SearchedGame game = searched_game(job, needs);
    if (needs.is_lazy) return walk_choices(players, needs.is_same_for_rotations, std::move(game));
    if (job.walks_all_matrices() && needs.is_same_for_rotations)
      return walk_all_matrices(players, std::move(game));
    return walk_matrices(players, count, ranks_of, std::move(game));
  }
  const WalkedGame game = walked_game(job);
  if (job.walks_all_matrices()) {
    if (needs.is_lazy && needs.is_same_for_rotations && needs.max_piles == 0)
      return walk_orbits(players, counts_behaviours, game);
    if (needs.is_lazy) return walk_choices(players, needs.max_piles, game);
    if (needs.is_same_for_rotations) return walk_all_matrices(players, needs.max_piles, game);
  }
  return walk_matrices(players, needs.max_piles, count, ranks_of, game);
}

// Whether a claim can be asked of this many players shows only when it is tried.
HuntCheck check_of(const JobSpec& job, const HuntSpec& spec, int players, const Needs& needs) {
  return job.at(spec.place, fmt::format("hunt {}", in_quotes(spec.hunt.name)), [&]() -> HuntCheck {
    if (job.hunts_search()) return {spec.hunt, players, searched_game(job, needs)};
    return {spec.hunt, players, walked_game(job)};
  });
}

}  // namespace

HuntList hunt_list(const JobSpec& job, HuntChecks checks_wanted) {
  HuntList list;
  for (const int players : job.players) {
    const MatrixSet matrices(job, players);
    if (matrices.size() > kMostMatricesOfHunt)
      throw job.error_at(
          job.matrices.front().place,
          fmt::format("matrices: {} of {} players are too many to count; expected "
                      "at most {}",
                      to_decimal(matrices.size()), players, to_decimal(kMostMatricesOfHunt)));
    if (job.hunts_search() && matrices.size() > kMostSearches)
      throw job.error_at(
          job.matrices.front().place,
          fmt::format("matrices: {} of {} players are too many to look for a machine of each; "
                      "expected at most {}",
                      to_grouped_decimal(matrices.size()), players,
                      to_grouped_decimal(kMostSearches)));
    std::map<Needs, std::vector<std::size_t>> walks;
    for (const int places : job.hunts_read_digits() ? job.pile_counts : std::vector{0})
      for (std::size_t k = 0; k < job.hunts.size(); ++k) {
        const Hunt& hunt = job.hunts[k].hunt;
        const bool is_lazy = hunt.lazy && hunt.is_about_behaviour() && job.walks_all_matrices();
        for (const int max_piles : job.hunts[k].max_piles)
          walks[{places, hunt.box, max_piles, is_lazy, hunt.is_same_for_rotations()}].push_back(k);
      }
    for (const auto& [needs, hunts] : walks) {
      bool counts_behaviours = false;
      std::vector<HuntCheck> checks;
      for (const std::size_t k : hunts) {
        counts_behaviours |= job.hunts[k].hunt.behaviours;
        if (checks_wanted == HuntChecks::make)
          checks.push_back(check_of(job, job.hunts[k], players, needs));
      }
      list.groups.push_back({.players = players,
                             .places = needs.places,
                             .max_piles = needs.max_piles,
                             .matrices = static_cast<std::uint64_t>(matrices.size()),
                             .hunts = hunts,
                             .checks = std::move(checks),
                             .walk = make_walk(job, players, needs, counts_behaviours, matrices)});
      list.units += list.groups.back().walk->units();
    }
  }
  list.sha256 = sha256(fmt::format("{} {} {}", kWalks, job.sha256, list.units));
  return list;
}

}  // namespace nimsweep
