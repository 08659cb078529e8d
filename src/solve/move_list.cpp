#include "nimsweep/solve/move_list.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "nimsweep/solve/last_nim_machine.hpp"
#include "nimsweep/solve/small_nim_solver.hpp"

namespace nimsweep {

namespace {

bool has_winner(const std::vector<Move>& moves, Seat winner) {
  return std::ranges::find(moves, winner, &Move::winner) != moves.end();
}

// Lists all moves until there are too many, then only the first for each winner.
class Collector {
 public:
  explicit Collector(std::size_t most) : most_(most) {}

  void add(const Position& position, Seat winner) {
    if (!list_.is_complete && has_winner(list_.moves, winner)) return;
    if (list_.is_complete && list_.moves.size() == most_) {
      list_.is_complete = false;
      std::vector<Move> first;
      for (Move& move : list_.moves)
        if (!has_winner(first, move.winner)) first.push_back(std::move(move));
      list_.moves = std::move(first);
      if (has_winner(list_.moves, winner)) return;
    }
    list_.moves.push_back({position, winner});
  }

  // There are more of the kind added last.
  void skip_alike() { list_.is_complete = false; }

  MoveList take() && { return std::move(list_); }

 private:
  std::size_t most_;
  MoveList list_;
};

// The states of the pile that moves are made in, by its size, up to the size from which on they
// stay the same.
std::vector<LastNimMachine::State> states_by_size(const LastNimMachine& machine,
                                                  std::span<const Counters> prefix, Counters pile) {
  LastNimMachine::State state = machine.start();
  for (const Counters before : prefix) state = machine.step(state, before);
  PileWalk walk(machine);
  walk.begin(state);
  std::vector<LastNimMachine::State> states = {std::move(state)};
  for (;;) {
    states.push_back(walk.state());
    if (states.size() > pile || !walk.grow()) return states;
  }
}

// Where moves can be made if the game is Last Nim with its piles in some order.
struct MovablePiles {
  std::vector<std::size_t> places;  // of piles of one size, any of which may be the last
  std::vector<Counters> prefix;     // the piles before it
};

MovablePiles last_pile(std::span<const Counters> piles) {
  std::size_t last = piles.size();
  while (last > 0 && piles[last - 1] == 0) --last;
  if (last == 0) return {};
  return {.places = {last - 1},
          .prefix = {piles.begin(), piles.begin() + static_cast<std::ptrdiff_t>(last - 1)}};
}

MovablePiles smallest_piles(std::span<const Counters> piles) {
  const auto order = descending_order(piles);
  MovablePiles movable = {.places = {}, .prefix = in_order(piles, order)};
  while (!movable.prefix.empty() && movable.prefix.back() == 0) movable.prefix.pop_back();
  if (movable.prefix.empty()) return {};
  const Counters smallest = movable.prefix.back();
  movable.prefix.pop_back();
  for (std::size_t j = 0; j < piles.size(); ++j)
    if (piles[j] == smallest) movable.places.push_back(j);
  return movable;
}

MoveList moves_of_last_nim(const Question& question, const MovablePiles& movable,
                           std::size_t most) {
  if (movable.places.empty()) return {};
  Collector collector(most);
  Position option = question.start;
  const Counters size = option.piles[movable.places.front()];
  const auto passes = static_cast<std::size_t>(question.start.passes);
  const LastNimMachine machine(question.matrix, static_cast<int>(passes));
  const auto states = states_by_size(machine, movable.prefix, size);
  const Seat next = next_seat(question.first, question.matrix.players());
  const auto winner_at = [&](Counters left, std::size_t passes_left) {
    return states[static_cast<std::size_t>(std::min<Counters>(left, states.size() - 1))]
                 [passes_left][next];
  };
  // Sizes above the last state are alike: with too many moves only the largest of them is listed.
  const bool lists_all = size <= most / movable.places.size();
  for (const std::size_t place : movable.places) {
    Counters& pile = option.piles[place];
    while (pile > 0) {
      --pile;
      collector.add(option, winner_at(pile, passes));
      if (!lists_all && pile >= states.size()) {
        collector.skip_alike();
        pile = states.size() - 1;
      }
    }
    pile = size;
  }
  if (passes > 0) {
    --option.passes;
    collector.add(option, winner_at(size, passes - 1));
  }
  return std::move(collector).take();
}

MoveList moves_of_any(Solver& solver, const Question& question, std::size_t most) {
  if (const auto choices = solver.choices(question.start, question.first)) {
    MoveList list{.is_complete = false};
    for (const auto& [position, winner] : *choices) list.moves.push_back({position, winner});
    return list;
  }
  Collector collector(most);
  const Seat next = next_seat(question.first, question.matrix.players());
  question.ruleset->visit_options(question.start, question.first, [&](const Position& option) {
    collector.add(option, solver.winner(option, next));
    return true;
  });
  return std::move(collector).take();
}

}  // namespace

MoveList list_moves(Solver& solver, const Question& question, std::size_t most) {
  const Seat winner = solver.winner(question.start, question.first);
  const MoveShape shape = question.ruleset->move_shape();
  const auto& piles = question.start.piles;
  MoveList list = std::holds_alternative<LowerLast>(shape)
                      ? moves_of_last_nim(question, last_pile(piles), most)
                  : std::holds_alternative<LowerSmallest>(shape)
                      ? moves_of_last_nim(question, smallest_piles(piles), most)
                      : moves_of_any(solver, question, most);
  for (Move& move : list.moves) move.is_best = move.winner == winner;
  return list;
}

}  // namespace nimsweep
