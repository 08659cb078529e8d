#include "nimsweep/digits/rule_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>

#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"

namespace nimsweep {

namespace {

using StateId = DigitMachine::StateId;
using Answer = std::variant<RuleHolds, RuleFails, RuleUnknown>;

constexpr std::size_t kMostWords = std::size_t{1} << 27;  // of all sets together

// Sets of (state of the moves, state of the machine on the option), one bit for each pair.
class RuleWalk {
 public:
  RuleWalk(const DigitMachine& machine, const MoveRelation& relation, const AllianceMatrix& matrix)
      : machine_(machine),
        relation_(relation),
        matrix_(matrix),
        words_((relation.size() * machine.size() + 63) / 64) {}

  Answer walk(std::size_t most, IsStopped is_stopped) {
    std::vector<std::uint64_t> set(words_);
    for (const MoveRelation::StateId start : relation_.starts()) add(set, start, 0);
    reach(0, set, 0, 0);
    for (std::size_t id = 0; id < states_.size(); ++id) {
      go_on_unless(is_stopped);
      if (auto failure = failure_at(id)) return std::move(*failure);
      if (states_.size() > most || sets_.size() > kMostWords)
        return RuleUnknown{fmt::format("the proof takes more than {} combinations",
                                       to_grouped_decimal(states_.size()))};
      for (DigitLetter letter = 0; letter < machine_.letters(); ++letter) {
        step(id, letter, set);
        reach(machine_.next(states_[id])[letter], set, id, letter);
      }
    }
    return RuleHolds{states_.size(), asked()};
  }

 private:
  // From where a combination was reached first.
  struct Origin {
    std::size_t from;
    DigitLetter letter;
  };

  std::span<const std::uint64_t> set_of(std::size_t id) const {
    return std::span(sets_).subspan(id * words_, words_);
  }

  void add(std::vector<std::uint64_t>& set, MoveRelation::StateId moves, StateId option) const {
    const std::size_t bit = moves * machine_.size() + option;
    set[bit / 64] |= std::uint64_t{1} << bit % 64;
  }

  template <class Function>
  void visit_pairs(std::size_t id, Function visit) const {
    const auto set = set_of(id);
    for (std::size_t word = 0; word < words_; ++word)
      for (std::uint64_t bits = set[word]; bits != 0; bits &= bits - 1) {
        const std::size_t bit = word * 64 + static_cast<std::size_t>(std::countr_zero(bits));
        visit(static_cast<MoveRelation::StateId>(bit / machine_.size()),
              static_cast<StateId>(bit % machine_.size()));
      }
  }

  void step(std::size_t id, DigitLetter letter, std::vector<std::uint64_t>& set) const {
    std::ranges::fill(set, 0);
    visit_pairs(id, [&](MoveRelation::StateId moves, StateId option) {
      for (const MoveRelation::Arrow& arrow : relation_.arrows(moves, letter))
        add(set, arrow.to, machine_.next(option)[arrow.option]);
    });
  }

  void reach(StateId state, const std::vector<std::uint64_t>& set, std::size_t from,
             DigitLetter letter) {
    std::uint64_t hash = state;
    for (const std::uint64_t word : set) hash = mix(hash, word);
    const auto [begin, end] = known_.equal_range(hash);
    for (auto place = begin; place != end; ++place)
      if (states_[place->second] == state && std::ranges::equal(set_of(place->second), set)) return;
    known_.emplace(hash, states_.size());
    states_.push_back(state);
    sets_.insert(sets_.end(), set.begin(), set.end());
    origins_.push_back({from, letter});
  }

  // The best that each player can move to in this mode, and themselves where nobody can move.
  OutcomeVector best(std::size_t id, Mode mode) const {
    const int n = machine_.players();
    std::optional<OutcomeVector> best;
    std::optional<OutcomeVector> passed;
    visit_pairs(id, [&](MoveRelation::StateId moves, StateId option) {
      const auto left = relation_.mode_after(moves, mode);
      if (!left) return;
      const OutcomeVector got = machine_.outcomes(option)[*left].handed_on(n);
      if (relation_.end(moves).kind == MoveRelation::Kind::pass)
        passed = got;
      else
        best = best ? matrix_.preferred(*best, got) : got;
    });
    if (!best) return OutcomeVector::of_end(n);
    return passed ? matrix_.preferred(*best, *passed) : *best;
  }

  // Each player chose the outcome of a combination among those of its options.
  std::vector<Preference> asked() const {
    const int n = machine_.players();
    std::vector<Preference> asked;
    std::array<std::array<std::uint32_t, kMaxPlayers>, kMaxPlayers> known{};  // worse ones, as bits
    std::array<std::uint32_t, kMaxPlayers> seen{};
    for (std::size_t id = 0; id < states_.size(); ++id)
      for (Mode mode = 0; mode < machine_.modes(); ++mode) {
        seen.fill(0);
        bool can_move = false;
        visit_pairs(id, [&](MoveRelation::StateId moves, StateId option) {
          const auto left = relation_.mode_after(moves, mode);
          if (!left) return;
          can_move |= relation_.end(moves).kind != MoveRelation::Kind::pass;
          const OutcomeVector got = machine_.outcomes(option)[*left].handed_on(n);
          for (Seat i = 0; i < n; ++i) seen[static_cast<std::size_t>(i)] |= 1u << got[i];
        });
        for (Seat i = 0; can_move && i < n; ++i) {
          const Seat best = machine_.outcomes(states_[id])[mode][i];
          std::uint32_t& worse = known[static_cast<std::size_t>(i)][static_cast<std::size_t>(best)];
          for (std::uint32_t more = seen[static_cast<std::size_t>(i)] & ~worse & ~(1u << best);
               more != 0; more &= more - 1) {
            asked.push_back({i, best, std::countr_zero(more)});
            worse |= more & -more;
          }
        }
      }
    return asked;
  }

  std::optional<Answer> failure_at(std::size_t id) const {
    const auto outcomes = machine_.outcomes(states_[id]);
    for (Mode mode = 0; mode < machine_.modes(); ++mode) {
      const OutcomeVector expected = best(id, mode);
      if (outcomes[mode] == expected) continue;
      RuleFails failure{.piles = piles_of(id), .mode = mode};
      if (failure.piles.empty())
        return RuleUnknown{"the rule fails at a position with more than 64 digits"};
      while (outcomes[mode][failure.player] == expected[failure.player]) ++failure.player;
      failure.expected = expected[failure.player];
      return failure;
    }
    return {};
  }

  // The first position with this combination; nothing if it does not fit.
  std::vector<Counters> piles_of(std::size_t id) const {
    std::vector<DigitLetter> letters;  // the last digits first
    for (; id != 0; id = origins_[id].from) letters.push_back(origins_[id].letter);
    if (letters.size() > 64) return {};
    std::vector<Counters> piles(static_cast<std::size_t>(machine_.piles()));
    for (std::size_t place = 0; place < letters.size(); ++place)
      for (int j = 0; j < machine_.piles(); ++j)
        piles[static_cast<std::size_t>(j)] |=
            Counters{digit_of(letters[place], j, machine_.piles())} << place;
    return piles;
  }

  const DigitMachine& machine_;
  const MoveRelation& relation_;
  const AllianceMatrix& matrix_;
  std::size_t words_;  // of one set
  std::vector<StateId> states_;
  std::vector<std::uint64_t> sets_;
  std::vector<Origin> origins_;
  std::unordered_multimap<std::uint64_t, std::size_t> known_;
};

}  // namespace

Answer check_rule(const DigitMachine& machine, const MoveRelation& relation,
                  const AllianceMatrix& matrix, std::size_t max_combinations,
                  IsStopped is_stopped) {
  assert(machine.piles() == relation.piles() && machine.modes() == relation.modes() &&
         machine.players() == matrix.players());
  if (machine.next(0)[0] != 0) return RuleUnknown{"leading zeros lead away from the start"};
  return RuleWalk(machine, relation, matrix).walk(max_combinations, is_stopped);
}

}  // namespace nimsweep
