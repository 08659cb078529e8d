#include "hunt/machine_facts.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <vector>

namespace nimsweep::hunt_detail {

namespace {

// Where a row of piles of t counters or more has led to.
struct State {
  PackedVector vector;
  std::uint64_t most;  // counters of the next pile; n: any number

  std::uint64_t key() const { return vector * std::uint64_t{kMaxPackedPlayers + 1} + most; }
};

// Do piles of t counters or more always lead to `goal` in the end, which is never left? They do
// unless there is a cycle elsewhere. Depth first, with a stack of its own: machines may be deep.
bool always_reaches(const PackedMachine& machine, PackedVector goal, std::uint64_t t) {
  struct Visit {
    State from;
    PackedVector next;   // to be looked at
    std::uint64_t size;  // of the pile that leads there
  };
  const auto n = static_cast<std::uint64_t>(machine.players);
  std::unordered_map<std::uint64_t, bool> is_done;
  std::vector<Visit> path;
  const auto begin = [&](State state) {
    is_done[state.key()] = false;
    path.push_back({state, machine.after_pile(state.vector, t), std::min(t, n)});
  };
  begin({machine.start(), n});
  while (!path.empty()) {
    Visit& here = path.back();
    if (here.next != goal) {
      const State next{here.next, machine.is_descending ? here.size : n};
      const auto found = is_done.find(next.key());
      if (found == is_done.end()) {
        begin(next);
        continue;
      }
      if (!found->second) return false;  // a cycle: it is on the path
    }
    if (here.size < here.from.most) {
      here.next = machine.grown(here.next);
      ++here.size;
      continue;
    }
    is_done[here.from.key()] = true;
    path.pop_back();
  }
  return true;
}

// The states that long rows of such piles lead to, however long: those on cycles, and what they
// lead to. The others are left after their predecessors have been, beginning with the start.
std::vector<PackedVector> states_of_long_rows(const PackedMachine& machine, std::uint64_t t) {
  const auto n = static_cast<std::uint64_t>(machine.players);
  std::vector<State> states{{machine.start(), n}};
  std::vector<std::vector<std::size_t>> next;
  std::vector<std::size_t> arrows{0};  // that lead there
  std::unordered_map<std::uint64_t, std::size_t> numbers{{states[0].key(), 0}};
  for (std::size_t k = 0; k < states.size(); ++k) {
    const State from = states[k];
    auto& targets = next.emplace_back();
    PackedVector vector = machine.after_pile(from.vector, t);
    for (std::uint64_t size = std::min(t, n); size <= from.most; ++size) {
      const State to{vector, machine.is_descending ? size : n};
      const auto [place, is_new] = numbers.try_emplace(to.key(), states.size());
      if (is_new) {
        states.push_back(to);
        arrows.push_back(0);
      }
      ++arrows[place->second];
      targets.push_back(place->second);
      vector = machine.grown(vector);
    }
  }
  std::vector<std::size_t> left;
  for (std::size_t k = 0; k < states.size(); ++k)
    if (arrows[k] == 0) left.push_back(k);
  std::vector<bool> is_left(states.size());
  while (!left.empty()) {
    const std::size_t k = left.back();
    left.pop_back();
    is_left[k] = true;
    for (const std::size_t target : next[k])
      if (--arrows[target] == 0) left.push_back(target);
  }
  std::vector<PackedVector> found;
  for (std::size_t k = 0; k < states.size(); ++k)
    if (!is_left[k]) found.push_back(states[k].vector);
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
  return always_reaches(machine, vector, t);
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
