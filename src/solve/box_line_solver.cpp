#include "nimsweep/solve/box_line_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "nimsweep/base/error.hpp"

namespace nimsweep {

namespace {

bool is_stuck(const Ruleset& ruleset, const Position& position, Seat player) {
  bool has_option = false;
  ruleset.visit_options(position, player, [&](const Position&) {
    has_option = true;
    return false;
  });
  return !has_option;
}

}  // namespace

BoxLineSolver::BoxLineSolver(const Ruleset& ruleset, const AllianceMatrix& matrix,
                             MemoBudget budget)
    : ruleset_(ruleset), matrix_(matrix), budget_(budget), generic_(ruleset, matrix, budget) {}

Outcome BoxLineSolver::outcome(const Position& position, Seat first) {
  if (!make_boxes_for(position)) return generic_.outcome(position, first);
  find_line(position, first);
  return {.winner = winner_of(position, first), .moves = line_.size() - 1};
}

Seat BoxLineSolver::winner(const Position& position, Seat first) {
  return make_boxes_for(position) ? winner_of(position, first) : generic_.winner(position, first);
}

void BoxLineSolver::best_line(const Position& position, Seat first, LineVisitor visit) {
  if (!make_boxes_for(position)) return generic_.best_line(position, first, visit);
  find_line(position, first);
  Seat player = first;
  for (const std::size_t place : line_) {
    visit(player, at(place));
    player = next_seat(player, matrix_.players());
  }
}

bool BoxLineSolver::has_boxes_for(const Position& position) const noexcept {
  return position.passes < boxes_.size() &&
         std::equal(position.piles.begin(), position.piles.end(), bounds_.begin(), bounds_.end(),
                    [](Counters pile, Counters bound) { return pile <= bound; });
}

bool BoxLineSolver::make_boxes_for(const Position& position) {
  if (has_boxes_for(position)) return true;
  Uint128 left = budget_.bytes;
  for (Counters passes = 0; passes <= position.passes; ++passes) {
    const Uint128 bytes = box_bytes(ruleset_, matrix_.players(), position.piles, passes);
    if (bytes > left) return false;
    left -= bytes;
  }
  boxes_.clear();  // not both at a time
  line_.clear();
  std::vector<std::unique_ptr<Box>> boxes;
  for (Counters passes = 0; passes <= position.passes; ++passes) {
    boxes.push_back(make_box(ruleset_, matrix_, position.piles, passes));
    boxes.back()->solve();
  }
  boxes_ = std::move(boxes);
  bounds_ = position.piles;
  positions_ = boxes_.front()->positions();
  return true;
}

// Turns are reached in the order of their first plays, option by option: so the first final one
// ends the play in which every player takes the first option that keeps it shortest.
void BoxLineSolver::find_line(const Position& position, Seat first) {
  struct Reached {
    std::size_t place;
    std::size_t from;  // entry
  };
  const std::size_t start = place_of(position);
  if (!line_.empty() && line_.front() == start && line_first_ == first) return;
  line_.assign(1, start);
  line_first_ = first;
  if (is_stuck(ruleset_, position, first)) return;

  const int n = matrix_.players();
  const Seat winner = winner_of(position, first);
  std::vector<Reached> reached{{start, 0}};
  std::vector<bool> is_reached(boxes_.size() * positions_ * static_cast<std::size_t>(n));
  std::uint64_t visits = 0;
  bool found = false;
  Seat player = first;
  for (std::size_t k = 0, last = 0; !found; ++k) {
    const Seat next = next_seat(player, n);
    ruleset_.visit_options(at(reached[k].place), player, [&](const Position& option) {
      ++visits;
      if (winner_of(option, next) != winner) return true;
      const std::size_t place = place_of(option);
      auto is_known =
          is_reached[place * static_cast<std::size_t>(n) + static_cast<std::size_t>(next)];
      if (is_known) return true;
      is_known = true;
      reached.push_back({place, k});
      found = next == winner && is_stuck(ruleset_, option, next);
      return !found;
    });
    if (reached.size() * sizeof(Reached) > budget_.bytes || visits > budget_.visits) {
      line_.clear();
      throw Error(ErrorKind::input,
                  fmt::format("P_{} wins, but the shortest best play of {} takes too long to find; "
                              "expected smaller piles, or 'values:' in a job",
                              winner, ruleset_.name()));
    }
    if (k < last) continue;
    last = reached.size() - 1;  // of those with one move more
    player = next;
  }
  line_.clear();
  for (std::size_t k = reached.size() - 1; k > 0; k = reached[k].from)
    line_.push_back(reached[k].place);
  line_.push_back(start);
  std::reverse(line_.begin(), line_.end());
}

std::size_t BoxLineSolver::place_of(const Position& position) const noexcept {
  return static_cast<std::size_t>(position.passes) * positions_ +
         boxes_.front()->place_of(position.piles);
}

Position BoxLineSolver::at(std::size_t place) const {
  return {.piles = boxes_.front()->piles_at(place % positions_),
          .state = {},
          .passes = place / positions_};
}

Seat BoxLineSolver::winner_of(const Position& position, Seat player) const noexcept {
  const Box& box = *boxes_[position.passes];
  const int winner = player + box.value(box.place_of(position.piles), player);
  return winner < matrix_.players() ? winner : winner - matrix_.players();
}

}  // namespace nimsweep
