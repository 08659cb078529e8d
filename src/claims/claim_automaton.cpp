#include "claims/claim_automaton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <variant>

#include "nimsweep/base/hash.hpp"
#include "nimsweep/base/text.hpp"
#include "nimsweep/claims/symbolic_check.hpp"

namespace nimsweep::claims_detail {

namespace {

// For each k, what the distinctions of x[N - k], x[N - k - 1], .. tell apart together: a pile
// passes all of these places.
std::vector<Distinction> window_of(const std::map<int, Distinction>& late) {
  const int places = late.empty() ? 0 : late.rbegin()->first + 1;
  std::vector<Distinction> window(static_cast<std::size_t>(places));
  for (const auto& [k, distinction] : late)
    for (std::size_t j = 0; j <= static_cast<std::size_t>(k); ++j) window[j].join(distinction);
  return window;
}

}  // namespace

std::size_t ClaimAutomaton::StateHash::operator()(const State& state) const noexcept {
  std::uint64_t hash = state.size();
  for (const Counters number : state) hash = mix(hash, number);
  return hash;
}

ClaimAutomaton::ClaimAutomaton(const Claim& claim, const Parameters& parameters, Seat first,
                               std::optional<int> piles)
    : claim_(&claim),
      parameters_(parameters),
      first_(first),
      piles_(piles),
      distinctions_(distinctions_of(claim, parameters, first, piles)),
      window_(window_of(distinctions_.late)),
      sizes_(distinctions_.sizes()) {
  add(start(), {0, 0});
}

// Reads the numbers of a state in their order.
class ClaimAutomaton::Reading {
 public:
  explicit Reading(const State& state) : state_(state) {}
  Counters next() { return state_[place_++]; }

 private:
  const State& state_;
  std::size_t place_ = 0;
};

ClaimAutomaton::State ClaimAutomaton::start() const {
  const std::size_t zeros = 1 + distinctions_.early.size() + window_.size() +
                            distinctions_.counts.size() + (distinctions_.sum ? 1 : 0) +
                            (distinctions_.smallest ? 1 : 0) + (distinctions_.largest ? 1 : 0);
  State state(zeros);
  if (!claim_->recurrence) return state;
  const auto v = claim_->recurrence->begin({.parameters = parameters_, .first = first_});
  const auto* number = std::get_if<int>(&v);
  state.push_back(number != nullptr ? static_cast<Counters>(*number) : kNone);
  return state;
}

// The order of the numbers is that of start().
ClaimAutomaton::State ClaimAutomaton::after(const State& state, Counters size, int number) const {
  State result;
  result.reserve(state.size());
  Reading before(state);
  const Counters piles = before.next() + 1;
  result.push_back(distinctions_.piles.counted(piles));
  for (const auto& [k, distinction] : distinctions_.early) {
    const Counters known = before.next();
    const bool is_here = static_cast<Counters>(k) == piles;
    result.push_back(is_here ? distinction.representative(size) : known);
  }
  Counters moving = size;  // from place to place
  for (const Distinction& distinction : window_) {
    result.push_back(moving == 0 ? 0 : distinction.representative(moving));
    moving = before.next();
  }
  for (const Distinctions::Count& count : distinctions_.counts)
    result.push_back(count_after(count, before.next(), size, number));
  if (const auto& sum = distinctions_.sum)
    result.push_back(sum->counted(Uint128{before.next()} + size));
  if (const auto& smallest = distinctions_.smallest) {
    const Counters known = before.next();
    result.push_back(smallest->representative(known == 0 ? size : std::min(known, size)));
  }
  if (const auto& largest = distinctions_.largest)
    result.push_back(largest->representative(std::max(before.next(), size)));
  if (claim_->recurrence) result.push_back(v_after(before.next(), size, number));
  return result;
}

Counters ClaimAutomaton::count_after(const Distinctions::Count& count, Counters known,
                                     Counters size, int number) const {
  if (known == kNone) return kNone;
  const Evaluation holds = count.expression->evaluate(
      count.condition,
      {.parameters = parameters_, .first = first_, .here = {.size = size, .number = number}});
  if (holds.fault != Fault::none) return kNone;
  const bool counts = (holds.value != 0) != count.of_failures;
  return count.number.counted(Uint128{known} + (counts ? 1 : 0));
}

Counters ClaimAutomaton::v_after(Counters v, Counters size, int number) const {
  if (v == kNone) return kNone;
  const auto next = claim_->recurrence->step({.parameters = parameters_,
                                              .first = first_,
                                              .v = static_cast<int>(v),
                                              .here = {.size = size, .number = number}});
  const auto* found = std::get_if<int>(&next);
  return found != nullptr ? static_cast<Counters>(*found) : kNone;
}

ClaimAutomaton::StateId ClaimAutomaton::add(State state, Origin origin) {
  const auto [place, is_new] =
      known_.try_emplace(std::move(state), static_cast<StateId>(states_.size()));
  if (!is_new) return place->second;
  if (states_.size() == kMaxStates ||
      (!states_.empty() && states_.size() * states_.front().size() > kMaxNumbers))
    throw NotSymbolic{
        fmt::format("the claim has more than {} states", to_grouped_decimal(states_.size()))};
  lengths_.push_back(states_.empty() ? 0 : lengths_[origin.before] + 1);
  states_.push_back(place->first);
  origins_.push_back(origin);
  return place->second;
}

ClaimAutomaton::StateId ClaimAutomaton::next(StateId state, Counters size) {
  const auto number = static_cast<int>(lengths_[state] + 1);
  return add(after(states_[state], size, number), {state, size});
}

std::vector<Counters> ClaimAutomaton::piles_to(StateId state) const {
  std::vector<Counters> piles(lengths_[state]);
  for (std::size_t k = piles.size(); k-- > 0; state = origins_[state].before)
    piles[k] = origins_[state].size;
  return piles;
}

Parameters ClaimAutomaton::parameters_for(std::size_t piles) const {
  assert(!piles_ || *piles_ == static_cast<int>(piles));
  Parameters parameters = parameters_;
  parameters.N = static_cast<int>(piles);
  return parameters;
}

bool ClaimAutomaton::remembers_only_v() const {
  const Distinction& piles = distinctions_.piles;
  return claim_->recurrence && states_.front().size() == 2 && piles.last() == 0 &&
         piles.modulus() == 1;
}

int ClaimAutomaton::v(StateId state) const {
  assert(claim_->recurrence && states_[state].back() != kNone);
  return static_cast<int>(states_[state].back());
}

std::optional<ClaimedValue> ClaimAutomaton::value(StateId state) {
  values_.resize(states_.size());
  auto& value = values_[state];
  if (!value) value = find_value(state);
  return *value;
}

// The piles of a row are gone through only if that cannot be helped: where v has no value, for the
// reason, and where the cases look at piles.
std::optional<ClaimedValue> ClaimAutomaton::find_value(StateId state) const {
  const Parameters parameters = parameters_for(lengths_[state]);
  if (!claim_->applies(parameters)) return std::nullopt;
  if (!claim_->recurrence || states_[state].back() == kNone) return value_at(piles_to(state));
  const bool looks_at_piles = !distinctions_.early.empty() || !distinctions_.late.empty() ||
                              !distinctions_.counts.empty() || distinctions_.sum ||
                              distinctions_.smallest || distinctions_.largest;
  const std::vector<Counters> piles = looks_at_piles ? piles_to(state) : std::vector<Counters>{};
  return claim_->value_after(
      {.parameters = parameters, .first = first_, .piles = piles, .v = v(state)});
}

ClaimedValue ClaimAutomaton::value_at(std::span<const Counters> piles) const {
  return claim_->value_at(
      {.parameters = parameters_for(piles.size()), .first = first_, .piles = piles});
}

}  // namespace nimsweep::claims_detail
