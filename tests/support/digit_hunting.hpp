// Helpers for hunts in games whose machines read digits.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "nimsweep/games/registry.hpp"
#include "nimsweep/hunt/hunt.hpp"
#include "support/hunting.hpp"

namespace nimsweep::test {

inline DigitGame digit_game(const std::string& name, int places, Counters passes = 0,
                            std::size_t positions = 1 << 12) {
  return {.ruleset = make_ruleset(name),
          .places = places,
          .passes = passes,
          .limits = {.positions = positions}};
}

inline std::uint64_t matrices_of(int players) {
  return static_cast<std::uint64_t>(AllianceMatrix::count(players));
}

inline std::unique_ptr<SpaceWalk> walk_each(int players, const DigitGame& game) {
  return walk_matrices(
      players, matrices_of(players),
      [=](std::uint64_t index) { return definition::digits_of(index, players); }, game);
}

// By unit.
inline std::vector<HuntResult> parts_of(const Hunt& hunt, int players, const DigitGame& game,
                                        const SpaceWalk& walk) {
  const HuntCheck check(hunt, players, game);
  std::vector<HuntResult> parts(walk.units());
  for (std::uint64_t unit = 0; unit < walk.units(); ++unit)
    walk.walk(unit, [&](const Piece& piece) { check.take(piece, walk.has_all(), parts[unit]); });
  return parts;
}

inline HuntResult run(const Hunt& hunt, int players, const DigitGame& game, const SpaceWalk& walk) {
  HuntResult result;
  for (const HuntResult& part : parts_of(hunt, players, game, walk)) result.merge(part, hunt);
  result.finish(hunt);
  return result;
}

}  // namespace nimsweep::test
