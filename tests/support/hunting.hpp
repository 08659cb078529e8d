// Helpers for walks over spaces of matrices.
#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "nimsweep/hunt/hunt.hpp"
#include "nimsweep/hunt/space_walk.hpp"
#include "support/last_nim_states.hpp"

namespace nimsweep::test {

template <class Visit>
void walk_all(const SpaceWalk& walk, const Visit& visit) {
  for (std::uint64_t unit = 0; unit < walk.units(); ++unit) walk.walk(unit, visit);
}

// (n!)^n, in sixtieths.
inline Shares all_shares(int players) {
  Shares rows = 1;
  for (int k = 2; k <= players; ++k) rows *= static_cast<Shares>(k);
  Shares shares = 60;
  for (int i = 0; i < players; ++i) shares *= rows;
  return shares;
}

inline definition::Winners winners_of(PackedVector vector, int players) {
  definition::Winners winners;
  for (Seat i = 0; i < players; ++i) winners.push_back(winner_in(vector, i));
  return winners;
}

inline definition::Explored explored_of(const PackedMachine& machine) {
  definition::Explored explored;
  for (const PackedVector vector : machine.reached)
    explored.reached.insert(winners_of(vector, machine.players));
  explored.states = machine.states;
  explored.letters = machine.letters;
  return explored;
}

// Loops in tests do not look at what `where` asks for.
inline HuntResult without_facts(HuntResult result) {
  for (Hit& hit : result.kept) hit.facts.clear();
  return result;
}

// One matrix of a piece.
inline std::vector<Rank> any_of(const Piece& piece, std::mt19937_64& random) {
  std::vector<Rank> ranks;
  for (Seat i = 0; i < piece.machine.players; ++i) {
    const auto of_row = piece.ranks(i);
    ranks.push_back(of_row.at(random() % of_row.size()));
  }
  return ranks;
}

// Calls visit(machine) with the machine of one matrix.
template <class Visit>
void with_machine(const std::vector<Rank>& ranks, const Visit& visit) {
  walk_matrices(static_cast<int>(ranks.size()), 0, 1, [&](std::uint64_t) {
    return ranks;
  })->walk(0, [&](const Piece& piece) { visit(piece.machine); });
}

// What a hunt finds in each unit of a walk, and in all of them together.
inline std::vector<HuntResult> parts_of(const Hunt& hunt, int players, const SpaceWalk& walk) {
  const HuntCheck check(hunt, players);
  std::vector<HuntResult> parts(walk.units());
  for (std::uint64_t unit = 0; unit < walk.units(); ++unit)
    walk.walk(unit, [&](const Piece& piece) { check.take(piece, walk.has_all(), parts[unit]); });
  return parts;
}

inline HuntResult run(const Hunt& hunt, int players, const SpaceWalk& walk) {
  HuntResult result;
  for (const HuntResult& part : parts_of(hunt, players, walk)) result.merge(part, hunt);
  return result;
}

}  // namespace nimsweep::test
