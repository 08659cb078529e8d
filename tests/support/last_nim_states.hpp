// The states of Last Nim machines, found from positions by the definition, without the library:
// which outcome vectors occur, and from which size on piles are alike.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "support/definition.hpp"

namespace definition {

using Winners = std::vector<int>;  // by first player

// The options of a row of nonempty piles; empty piles are left out.
inline std::vector<State> options_of_row(const State& piles, int /*player*/) {
  std::vector<State> options;
  if (piles.empty()) return options;
  options.emplace_back(piles.begin(), piles.end() - 1);
  for (int left = 1; left < piles.back(); ++left) {
    options.push_back(piles);
    options.back().back() = left;
  }
  return options;
}

class LastNim {
 public:
  explicit LastNim(const Rows& rows)
      : players_(static_cast<int>(rows.size())), game_(rows, options_of_row) {}

  int players() const { return players_; }

  Winners winners(const State& piles) {
    Winners winners;
    for (int i = 0; i < players_; ++i) winners.push_back(game_.winner(piles, i));
    return winners;
  }

  // The vectors after the prefix and one more pile of from, from + 1, .. to counters.
  std::vector<Winners> after(State prefix, int from, int to) {
    std::vector<Winners> found;
    prefix.push_back(0);
    for (int size = from; size <= to; ++size) {
      prefix.back() = size;
      found.push_back(winners(prefix));
    }
    return found;
  }

 private:
  int players_;
  Game game_;
};

using Level = std::map<Winners, State>;  // vectors, each with a row of piles that has it

// The vectors with one more pile, of `t` counters or more.
inline Level next_level(LastNim& game, const Level& level, int t) {
  Level next;
  const int largest = std::max(t, game.players()) + 1;
  for (const auto& [winners, prefix] : level) {
    const auto after = game.after(prefix, t, largest);
    for (int size = t; size <= largest; ++size) {
      State longer = prefix;
      longer.push_back(size);
      next.try_emplace(after[static_cast<std::size_t>(size - t)], longer);
    }
  }
  return next;
}

struct Explored {
  std::set<Winners> reached;  // with one pile or more
  std::size_t states = 0;     // of these and the start
  int letters = 1;            // a pile of this size is as good as any larger one, after any prefix

  friend bool operator==(const Explored&, const Explored&) = default;
};

// Positions of up to `max_piles` piles; 0 means any number.
inline Explored explore(const Rows& rows, int max_piles = 0) {
  LastNim game(rows);
  const int n = game.players();
  Explored explored;
  std::set<Winners> prefixes;  // already extended
  Level level{{game.winners({}), {}}};
  for (int piles = 0; (max_piles == 0 || piles < max_piles) && !level.empty(); ++piles) {
    std::erase_if(level, [&](const auto& entry) { return !prefixes.insert(entry.first).second; });
    for (const auto& [winners, prefix] : level) {
      const auto after = game.after(prefix, 1, n + 1);
      explored.reached.insert(after.begin(), after.end());
      auto letters = static_cast<int>(after.size());
      while (letters > 1 &&
             after[static_cast<std::size_t>(letters - 2)] == after[static_cast<std::size_t>(n)])
        --letters;
      explored.letters = std::max(explored.letters, letters);
    }
    level = next_level(game, level, 1);
  }
  explored.states = explored.reached.size() + (explored.reached.contains(game.winners({})) ? 0 : 1);
  return explored;
}

// All possible rows of a player, in lexicographic order.
inline std::vector<std::vector<int>> all_rows(int players) {
  std::vector<int> row(static_cast<std::size_t>(players));
  std::iota(row.begin(), row.end(), 0);
  std::vector<std::vector<int>> rows;
  do rows.push_back(row);
  while (std::next_permutation(row.begin(), row.end()));
  return rows;
}

// The matrix with these row numbers.
template <class Numbers>
Rows rows_of(const Numbers& numbers) {
  static std::map<std::size_t, std::vector<std::vector<int>>> known;
  auto& all = known[std::size(numbers)];
  if (all.empty()) all = all_rows(static_cast<int>(std::size(numbers)));
  Rows rows;
  for (const auto number : numbers) rows.push_back(all.at(number));
  return rows;
}

// The digits of `number` in base n!, row 0 first.
inline std::vector<std::uint32_t> digits_of(std::uint64_t number, int players) {
  std::uint64_t base = 1;
  for (int k = 2; k <= players; ++k) base *= static_cast<std::uint64_t>(k);
  std::vector<std::uint32_t> digits(static_cast<std::size_t>(players));
  for (std::size_t i = digits.size(); i-- > 0; number /= base)
    digits[i] = static_cast<std::uint32_t>(number % base);
  return digits;
}

}  // namespace definition
