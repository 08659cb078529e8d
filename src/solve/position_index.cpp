#include "nimsweep/solve/position_index.hpp"

#include <algorithm>

#include "nimsweep/model/chunk_layout.hpp"

namespace nimsweep {

std::vector<Counters> digits_of(std::size_t number, std::span<const std::size_t> radices) {
  std::vector<Counters> digits(radices.size());
  for (std::size_t j = radices.size(); j-- > 0; number /= radices[j])
    digits[j] = number % radices[j];
  return digits;
}

void count_on(std::vector<Counters>& digits, std::span<const std::size_t> radices) {
  for (std::size_t j = digits.size(); j-- > 0;) {
    if (++digits[j] < radices[j]) return;
    digits[j] = 0;
  }
}

std::uint64_t options_at_start(const Ruleset& ruleset, std::span<const Counters> piles,
                               Counters passes, std::uint64_t most) {
  std::uint64_t options = 0;
  ruleset.visit_options(ruleset.start({piles.begin(), piles.end()}, passes), 0,
                        [&](const Position&) { return ++options < most; });
  return options;
}

PositionIndex::PositionIndex(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                             Counters passes)
    : ruleset_(ruleset),
      turns_(ruleset.is_impartial() ? 1 : players),
      passes_(passes),
      piles_(bounds.size()) {
  for (const Counters bound : bounds) radices_.push_back(static_cast<std::size_t>(bound) + 1);
  for (const Counters bound : ruleset.state_bounds(bounds))
    radices_.push_back(static_cast<std::size_t>(bound) + 1);
  radices_.push_back(static_cast<std::size_t>(passes) + 1);
  for (const std::size_t radix : radices_) places_ *= radix;
  for (std::size_t j = piles_; j < radices_.size(); ++j) places_per_start_ *= radices_[j];
  constexpr std::uint64_t kOptionsABlock = 1 << 20;
  constexpr std::uint64_t kMostPlaces = 1 << 14;
  const std::uint64_t options = options_at_start(ruleset, bounds, passes, kOptionsABlock);
  block_ = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(kOptionsABlock / (options + 1), 1, kMostPlaces));
  if (has_state()) reachable_.assign(places_, false);
}

void PositionIndex::visit_block(std::size_t number, Visitor visit) {
  const std::size_t count = blocks_of_places();
  const bool marks = has_state() && number < count;
  const std::size_t block = marks ? count - 1 - number : number % count;
  const std::size_t begin = block * block_;
  const std::size_t end = std::min(begin + block_, places_);
  if (marks)
    for (std::size_t place = end; place-- > begin;) mark_options(place);
  else
    for (std::size_t place = begin; place < end; ++place)
      if (!has_state() || reachable_[place]) visit(place, at(place));
}

// What is reachable marks its options. On the way down, the last place of some piles is the first
// that is met: there their start is marked.
void PositionIndex::mark_options(std::size_t place) {
  if ((place + 1) % places_per_start_ == 0)
    reachable_[place_of(ruleset_.start(at(place).piles, passes_))] = true;
  if (!reachable_[place]) return;
  const Position position = at(place);
  for (Seat player = 0; player < turns_; ++player)
    ruleset_.visit_options(position, player, [&](const Position& option) {
      reachable_[place_of(option)] = true;
      return true;
    });
}

std::size_t PositionIndex::place_of(const Position& position) const noexcept {
  std::size_t place = 0;
  std::size_t digit = 0;
  for (const Counters pile : position.piles)
    place = place * radices_[digit++] + static_cast<std::size_t>(pile);
  for (const Counters entry : position.state)
    place = place * radices_[digit++] + static_cast<std::size_t>(entry);
  return place * radices_[digit] + static_cast<std::size_t>(position.passes);
}

Position PositionIndex::at(std::size_t place) const {
  const auto digits = digits_of(place, radices_);
  const auto state = digits.begin() + static_cast<std::ptrdiff_t>(piles_);
  return {.piles = {digits.begin(), state},
          .state = {state, digits.end() - 1},
          .passes = digits.back()};
}

bool PositionIndex::is_start(const Position& position) const {
  if (position.passes != passes_) return false;
  return position.state.empty() || ruleset_.start(position.piles, passes_) == position;
}

Uint128 PositionIndex::places(const Ruleset& ruleset, std::span<const Counters> bounds,
                              Counters passes) {
  std::vector<std::uint64_t> radices;
  for (const Counters bound : bounds) radices.push_back(bound + 1);
  for (const Counters bound : ruleset.state_bounds(bounds)) radices.push_back(bound + 1);
  radices.push_back(passes + 1);
  return product(radices);
}

}  // namespace nimsweep
