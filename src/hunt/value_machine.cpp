#include "nimsweep/hunt/value_machine.hpp"

#include <algorithm>
#include <cassert>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "nimsweep/automata/partition.hpp"
#include "nimsweep/base/sha256.hpp"

namespace nimsweep {

namespace {

OutcomeVector values_of(OutcomeVector outcomes, int players) {
  OutcomeVector values;
  for (Seat i = 0; i < players; ++i) values.set(i, (outcomes[i] + players - i) % players);
  return values;
}

OutcomeVector rotated(OutcomeVector values, int players, int rotation) {
  for (int k = 0; k < rotation; ++k) values = values.handed_on(players);
  return values;
}

// Equal vectors get equal numbers.
std::vector<std::uint32_t> numbered(const std::vector<OutcomeVector>& vectors) {
  std::unordered_map<std::uint64_t, std::uint32_t> numbers;
  std::vector<std::uint32_t> found;
  found.reserve(vectors.size());
  for (const OutcomeVector vector : vectors)
    found.push_back(numbers.try_emplace(vector.word(), static_cast<std::uint32_t>(numbers.size()))
                        .first->second);
  return found;
}

void append(std::string& bytes, std::uint64_t number) {
  for (int k = 0; k < 64; k += 8) bytes += static_cast<char>(number >> k & 0xff);
}

Uint128 from_hexadecimal(std::string_view digits) {
  Uint128 number = 0;
  for (const char digit : digits)
    number = number << 4 | static_cast<Uint128>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
  return number;
}

}  // namespace

ValueMachine::ValueMachine(int players, const std::vector<OutcomeVector>& outcomes,
                           const std::vector<StateId>& next)
    : players_(players) {
  const std::size_t letters = next.size() / outcomes.size();
  SmallestMachine smallest = smallest_machine(numbered(outcomes), [&](StateId id) {
    return std::span(next).subspan(id * letters, letters);
  });
  values_.reserve(smallest.representative.size());
  for (const StateId id : smallest.representative)
    values_.push_back(values_of(outcomes[id], players));
  next_ = std::move(smallest.next);
}

void ValueMachine::cut_letters(std::size_t letters) {
  std::vector<StateId> next_of_kept;
  next_of_kept.reserve(states() * letters);
  for (StateId state = 0; state < states(); ++state)
    for (std::size_t letter = 0; letter < letters; ++letter)
      next_of_kept.push_back(next(state, letter));
  next_ = std::move(next_of_kept);
}

bool ValueMachine::is_first_independent() const noexcept {
  return std::ranges::all_of(values_, [&](OutcomeVector v) { return v == v.handed_on(players_); });
}

std::vector<OutcomeVector> ValueMachine::outcomes() const {
  std::vector<OutcomeVector> outcomes;
  outcomes.reserve(values_.size());
  for (const OutcomeVector values : values_) {
    OutcomeVector& vector = outcomes.emplace_back();
    for (Seat i = 0; i < players_; ++i) vector.set(i, (i + values[i]) % players_);
  }
  return outcomes;
}

std::vector<std::uint32_t> ValueMachine::outputs() const {
  return numbered(values_);
}

bool ValueMachine::is_won_by(OutcomeVector values, std::uint32_t team) const noexcept {
  for (Seat i = 0; i < players_; ++i)
    if ((team >> (i + values[i]) % players_ & 1) == 0) return false;
  return true;
}

bool ValueMachine::is_won_by(OutcomeVector values, std::optional<Seat> player) const noexcept {
  return is_won_by(values, std::uint32_t{1} << player.value_or(values[0]));
}

// A rotation of the matrix rotates the values of every state, and nothing else.
ValueMachine::Class ValueMachine::up_to_rotation() const {
  const Uint128 own = hash(0);
  Class found{.key = own};
  for (int k = 1; k < players_; ++k) {
    const Uint128 key = hash(k);
    if (key == own) break;
    found.key = std::min(found.key, key);
    ++found.rotations;
  }
  return found;
}

Uint128 ValueMachine::hash(int rotation) const {
  std::string bytes;
  append(bytes, static_cast<std::uint64_t>(players_));
  append(bytes, letter_count());
  for (const OutcomeVector values : values_)
    append(bytes, rotated(values, players_, rotation).word());
  for (const StateId target : next_) append(bytes, target);
  return from_hexadecimal(sha256(bytes).substr(0, 32));
}

}  // namespace nimsweep
