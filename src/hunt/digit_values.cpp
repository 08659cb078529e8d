#include "nimsweep/hunt/digit_values.hpp"

#include <algorithm>
#include <bit>
#include <compare>
#include <functional>
#include <map>

#include "hunt/arrows_of.hpp"
#include "nimsweep/automata/reachability.hpp"

namespace nimsweep {

using namespace hunt_detail;

namespace {

std::vector<OutcomeVector> outcomes_of(const DigitMachine& machine) {
  std::vector<OutcomeVector> outcomes;
  outcomes.reserve(machine.size());
  for (DigitMachine::StateId id = 0; id < machine.size(); ++id)
    outcomes.push_back(machine.outcomes(id).back());
  return outcomes;
}

}  // namespace

DigitValues::DigitValues(const DigitMachine& machine)
    : ValueMachine(machine.players(), outcomes_of(machine), arrows_of(machine)),
      places_(machine.piles()) {}

// Beside a state goes the set of piles that are larger than `counters` whatever digits follow, as a
// letter. All others agree with it so far.
std::vector<OutcomeVector> DigitValues::values_from(std::uint64_t counters) const {
  std::vector<bool> reached(states() * letters());
  std::vector<std::size_t> waiting{0};
  reached[0] = true;
  while (!waiting.empty()) {  // digits before those of `counters`
    const std::size_t here = waiting.back();
    waiting.pop_back();
    for (std::size_t letter = 0; letter < letters(); ++letter) {
      const std::size_t larger = here % letters() | letter;
      const std::size_t there =
          next(static_cast<StateId>(here / letters()), letter) * letters() + larger;
      if (!reached[there]) waiting.push_back(there);
      reached[there] = true;
    }
  }
  for (auto place = static_cast<int>(std::bit_width(counters)); place-- > 0;) {
    const std::size_t digits = (counters >> place & 1) != 0 ? letters() - 1 : 0;
    std::vector<bool> after(reached.size());
    for (std::size_t here = 0; here < reached.size(); ++here)
      for (std::size_t letter = 0; reached[here] && letter < letters(); ++letter) {
        const std::size_t larger = here % letters();
        const bool has_smaller = (digits & ~letter & ~larger) != 0;
        if (!has_smaller)
          after[next(static_cast<StateId>(here / letters()), letter) * letters() +
                (larger | (letter & ~digits))] = true;
      }
    reached = std::move(after);
  }
  std::vector<OutcomeVector> found;
  for (std::size_t here = 0; here < reached.size(); ++here)
    if (reached[here]) found.push_back(values(static_cast<StateId>(here / letters())));
  return found;
}

bool DigitValues::is_pile_independent(std::uint64_t counters) const {
  const std::vector<OutcomeVector> values = values_from(counters);
  return std::ranges::adjacent_find(values, std::not_equal_to()) == values.end();
}

bool DigitValues::teams_win(std::uint32_t team, std::uint64_t counters) const {
  return std::ranges::all_of(values_from(counters),
                             [&](OutcomeVector values) { return is_won_by(values, team); });
}

OutcomeVector DigitValues::at(std::span<const Counters> piles) const {
  StateId state = 0;
  for (int place = 63; place >= 0; --place) {
    std::size_t letter = 0;
    for (const Counters pile : piles) letter = 2 * letter + (pile >> place & 1);
    state = next(state, letter);
  }
  return values(state);
}

bool DigitValues::wins(std::optional<Seat> player, std::span<const Counters> piles) const {
  return is_won_by(at(piles), player);
}

bool DigitValues::has_period(std::uint64_t length) const {
  for (int pile = 0; pile < places_; ++pile)
    if (!has_period_of_pile(pile, length)) return false;
  return true;
}

// Two positions are read side by side, of which the second is to have `length` more counters on one
// pile; how many more it has so far is between 0 and that.
class DigitValues::ShiftedPairs {
 public:
  ShiftedPairs(const DigitValues& values, int pile, std::uint64_t length)
      : values_(values),
        digit_(std::size_t{1} << (values.places_ - 1 - pile)),
        length_(length),
        nodes_{{0, 0, 0, false}},
        numbers_{{nodes_[0], 0}} {
    for (std::size_t k = 0; k < nodes_.size(); ++k) explore(k);
  }

  // Do the values differ at infinitely many sizes of the pile? They do if there is a cycle on the
  // way to a difference, after the pile's first 1.
  bool differ_forever() const {
    const auto visit_all = [&](std::uint32_t k, FunctionRef<void(std::uint32_t)> visit) {
      for (const std::uint32_t target : targets_[k]) visit(target);
    };
    const std::vector<bool> leads =
        leading_to(nodes_.size(), visit_all, [&](std::uint32_t k) { return differ_at(k); });
    const auto counts = [&](std::uint32_t k) { return leads[k] && nodes_[k].has_begun; };
    const auto visit_counting = [&](std::uint32_t k, FunctionRef<void(std::uint32_t)> visit) {
      for (const std::uint32_t target : targets_[k])
        if (counts(k) && counts(target)) visit(target);
    };
    return !ends_of_long_paths(nodes_.size(), visit_counting).empty();
  }

 private:
  struct Node {
    StateId first, second;
    std::uint64_t more;
    bool has_begun;

    auto operator<=>(const Node&) const = default;
  };

  bool differ_at(std::uint32_t k) const {
    return nodes_[k].more == length_ &&
           values_.values(nodes_[k].first) != values_.values(nodes_[k].second);
  }

  void explore(std::size_t k) {
    const Node here = nodes_[k];
    targets_.emplace_back();
    for (std::size_t letter = 0; letter < values_.letters(); ++letter)
      for (const std::size_t other : {letter & ~digit_, letter | digit_}) {
        const std::uint64_t raised = 2 * here.more + ((other & digit_) != 0 ? 1 : 0);
        const std::uint64_t own = (letter & digit_) != 0 ? 1 : 0;
        if (raised < own || raised - own > length_) continue;
        targets_.back().push_back(
            number_of({values_.next(here.first, letter), values_.next(here.second, other),
                       raised - own, here.has_begun || own == 1}));
      }
  }

  std::uint32_t number_of(const Node& node) {
    const auto [place, is_new] =
        numbers_.try_emplace(node, static_cast<std::uint32_t>(nodes_.size()));
    if (is_new) nodes_.push_back(node);
    return place->second;
  }

  const DigitValues& values_;
  const std::size_t digit_;  // of the pile, in a letter
  const std::uint64_t length_;
  std::vector<Node> nodes_;
  std::vector<std::vector<std::uint32_t>> targets_;
  std::map<Node, std::uint32_t> numbers_;
};

bool DigitValues::has_period_of_pile(int pile, std::uint64_t length) const {
  return !ShiftedPairs(*this, pile, length).differ_forever();
}

DigitMachine DigitValues::machine() const {
  return {players(), places_, 1, outcomes(), all_next()};
}

}  // namespace nimsweep
