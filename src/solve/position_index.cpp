#include "nimsweep/solve/position_index.hpp"

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
    : ruleset_(ruleset), passes_(passes), piles_(bounds.size()) {
  for (const Counters bound : bounds) radices_.push_back(static_cast<std::size_t>(bound) + 1);
  for (const Counters bound : ruleset.state_bounds(bounds))
    radices_.push_back(static_cast<std::size_t>(bound) + 1);
  radices_.push_back(static_cast<std::size_t>(passes) + 1);
  for (const std::size_t radix : radices_) places_ *= radix;
  constexpr std::uint64_t kOptionsABlock = 1 << 20;
  constexpr std::uint64_t kMostPlaces = 1 << 14;
  const std::uint64_t options = options_at_start(ruleset, bounds, passes, kOptionsABlock);
  block_ = static_cast<std::size_t>(
      std::clamp<std::uint64_t>(kOptionsABlock / (options + 1), 1, kMostPlaces));
  if (has_state()) mark_reachable(players);
}

// From the last place down, what is reachable marks its options.
void PositionIndex::mark_reachable(int players) {
  reachable_.assign(places_, false);
  const auto pile_radices = std::span(radices_).first(piles_);
  std::size_t starts = 1;
  for (const std::size_t radix : pile_radices) starts *= radix;
  std::vector<Counters> piles(piles_, 0);
  for (std::size_t k = 0; k < starts; ++k, count_on(piles, pile_radices))
    reachable_[place_of(ruleset_.start(piles, passes_))] = true;
  const int turns = ruleset_.is_impartial() ? 1 : players;
  for (std::size_t place = places_; place-- > 0;) {
    if (!reachable_[place]) continue;
    const Position position = at(place);
    for (Seat player = 0; player < turns; ++player)
      ruleset_.visit_options(position, player, [&](const Position& option) {
        reachable_[place_of(option)] = true;
        return true;
      });
  }
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
