// What a hunt over all matrices finds if it looks at each: all counts and hits, from the
// definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "nimsweep/hunt/hunt.hpp"
#include "support/every_small_matrix.hpp"
#include "support/hunting.hpp"

namespace nimsweep::test {

inline Hunt hunt_where(const std::string& where) {
  return {.name = where, .where = Property::parse(where)};
}

inline std::unique_ptr<SpaceWalk> walk_each(int players) {
  std::uint64_t count = 1;
  for (int i = 0; i < players; ++i) count *= RankSpace::of(players).rows();
  return walk_matrices(players, 0, count,
                       [=](std::uint64_t index) { return definition::digits_of(index, players); });
}

// Every walk through all matrices.
inline std::map<std::string, std::unique_ptr<SpaceWalk>> ways_through(int players) {
  std::map<std::string, std::unique_ptr<SpaceWalk>> ways;
  ways["orbits"] = walk_orbits(players, false);
  ways["orbits with behaviours"] = walk_orbits(players, true);
  ways["choices"] = walk_choices(players, 0);
  ways["all matrices"] = walk_all_matrices(players, 0);
  return ways;
}

inline bool is_first_of_its_rotations(const std::vector<Rank>& ranks) {
  auto rotated = ranks;
  for (std::size_t k = 1; k < ranks.size(); ++k) {
    std::ranges::rotate(rotated, rotated.begin() + 1);
    if (rotated < ranks) return false;
  }
  return true;
}

inline std::uint32_t rotations_of(const std::vector<Rank>& ranks) {
  auto rotated = ranks;
  std::uint32_t count = 0;
  do {
    std::ranges::rotate(rotated, rotated.begin() + 1);
    ++count;
  } while (rotated != ranks);
  return count;
}

inline bool rows_are_equal(const std::vector<Rank>& ranks) {
  return std::ranges::adjacent_find(ranks, std::not_equal_to()) == ranks.end();
}

// What a hunt over all matrices finds if it looks at each: all counts, and the first `keep` hits by
// index, one per orbit.
template <int n, class IsHit>
HuntResult one_by_one(const IsHit& is_hit, std::size_t keep) {
  HuntResult result;
  const auto add = [](std::vector<Shares>& histogram, std::size_t value) {
    histogram.resize(std::max(histogram.size(), value + 1));
    histogram[value] += 60;
  };
  const auto& machines = definition::every_matrix<n>(0).machines();
  for (std::uint64_t index = 0; index < machines.size(); ++index) {
    const auto ranks = definition::digits_of(index, n);
    const auto& machine = machines[index];
    result.total += 60;
    add(result.states, machine.states);
    add(result.letters, machine.letters);
    if (!is_hit(ranks, machine)) continue;
    result.hits += 60;
    add(result.hit_states, machine.states);
    add(result.hit_letters, machine.letters);
    if (result.kept.size() < keep && is_first_of_its_rotations(ranks))
      result.kept.push_back({.index = index,
                             .orbit = rotations_of(ranks),
                             .states = machine.states,
                             .letters = machine.letters});
  }
  return result;
}

}  // namespace nimsweep::test
