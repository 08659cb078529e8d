// The definition in its plainest form, sharing no code with the library: the winner of a finished
// play is the stuck player, and the player to move picks the option whose winner comes first in
// their row. Fast paths are tested against this.
#pragma once

#include <functional>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace definition {

using State = std::vector<int>;              // piles, and whatever else a game keeps
using Rows = std::vector<std::vector<int>>;  // an alliance matrix
using Options = std::function<std::vector<State>(const State&, int player)>;

class Game {
 public:
  Game(Rows rows, Options options) : rows_(std::move(rows)), options_(std::move(options)) {}

  int winner(const State& state, int player) {
    const auto known = winners_.find({state, player});
    if (known != winners_.end()) return known->second;
    const int n = static_cast<int>(rows_.size());
    std::vector<int> reachable;
    for (const State& option : options_(state, player))
      reachable.push_back(winner(option, (player + 1) % n));
    int result = player;
    if (!reachable.empty()) result = favourite(player, reachable);
    winners_[{state, player}] = result;
    return result;
  }

  // The fewest moves to the end if all players only make moves that get them the best winner they
  // can have.
  int shortest_best_play(const State& state, int player) {
    const auto known = lengths_.find({state, player});
    if (known != lengths_.end()) return known->second;
    const int n = static_cast<int>(rows_.size());
    int shortest = -1;
    for (const State& option : options_(state, player)) {
      if (winner(option, (player + 1) % n) != winner(state, player)) continue;
      const int length = 1 + shortest_best_play(option, (player + 1) % n);
      if (shortest < 0 || length < shortest) shortest = length;
    }
    return lengths_[{state, player}] = shortest < 0 ? 0 : shortest;
  }

 private:
  int favourite(int player, const std::vector<int>& winners) const {
    const int n = static_cast<int>(rows_.size());
    for (const int offset : rows_[static_cast<std::size_t>(player)])
      for (const int candidate : winners)
        if (candidate == (player + offset) % n) return candidate;
    return -1;
  }

  Rows rows_;
  Options options_;
  std::map<std::pair<State, int>, int> winners_;
  std::map<std::pair<State, int>, int> lengths_;
};

// Last Nim with passes: the last entry of a state is the number of passes left.
inline std::vector<State> last_nim_options(const State& state, int /*player*/) {
  std::vector<State> options;
  const std::size_t passes = state.size() - 1;
  for (std::size_t j = passes; j-- > 0;) {
    if (state[j] == 0) continue;
    for (int left = 0; left < state[j]; ++left) {
      options.push_back(state);
      options.back()[j] = left;
    }
    if (state[passes] > 0) {
      options.push_back(state);
      --options.back()[passes];
    }
    break;
  }
  return options;
}

inline Rows random_rows(int players, std::mt19937_64& random) {
  Rows rows;
  for (int i = 0; i < players; ++i) {
    std::vector<int> row;
    for (int j = 0; j < players; ++j)
      row.insert(row.begin() + static_cast<std::ptrdiff_t>(random() % (row.size() + 1)), j);
    rows.push_back(row);
  }
  return rows;
}

// Every state with the given number of piles, each of 0 .. max counters, and nothing else.
inline std::vector<State> box(int piles, int max) {
  std::vector<State> states{State{}};
  for (int j = 0; j < piles; ++j) {
    std::vector<State> longer;
    for (const State& state : states)
      for (int x = 0; x <= max; ++x) {
        longer.push_back(state);
        longer.back().push_back(x);
      }
    states = std::move(longer);
  }
  return states;
}

}  // namespace definition
