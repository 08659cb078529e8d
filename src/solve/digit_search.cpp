#include "nimsweep/solve/digit_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "nimsweep/digits/digit_learner.hpp"
#include "nimsweep/digits/rule_check.hpp"
#include "nimsweep/solve/box_solver.hpp"
#include "nimsweep/solve/generic_box.hpp"

namespace nimsweep {

namespace {

constexpr int kBlockDigits = 2;  // of the blocks that are counted where no machine is found

// Who wins every position of a box, in every mode.
class BoxOutcomes {
 public:
  BoxOutcomes(const Ruleset& ruleset, const AllianceMatrix& matrix, int piles, Counters passes,
              int digits)
      : players_(matrix.players()), has_zero_moves_(has_zero_moves(ruleset)) {
    const std::vector<Counters> bounds(static_cast<std::size_t>(piles),
                                       (Counters{1} << digits) - 1);
    if (!BoxSolver::pays(ruleset.move_shape(), bounds)) {
      any_.emplace(ruleset, matrix, bounds, passes);
      any_->solve();
      return;
    }
    for (Counters left = 0; left <= passes; ++left)
      by_passes_.emplace_back(make_box(ruleset, matrix, bounds, left))->solve();
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
              Counters passes)
      : ruleset_(ruleset), matrix_(matrix), relation_(relation), passes_(passes) {}

  std::optional<ProvedMachine> try_box(int digits) {
    const BoxOutcomes outcomes(ruleset_, matrix_, relation_.piles(), passes_, digits);
    const DigitLearner learner(matrix_.players(), relation_.piles(), relation_.modes(), digits,
                               outcomes);
    for (int depth = 1; depth < digits; ++depth) {
      auto guess = learner.guess(depth);
      if (!guess || std::ranges::find(wrong_, *guess) != wrong_.end()) continue;
      const auto answer = check_rule(*guess, relation_, matrix_);
      if (const auto* holds = std::get_if<RuleHolds>(&answer))
        return ProvedMachine{std::move(*guess), holds->combinations, digits, depth};
      wrong_.push_back(std::move(*guess));
    }
    if (digits >= kBlockDigits) blocks_.push_back(learner.different_blocks(kBlockDigits));
    return {};
  }

  NoMachine give_up(int digits) && {
    return {fmt::format("no automaton was found in boxes of side up to {}{}", Counters{1} << digits,
                        wrong_.empty() ? std::string()
                                       : fmt::format("; {} were tried and refuted", wrong_.size())),
            std::move(blocks_)};
  }

 private:
  const Ruleset& ruleset_;
  const AllianceMatrix& matrix_;
  const MoveRelation& relation_;
  Counters passes_;
  std::vector<DigitMachine> wrong_;
  std::vector<std::size_t> blocks_;
};

}  // namespace

std::variant<ProvedMachine, NoMachine> find_digit_machine(const Ruleset& ruleset,
                                                          const AllianceMatrix& matrix, int piles,
                                                          Counters passes,
                                                          DigitSearchLimits limits) {
  ruleset.check_players(matrix.players());
  static_cast<void>(
      ruleset.start(std::vector<Counters>(static_cast<std::size_t>(piles), 1), passes));
  const auto moves = MoveRelation::of(ruleset.move_shape(), piles, passes);
  if (const auto* missing = std::get_if<MoveRelation::Missing>(&moves))
    return NoMachine{missing->reason};
  const auto& relation = std::get<MoveRelation>(moves);
  DigitSearch search(ruleset, matrix, relation, passes);
  int digits = 1;
  while (relation.modes() << (digits + 1) * piles <= limits.positions) {
    ++digits;
    if (auto found = search.try_box(digits)) return std::move(*found);
  }
  return std::move(search).give_up(digits);
}

}  // namespace nimsweep
