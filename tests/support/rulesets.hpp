// Rulesets of every kind that the interface must carry, beyond those the library has: a partizan
// one, one with a cap that changes, one with a flag for each pile, and a plain one. Each comes with
// the same rules once more as a function of plain vectors, for the definition.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "nimsweep/games/ruleset.hpp"
#include "support/definition.hpp"

namespace nimsweep::test {

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

// One pile; nobody takes more than twice what was taken before him, and the first not everything.
class Fibonacci final : public Ruleset {
 public:
  Fibonacci() : Ruleset("test-fibonacci") {}

  std::vector<Counters> state_bounds(std::span<const Counters> bounds) const override {
    return {2 * bounds[0]};
  }

 private:
  std::vector<Counters> start_state(std::span<const Counters> piles) const override {
    return {piles[0] > 0 ? piles[0] - 1 : 0};
  }

  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    const Counters pile = position.piles[0];
    const Counters cap = std::min(position.state[0], pile);
    for (Counters take = 1; take <= cap; ++take) {
      position.piles[0] = pile - take;
      position.state[0] = 2 * take;
      if (!visit(position)) return;
    }
  }
};

inline std::vector<definition::State> fibonacci_options(const definition::State& state, int) {
  std::vector<definition::State> options;
  for (int take = 1; take <= state[0] && take <= state[1]; ++take)
    options.push_back({state[0] - take, 2 * take});
  return options;
}

// Nim in which each nonempty pile has one zero move: it takes nothing and clears the pile's flag.
class ZeroMove final : public Ruleset {
 public:
  ZeroMove() : Ruleset("test-zero-move") {}

  std::vector<Counters> state_bounds(std::span<const Counters> bounds) const override {
    return std::vector<Counters>(bounds.size(), 1);
  }

 private:
  std::vector<Counters> start_state(std::span<const Counters> piles) const override {
    return std::vector<Counters>(piles.size(), 1);
  }

  void visit_moves(Position& position, Seat, OptionVisitor visit) const override {
    for (std::size_t j = 0; j < position.piles.size(); ++j) {
      const Counters pile = position.piles[j];
      for (Counters left = 0; left < pile; ++left) {
        position.piles[j] = left;
        if (!visit(position)) return;
      }
      position.piles[j] = pile;
      if (pile == 0 || position.state[j] == 0) continue;
      position.state[j] = 0;
      if (!visit(position)) return;
      position.state[j] = 1;
    }
  }
};

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

}  // namespace nimsweep::test
