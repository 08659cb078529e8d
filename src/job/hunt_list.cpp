#include "nimsweep/job/hunt_list.hpp"

#include <fmt/format.h>

#include <compare>
#include <limits>
#include <map>
#include <utility>

#include "nimsweep/base/sha256.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/job/matrix_set.hpp"

namespace nimsweep {

namespace {

constexpr Uint128 kMostMatrices = std::numeric_limits<Shares>::max() / kWholeShare;

// Must change whenever units are cut or counted in another way.
constexpr std::string_view kWalks = "walks 2";

// Hunts that need the same of a walk share one.
struct Needs {
  int max_piles;
  bool is_lazy;
  bool is_same_for_rotations;

  friend auto operator<=>(const Needs&, const Needs&) = default;
};

WalkedGame game_of(const JobSpec& job) {
  return job.game == "small-nim" ? WalkedGame::small_nim : WalkedGame::last_nim;
}

std::shared_ptr<const SpaceWalk> make_walk(const JobSpec& job, int players, const Needs& needs,
                                           bool counts_behaviours, const MatrixSet& matrices) {
  const WalkedGame game = game_of(job);
  if (job.walks_all_matrices()) {
    if (needs.is_lazy && needs.is_same_for_rotations && needs.max_piles == 0)
      return walk_orbits(players, counts_behaviours, game);
    if (needs.is_lazy) return walk_choices(players, needs.max_piles, game);
    if (needs.is_same_for_rotations) return walk_all_matrices(players, needs.max_piles, game);
  }
  const auto ranks_of = [matrices, players](std::uint64_t number) {
    return RankSpace::of(players).ranks_of(matrices[number]);
  };
  return walk_matrices(players, needs.max_piles, static_cast<std::uint64_t>(matrices.size()),
                       ranks_of, game);
}

// Whether a claim can be asked of so many players shows only when it is tried.
HuntCheck check_of(const JobSpec& job, const HuntSpec& spec, int players) {
  try {
    return {spec.hunt, players, game_of(job)};
  } catch (const Error& error) {
    throw job.error_at(spec.place,
                       fmt::format("hunt {}: {}", in_quotes(spec.hunt.name), error.what()));
  }
}

}  // namespace

HuntList hunt_list(const JobSpec& job) {
  HuntList list;
  for (const int players : job.players) {
    const MatrixSet matrices(job, players);
    if (matrices.size() > kMostMatrices)
      throw job.error_at(
          job.matrices.front().place,
          fmt::format("matrices: {} of {} players are too many to count; expected "
                      "at most {}",
                      to_decimal(matrices.size()), players, to_decimal(kMostMatrices)));
    std::map<Needs, std::vector<std::size_t>> walks;
    for (std::size_t k = 0; k < job.hunts.size(); ++k) {
      const Hunt& hunt = job.hunts[k].hunt;
      const bool is_lazy = hunt.lazy && hunt.is_about_behaviour() && job.walks_all_matrices();
      walks[{hunt.max_piles, is_lazy, hunt.is_same_for_rotations()}].push_back(k);
    }
    for (const auto& [needs, hunts] : walks) {
      bool counts_behaviours = false;
      std::vector<HuntCheck> checks;
      for (const std::size_t k : hunts) {
        counts_behaviours |= job.hunts[k].hunt.behaviours;
        checks.push_back(check_of(job, job.hunts[k], players));
      }
      list.groups.push_back({.players = players,
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
