#include "hunt/machine_facts.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <vector>

#include "nimsweep/automata/reachability.hpp"

namespace nimsweep::hunt_detail {

namespace {

// Where a row of piles of t counters or more has led to.
struct State {
  PackedVector vector;
  std::uint64_t most;  // counters of the next pile; n: any number

  std::uint64_t key() const { return vector * std::uint64_t{kMaxPackedPlayers + 1} + most; }
};

// The states that long rows of such piles lead to, however long.
std::vector<PackedVector> states_of_long_rows(const PackedMachine& machine, std::uint64_t t) {
  const auto n = static_cast<std::uint64_t>(machine.players);
  std::vector<State> states{{machine.start(), n}};
  std::vector<std::vector<std::uint32_t>> next;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers{{states[0].key(), 0}};
  for (std::size_t k = 0; k < states.size(); ++k) {
    const State from = states[k];
    auto& targets = next.emplace_back();
    PackedVector vector = machine.after_pile(from.vector, t);
    for (std::uint64_t size = std::min(t, n); size <= from.most; ++size) {
      const State to{vector, machine.is_descending ? size : n};
      const auto [place, is_new] =
          numbers.try_emplace(to.key(), static_cast<std::uint32_t>(states.size()));
      if (is_new) states.push_back(to);
      targets.push_back(place->second);
      vector = machine.grown(vector);
    }
  }
  const auto visit_targets = [&](std::uint32_t id, FunctionRef<void(std::uint32_t)> visit) {
    for (const std::uint32_t target : next[id]) visit(target);
  };
  std::vector<PackedVector> found;
  for (const std::uint32_t id : ends_of_long_paths(states.size(), visit_targets))
    found.push_back(states[id].vector);
  return found;
}

}  // namespace

bool is_pile_independent(const PackedMachine& machine, std::uint64_t t) {
  PackedVector vector = machine.start();
  for (std::size_t piles = 0; piles <= machine.states; ++piles) {  // then vectors repeat
    vector = machine.after_pile(vector, t);
    if (machine.grown(vector) != vector) return false;
  }
  return true;
}

bool is_first_independent(const PackedMachine& machine) {
  const int n = machine.players;
  return std::ranges::all_of(machine.reached, [&](PackedVector vector) {
    for (Seat i = 1; i < n; ++i)
      if (winner_in(vector, i) != (winner_in(vector, 0) + i) % n) return false;
    return true;
  });
}

bool always_wins(const PackedMachine& machine, std::optional<Seat> player, std::uint64_t t) {
  const int n = machine.players;
  const auto is_sure = [&](PackedVector vector) {
    return vector == packed_always(winner_in(vector, 0), n);
  };
  // Piles of t counters have to lead to a sure winner: then nothing changes any more.
  PackedVector vector = machine.start();
  for (std::size_t piles = 0; piles <= machine.states && !is_sure(vector); ++piles)
    vector = machine.after_pile(vector, t);
  if (!is_sure(vector) || (player && *player != winner_in(vector, 0))) return false;
  return std::ranges::all_of(states_of_long_rows(machine, t),
                             [&](PackedVector reached) { return reached == vector; });
}

bool teams_win(const PackedMachine& machine, Seats team, std::uint64_t t) {
  return std::ranges::all_of(states_of_long_rows(machine, t), [&](PackedVector vector) {
    for (Seat i = 0; i < machine.players; ++i)
      if ((team >> winner_in(vector, i) & 1) == 0) return false;
    return true;
  });
}

PackedVector outcomes_of(const PackedMachine& machine, std::span<const Counters> piles) {
  std::vector<Counters> row(piles.begin(), piles.end());
  if (machine.is_descending) std::ranges::sort(row, std::greater());
  PackedVector vector = machine.start();
  for (const Counters pile : row) vector = machine.after_pile(vector, pile);
  return vector;
}

}  // namespace nimsweep::hunt_detail
