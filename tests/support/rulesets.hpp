// The rules of the games again, as functions of plain vectors for the definition, written from the
// papers and sharing no code with the library. There is also one ruleset that the library does not
// have: a partizan game for any number of players.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "nimsweep/games/registry.hpp"
#include "support/definition.hpp"

namespace nimsweep::test {

// The game with its example argument: "moore:2".
inline std::string example_of(const Game& game) {
  std::string name(game.name);
  if (!game.argument.empty()) name.append(":").append(game.example_argument);
  return name;
}

// Even seats take from the leftmost nonempty pile, odd ones from the rightmost.
class EndNim final : public Ruleset {
 public:
  EndNim() : Ruleset("test-end-nim") {}

  bool is_impartial() const override { return false; }

 private:
  void visit_moves(Position& position, Seat player, OptionVisitor visit) const override {
    auto& piles = position.piles;
    const auto nonempty = [](Counters pile) { return pile > 0; };
    auto pile = piles.end();
    if (player % 2 == 0) {
      pile = std::find_if(piles.begin(), piles.end(), nonempty);
    } else {
      const auto last = std::find_if(piles.rbegin(), piles.rend(), nonempty);
      if (last != piles.rend()) pile = last.base() - 1;
    }
    if (pile == piles.end()) return;
    while (*pile > 0) {
      --*pile;
      if (!visit(position)) return;
    }
  }
};

inline std::vector<definition::State> end_nim_options(const definition::State& state, int player) {
  std::vector<definition::State> options;
  for (std::size_t k = 0; k < state.size(); ++k) {
    const std::size_t j = player % 2 == 0 ? k : state.size() - 1 - k;
    if (state[j] == 0) continue;
    for (int left = 0; left < state[j]; ++left) {
      options.push_back(state);
      options.back()[j] = left;
    }
    break;
  }
  return options;
}

// A game whose positions are piles alone, given by a test of its moves: the position, and how much
// is taken from each pile.
using IsMove = std::function<bool(const definition::State& piles, const definition::State& taken)>;

inline definition::Options options_that(IsMove is_move) {
  return [is_move = std::move(is_move)](const definition::State& piles, int) {
    std::vector<definition::State> options;
    definition::State taken(piles.size(), 0);
    for (;;) {
      std::size_t j = 0;
      while (j < piles.size() && taken[j] == piles[j]) taken[j++] = 0;
      if (j == piles.size()) return options;
      ++taken[j];
      if (!is_move(piles, taken)) continue;
      options.push_back(piles);
      for (std::size_t k = 0; k < piles.size(); ++k) options.back()[k] -= taken[k];
    }
  };
}

// The number of piles that a move takes from.
inline int touched(const definition::State& taken) {
  return static_cast<int>(std::count_if(taken.begin(), taken.end(), [](int t) { return t > 0; }));
}

inline definition::Options nim_options() {
  return options_that([](const auto&, const auto& taken) { return touched(taken) == 1; });
}

inline definition::Options moore_options(int most) {
  return options_that([most](const auto&, const auto& taken) { return touched(taken) <= most; });
}

inline definition::Options subtraction_options(std::vector<int> steps) {
  return options_that([steps = std::move(steps)](const auto&, const auto& taken) {
    const int most = *std::max_element(taken.begin(), taken.end());
    return touched(taken) == 1 && std::find(steps.begin(), steps.end(), most) != steps.end();
  });
}

inline definition::Options wythoff_options() {
  return options_that([](const auto&, const auto& taken) {
    return touched(taken) == 1 || (taken.size() == 2 && taken[0] == taken[1]);
  });
}

inline definition::Options small_nim_options() {
  return options_that([](const auto& piles, const auto& taken) {
    if (touched(taken) != 1) return false;
    for (std::size_t j = 0; j < piles.size(); ++j)
      for (std::size_t k = 0; k < piles.size(); ++k)
        if (taken[j] > 0 && piles[k] > 0 && piles[k] < piles[j]) return false;
    return true;
  });
}

inline definition::Options circular_options(std::size_t window) {
  return options_that([window](const auto& piles, const auto& taken) {
    for (std::size_t first = 0; first < piles.size(); ++first) {
      int inside = 0;  // piles touched in the window that begins here
      for (std::size_t k = 0; k < window && k < piles.size(); ++k)
        inside += taken[(first + k) % piles.size()] > 0 ? 1 : 0;
      if (inside == touched(taken)) return true;
    }
    return false;
  });
}

// The same game with passes: the last entry of a state is how many are left, and a player who has a
// move may pass instead.
inline definition::Options with_passes(definition::Options game) {
  return [game = std::move(game)](definition::State state, int player) {
    const int passes = state.back();
    state.pop_back();
    auto options = game(state, player);
    const bool can_move = !options.empty();
    for (definition::State& option : options) option.push_back(passes);
    if (can_move && passes > 0) {
      state.push_back(passes - 1);
      options.push_back(state);
    }
    return options;
  };
}

// One pile, and the most that may be taken: twice what was taken before.
inline std::vector<definition::State> fibonacci_options(const definition::State& state, int) {
  std::vector<definition::State> options;
  for (int take = 1; take <= state[0] && take <= state[1]; ++take)
    options.push_back({state[0] - take, 2 * take});
  return options;
}

// Piles, then for each pile whether its zero move is left.
inline std::vector<definition::State> zero_move_options(const definition::State& state, int) {
  std::vector<definition::State> options;
  const std::size_t piles = state.size() / 2;
  for (std::size_t j = 0; j < piles; ++j) {
    for (int left = 0; left < state[j]; ++left) {
      options.push_back(state);
      options.back()[j] = left;
    }
    if (state[j] > 0 && state[piles + j] > 0) {
      options.push_back(state);
      options.back()[piles + j] = 0;
    }
  }
  return options;
}

// Piles on the edges, then the vertex of the token.
inline definition::Options graph_nim_options(std::vector<std::pair<int, int>> edges) {
  return [edges = std::move(edges)](const definition::State& state, int) {
    std::vector<definition::State> options;
    for (std::size_t j = 0; j < edges.size(); ++j)
      for (const auto& [here, there] :
           {std::pair(edges[j].first, edges[j].second), std::pair(edges[j].second, edges[j].first)})
        for (int left = 0; here == state.back() && left < state[j]; ++left) {
          options.push_back(state);
          options.back()[j] = left;
          options.back().back() = there;
        }
    return options;
  };
}

// The squares of White and Black in each row, from 1.
inline definition::Options northcott_options(int width, bool two_way) {
  return [width, two_way](const definition::State& state, int player) {
    std::vector<definition::State> options;
    for (std::size_t row = 0; row < state.size() / 2; ++row) {
      const std::size_t mine = 2 * row + static_cast<std::size_t>(player);
      const int other = state[2 * row + 1 - static_cast<std::size_t>(player)];
      for (const int step : {1, -1}) {
        if (step < 0 && !two_way) continue;
        for (int square = state[mine] + step; square >= 1 && square <= width; square += step) {
          if (square == other) break;
          options.push_back(state);
          options.back()[mine] = square;
        }
      }
    }
    return options;
  };
}

}  // namespace nimsweep::test
