#include "nimsweep/hunt/digit_values.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

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

DigitValues::DigitValues(const DigitMachine& machine)
    : players_(machine.players()), places_(machine.piles()) {
  std::vector<OutcomeVector> values;
  std::vector<StateId> next;
  for (StateId id = 0; id < machine.size(); ++id) {
    values.push_back(values_of(machine.outcomes(id).back(), players_));
    next.insert(next.end(), machine.next(id).begin(), machine.next(id).end());
  }
  const DigitMachine smallest =
      minimal(DigitMachine(players_, places_, 1, std::move(values), std::move(next)));
  for (StateId id = 0; id < smallest.size(); ++id) {
    values_.push_back(smallest.outcomes(id).back());
    next_.insert(next_.end(), smallest.next(id).begin(), smallest.next(id).end());
  }
}

bool DigitValues::is_first_independent() const noexcept {
  return std::ranges::all_of(values_, [&](OutcomeVector v) { return v == v.handed_on(players_); });
}

// Beside a state goes the set of piles that are larger than `counters` whatever digits follow, as a
// letter. All others agree with it so far.
bool DigitValues::is_pile_independent(std::uint64_t counters) const {
  std::vector<bool> reached(states() * letters());
  std::vector<std::size_t> waiting{0};
  reached[0] = true;
  while (!waiting.empty()) {  // digits before those of `counters`
    const std::size_t here = waiting.back();
    waiting.pop_back();
    for (std::size_t letter = 0; letter < letters(); ++letter) {
      const std::size_t larger = here % letters() | letter;
      const std::size_t there = next(here / letters(), letter) * letters() + larger;
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
          after[next(here / letters(), letter) * letters() + (larger | (letter & ~digits))] = true;
      }
    reached = std::move(after);
  }
  std::optional<OutcomeVector> common;
  for (std::size_t here = 0; here < reached.size(); ++here) {
    if (!reached[here]) continue;
    const OutcomeVector values = values_[here / letters()];
    if (common && *common != values) return false;
    common = values;
  }
  return true;
}

// A rotation of the matrix rotates the values of every state, and nothing else.
DigitValues::Class DigitValues::up_to_rotation() const {
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

DigitMachine DigitValues::machine() const {
  std::vector<OutcomeVector> outcomes;
  for (const OutcomeVector values : values_) {
    OutcomeVector& vector = outcomes.emplace_back();
    for (Seat i = 0; i < players_; ++i) vector.set(i, (i + values[i]) % players_);
  }
  return {players_, places_, 1, std::move(outcomes), next_};
}

Uint128 DigitValues::hash(int rotation) const {
  std::string bytes;
  append(bytes, static_cast<std::uint64_t>(players_));
  append(bytes, static_cast<std::uint64_t>(places_));
  for (const OutcomeVector values : values_)
    append(bytes, rotated(values, players_, rotation).word());
  for (const StateId target : next_) append(bytes, target);
  return from_hexadecimal(sha256(bytes).substr(0, 32));
}

DigitFinding find_values(const DigitGame& game, const AllianceMatrix& matrix,
                         IsStopped is_stopped) {
  const auto found =
      find_digit_machine(*game.ruleset, matrix, game.places, game.passes, game.limits, is_stopped);
  if (const auto* proved = std::get_if<ProvedMachine>(&found))
    return {.values = DigitValues(proved->machine)};
  const auto& blocks = std::get<NoMachine>(found).blocks;
  return {.values = std::nullopt, .blocks = {blocks.begin(), blocks.end()}};
}

}  // namespace nimsweep
