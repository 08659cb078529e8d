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

// Breadth first, among the turns that keep the winner. Turns are reached in the order of their
// first plays, option by option, so the first final one ends the play in which every player takes
// the first option that keeps it shortest.
class BoxLineSolver::LineSearch {
 public:
  LineSearch(const BoxLineSolver& solver, const Position& position, Seat first)
      : solver_(solver),
        winner_(solver.winner_of(position, first)),
        player_(first),
        reached_{{solver.place_of(position), 0}},
        is_reached_(solver.boxes_.size() * solver.positions_ * players()) {}

  // By place, both ends included.
  std::vector<std::size_t> line() {
    for (std::size_t k = 0, last = 0; !found_; ++k) {
      expand(k);
      check_budget();
      if (k < last) continue;
      last = reached_.size() - 1;  // of the turns with one move more
      player_ = next_seat(player_, solver_.matrix_.players());
    }
    return way_to_last();
  }

 private:
  struct Reached {
    std::size_t place;
    std::size_t from;  // entry
  };

  std::size_t players() const noexcept {
    return static_cast<std::size_t>(solver_.matrix_.players());
  }

  void expand(std::size_t k) {
    const Seat next = next_seat(player_, solver_.matrix_.players());
    const Position here = solver_.at(reached_[k].place);
    solver_.ruleset_.visit_options(here, player_, [&](const Position& option) {
      ++visits_;
      if (solver_.winner_of(option, next) != winner_) return true;
      const std::size_t place = solver_.place_of(option);
      auto is_known = is_reached_[place * players() + static_cast<std::size_t>(next)];
      if (is_known) return true;
      is_known = true;
      reached_.push_back({place, k});
      found_ = next == winner_ && is_stuck(solver_.ruleset_, option, next);
      return !found_;
    });
  }

  void check_budget() const {
    const MemoBudget& budget = solver_.budget_;
    if (reached_.size() * sizeof(Reached) <= budget.bytes && visits_ <= budget.visits) return;
    throw Error(ErrorKind::input,
                fmt::format("P_{} wins, but the shortest best play of {} takes too long to find; "
                            "expected smaller piles, or 'values:' in a job",
                            winner_, solver_.ruleset_.name()));
  }

  std::vector<std::size_t> way_to_last() const {
    std::vector<std::size_t> line;
    for (std::size_t k = reached_.size() - 1; k > 0; k = reached_[k].from)
      line.push_back(reached_[k].place);
    line.push_back(reached_.front().place);
    std::reverse(line.begin(), line.end());
    return line;
  }

  const BoxLineSolver& solver_;
  Seat winner_;
  Seat player_;  // to move at the turns that are looked at now
  std::vector<Reached> reached_;
  std::vector<bool> is_reached_;  // by place and player
  std::uint64_t visits_ = 0;
  bool found_ = false;
};

void BoxLineSolver::find_line(const Position& position, Seat first) {
  const std::size_t start = place_of(position);
  if (!line_.empty() && line_.front() == start && line_first_ == first) return;
  line_.clear();
  line_ = is_stuck(ruleset_, position, first) ? std::vector{start}
                                              : LineSearch(*this, position, first).line();
  line_first_ = first;
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
