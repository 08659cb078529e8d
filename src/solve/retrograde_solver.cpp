#include "nimsweep/solve/retrograde_solver.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "nimsweep/solve/memo.hpp"

namespace nimsweep {

RetrogradeSolver::RetrogradeSolver(const Ruleset& ruleset, const AllianceMatrix& matrix,
                                   std::uint64_t max_bytes)
    : ruleset_(ruleset), matrix_(matrix), max_bytes_(max_bytes) {
  assert(matrix.players() == 2);
}

void RetrogradeSolver::best_line(const Position& position, Seat first, LineVisitor visit) {
  TurnId here = solved(position, first);
  if (outcomes_[here].winner == kNobody) return;
  for (;;) {
    visit(turns_[here]->player, turns_[here]->position);
    Outcome left = outcomes_[here];
    if (left.moves == 0) return;
    --left.moves;
    const auto options = options_.of(here);
    here = *std::find_if(options.begin(), options.end(),
                         [&](TurnId option) { return outcomes_[option] == left; });
  }
}

// What can be reached from a turn that is known is known too; another one is looked at again.
RetrogradeSolver::TurnId RetrogradeSolver::solved(const Position& position, Seat first) {
  Turn start{position, first};
  const auto known = ids_.find(start);
  if (known != ids_.end()) return known->second;
  ids_.clear();
  explore(std::move(start));
  const Arrows origins = options_.reversed();
  find_winners(origins);
  find_lengths(origins);
  return 0;
}

void RetrogradeSolver::explore(Turn start) {
  // Besides its entry in the hash table, a turn has a pointer, an outcome, a counter, three offsets
  // and a place in a queue; an option is an arrow in both directions.
  const std::uint64_t turn_bytes = bytes_of_turn(start.position) + 64;
  constexpr std::uint64_t kOptionBytes = 2 * sizeof(TurnId);
  turns_.clear();
  options_ = {};
  const auto is_too_much = [&] {
    return turns_.size() * turn_bytes + options_.targets.size() * kOptionBytes > max_bytes_;
  };
  const auto id_of = [&](Turn turn) {
    const auto [entry, is_new] =
        ids_.try_emplace(std::move(turn), static_cast<TurnId>(turns_.size()));
    if (is_new) turns_.push_back(&entry->first);
    return entry->second;
  };
  id_of(std::move(start));
  for (TurnId turn = 0; turn < turns_.size(); ++turn) {
    const Turn& here = *turns_[turn];
    ruleset_.visit_options(here.position, here.player, [&](const Position& option) {
      options_.targets.push_back(id_of({option, next_seat(here.player, 2)}));
      return !is_too_much();
    });
    if (is_too_much()) {
      ids_.clear();
      throw too_many_positions(ruleset_, max_bytes_);
    }
    options_.first.push_back(options_.targets.size());
  }
}

RetrogradeSolver::Arrows RetrogradeSolver::Arrows::reversed() const {
  const std::size_t turns = first.size() - 1;
  Arrows back;
  back.first.assign(turns + 1, 0);
  for (const TurnId target : targets) ++back.first[target + 1];
  for (std::size_t k = 0; k < turns; ++k) back.first[k + 1] += back.first[k];
  back.targets.resize(targets.size());
  std::vector<std::size_t> next(back.first.begin(), back.first.end() - 1);
  for (TurnId turn = 0; turn < turns; ++turn)
    for (const TurnId target : of(turn)) back.targets[next[target]++] = turn;
  return back;
}

void RetrogradeSolver::find_winners(const Arrows& origins) {
  outcomes_.assign(turns_.size(), {.winner = kNobody, .moves = 0});
  std::vector<TurnId> decided;
  std::vector<std::size_t> undecided_options(turns_.size());
  for (TurnId turn = 0; turn < turns_.size(); ++turn) {
    undecided_options[turn] = options_.of(turn).size();
    if (undecided_options[turn] > 0) continue;
    outcomes_[turn].winner = turns_[turn]->player;
    decided.push_back(turn);
  }
  for (std::size_t k = 0; k < decided.size(); ++k) {
    const Seat winner = outcomes_[decided[k]].winner;
    for (const TurnId origin : origins.of(decided[k])) {
      if (outcomes_[origin].winner != kNobody) continue;
      const bool is_preferred = matrix_.rank(turns_[origin]->player, winner) == 0;
      if (--undecided_options[origin] > 0 && !is_preferred) continue;
      outcomes_[origin].winner = winner;
      decided.push_back(origin);
    }
  }
}

void RetrogradeSolver::find_lengths(const Arrows& origins) {
  std::vector<TurnId> reached;
  for (TurnId turn = 0; turn < turns_.size(); ++turn)
    if (options_.of(turn).empty()) reached.push_back(turn);
  for (std::size_t k = 0; k < reached.size(); ++k) {
    const Outcome here = outcomes_[reached[k]];
    for (const TurnId origin : origins.of(reached[k])) {
      Outcome& outcome = outcomes_[origin];
      if (outcome.winner != here.winner || outcome.moves > 0) continue;
      outcome.moves = here.moves + 1;
      reached.push_back(origin);
    }
  }
}

}  // namespace nimsweep
