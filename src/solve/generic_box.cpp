#include "nimsweep/solve/generic_box.hpp"

#include <algorithm>

#include "nimsweep/model/chunk_layout.hpp"
#include "nimsweep/solve/generic_solver.hpp"

namespace nimsweep {

namespace {

// A block is so many positions.
constexpr std::size_t kBlock = std::size_t{1} << 14;

Box::Grid blocks_of(std::size_t positions) {
  return {(positions + kBlock - 1) / kBlock, 1};
}

// The digits of a number, the last one least.
std::vector<Counters> digits_of(std::size_t number, std::span<const std::size_t> radices) {
  std::vector<Counters> digits(radices.size());
  for (std::size_t j = radices.size(); j-- > 0; number /= radices[j])
    digits[j] = number % radices[j];
  return digits;
}

// Counts on.
void count_on(std::vector<Counters>& digits, std::span<const std::size_t> radices) {
  for (std::size_t j = digits.size(); j-- > 0;) {
    if (++digits[j] < radices[j]) return;
    digits[j] = 0;
  }
}

}  // namespace

GenericBox::GenericBox(const Ruleset& ruleset, const AllianceMatrix& matrix,
                       std::span<const Counters> bounds, Counters passes)
    : Box(bounds, matrix.players()),
      ruleset_(ruleset),
      matrix_(matrix),
      passes_(passes),
      piles_(bounds.size()) {
  for (const Counters bound : bounds) radices_.push_back(static_cast<std::size_t>(bound) + 1);
  for (const Counters bound : ruleset.state_bounds(bounds))
    radices_.push_back(static_cast<std::size_t>(bound) + 1);
  const bool has_state = radices_.size() > piles_;
  radices_.push_back(static_cast<std::size_t>(passes) + 1);
  for (const std::size_t radix : radices_) places_ *= radix;
  winners_ = std::make_unique_for_overwrite<std::uint8_t[]>(
      places_ * static_cast<std::size_t>(matrix.players()));
  if (has_state) mark_reachable();
}

Box::Grid GenericBox::grid() const noexcept {
  return blocks_of(places_);
}

// Not every state goes with all piles, and a ruleset need not know what to do with one that does
// not. From the last place down, what is reachable marks its options.
void GenericBox::mark_reachable() {
  reachable_.assign(places_, false);
  std::vector<Counters> piles(piles_, 0);
  for (std::size_t k = 0; k < positions_; ++k) {
    reachable_[place_of(ruleset_.start(piles, passes_))] = true;
    count_on(piles, std::span(radices_).first(piles_));
  }
  const int turns = ruleset_.is_impartial() ? 1 : matrix_.players();
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

std::size_t GenericBox::place_of(const Position& position) const noexcept {
  std::size_t place = 0;
  std::size_t digit = 0;
  for (const Counters pile : position.piles)
    place = place * radices_[digit++] + static_cast<std::size_t>(pile);
  for (const Counters entry : position.state)
    place = place * radices_[digit++] + static_cast<std::size_t>(entry);
  return place * radices_[digit] + static_cast<std::size_t>(position.passes);
}

Position GenericBox::at(std::size_t place) const {
  const auto digits = digits_of(place, radices_);
  const auto state = digits.begin() + static_cast<std::ptrdiff_t>(piles_);
  return {.piles = {digits.begin(), state},
          .state = {state, digits.end() - 1},
          .passes = digits.back()};
}

void GenericBox::solve_block(std::size_t row, std::size_t) {
  const std::size_t end = std::min((row + 1) * kBlock, places_);
  for (std::size_t place = row * kBlock; place < end; ++place)
    if (reachable_.empty() || reachable_[place]) solve_position(place, at(place));
}

void GenericBox::solve_position(std::size_t place, const Position& position) {
  const int n = matrix_.players();
  std::uint8_t* winners = winners_.get() + place * static_cast<std::size_t>(n);
  for (Seat player = 0; player < n; ++player) winners[player] = static_cast<std::uint8_t>(player);
  bool is_first = true;
  const auto offer = [&](const Position& option, Seat player) {
    const Seat winner = winners_[place_of(option) * static_cast<std::size_t>(n) +
                                 static_cast<std::size_t>(next_seat(player, n))];
    if (is_first || matrix_.prefers(player, winner, winners[player]))
      winners[player] = static_cast<std::uint8_t>(winner);
  };
  if (ruleset_.is_impartial()) {
    ruleset_.visit_options(position, 0, [&](const Position& option) {
      for (Seat player = 0; player < n; ++player) offer(option, player);
      is_first = false;
      return true;
    });
  } else {
    for (Seat player = 0; player < n; ++player) {
      is_first = true;
      ruleset_.visit_options(position, player, [&](const Position& option) {
        offer(option, player);
        is_first = false;
        return true;
      });
    }
  }

  if (position.passes != passes_) return;
  if (!position.state.empty() && ruleset_.start(position.piles, passes_) != position) return;
  std::size_t at = 0;
  for (std::size_t j = 0; j < piles_; ++j)
    at += static_cast<std::size_t>(position.piles[j]) * strides_[j];
  for (Seat first = 0; first < n; ++first, at += positions_)
    values_[at] = static_cast<std::uint8_t>(value_of(winners[first], first, n));
}

Uint128 GenericBox::bytes(const Ruleset& ruleset, int players, std::span<const Counters> bounds,
                          Counters passes) {
  std::vector<std::uint64_t> factors{static_cast<std::uint64_t>(players)};
  for (const Counters bound : bounds) factors.push_back(bound + 1);
  const Uint128 values = product(factors);
  for (const Counters bound : ruleset.state_bounds(bounds)) factors.push_back(bound + 1);
  const bool has_state = factors.size() > bounds.size() + 1;
  factors.push_back(passes + 1);
  const Uint128 winners = product(factors);
  const Uint128 marks = has_state ? winners / 8 : 0;
  return winners > kUint128Max / 4 ? kUint128Max : values + winners + marks;
}

StartsBox::StartsBox(const Ruleset& ruleset, const AllianceMatrix& matrix,
                     std::span<const Counters> bounds, Counters passes)
    : Box(bounds, matrix.players()),
      ruleset_(ruleset),
      players_(matrix.players()),
      passes_(passes),
      solver_(make_solver(ruleset, matrix)) {
  for (const Counters bound : bounds) radices_.push_back(static_cast<std::size_t>(bound) + 1);
}

Box::Grid StartsBox::grid() const noexcept {
  return blocks_of(positions_);
}

void StartsBox::solve_block(std::size_t row, std::size_t) {
  const std::size_t end = std::min((row + 1) * kBlock, positions_);
  auto piles = digits_of(row * kBlock, radices_);
  for (std::size_t place = row * kBlock; place < end; ++place, count_on(piles, radices_)) {
    const Position start = ruleset_.start(piles, passes_);
    for (Seat first = 0; first < players_; ++first)
      values_[static_cast<std::size_t>(first) * positions_ + place] = static_cast<std::uint8_t>(
          value_of(solver_->outcome(start, first).winner, first, players_));
  }
}

}  // namespace nimsweep
