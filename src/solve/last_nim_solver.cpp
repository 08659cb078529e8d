#include "nimsweep/solve/last_nim_solver.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace nimsweep {

namespace {

// The outcomes of one position for each number of passes left and each player to move.
class Level {
 public:
  Level(int players, Counters passes)
      : players_(static_cast<std::size_t>(players)),
        cells_(players_ * (static_cast<std::size_t>(passes) + 1)) {}

  Outcome& at(Counters passes, Seat player) { return cells_[index(passes, player)]; }
  const Outcome& at(Counters passes, Seat player) const { return cells_[index(passes, player)]; }

  friend bool operator==(const Level&, const Level&) = default;

 private:
  std::size_t index(Counters passes, Seat player) const {
    return static_cast<std::size_t>(passes) * players_ + static_cast<std::size_t>(player);
  }

  std::size_t players_;
  std::vector<Outcome> cells_;
};

// The levels of one prefix followed by a pile of 0, 1, 2, .. counters, up to the size from which on
// they stay the same.
class PileLevels {
 public:
  PileLevels(const AllianceMatrix& matrix, Counters passes, const Level& prefix, Counters pile)
      : matrix_(matrix), passes_(passes), best_(matrix.players(), passes), levels_{prefix} {
    while (levels_.size() <= pile) {
      Level larger = next_level();
      if (levels_.size() > 1 && larger == levels_.back()) break;
      levels_.push_back(std::move(larger));
    }
  }

  const Level& of_size(Counters size) const {
    return levels_[static_cast<std::size_t>(std::min<Counters>(size, levels_.size() - 1))];
  }

  // The largest size below `size` from which `player` has `wanted`, or `size` if there is none.
  Counters largest_below(Counters size, Counters passes, Seat player, Outcome wanted) const {
    for (Counters left = size; left-- > 0;) {
      if (of_size(left).at(passes, player) == wanted) return left;
      left = std::min<Counters>(left, levels_.size() - 1);  // sizes above are all alike
    }
    return size;
  }

 private:
  // The level of size t from those of sizes 0 .. t-1; all but the last are already in best_.
  Level next_level() {
    const bool is_first = levels_.size() == 1;
    Level level(matrix_.players(), passes_);
    for (Counters k = 0; k <= passes_; ++k)
      for (Seat i = 0; i < matrix_.players(); ++i) {
        const Seat next = next_seat(i, matrix_.players());
        Outcome& best = best_.at(k, i);
        const Outcome take = one_move_later(levels_.back().at(k, next));
        if (is_first || is_better(matrix_, i, take, best)) best = take;
        level.at(k, i) = best;
        if (k == 0) continue;
        const Outcome pass = one_move_later(level.at(k - 1, next));
        if (is_better(matrix_, i, pass, best)) level.at(k, i) = pass;
      }
    return level;
  }

  static Outcome one_move_later(Outcome option) { return {option.winner, option.moves + 1}; }

  const AllianceMatrix& matrix_;
  Counters passes_;
  Level best_;  // over all smaller sizes, with as many passes left
  std::vector<Level> levels_;
};

Level end_level(int players, Counters passes) {
  Level level(players, passes);
  for (Counters k = 0; k <= passes; ++k)
    for (Seat i = 0; i < players; ++i) level.at(k, i) = {.winner = i, .moves = 0};
  return level;
}

Level with_pile(const AllianceMatrix& matrix, Counters passes, const Level& prefix, Counters pile) {
  return PileLevels(matrix, passes, prefix, pile).of_size(pile);
}

// The levels of the first j piles, asked for with falling j. Only the first of each stretch is
// kept, and the others are worked out again: a level of 16 players and 255 passes takes 64 KiB.
class PrefixLevels {
 public:
  PrefixLevels(const AllianceMatrix& matrix, const Position& position)
      : matrix_(matrix), position_(position) {
    while (stretch_ * stretch_ < position.piles.size()) ++stretch_;
    Level level = end_level(matrix.players(), position.passes);
    for (std::size_t j = 0; j < position.piles.size(); ++j) {
      if (j % stretch_ == 0) kept_.push_back(level);
      level = with_pile(matrix, position.passes, level, position.piles[j]);
    }
  }

  const Level& of_first(std::size_t j) {
    const std::size_t from = j / stretch_;
    if (levels_.empty() || from != current_) {
      current_ = from;
      levels_.assign(1, kept_[from]);
      const std::size_t end = std::min((from + 1) * stretch_, position_.piles.size());
      for (std::size_t k = from * stretch_; k + 1 < end; ++k)
        levels_.push_back(with_pile(matrix_, position_.passes, levels_.back(), position_.piles[k]));
    }
    return levels_[j - from * stretch_];
  }

 private:
  const AllianceMatrix& matrix_;
  const Position& position_;
  std::size_t stretch_ = 1;
  std::vector<Level> kept_;
  std::vector<Level> levels_;  // of the current stretch
  std::size_t current_ = 0;
};

}  // namespace

Outcome LastNimSolver::outcome(const Position& position, Seat first) {
  Level level = end_level(matrix_.players(), position.passes);
  for (const Counters pile : position.piles)
    level = with_pile(matrix_, position.passes, level, pile);
  return level.at(position.passes, first);
}

void LastNimSolver::best_line(const Position& position, Seat first, LineVisitor visit) {
  PrefixLevels prefixes(matrix_, position);
  Position here = position;
  Seat player = first;
  for (std::size_t j = position.piles.size(); j-- > 0;) {
    Counters& pile = here.piles[j];
    const PileLevels sizes(matrix_, position.passes, prefixes.of_first(j), pile);
    while (pile > 0) {
      visit(player, here);
      Outcome left = sizes.of_size(pile).at(here.passes, player);
      --left.moves;
      player = next_seat(player, matrix_.players());
      const Counters taken_to = sizes.largest_below(pile, here.passes, player, left);
      if (taken_to == pile) --here.passes;
      pile = taken_to;
    }
  }
  visit(player, here);
}

}  // namespace nimsweep
