#include "nimsweep/solve/digit_solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "nimsweep/base/error.hpp"
#include "nimsweep/solve/box.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/position_index.hpp"
#include "nimsweep/solve/turn.hpp"

namespace nimsweep {

namespace {

// Limits the searches for a play's options to about a second.
constexpr std::uint64_t kMostSteps = std::uint64_t{1} << 27;

// Guesses the digits of an option, most significant first, such that the option has a certain
// winner and as few counters as possible.
class OptionSearch {
 public:
  OptionSearch(const DigitMachine& machine, const MoveRelation& moves, const Position& position)
      : machine_(machine), moves_(moves), position_(position), mode_(mode_of(position)) {}

  // The piles and the mode of the option where `next` moves and `winner` wins.
  std::optional<std::pair<std::vector<Counters>, Mode>> find(Seat next, Seat winner) {
    const int digits = digits_of_largest(position_.piles);
    fewest_.assign(static_cast<std::size_t>(digits) + 1,
                   std::vector<Uint128>(moves_.size() * machine_.size(), kNone));
    for (MoveRelation::StateId move = 0; move < moves_.size(); ++move)
      if (const auto left = moves_.mode_after(move, mode_))
        for (StateId option = 0; option < machine_.size(); ++option)
          if (machine_.outcomes(option)[*left][next] == winner) fewest_[0][at(move, option)] = 0;
    for (int place = 0; place < digits; ++place) count(place);
    return follow(digits);
  }

 private:
  using StateId = DigitMachine::StateId;
  static constexpr Uint128 kNone = kUint128Max;

  std::size_t at(MoveRelation::StateId move, StateId option) const {
    return move * machine_.size() + option;
  }
  Uint128 counters(const MoveRelation::Arrow& arrow, int place) const {
    return static_cast<Uint128>(std::popcount(arrow.option)) << place;
  }

  // The fewest counters in the digits up to `place`, from those in the digits before it.
  void count(int place) {
    const DigitLetter letter = letter_at(position_.piles, place);
    const auto& rest = fewest_[static_cast<std::size_t>(place)];
    auto& fewest = fewest_[static_cast<std::size_t>(place) + 1];
    for (MoveRelation::StateId move = 0; move < moves_.size(); ++move)
      for (const MoveRelation::Arrow& arrow : moves_.arrows(move, letter))
        for (StateId option = 0; option < machine_.size(); ++option) {
          const Uint128 below = rest[at(arrow.to, machine_.next(option)[arrow.option])];
          if (below != kNone)
            fewest[at(move, option)] =
                std::min(fewest[at(move, option)], below + counters(arrow, place));
        }
  }

  std::optional<std::pair<std::vector<Counters>, Mode>> follow(int digits) const {
    const auto& all = fewest_[static_cast<std::size_t>(digits)];
    const auto starts = moves_.starts();
    const auto start = std::ranges::min_element(
        starts, {}, [&](MoveRelation::StateId move) { return all[at(move, 0)]; });
    if (start == starts.end() || all[at(*start, 0)] == kNone) return {};
    MoveRelation::StateId move = *start;
    StateId state = 0;
    std::vector<Counters> option(position_.piles.size());
    for (int place = digits; place-- > 0;) {
      const auto& rest = fewest_[static_cast<std::size_t>(place)];
      const Uint128 wanted = fewest_[static_cast<std::size_t>(place) + 1][at(move, state)];
      for (const MoveRelation::Arrow& arrow :
           moves_.arrows(move, letter_at(position_.piles, place))) {
        const StateId next = machine_.next(state)[arrow.option];
        const Uint128 below = rest[at(arrow.to, next)];
        if (below == kNone || below + counters(arrow, place) != wanted) continue;
        for (std::size_t j = 0; j < option.size(); ++j)
          option[j] |= Counters{digit_of(arrow.option, static_cast<int>(j), machine_.piles())}
                       << place;
        move = arrow.to;
        state = next;
        break;
      }
    }
    return std::pair(std::move(option), *moves_.mode_after(move, mode_));
  }

  const DigitMachine& machine_;
  const MoveRelation& moves_;
  const Position& position_;
  Mode mode_;
  std::vector<std::vector<Uint128>> fewest_;  // by digits left, then by states of move and option
};

}  // namespace

DigitSolver::DigitSolver(const Ruleset& ruleset, const AllianceMatrix& matrix,
                         std::unique_ptr<Solver> small, std::uint64_t small_bytes)
    : ruleset_(ruleset), matrix_(matrix), small_(std::move(small)), small_bytes_(small_bytes) {}

// Other solvers keep a table of bytes, or an entry for each turn in memory. Where they look at
// every option, that must not take too long.
bool DigitSolver::is_small(const Position& position) const {
  constexpr std::uint64_t kMostOptions = std::uint64_t{1} << 27;
  const bool in_rows = BoxSolver::pays(ruleset_.move_shape(), position.piles);
  if (!in_rows) {
    const Uint128 places = PositionIndex::places(ruleset_, position.piles, position.passes);
    const std::uint64_t options =
        options_at_start(ruleset_, position.piles, position.passes, kMostOptions);
    if (places > kMostOptions / std::max<std::uint64_t>(1, options)) return false;
  }
  const Uint128 bytes =
      box_bytes(ruleset_, matrix_.players(), position.piles, position.passes) / (in_rows ? 1 : 2);
  const Uint128 factor = in_rows ? Uint128{position.passes} + 1 : bytes_of_turn(position);
  return bytes <= small_bytes_ / factor;
}

const DigitSolver::Known* DigitSolver::machine_for(const Position& position) {
  if (is_small(position)) return nullptr;
  const auto piles = position.piles.size();
  const auto [place, is_new] = machines_.try_emplace({piles, position.passes});
  auto& known = place->second;
  if (is_new && piles <= static_cast<std::size_t>(DigitMachine::kMaxPiles)) {
    auto found = find_digit_machine(ruleset_, matrix_, static_cast<int>(piles), position.passes);
    if (auto* proved = std::get_if<ProvedMachine>(&found)) {
      known = Known{std::move(*proved), {}};
      if (!known->found.period)
        known->moves = std::get<MoveRelation>(
            MoveRelation::of(ruleset_.move_shape(), static_cast<int>(piles), position.passes));
    }
  }
  return known ? &*known : nullptr;
}

Seat DigitSolver::winner_by(const Known& known, const Position& position, Seat first) const {
  const DigitMachine& machine = known.found.machine;
  return machine.outcomes(machine.state_of(position.piles))[mode_of(position)][first];
}

std::optional<Position> DigitSolver::option_with(const Known& known, const Position& position,
                                                 Seat player, Seat winner) const {
  if (!known.moves) return option_among_all(known, position, player, winner);
  bool is_stuck = true;
  ruleset_.visit_options(position, player, [&](const Position&) { return is_stuck = false; });
  if (is_stuck) return {};
  auto found = OptionSearch(known.found.machine, *known.moves, position)
                   .find(next_seat(player, matrix_.players()), winner);
  if (!found) return {};
  return position_in(found->second, found->first, has_zero_moves(ruleset_));
}

// As above, by looking at each option.
std::optional<Position> DigitSolver::option_among_all(const Known& known, const Position& position,
                                                      Seat player, Seat winner) const {
  const Seat next = next_seat(player, matrix_.players());
  std::optional<Position> fewest;
  ruleset_.visit_options(position, player, [&](const Position& option) {
    if (winner_by(known, option, next) == winner && (!fewest || option.piles < fewest->piles))
      fewest = option;
    return true;
  });
  return fewest;
}

Outcome DigitSolver::outcome(const Position& position, Seat first) {
  if (machine_for(position) == nullptr) return small_->outcome(position, first);
  return best_play(position, first, 2).outcome;
}

Seat DigitSolver::winner(const Position& position, Seat first) {
  const Known* known = machine_for(position);
  return known == nullptr ? small_->winner(position, first) : winner_by(*known, position, first);
}

void DigitSolver::best_line(const Position& position, Seat first, LineVisitor visit) {
  if (machine_for(position) == nullptr) return small_->best_line(position, first, visit);
  const BestPlay play = best_play(position, first, kMostMoves + 1);
  if (!play.is_followed)
    throw Error(ErrorKind::input, fmt::format("a best play takes more than {} moves; expected "
                                              "fewer or smaller piles",
                                              kMostMoves));
  for (const auto& [player, turn] : play.turns) visit(player, turn);
}

BestPlay DigitSolver::best_play(const Position& start, Seat first, std::uint64_t most) {
  const Known* known = machine_for(start);
  if (known == nullptr) return small_->best_play(start, first, most);
  BestPlay play{.outcome = {.winner = winner_by(*known, start, first)}};
  play.proof = {known->found.machine.size(), known->found.combinations};
  Position here = start;
  Seat player = first;
  std::uint64_t steps = 0;
  for (std::uint64_t moves = 0; moves <= kMostMoves && steps <= kMostSteps; ++moves) {
    if (known->moves)
      steps += static_cast<std::uint64_t>(digits_of_largest(here.piles)) * known->moves->size() *
               known->found.machine.size();
    auto option = option_with(*known, here, player, play.outcome.winner);
    const bool is_final = !option.has_value();
    if (moves == 0 || moves + 1 < most || is_final)
      play.turns.emplace_back(player, here);
    else
      ++play.left_out;
    if (is_final) {
      play.outcome.moves = moves;
      return play;
    }
    here = std::move(*option);
    player = next_seat(player, matrix_.players());
  }
  play.is_followed = false;
  return play;
}

std::optional<Solver::Choices> DigitSolver::choices(const Position& position, Seat player) {
  const Known* known = machine_for(position);
  if (known == nullptr) return {};
  Choices choices;
  for (Seat winner = 0; winner < matrix_.players(); ++winner)
    if (auto option = option_with(*known, position, player, winner))
      choices.emplace_back(std::move(*option), winner);
  return choices;
}

}  // namespace nimsweep
