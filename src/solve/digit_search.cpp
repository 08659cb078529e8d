#include "nimsweep/solve/digit_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "nimsweep/base/text.hpp"
#include "nimsweep/digits/digit_learner.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/generic_box.hpp"
#include "nimsweep/solve/position_index.hpp"

namespace nimsweep {

namespace {

constexpr int kBlockDigits = 2;  // of the blocks that are counted where no machine is found

// Who wins every position of a box, in every mode.
class BoxOutcomes {
 public:
  BoxOutcomes(const Ruleset& ruleset, const AllianceMatrix& matrix, int piles, Counters passes,
              int digits, IsStopped is_stopped)
      : players_(matrix.players()), has_zero_moves_(has_zero_moves(ruleset)) {
    const std::vector<Counters> bounds(static_cast<std::size_t>(piles),
                                       (Counters{1} << digits) - 1);
    if (!BoxSolver::pays(ruleset.move_shape(), bounds)) {
      any_.emplace(ruleset, matrix, bounds, passes);
      any_->solve(is_stopped);
      return;
    }
    for (Counters left = 0; left <= passes; ++left)
      by_passes_.emplace_back(make_box(ruleset, matrix, bounds, left))->solve(is_stopped);
  }

  void operator()(std::span<const Counters> piles, std::span<OutcomeVector> out) const {
    for (Mode mode = 0; mode < out.size(); ++mode)
      out[mode] = any_ ? any_->outcomes(position_in(mode, piles, has_zero_moves_))
                       : from_values(piles, mode);
  }

 private:
  OutcomeVector from_values(std::span<const Counters> piles, Mode mode) const {
    const Box& box = *by_passes_[mode];
    const std::size_t place = box.place_of(piles);
    OutcomeVector outcomes;
    for (Seat first = 0; first < players_; ++first)
      outcomes.set(first, (first + box.value(place, first)) % players_);
    return outcomes;
  }

  int players_;
  bool has_zero_moves_;
  std::vector<std::unique_ptr<Box>> by_passes_;
  std::optional<GenericBox> any_;
};

class DigitSearch {
 public:
  DigitSearch(const Ruleset& ruleset, const AllianceMatrix& matrix, const MoveRelation& relation,
              Counters passes, IsStopped is_stopped)
      : ruleset_(ruleset),
        matrix_(matrix),
        relation_(relation),
        passes_(passes),
        is_stopped_(is_stopped) {}

  std::optional<ProvedMachine> try_box(int digits) {
    const BoxOutcomes outcomes(ruleset_, matrix_, relation_.piles(), passes_, digits, is_stopped_);
    confirm_refuted(outcomes, digits);
    const DigitLearner learner(matrix_.players(), relation_.piles(), relation_.modes(), digits,
                               outcomes);
    for (int depth = 1; depth < digits; ++depth) {
      go_on_unless(is_stopped_);
      auto guess = learner.guess(depth);
      if (!guess || is_wrong_again(*guess) ||
          std::ranges::find(not_proved_, *guess) != not_proved_.end())
        continue;
      const auto answer = check_rule(*guess, relation_, matrix_, kMostCombinations, is_stopped_);
      if (const auto* holds = std::get_if<RuleHolds>(&answer))
        return ProvedMachine{.machine = std::move(*guess),
                             .combinations = holds->combinations,
                             .asked = holds->asked};
      if (const auto* fails = std::get_if<RuleFails>(&answer)) {
        refuted_.push_back(*fails);
        continue;
      }
      too_large_ = std::get<RuleUnknown>(answer).reason;
      not_proved_.push_back(std::move(*guess));
    }
    if (digits >= kBlockDigits) blocks_.push_back(learner.different_blocks(kBlockDigits));
    return {};
  }

  NoMachine give_up(int digits) && {
    std::string reason =
        fmt::format("no automaton was found in boxes of side up to {}", Counters{1} << digits);
    if (!refuted_.empty())
      reason +=
          fmt::format("; {} guess{} refuted", refuted_.size(), refuted_.size() == 1 ? "" : "es");
    if (!too_large_.empty()) reason += fmt::format("; of one, {}", too_large_);
    return {std::move(reason), true, std::move(blocks_)};
  }

 private:
  // Where a guess broke the rule first, the rule says who wins there. Many a later guess is wrong
  // at the same position, and need not be checked.
  bool is_wrong_again(const DigitMachine& guess) const {
    return std::ranges::any_of(refuted_, [&](const RuleFails& known) {
      const auto outcomes = guess.outcomes(guess.state_of(known.piles));
      return outcomes[known.mode][known.player] != known.expected;
    });
  }

  // The solver says the same about the refuting positions that the box holds.
  void confirm_refuted(const BoxOutcomes& solved, int digits) const {
    std::vector<OutcomeVector> outcomes(relation_.modes());
    for (const RuleFails& known : refuted_) {
      if (digits_of_largest(known.piles) > digits) continue;
      solved(known.piles, outcomes);
      if (outcomes[known.mode][known.player] != known.expected)
        throw std::logic_error(fmt::format("piles {}: the solver and the proof disagree",
                                           fmt::join(known.piles, " ")));
    }
  }

  const Ruleset& ruleset_;
  const AllianceMatrix& matrix_;
  const MoveRelation& relation_;
  Counters passes_;
  IsStopped is_stopped_;
  std::vector<RuleFails> refuted_;        // of each refuted guess, its first wrong position
  std::vector<DigitMachine> not_proved_;  // guesses whose proofs were given up
  std::string too_large_;                 // why the last of these was
  std::vector<std::size_t> blocks_;
};

// Options of all positions of the box, at most, if they are looked at one by one.
Uint128 options_in_box(const Ruleset& ruleset, int piles, Counters passes, int digits) {
  const std::vector<Counters> bounds(static_cast<std::size_t>(piles), (Counters{1} << digits) - 1);
  if (BoxSolver::pays(ruleset.move_shape(), bounds)) return 0;
  constexpr std::uint64_t kMany = std::uint64_t{1} << 30;
  return PositionIndex::places(ruleset, bounds, passes) *
         options_at_start(ruleset, bounds, passes, kMany);
}

std::variant<ProvedMachine, NoMachine> machine_by_period(const LowerBy& moves,
                                                         const AllianceMatrix& matrix,
                                                         Counters passes, DigitSearchLimits limits,
                                                         IsStopped is_stopped) {
  const Counters most = limits.positions / (passes + 1);
  if (moves.steps.back() > most)
    return NoMachine{
        fmt::format("{} is too large a number to look for a period; expected at most {}",
                    to_grouped_decimal(moves.steps.back()), to_grouped_decimal(most))};
  const auto periodic = find_period(moves, matrix, passes, most, is_stopped);
  if (!periodic)
    return NoMachine{
        fmt::format("no period was found among {} pile sizes", to_grouped_decimal(most)), true};
  const auto [from, length] = periodic->period;
  return ProvedMachine{.machine = to_digit_machine(*periodic, matrix.players()),
                       .combinations = from + length + moves.steps.back(),
                       .period = periodic->period};
}

}  // namespace

// Blocks of side 1, 2, 4, .. are hashed: with one pile, twice as many as there are positions.
Uint128 digit_search_bytes(const DigitSearchLimits& limits, int players) {
  return Uint128{limits.positions} *
         (static_cast<unsigned>(players) + sizeof(OutcomeVector) + 2 * sizeof(std::uint64_t));
}

std::string why_no_digit_machine(const Ruleset& ruleset, int piles, Counters passes) {
  if (steps_of_one_pile(ruleset, piles)) return {};
  const auto moves = MoveRelation::of(ruleset.move_shape(), piles, passes);
  const auto* missing = std::get_if<MoveRelation::Missing>(&moves);
  return missing == nullptr ? std::string() : missing->reason;
}

std::variant<ProvedMachine, NoMachine> find_digit_machine(const Ruleset& ruleset,
                                                          const AllianceMatrix& matrix, int piles,
                                                          Counters passes, DigitSearchLimits limits,
                                                          IsStopped is_stopped) {
  ruleset.check_players(matrix.players());
  static_cast<void>(
      ruleset.start(std::vector<Counters>(static_cast<std::size_t>(piles), 1), passes));
  if (const auto steps = steps_of_one_pile(ruleset, piles))
    return machine_by_period(*steps, matrix, passes, limits, is_stopped);
  const auto moves = MoveRelation::of(ruleset.move_shape(), piles, passes);
  if (const auto* missing = std::get_if<MoveRelation::Missing>(&moves))
    return NoMachine{missing->reason};
  const auto& relation = std::get<MoveRelation>(moves);
  DigitSearch search(ruleset, matrix, relation, passes, is_stopped);
  int digits = 1;
  while (relation.modes() << (digits + 1) * piles <= limits.positions &&
         options_in_box(ruleset, piles, passes, digits + 1) <= limits.options) {
    ++digits;
    if (auto found = search.try_box(digits)) return std::move(*found);
  }
  return std::move(search).give_up(digits);
}

}  // namespace nimsweep
